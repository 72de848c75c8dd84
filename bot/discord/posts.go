package discord

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"mime/multipart"
	"net/textproto"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/retry"
)

// posts are the messages that the bot sends, as Discord knows them.
type posts struct {
	rest   *client
	app    *application
	hooks  *hooks
	nonces nonces
}

// resends is how often a post whose answer was lost is sent again at once.
const resends = 3

// send posts a message. If the answer is lost, it is sent again; its nonce keeps
// Discord from posting it twice. What it is about tells it from another that
// looks the same.
func (p *posts) send(ctx context.Context, channel, about string, m message) (seenMessage, error) {
	if t, ok := p.hooks.of(channel); ok {
		return p.sendThrough(ctx, t, m)
	}
	nonce, err := p.nonces.of(channel, about, m)
	if err != nil {
		return seenMessage{}, err
	}
	sent, err := p.sendAs(ctx, channel, nonce, m)
	if err == nil {
		p.nonces.arrived(nonce)
	}
	return sent, err
}

// sendAs posts a message under the nonce.
func (p *posts) sendAs(ctx context.Context, channel, nonce string, m message) (sent seenMessage, err error) {
	m.Nonce, m.EnforceNonce = nonce, true
	q := call{name: "post", method: "POST", path: "/channels/" + channel + "/messages", limit: "post " + channel, body: m, file: m.file}
	pause := retry.Backoff{First: firstResend}
	for try := 0; ; try++ {
		err = p.rest.do(ctx, q, &sent)
		if !lost(err) || try == resends || !pause.Sleep(ctx) {
			break
		}
	}
	if err != nil {
		return sent, err
	}
	if !isSnowflake(sent.ID) {
		return sent, fmt.Errorf("discord: post: the answer has no id")
	}
	return sent, nil
}

// firstResend is how long to wait before a post is sent again; it doubles.
const firstResend = 100 * time.Millisecond

// put makes the message what is in the place.
func (p *posts) put(ctx context.Context, at ref, m message) (seenMessage, error) {
	if t, ok := p.hooks.of(at.message); ok {
		return p.editThrough(ctx, t, at, m)
	}
	return p.rewrite(ctx, m, call{name: "edit", method: "PATCH", path: "/channels/" + at.channel + "/messages/" + at.message,
		limit: "edit " + at.channel})
}

// rewrite gives a message a new content, and says what has become of it if that
// has a picture.
func (p *posts) rewrite(ctx context.Context, m message, q call) (now seenMessage, err error) {
	q.body, q.file = edited{m}, m.file
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
	q := call{name: "look at a message", method: "GET", path: "/channels/" + at.channel + "/messages/" + at.message, limit: "look " + at.channel}
	err := p.rest.do(ctx, q, &now)
	var refused *apiError
	if errors.As(err, &refused) && !lost(err) {
		return shown{}, nil // the edit will tell what is wrong
	}
	return now.picture(), err
}

// edited is a message in the place of another: it says so if it has no
// buttons or no picture, which would else stay.
type edited struct{ message }

// MarshalJSON writes the components even if there are none.
func (e edited) MarshalJSON() ([]byte, error) {
	type all struct {
		Content    string      `json:"content,omitempty"`
		Flags      int         `json:"flags,omitempty"`
		Components []component `json:"components"`
		Mentions   *mentions   `json:"allowed_mentions,omitempty"`

		Attachments []attachment `json:"attachments,omitzero"`
	}
	components := e.Components
	if components == nil {
		components = []component{}
	}
	return json.Marshal(all{e.Content, e.Flags, components, e.Mentions, e.Attachments})
}

// withdraw deletes a message of the bot's.
func (p *posts) withdraw(ctx context.Context, channel, id string) error {
	q := call{name: "withdraw", method: "DELETE", path: "/channels/" + channel + "/messages/" + id, limit: "delete " + channel}
	if err := p.rest.do(ctx, q, nil); !hasCode(err, codeUnknownMessage) {
		return err
	}
	return nil
}

// pictureName is what the picture of a message is called among its files.
const pictureName = "tarock.png"

// form is a message together with the file that it refers to as file 0.
func form(message []byte, file chat.File) (body []byte, contentType string, err error) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, part := range []struct {
		disposition, contentType string
		data                     []byte
	}{
		{`form-data; name="payload_json"`, "application/json", message},
		{`form-data; name="files[0]"; filename="` + file.Name + `"`, file.Type, file.Data},
	} {
		to, err := w.CreatePart(textproto.MIMEHeader{"Content-Disposition": {part.disposition}, "Content-Type": {part.contentType}})
		if err != nil {
			return nil, "", fmt.Errorf("part: %w", err)
		}
		if _, err := to.Write(part.data); err != nil {
			return nil, "", fmt.Errorf("part: %w", err)
		}
	}
	if err := w.Close(); err != nil {
		return nil, "", fmt.Errorf("parts: %w", err)
	}
	return b.Bytes(), w.FormDataContentType(), nil
}

// handOver gives the person the file in a message of its own below the answer,
// which waits for nothing. They are told if it can't be had.
func (r *reply) handOver(f *chat.File) {
	give := func() {
		defer noteFault(r.log, "file")
		m := message{Flags: flagEphemeral, Mentions: nobody(), Attachments: []attachment{{ID: "0", Filename: f.Name}}, file: f}
		err := r.add(m, fileTime)
		if err == nil {
			return
		}
		r.log.Warn("discord: a file was not sent", "err", err)
		r.noteUnsent(r.add(word(catalogue.In(r.i.Locale).Say("no-file")), answerTime))
	}
	if !r.queues.aside(give) {
		give()
	}
}

// fileTime is how long it may take to send a file.
const fileTime = 30 * time.Second

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

// nonces remembers which posts may have arrived without our knowing. The same
// message sent again bears the same nonce; once it has arrived, the next one
// that looks like it is another.
type nonces struct {
	mu    sync.Mutex
	open  map[[sha256.Size]byte]string // by place, what it is about, and content
	byKey map[string][sha256.Size]byte
}

// maxNonces is how many are remembered; then all are forgotten.
const maxNonces = 1000

// of is the nonce of the message to the channel about something. Its picture
// doesn't count, for it may be there only the next time.
func (n *nonces) of(channel, about string, m message) (string, error) {
	data, err := json.Marshal(m.words())
	if err != nil {
		return "", fmt.Errorf("discord: post: %w", err)
	}
	key := sha256.Sum256(append([]byte(channel+"\x00"+about+"\x00"), data...))
	n.mu.Lock()
	defer n.mu.Unlock()
	if nonce, ok := n.open[key]; ok {
		return nonce, nil
	}
	nonce, err := randomID()
	if err != nil {
		return "", err
	}
	if n.open == nil || len(n.open) >= maxNonces {
		n.open = make(map[[sha256.Size]byte]string)
		n.byKey = make(map[string][sha256.Size]byte)
	}
	n.open[key], n.byKey[nonce] = nonce, key
	return nonce, nil
}

// arrived says that the message with the nonce is known to have been posted.
func (n *nonces) arrived(nonce string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.open, n.byKey[nonce])
	delete(n.byKey, nonce)
}

// nonceBytes fit into a nonce, which has 25 characters at most.
const nonceBytes = 12

// randomID is an id that nothing else has.
func randomID() (string, error) {
	var b [nonceBytes]byte
	if _, err := rand.Read(b[:]); err != nil {
		return "", fmt.Errorf("discord: random: %w", err)
	}
	return hex.EncodeToString(b[:]), nil
}
