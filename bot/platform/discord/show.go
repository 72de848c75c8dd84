package discord

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"tarockbot/bot/chat"
)

// Show posts the screen, or edits the message that shows its predecessor. It notifies the called person
// once: by the post itself, or, as edits notify nobody, by a ping beside it.
func (p *Platform) Show(ctx context.Context, place chat.Place, old chat.Ref, screen chat.Screen) (chat.Ref, error) {
	ctx, cancel := timed(ctx)
	defer cancel()
	if old == "" {
		return p.post(ctx, place, screen)
	}
	at, ok := parseRef(old)
	if !ok {
		return "", fmt.Errorf("discord: show: %w", chat.ErrGone)
	}
	if screen.Retired && !p.threads.hasThread(ctx, at) {
		if err := p.posts.delete(ctx, at); err == nil || isLimit(err) {
			return old, err
		} // else the message shows the screen
	}
	err := p.posts.editScreen(ctx, at, screen)
	if hasCode(err, codeOldEdits) { // the message would keep its buttons
		if err := p.posts.delete(ctx, at); err != nil {
			p.config.Log.Info("discord: a message that can't be edited stays", "err", err)
		}
	}
	switch err = p.people.editError(ctx, place, err); {
	case errors.Is(err, chat.ErrGone):
		screen.Call = nil // a deleted message calls nobody
		return "", errors.Join(err, p.callBeside(ctx, place, at, screen))
	case err != nil:
		return "", err
	}
	p.threads.open(ctx, at, screen)
	return old, p.callBeside(ctx, place, at, screen)
}

// post sends a new message to the place.
func (p *Platform) post(ctx context.Context, place chat.Place, screen chat.Screen) (chat.Ref, error) {
	channel, err := p.people.channelOf(ctx, place)
	if err != nil {
		return "", err
	}
	var at ref
	err = p.calls.Post(ctx, channel, screen.Table, screen.Call, func(loud bool) error {
		at, err = p.posts.sendScreen(ctx, channel, place, screen, loud)
		return unsent(err)
	})
	if err != nil {
		return "", p.people.sendError(ctx, place, err)
	}
	if place.User != "" {
		p.people.recordReached(ctx, bare(place.User), true)
	}
	p.threads.open(ctx, at, screen)
	return chat.Ref(at.String()), nil
}

// callBeside makes the call of an edited screen. Most failures are only logged, because the message itself
// is up to date.
func (p *Platform) callBeside(ctx context.Context, place chat.Place, at ref, screen chat.Screen) error {
	err := p.calls.Update(ctx, at.channel, screen.Table, screen.Call, pinger{p.posts, at.channel})
	switch {
	case err == nil:
		return nil
	case isRetryable(err):
		return err
	case hasCode(err, closedCodes...):
		return p.people.sendError(ctx, place, err)
	}
	p.config.Log.Warn("discord: somebody was not called", "err", err)
	return nil
}

// pinger posts and deletes the pings of a channel, because edits notify nobody.
type pinger struct {
	posts   *posts
	channel string
}

// Ping posts the ping with a mention. Its nonce comes from the key: Discord posts it once.
func (p pinger) Ping(ctx context.Context, call chat.Call, key string) (string, error) {
	person := bare(call.User)
	m := message{Content: "<@" + person + "> " + markLine(call.Text, noIcons), Mentions: mention(person)}
	if h, ok := p.posts.hooks.find(p.channel); ok {
		return p.pingThrough(ctx, h, m)
	}
	sum := sha256.Sum256([]byte(key))
	sent, err := p.posts.sendOnce(ctx, p.channel, hex.EncodeToString(sum[:])[:nonceLength], m)
	return sent.ID, unsent(err)
}

// pingThrough posts the ping by a token. There are no nonces then, so an uncertain post isn't repeated.
func (p pinger) pingThrough(ctx context.Context, h hook, m message) (string, error) {
	sent, err := p.posts.sendThrough(ctx, h, m)
	if isUncertain(err) {
		p.posts.log.Warn("discord: nobody knows whether somebody was called", "err", err)
		return "", nil
	}
	return sent.ID, unsent(err)
}

// Delete deletes the ping. If Discord refuses that for good, it is no error.
func (p pinger) Delete(ctx context.Context, ping string) error {
	err := p.posts.delete(ctx, ref{channel: p.channel, message: ping})
	if err == nil || isRetryable(err) {
		return err
	}
	p.posts.log.Warn("discord: a call can't be taken away", "err", err)
	return nil
}
