package discord

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"io"
	"log/slog"
	"maps"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/support/cache"
	"tarockbot/bot/support/retry"
)

// posts sends, edits and deletes the bot's messages.
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

// sendScreen posts the screen to the channel: in the plain form if Discord refuses the other.
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

// postScreen posts the screen in the form of at, and returns the message's id.
func (p *posts) postScreen(ctx context.Context, at ref, place chat.Place, screen chat.Screen, loud bool) (id string, err error) {
	m := p.layouts.screenMessage(ctx, screen, "", at.plain)
	if loud && place.Chat != "" && !at.plain { // a direct message notifies anyway
		person := bare(screen.Call.User)
		m.Components = append(m.Components, component{Type: kindText, Content: "<@" + person + ">"})
		m.Mentions = mention(person)
	}
	if place.User != "" && !loud {
		m.Flags |= flagSilent
	}
	now, err := p.pictures.sendWithPicture(at.channel, m, screen.Picture, shown{}, func(m message) (seenMessage, error) {
		sent, err := p.send(ctx, at.channel, screen.Table, m)
		id = sent.ID
		return sent, err
	})
	p.pictures.record(id, now, err)
	return id, err
}

// repairPicture adds the picture to a message that has none though one was sent: such a message is an earlier post of
// the same words, whose answer was lost.
func (p *posts) repairPicture(ctx context.Context, at ref, screen chat.Screen) {
	if now, _ := p.pictures.Get(at.message); now.key == "" || now.attachment != "" {
		return
	}
	p.pictures.record(at.message, shown{}, nil)
	if err := p.editScreen(ctx, at, screen); err != nil {
		p.log.Warn("discord: a message is without its picture", "err", err)
	}
}

// editScreen edits a message. It keeps its picture until the new one is drawn.
func (p *posts) editScreen(ctx context.Context, at ref, screen chat.Screen) error {
	has, known := p.pictures.Get(at.message)
	if !known && screen.Picture != nil && screen.Picture.PNG == nil {
		var err error
		if has, err = p.fetchPicture(ctx, at); err != nil {
			return err
		}
	}
	edit := func(m message) (seenMessage, error) { return p.edit(ctx, at, m) }
	return p.emojis.retryWithout(func() error {
		m := p.layouts.screenMessage(ctx, screen, "", at.plain)
		now, err := p.pictures.sendWithPicture(at.channel, m, screen.Picture, has, edit)
		p.pictures.record(at.message, now, err)
		return err
	})
}

// The maximum of repeated posts after lost answers, and the first pause, which doubles.
const (
	resends     = 3
	firstResend = 100 * time.Millisecond
)

// send posts a message. If the answer is lost, it sends the message again; the nonce keeps Discord from
// posting it twice. about distinguishes messages with equal content.
func (p *posts) send(ctx context.Context, channel, about string, m message) (seenMessage, error) {
	nonce := p.nonces.nonceFor(channel, about, m)
	_, foreign := p.hooks.find(channel)
	sent, err := p.sendAs(ctx, channel, nonce, m)
	if err == nil || foreign { // foreign posts have no nonce
		p.nonces.confirm(nonce)
	}
	return sent, err
}

// sendAs posts a message with the nonce. Where the bot is no member there are no nonces.
func (p *posts) sendAs(ctx context.Context, channel, nonce string, m message) (sent seenMessage, err error) {
	if h, ok := p.hooks.find(channel); ok {
		return p.sendThrough(ctx, h, m)
	}
	m.Nonce, m.EnforceNonce = nonce, true
	q := request{name: "post", method: "POST", path: "/channels/" + channel + "/messages", bucket: "post " + channel,
		body: m, file: m.file, createdID: &sent.ID}
	pause := retry.Backoff{First: firstResend}
	for try := 0; ; try++ {
		err = p.client.do(ctx, q, &sent)
		if !isUncertain(err) || try == resends || !pause.Sleep(ctx) {
			return sent, err
		}
	}
}

// edit edits a message.
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

// fetchPicture requests the picture of a message that isn't remembered, such as after a restart. An error
// asks for another try, because an edit now would remove the picture. If the bot may not read the message,
// it returns no picture.
func (p *posts) fetchPicture(ctx context.Context, at ref) (shown, error) {
	var now seenMessage
	q := request{name: "look at a message", method: "GET", path: at.path(), bucket: "look " + at.channel}
	err := p.client.do(ctx, q, &now)
	if err != nil && !isRetryable(err) {
		return shown{}, nil // the edit will report the reason
	}
	return now.picture(), err
}

// delete deletes a message of the bot's. A missing message is no error.
func (p *posts) delete(ctx context.Context, at ref) error {
	q := request{name: "withdraw", method: "DELETE", path: at.path(), bucket: "delete " + at.channel}
	if err := p.client.do(ctx, q, nil); !hasCode(err, codeUnknownMessage) {
		return err
	}
	return nil
}

// nonces remembers posts that may have arrived. The same message sent again has the same nonce; once it
// has arrived, an equal message is a new one.
type nonces struct {
	mu   sync.Mutex
	open map[string]string // by channel, subject and content
}

const (
	nonceLength = 24   // characters; Discord allows 25
	maxNonces   = 1000 // then all are forgotten
)

// sameNonce is the minimum time for which Discord recognises a nonce: its documentation says "a few
// minutes".
const sameNonce = 2 * time.Minute

// nonceFor returns the nonce of the message to the channel about something. It ignores the picture, which may be
// ready only the next time.
func (n *nonces) nonceFor(channel, about string, m message) string {
	sum := sha256.New()
	_, _ = io.WriteString(sum, channel+"\x00"+about+"\x00")
	_ = json.NewEncoder(sum).Encode(m.withoutPicture()) // a message that can't be encoded isn't sent
	key := string(sum.Sum(nil))
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.open == nil || len(n.open) >= maxNonces && n.open[key] == "" {
		n.open = make(map[string]string)
	}
	n.open[key] = cmp.Or(n.open[key], rand.Text()[:nonceLength])
	return n.open[key]
}

// confirm records that the message with the nonce has arrived.
func (n *nonces) confirm(nonce string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	maps.DeleteFunc(n.open, func(_, open string) bool { return open == nonce })
}

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
