package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"mime/multipart"
	"net/textproto"
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
