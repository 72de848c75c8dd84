package discord

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"io"
	"maps"
	"sync"
	"time"

	"tarockbot/bot/support/cache"
	"tarockbot/bot/support/retry"
)

// posts are the messages that the bot sends, as Discord knows them.
type posts struct {
	rest   *client
	app    *application
	hooks  hooks
	nonces nonces
}

// How often a post is sent again whose answer was lost, and when first; that doubles.
const (
	resends     = 3
	firstResend = 100 * time.Millisecond
)

// send posts a message. If the answer is lost, it is sent again; its nonce keeps Discord
// from posting it twice. What it is about tells it from another that looks the same.
func (p *posts) send(ctx context.Context, channel, about string, m message) (seenMessage, error) {
	nonce := p.nonces.of(channel, about, m)
	_, foreign := p.hooks.of(channel)
	sent, err := p.sendAs(ctx, channel, nonce, m)
	if err == nil || foreign { // there it bears none
		p.nonces.confirm(nonce)
	}
	return sent, err
}

// sendAs posts a message under the nonce; where the bot is no member there are none.
func (p *posts) sendAs(ctx context.Context, channel, nonce string, m message) (sent seenMessage, err error) {
	if h, ok := p.hooks.of(channel); ok {
		return p.sendThrough(ctx, h, m)
	}
	m.Nonce, m.EnforceNonce = nonce, true
	q := call{name: "post", method: "POST", path: "/channels/" + channel + "/messages", limit: "post " + channel, body: m, file: m.file, makes: &sent.ID}
	pause := retry.Backoff{First: firstResend}
	for try := 0; ; try++ {
		err = p.rest.do(ctx, q, &sent)
		if !lost(err) || try == resends || !pause.Sleep(ctx) {
			return sent, err
		}
	}
}

// apply makes the message what is in the place.
func (p *posts) apply(ctx context.Context, at ref, m message) (now seenMessage, err error) {
	q := call{name: "edit", method: "PATCH", path: at.path(), limit: "edit " + at.channel, body: edited(m), file: m.file}
	if h, ok := p.hooks.of(at.message); ok {
		if err := h.wait(ctx); err != nil {
			return now, err
		}
		q.name, q.path, q.limit, q.free = "edit where the bot is no member", p.app.webhook(h.token)+"/messages/"+at.message, "", true
	}
	if len(m.Attachments) == 0 {
		return now, p.rest.do(ctx, q, nil)
	}
	err = p.rest.do(ctx, q, &now)
	return now, err
}

// look asks Discord for the picture of a message that isn't remembered, such
// as after a restart. An error asks for another try: an edit now would take the
// picture away. Where the bot may not look, it takes the message to have none.
func (p *posts) look(ctx context.Context, at ref) (shown, error) {
	var now seenMessage
	q := call{name: "look at a message", method: "GET", path: at.path(), limit: "look " + at.channel}
	err := p.rest.do(ctx, q, &now)
	if err != nil && !hurried(err) {
		return shown{}, nil // the edit will tell what is wrong
	}
	return now.picture(), err
}

// withdraw deletes a message of the bot's.
func (p *posts) withdraw(ctx context.Context, at ref) error {
	q := call{name: "withdraw", method: "DELETE", path: at.path(), limit: "delete " + at.channel}
	if err := p.rest.do(ctx, q, nil); !hasCode(err, codeUnknownMessage) {
		return err
	}
	return nil
}

// hooks are the tokens by which the bot may write where it is no member: in
// channels to which a person has brought it along. They last some minutes;
// after that a message there is refreshed by a press only.
type hooks struct {
	cache.Map[string, hook] // by channel, and by message
}

// maxHooks is how many are kept at least.
const maxHooks = 10_000

type hook struct {
	token string
	until time.Time
	sent  <-chan struct{} // closed once the interaction has been answered: nothing may come before
}

// record keeps the token of such an interaction, to post there and edit what was pressed.
func (h *hooks) record(i *interaction, sent <-chan struct{}) {
	if !i.foreign() {
		return
	}
	now := hook{i.Token, time.Now().Add(tokenLife), sent}
	h.Put(i.ChannelID, now)
	if i.Message != nil && !i.ephemeral() {
		h.Put(i.Message.ID, now)
	}
}

// of is the token for the channel or message, if a press was recent enough.
func (h *hooks) of(id string) (hook, bool) {
	known, ok := h.Get(id)
	return known, ok && time.Until(known.until) > 0
}

// wait until the token may be used.
func (h hook) wait(ctx context.Context) error {
	select {
	case <-h.sent:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// sendThrough posts by a token.
func (p *posts) sendThrough(ctx context.Context, h hook, m message) (sent seenMessage, err error) {
	if err := h.wait(ctx); err != nil {
		return sent, err
	}
	q := call{name: "post where the bot is no member", method: "POST", path: p.app.webhook(h.token), free: true, body: m, file: m.file, makes: &sent.ID}
	if err = p.rest.do(ctx, q, &sent); err == nil {
		p.hooks.Put(sent.ID, h)
	}
	return sent, err
}

// nonces remembers which posts may have arrived without our knowing. The same
// message sent again bears the same nonce; once it has arrived, the next one
// that looks like it is another.
type nonces struct {
	mu   sync.Mutex
	open map[string]string // by place, what it is about, and content
}

const (
	nonceLength = 24   // of 25 characters that Discord takes
	maxNonces   = 1000 // remembered; then all are forgotten
)

// of is the nonce of the message to the channel about something, whatever its picture:
// that may be there only the next time.
func (n *nonces) of(channel, about string, m message) string {
	sum := sha256.New()
	_, _ = io.WriteString(sum, channel+"\x00"+about+"\x00")
	_ = json.NewEncoder(sum).Encode(m.words()) // what can't be encoded isn't sent either
	key := string(sum.Sum(nil))
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.open == nil || len(n.open) >= maxNonces && n.open[key] == "" {
		n.open = make(map[string]string)
	}
	n.open[key] = cmp.Or(n.open[key], rand.Text()[:nonceLength])
	return n.open[key]
}

// confirm says that the message with the nonce is known to have been posted.
func (n *nonces) confirm(nonce string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	maps.DeleteFunc(n.open, func(_, open string) bool { return open == nonce })
}
