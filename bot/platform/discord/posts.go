package discord

import (
	"context"
	"time"

	"tarockbot/bot/support/retry"
)

// posts sends, edits and deletes the bot's messages.
type posts struct {
	rest   *client
	app    *application
	hooks  hooks
	nonces nonces
}

// The maximum of repeated posts after lost answers, and the first pause, which doubles.
const (
	resends     = 3
	firstResend = 100 * time.Millisecond
)

// send posts a message. If the answer is lost, it sends the message again; the nonce keeps Discord from
// posting it twice. about distinguishes messages with equal content.
func (p *posts) send(ctx context.Context, channel, about string, m message) (seenMessage, error) {
	nonce := p.nonces.of(channel, about, m)
	_, foreign := p.hooks.of(channel)
	sent, err := p.sendAs(ctx, channel, nonce, m)
	if err == nil || foreign { // foreign posts have no nonce
		p.nonces.confirm(nonce)
	}
	return sent, err
}

// sendAs posts a message with the nonce. Where the bot is no member there are no nonces.
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

// apply edits a message.
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

// fetchPicture requests the picture of a message that isn't remembered, such as after a restart. An error
// asks for another try, because an edit now would remove the picture. If the bot may not read the message,
// it returns no picture.
func (p *posts) fetchPicture(ctx context.Context, at ref) (shown, error) {
	var now seenMessage
	q := request{name: "look at a message", method: "GET", path: at.path(), bucket: "look " + at.channel}
	err := p.rest.do(ctx, q, &now)
	if err != nil && !isRetryable(err) {
		return shown{}, nil // the edit will report the reason
	}
	return now.picture(), err
}

// withdraw deletes a message of the bot's. A missing message is no error.
func (p *posts) withdraw(ctx context.Context, at ref) error {
	q := request{name: "withdraw", method: "DELETE", path: at.path(), bucket: "delete " + at.channel}
	if err := p.rest.do(ctx, q, nil); !hasCode(err, codeUnknownMessage) {
		return err
	}
	return nil
}
