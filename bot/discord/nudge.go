package discord

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"tarockbot/bot/chat"
)

// sameNonce is how long Discord knows a nonce at least: it speaks of "a few
// minutes".
const sameNonce = 2 * time.Minute

// nudge says the words that call somebody, beside a message in the channel: edits
// tell nobody.
type nudge struct {
	*posts
	log     *slog.Logger
	channel string
}

// follow makes the screen's call, if edits have brought it. A message stays where
// it can be changed, also if no word can be posted beside it.
func (d *display) follow(ctx context.Context, place chat.Place, at ref, screen chat.Screen) error {
	err := d.calls.Follow(ctx, at.channel, screen.Table, screen.Call, nudge{d.posts, d.log, at.channel})
	switch {
	case err == nil:
		return nil
	case lost(err) || errors.As(err, new(chat.RetryAfter)):
		return err
	case hasCode(err, closedCodes...):
		return d.directs.failed(ctx, place, err)
	}
	d.log.Warn("discord: somebody was not called", "err", err)
	return nil
}

// Say posts the words, and the one mention that notifies. Its nonce is the key's:
// Discord posts it once. Where the bot is no member there are no nonces: then it
// isn't sent again whatever has become of it.
func (n nudge) Say(ctx context.Context, call chat.Call, key string) (string, error) {
	person := bare(call.User)
	m := message{Content: "<@" + person + "> " + markLine(call.Text, func(string) string { return "" }), Mentions: &mentions{Parse: []string{}, Users: []string{person}}}
	through, foreign := n.hooks.of(n.channel)
	var sent seenMessage
	var err error
	if foreign {
		sent, err = n.sendThrough(ctx, through, m)
	} else {
		sum := sha256.Sum256([]byte(key))
		sent, err = n.sendAs(ctx, n.channel, hex.EncodeToString(sum[:nonceBytes]), m)
	}
	switch {
	case err == nil:
	case !lost(err):
		err = fmt.Errorf("%w: %w", chat.ErrUnsent, err)
	case foreign:
		n.log.Warn("discord: nobody knows whether somebody was called", "err", err)
		return "", nil
	}
	return sent.ID, err
}

// Unsay deletes the words; somebody else may have. What Discord refuses for good
// stays.
func (n nudge) Unsay(ctx context.Context, word string) error {
	err := n.withdraw(ctx, n.channel, word)
	if err == nil || lost(err) || errors.As(err, new(chat.RetryAfter)) {
		return err
	}
	n.log.Warn("discord: a call can't be taken away", "err", err)
	return nil
}
