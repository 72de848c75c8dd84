package discord

import (
	"context"
	"time"

	"tarockbot/bot/support/cache"
)

// hooks holds interaction tokens, for chats where the bot may only respond. After they expire, only a press refreshes
// messages there.
type hooks struct {
	cache.Map[string, hook] // by channel and by message
}

const maxHooks = 10_000

type hook struct {
	token string
	until time.Time
	sent  <-chan struct{} // closed after the interaction's answer; don't use the token earlier
}

func (h *hooks) record(i *interaction, sent <-chan struct{}) {
	if !i.isForeign() {
		return
	}
	now := hook{i.Token, time.Now().Add(tokenLife), sent}
	h.Put(i.ChannelID, now)
	if i.Message != nil && !i.isEphemeral() {
		h.Put(i.Message.ID, now)
	}
}

func (h *hooks) find(id string) (hook, bool) {
	known, ok := h.Get(id)
	return known, ok && time.Until(known.until) > 0
}

func (h hook) wait(ctx context.Context) error {
	select {
	case <-h.sent:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (p *posts) sendThrough(ctx context.Context, h hook, m message) (sent seenMessage, err error) {
	if err := h.wait(ctx); err != nil {
		return sent, err
	}
	q := request{name: "post where the bot is no member", method: "POST", path: p.self.webhook(h.token), noAuth: true,
		body: m, file: m.file, createdID: &sent.ID}
	if err = p.client.do(ctx, q, &sent); err == nil {
		p.hooks.Put(sent.ID, h)
	}
	return sent, err
}
