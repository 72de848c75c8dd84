package discord

import (
	"cmp"
	"context"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/support/retry"
)

// responder sends the answers to one interaction.
type responder struct {
	shared    *replies
	ctx       context.Context
	i         *interaction
	received  time.Time
	sent      chan struct{} // closed once the first answer was sent
	closeSent func()        // closes it
	followUp  string        // the page's message, unless it is the first answer itself
}

// send answers the interaction with something other than a page.
func (r *responder) send(kind int, data any) {
	r.logUnsent(r.sendFirst(request{body: response{kind, data}}, nil))
}

// sendFirst sends the first answer to the interaction.
func (r *responder) sendFirst(q request, out any) error {
	defer r.closeSent()
	q.name, q.path = "answer an interaction", "/interactions/"+r.i.ID+"/"+r.i.Token+"/callback"
	err := r.request(q, r.shared.patience.Request, out)
	if err == nil {
		r.shared.metrics.ObserveAnswer(network, time.Since(r.received))
	}
	return err
}

// replaceProvisional replaces a provisional answer, if that is visible. It waits for the provisional
// answer, because Discord refuses anything earlier.
func (r *responder) replaceProvisional(m message) (seenMessage, error) {
	<-r.sent
	if !r.i.isPress() || m.Flags&flagComponents != 0 && r.i.isEphemeral() {
		return r.editAnswer(m, r.shared.patience.Request)
	}
	made, err := r.addMessage("answer late", m, r.shared.patience.Request)
	r.followUp = made.ID
	return made, err
}

// editAnswer edits an answer.
func (r *responder) editAnswer(m message, enough time.Duration) (now seenMessage, err error) {
	path := r.shared.self.webhook(r.i.Token) + "/messages/" + cmp.Or(r.followUp, "@original")
	q := request{name: "answer late", method: "PATCH", path: path, body: edited(m), file: m.file}
	err = r.request(q, enough, &now)
	return now, err
}

// addMessage sends another message as an answer.
func (r *responder) addMessage(name string, m message, enough time.Duration) (made seenMessage, err error) {
	err = r.request(request{name: name, path: r.shared.self.webhook(r.i.Token), body: m, file: m.file}, enough, &made)
	return made, err
}

// request sends an answer. It retries a failure once while there is time: Discord refuses an answer that
// has arrived already. An answer with a picture isn't retried, because words are more likely to arrive.
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

// waitForLimit waits as long as Discord asks. It returns false if that is too long for an answer.
func (r *responder) waitForLimit(err error) bool {
	wait, limited := waitOf(err)
	return !limited || wait <= r.shared.patience.Request && retry.Sleep(r.ctx, wait)
}

// logUnsent logs a failure, unless the person has the answer already or the interaction has expired.
func (r *responder) logUnsent(err error) {
	if err != nil && !hasCode(err, lateCodes...) {
		r.shared.log.Warn("discord: an answer was not sent", "err", err)
	}
}

// fileTime is the timeout of a file.
const fileTime = 30 * time.Second

// sendFile sends the file in a message of its own below the answer, or a message that it couldn't be sent.
// Nothing waits for it.
func (r *responder) sendFile(f *chat.File) {
	const name = "add to an answer"
	attach := func() {
		m := message{Flags: flagEphemeral, Mentions: mention(), Attachments: []attachment{{ID: "0", Filename: f.Name}}, file: f}
		if _, err := r.addMessage(name, m, fileTime); err != nil {
			r.shared.log.Warn("discord: a file was not sent", "err", err)
			_, err = r.addMessage(name, plainMessage(catalogue.In(r.i.Locale).Say("no-file")), r.shared.patience.Request)
			r.logUnsent(err)
		}
	}
	if !r.shared.tryGo(r.shared.slow, "discord: file", attach) {
		attach()
	}
}
