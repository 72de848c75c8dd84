package discord

import (
	"context"
	"time"

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
	q := request{name: "post", method: "POST", path: "/channels/" + channel + "/messages", bucket: "post " + channel, body: m, file: m.file, createdID: &sent.ID}
	pause := retry.Backoff{First: firstResend}
	for try := 0; ; try++ {
		err = p.rest.do(ctx, q, &sent)
		if !isUncertain(err) || try == resends || !pause.Sleep(ctx) {
			return sent, err
		}
	}
}

// apply makes the message what is in the place.
func (p *posts) apply(ctx context.Context, at ref, m message) (now seenMessage, err error) {
	q := request{name: "edit", method: "PATCH", path: at.path(), bucket: "edit " + at.channel, body: edited(m), file: m.file}
	if h, ok := p.hooks.of(at.message); ok {
		if err := h.wait(ctx); err != nil {
			return now, err
		}
		q.name, q.path, q.bucket, q.noAuth = "edit where the bot is no member", p.app.webhook(h.token)+"/messages/"+at.message, "", true
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
func (p *posts) fetchPicture(ctx context.Context, at ref) (shown, error) {
	var now seenMessage
	q := request{name: "look at a message", method: "GET", path: at.path(), bucket: "look " + at.channel}
	err := p.rest.do(ctx, q, &now)
	if err != nil && !isRetryable(err) {
		return shown{}, nil // the edit will tell what is wrong
	}
	return now.picture(), err
}

// withdraw deletes a message of the bot's.
func (p *posts) withdraw(ctx context.Context, at ref) error {
	q := request{name: "withdraw", method: "DELETE", path: at.path(), bucket: "delete " + at.channel}
	if err := p.rest.do(ctx, q, nil); !hasCode(err, codeUnknownMessage) {
		return err
	}
	return nil
}
