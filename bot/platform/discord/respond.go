package discord

import (
	"cmp"
	"context"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/support/retry"
)

type responder struct {
	shared    *replies
	ctx       context.Context
	i         *interaction
	received  time.Time
	sent      chan struct{}
	closeSent func()
	followUp  string // ID of the page's message; "" if the first answer has the page
}

func (r *responder) send(kind int, data any) {
	r.logUnsent(r.sendFirst(request{body: response{kind, data}}, nil))
}

func (r *responder) sendFirst(q request, out any) error {
	defer r.closeSent()
	q.name, q.path = "answer an interaction", "/interactions/"+r.i.ID+"/"+r.i.Token+"/callback"
	err := r.request(q, r.shared.patience.Request, out)
	if err == nil {
		r.shared.metrics.ObserveAnswer(network, time.Since(r.received))
	}
	return err
}

// replaceProvisional waits for the provisional answer: Discord refuses earlier requests.
func (r *responder) replaceProvisional(m message) (seenMessage, error) {
	<-r.sent
	if !r.i.isPress() || m.Flags&flagComponents != 0 && r.i.isEphemeral() {
		return r.editAnswer(m, r.shared.patience.Request)
	}
	made, err := r.addMessage("answer late", m, r.shared.patience.Request)
	r.followUp = made.ID
	return made, err
}

func (r *responder) editAnswer(m message, enough time.Duration) (now seenMessage, err error) {
	path := r.shared.self.webhook(r.i.Token) + "/messages/" + cmp.Or(r.followUp, "@original")
	q := request{name: "answer late", method: "PATCH", path: path, body: edited(m), file: m.file}
	err = r.request(q, enough, &now)
	return now, err
}

func (r *responder) addMessage(name string, m message, enough time.Duration) (made seenMessage, err error) {
	err = r.request(request{name: name, path: r.shared.self.webhook(r.i.Token), body: m, file: m.file}, enough, &made)
	return made, err
}

// request retries once if time remains. Discord refuses duplicates. A picture isn't retried: text alone is more
// likely to arrive.
func (r *responder) request(q request, enough time.Duration, out any) error {
	q.method, q.noAuth = cmp.Or(q.method, "POST"), true
	for try := 0; ; try++ {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(r.ctx), enough)
		err := r.shared.client.do(ctx, q, out)
		cancel()
		if !isRetryable(err) || q.file != nil || try > 0 || !r.waitForLimit(err) {
			return err
		}
	}
}

// waitForLimit returns false if the demanded wait is too long.
func (r *responder) waitForLimit(err error) bool {
	wait, limited := waitOf(err)
	return !limited || wait <= r.shared.patience.Request && retry.Sleep(r.ctx, wait)
}

// logUnsent ignores refusals of repeated or expired answers.
func (r *responder) logUnsent(err error) {
	if err != nil && !hasCode(err, lateCodes...) {
		r.shared.log.Warn("discord: an answer was not sent", "err", err)
	}
}

const fileTimeout = 30 * time.Second

// sendFile sends the file below the answer. Nobody waits for it.
func (r *responder) sendFile(f *chat.File) {
	const name = "add to an answer"
	attach := func() {
		m := message{Flags: flagEphemeral, Mentions: mention(), Attachments: []attachment{{ID: "0", Filename: f.Name}}, file: f}
		if _, err := r.addMessage(name, m, fileTimeout); err != nil {
			r.shared.log.Warn("discord: a file was not sent", "err", err)
			_, err = r.addMessage(name, plainMessage(catalogue.In(r.i.Locale).Say("no-file")), r.shared.patience.Request)
			r.logUnsent(err)
		}
	}
	if !r.shared.tryGo(r.shared.slow, "discord: file", attach) {
		attach()
	}
}
