package discord

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"tarockbot/bot/calls"
	"tarockbot/bot/chat"
)

// display keeps messages up to date.
type display struct {
	posts    *posts
	pictures *pictures
	layouts  *layouts
	emojis   *emojis
	directs  *directs
	threads  *threads
	calls    *calls.Calls
	log      *slog.Logger
}

// show posts the screen, or edits the message that shows its predecessor. Who is
// called is notified once: by the post itself, or, as edits notify nobody, by a
// word beside it.
func (d *display) show(ctx context.Context, place chat.Place, old chat.Ref, screen chat.Screen) (chat.Ref, error) {
	ctx, cancel := timed(ctx)
	defer cancel()
	if old == "" {
		return d.post(ctx, place, screen)
	}
	at, ok := parseRef(old)
	if !ok {
		return "", fmt.Errorf("discord: show: %w", chat.ErrGone)
	}
	if screen.Retired && !d.threads.begins(ctx, at) {
		if err := d.posts.withdraw(ctx, at.channel, at.message); err == nil || errors.As(err, new(chat.RetryAfter)) {
			return old, err
		} // it says what has become of it, then
	}
	err := d.edit(ctx, at, screen)
	if hasCode(err, codeOldEdits) { // it would stay as it is, with its buttons
		if err := d.posts.withdraw(ctx, at.channel, at.message); err != nil {
			d.log.Info("discord: a message that can't be edited stays", "err", err)
		}
	}
	err = d.directs.failed(ctx, place, err)
	gone := errors.Is(err, chat.ErrGone)
	if err != nil && !gone {
		return "", err
	}
	if gone {
		screen.Call = nil // a message that isn't there calls nobody
		return "", errors.Join(err, d.follow(ctx, place, at, screen))
	}
	d.threads.open(ctx, at, screen)
	return old, d.follow(ctx, place, at, screen)
}

// post sends a new message to the place.
func (d *display) post(ctx context.Context, place chat.Place, screen chat.Screen) (chat.Ref, error) {
	channel, err := d.directs.channelOf(ctx, place)
	if err != nil {
		return "", err
	}
	var at ref
	err = d.calls.Post(ctx, channel, screen.Table, screen.Call, func(loud bool) error {
		at, err = d.postIn(ctx, channel, place, screen, loud)
		if err != nil && !lost(err) {
			err = fmt.Errorf("%w: %w", chat.ErrUnsent, err)
		}
		return err
	})
	switch {
	case hasCode(err, codeInvalidForm): // in the plain form, too
		return "", fmt.Errorf("%w: %w", chat.ErrRefused, err)
	case err != nil:
		return "", d.directs.failed(ctx, place, err)
	}
	if place.User != "" {
		d.directs.reached(ctx, bare(place.User))
	}
	d.threads.open(ctx, at, screen)
	return chat.Ref(at.String()), nil
}

// postIn sends the screen to the channel: in the plain form if Discord refuses
// the other.
func (d *display) postIn(ctx context.Context, channel string, place chat.Place, screen chat.Screen, loud bool) (ref, error) {
	at := ref{channel: channel}
	post := func() error {
		m := d.layouts.plain(ctx, screen)
		if !at.plain {
			m = d.layouts.message(ctx, screen, "")
			mention(&m, place, screen, loud)
		}
		if place.User != "" && !loud {
			m.Flags |= flagSilent
		}
		now, err := d.pictures.hang(channel, m, screen.Picture, shown{}, func(m message) (sent seenMessage, err error) {
			sent, err = d.posts.send(ctx, channel, screen.Table, m)
			at.message = sent.ID
			return sent, err
		})
		if err == nil {
			d.pictures.note(at.message, now)
		}
		return err
	}
	err := d.emojis.retryWithout(post)
	if hasCode(err, codeInvalidForm) {
		d.log.Warn("discord: a message is sent in the plain form", "err", err)
		at.plain = true
		err = post()
	}
	if now, _ := d.pictures.Get(at.message); err == nil && now.key != "" && now.attachment == "" {
		d.hangLater(ctx, at, screen)
	}
	return at, err
}

// hangLater gives its picture to a message that has none: what stands there is
// an earlier post of the same words whose answer was lost.
func (d *display) hangLater(ctx context.Context, at ref, screen chat.Screen) {
	d.pictures.note(at.message, shown{})
	if err := d.edit(ctx, at, screen); err != nil {
		d.log.Warn("discord: a message is without its picture", "err", err)
	}
}

// mention adds the notification to a public post that calls; a direct message is
// one.
func mention(m *message, place chat.Place, screen chat.Screen, loud bool) {
	if !loud || place.Chat == "" {
		return
	}
	id := bare(screen.Call.User)
	m.Components = append(m.Components, component{Type: kindText, Content: "<@" + id + ">"})
	m.Mentions.Users = []string{id}
}

// edit gives a message a new content. As long as its picture is being drawn it
// keeps the one it has.
func (d *display) edit(ctx context.Context, at ref, screen chat.Screen) error {
	has, known := d.pictures.Get(at.message)
	if !known && screen.Picture != nil && screen.Picture.PNG == nil {
		var err error
		if has, err = d.posts.look(ctx, at); err != nil {
			return err
		}
	}
	return d.emojis.retryWithout(func() error {
		m := d.layouts.message(ctx, screen, "")
		if at.plain {
			m = d.layouts.plain(ctx, screen)
		}
		now, err := d.pictures.hang(at.channel, m, screen.Picture, has, func(m message) (seenMessage, error) { return d.posts.put(ctx, at, m) })
		switch {
		case err == nil:
			d.pictures.note(at.message, now)
		case lost(err):
			d.pictures.Delete(at.message)
		}
		return err
	})
}

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

// Delete deletes the words; somebody else may have. What Discord refuses for good
// stays.
func (n nudge) Delete(ctx context.Context, word string) error {
	err := n.withdraw(ctx, n.channel, word)
	if err == nil || lost(err) || errors.As(err, new(chat.RetryAfter)) {
		return err
	}
	n.log.Warn("discord: a call can't be taken away", "err", err)
	return nil
}
