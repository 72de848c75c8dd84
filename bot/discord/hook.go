package discord

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// hooks are the tokens by which the bot may write where it is no member: in
// channels to which a person has brought it along. They last some minutes;
// after that a message there is refreshed by a press only.
type hooks struct {
	mu     sync.Mutex
	tokens map[string]hook // by channel, and by message
}

// maxHooks is how many are kept; more only if they are all good still.
const maxHooks = 1000

type hook struct {
	token string
	until time.Time
	sent  <-chan struct{} // closed once the interaction has been answered: nothing may come before
}

// learn keeps the token of an interaction in such a place: to post there, and
// to edit the message that was pressed.
func (h *hooks) learn(i *interaction, sent <-chan struct{}) {
	if !i.foreign() {
		return
	}
	t := hook{i.Token, time.Now().Add(tokenLife), sent}
	h.keep(i.ChannelID, t)
	if i.Message != nil && !i.ephemeral() {
		h.keep(i.Message.ID, t)
	}
}

func (h *hooks) keep(id string, t hook) {
	if !isSnowflake(id) {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.tokens == nil {
		h.tokens = make(map[string]hook)
	}
	if len(h.tokens) >= maxHooks {
		for id, old := range h.tokens {
			if time.Until(old.until) <= 0 {
				delete(h.tokens, id)
			}
		}
	}
	h.tokens[id] = t
}

// of is the token for the channel or message, if a press was recent enough.
func (h *hooks) of(id string) (hook, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	t, ok := h.tokens[id]
	return t, ok && time.Until(t.until) > 0
}

// wait until the token may be used.
func (t hook) wait(ctx context.Context) error {
	select {
	case <-t.sent:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// sendThrough posts by a token.
func (p *posts) sendThrough(ctx context.Context, t hook, m message) (seenMessage, error) {
	var sent seenMessage
	if err := t.wait(ctx); err != nil {
		return sent, err
	}
	q := call{name: "post where the bot is no member", method: "POST", path: "/webhooks/" + p.app.ID() + "/" + t.token,
		free: true, body: m, file: m.file}
	if err := p.rest.do(ctx, q, &sent); err != nil {
		return sent, err
	}
	if !isSnowflake(sent.ID) {
		return sent, fmt.Errorf("discord: post: the answer has no id")
	}
	p.hooks.keep(sent.ID, t)
	return sent, nil
}

// editThrough edits by a token that has made the message, or pressed it.
func (p *posts) editThrough(ctx context.Context, t hook, at ref, m message) (seenMessage, error) {
	if err := t.wait(ctx); err != nil {
		return seenMessage{}, err
	}
	return p.rewrite(ctx, m, call{name: "edit where the bot is no member", method: "PATCH",
		path: "/webhooks/" + p.app.ID() + "/" + t.token + "/messages/" + at.message, free: true})
}
