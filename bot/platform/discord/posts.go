package discord

import (
	"context"
	"log/slog"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/support/retry"
)

type posts struct {
	client   *client
	self     *identity
	log      *slog.Logger
	layouts  *layouts
	emojis   *emojis
	pictures *pictures
	hooks    *hooks
	nonces   nonces
}

// sendScreen posts the screen, plain if Discord refuses components.
func (p *posts) sendScreen(ctx context.Context, channel string, place chat.Place, screen chat.Screen, loud bool) (ref, error) {
	at := ref{channel: channel}
	post := func() (err error) {
		at.message, err = p.postScreen(ctx, at, place, screen, loud)
		return err
	}
	err := p.emojis.retryWithout(post)
	if hasCode(err, codeInvalidForm) {
		p.log.Warn("discord: a message is sent in the plain form", "err", err)
		at.plain = true
		err = post()
	}
	if err == nil {
		p.repairPicture(ctx, at, screen)
	}
	return at, err
}

func (p *posts) postScreen(ctx context.Context, at ref, place chat.Place, screen chat.Screen, loud bool) (id string, err error) {
	m := p.layouts.screenMessage(ctx, screen, "", at.plain)
	if loud && place.Chat != "" && !at.plain { // a direct message notifies anyway
		person := discordID(screen.Call.User)
		m.Components = append(m.Components, component{Type: kindText, Content: "<@" + person + ">"})
		m.Mentions = mention(person)
	}
	if place.User != "" && !loud {
		m.Flags |= flagSilent
	}
	sent, now, err := p.pictures.sendWithPicture(at.channel, m, screen.Picture, shown{}, func(m message) (seenMessage, error) {
		return p.send(ctx, at.channel, screen.Table, m)
	})
	p.pictures.record(sent.ID, now, err)
	return sent.ID, err
}

// repairPicture adds a lost picture: Discord may have returned an earlier post without it.
func (p *posts) repairPicture(ctx context.Context, at ref, screen chat.Screen) {
	if now, _ := p.pictures.Get(at.message); now.key == "" || now.attachment != "" {
		return
	}
	p.pictures.record(at.message, shown{}, nil)
	if err := p.editScreen(ctx, at, screen); err != nil {
		p.log.Warn("discord: a message is without its picture", "err", err)
	}
}

// editScreen keeps the old picture until the new one is drawn.
func (p *posts) editScreen(ctx context.Context, at ref, screen chat.Screen) error {
	old, known := p.pictures.Get(at.message)
	if !known && screen.Picture != nil && screen.Picture.PNG == nil {
		var err error
		if old, err = p.fetchPicture(ctx, at); err != nil {
			return err
		}
	}
	edit := func(m message) (seenMessage, error) { return p.edit(ctx, at, m) }
	return p.emojis.retryWithout(func() error {
		m := p.layouts.screenMessage(ctx, screen, "", at.plain)
		_, now, err := p.pictures.sendWithPicture(at.channel, m, screen.Picture, old, edit)
		p.pictures.record(at.message, now, err)
		return err
	})
}

// The pause doubles after each try.
const (
	maxResends  = 3
	firstResend = 100 * time.Millisecond
)

// about distinguishes equal messages.
func (p *posts) send(ctx context.Context, channel, about string, m message) (seenMessage, error) {
	if h, ok := p.hooks.find(channel); ok {
		return p.sendThrough(ctx, h, m)
	}
	nonce := p.nonces.nonceFor(channel, about, m)
	sent, err := p.sendOnce(ctx, channel, nonce, m)
	if err == nil {
		p.nonces.confirm(nonce)
	}
	return sent, err
}

// sendOnce repeats a post after a lost answer; the nonce prevents a second message.
func (p *posts) sendOnce(ctx context.Context, channel, nonce string, m message) (sent seenMessage, err error) {
	m.Nonce, m.EnforceNonce = nonce, true
	q := request{name: "post", method: "POST", path: "/channels/" + channel + "/messages", bucket: "post " + channel,
		body: m, file: m.file, createdID: &sent.ID}
	pause := retry.Backoff{First: firstResend}
	for try := 0; ; try++ {
		err = p.client.do(ctx, q, &sent)
		if !isUncertain(err) || try == maxResends || !pause.Sleep(ctx) {
			return sent, err
		}
	}
}

func (p *posts) edit(ctx context.Context, at ref, m message) (now seenMessage, err error) {
	q := request{name: "edit", method: "PATCH", path: at.path(), bucket: "edit " + at.channel, body: edited(m), file: m.file}
	if h, ok := p.hooks.find(at.message); ok {
		if err := h.wait(ctx); err != nil {
			return now, err
		}
		q.name, q.path = "edit where the bot is no member", p.self.webhook(h.token)+"/messages/"+at.message
		q.bucket, q.noAuth = "", true
	}
	err = p.client.do(ctx, q, &now)
	return now, err
}

// fetchPicture requests a forgotten picture. After an error the caller must not edit: that would remove the picture.
func (p *posts) fetchPicture(ctx context.Context, at ref) (shown, error) {
	var now seenMessage
	q := request{name: "get a message", method: "GET", path: at.path(), bucket: "look " + at.channel}
	err := p.client.do(ctx, q, &now)
	if err != nil && !isRetryable(err) {
		return shown{}, nil // the edit will report the reason
	}
	return now.picture(), err
}

// delete ignores a missing message.
func (p *posts) delete(ctx context.Context, at ref) error {
	q := request{name: "delete", method: "DELETE", path: at.path(), bucket: "delete " + at.channel}
	if err := p.client.do(ctx, q, nil); !hasCode(err, codeUnknownMessage) {
		return err
	}
	return nil
}
