package discord

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"tarockbot/bot/chat"
)

// Show posts the screen, or edits its old message. It notifies the called person once, by the post or by a ping,
// because edits notify nobody.
func (p *Platform) Show(ctx context.Context, place chat.Place, old chat.Ref, screen chat.Screen) (chat.Ref, error) {
	ctx, cancel := withTimeout(ctx)
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
		} // else edit the message
	}
	err := p.posts.editScreen(ctx, at, screen)
	if hasCode(err, codeOldMessageEditLimit) { // the message would keep its buttons
		if err := p.posts.delete(ctx, at); err != nil {
			p.config.Log.Info("discord: an outdated message can't be deleted", "err", err)
		}
	}
	switch err = p.people.editError(ctx, place, err); {
	case errors.Is(err, chat.ErrGone):
		screen.Call = nil // remove the call of a deleted message
		return "", errors.Join(err, p.updateCall(ctx, place, at, screen))
	case err != nil:
		return "", err
	}
	p.threads.open(ctx, at, screen)
	return old, p.updateCall(ctx, place, at, screen)
}

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
		p.people.recordReached(ctx, discordID(place.User), true)
	}
	p.threads.open(ctx, at, screen)
	return chat.Ref(at.String()), nil
}

// updateCall updates the ping of an edited screen. It only logs permanent failures.
func (p *Platform) updateCall(ctx context.Context, place chat.Place, at ref, screen chat.Screen) error {
	err := p.calls.Update(ctx, at.channel, screen.Table, screen.Call, pinger{p.posts, at.channel})
	switch {
	case err == nil:
		return nil
	case isRetryable(err):
		return err
	case hasCode(err, closedCodes...):
		return p.people.sendError(ctx, place, err)
	}
	p.config.Log.Warn("discord: a call was not posted", "err", err)
	return nil
}

type pinger struct {
	posts   *posts
	channel string
}

// Ping posts the ping with a mention. A nonce from the key prevents a second post.
func (p pinger) Ping(ctx context.Context, call chat.Call, key string) (string, error) {
	person := discordID(call.User)
	m := message{Content: "<@" + person + "> " + markLine(call.Text, noIcons), Mentions: mention(person)}
	if h, ok := p.posts.hooks.find(p.channel); ok {
		return p.pingThrough(ctx, h, m)
	}
	sum := sha256.Sum256([]byte(key))
	sent, err := p.posts.sendOnce(ctx, p.channel, hex.EncodeToString(sum[:])[:nonceLength], m)
	return sent.ID, unsent(err)
}

// Without a nonce, an uncertain post isn't repeated.
func (p pinger) pingThrough(ctx context.Context, h hook, m message) (string, error) {
	sent, err := p.posts.sendThrough(ctx, h, m)
	if isUncertain(err) {
		p.posts.log.Warn("discord: a call may not have arrived", "err", err)
		return "", nil
	}
	return sent.ID, unsent(err)
}

// Delete deletes the ping. A permanent refusal is no error.
func (p pinger) Delete(ctx context.Context, ping string) error {
	err := p.posts.delete(ctx, ref{channel: p.channel, message: ping})
	if err == nil || isRetryable(err) {
		return err
	}
	p.posts.log.Warn("discord: a call can't be deleted", "err", err)
	return nil
}
