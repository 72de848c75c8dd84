package discord

import (
	"context"
	"time"

	"tarockbot/bot/support/cache"
)

// hooks are the tokens by which the bot may write where it is no member: in channels to which a person has
// brought it along. They last some minutes; after that only a press refreshes a message there.
type hooks struct {
	cache.Map[string, hook] // by channel, and by message
}

// maxHooks is the minimum number of stored hooks.
const maxHooks = 10_000

// hook is the token of an interaction.
type hook struct {
	token string
	until time.Time
	sent  <-chan struct{} // closed once the interaction has been answered: nothing may be sent earlier
}

// record stores the token of a foreign interaction, to post in the channel and edit the pressed message.
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

// find returns the token for the channel or message, if it hasn't expired.
func (h *hooks) find(id string) (hook, bool) {
	known, ok := h.Get(id)
	return known, ok && time.Until(known.until) > 0
}

// wait waits until the token may be used.
func (h hook) wait(ctx context.Context) error {
	select {
	case <-h.sent:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// sendThrough posts a message by a token.
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
