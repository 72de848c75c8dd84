package discord

import (
	"cmp"
	"context"
	"errors"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/retry"
)

// Types of answers.
const (
	answerMessage     = 4
	answerDeferred    = 5
	answerLater       = 6
	answerUpdate      = 7
	answerSuggestions = 8
)

// response is an answer as Discord wants it.
type response struct {
	Type int `json:"type"`
	Data any `json:"data,omitempty"`
}

// send answers the interaction with something that isn't a page.
func (r *reply) send(answer response) {
	r.noteUnsent(r.answer(call{body: answer}, nil))
}

// callback is a page that answers the interaction: it takes the place of the one
// pressed if only this person sees that.
func (r *reply) callback(m message, pictured bool) (seenMessage, error) {
	var made struct {
		Resource struct {
			Message seenMessage `json:"message"`
		} `json:"resource"`
	}
	q := call{body: response{Type: answerMessage, Data: m}, file: m.file}
	if r.i.ephemeral() {
		q.body = response{Type: answerUpdate, Data: edited{openly(m)}}
	}
	if pictured {
		q.query = "with_response=true"
	}
	err := r.answer(q, outOf(&made, pictured))
	return made.Resource.Message, err
}

// answer is the first answer to the interaction.
func (r *reply) answer(q call, out any) error {
	defer r.told()
	q.name, q.method, q.free = "answer an interaction", "POST", true
	q.path = "/interactions/" + r.i.ID + "/" + r.i.Token + "/callback"
	err := r.request(q, answerTime, out)
	if err == nil {
		r.metrics.Answered(network, time.Since(r.received))
	}
	return err
}

// request sends what answers. A failure is tried once more while there is time:
// an answer that has arrived is refused the second time. One with a picture
// isn't, for words have better chances.
func (r *reply) request(q call, enough time.Duration, out any) error {
	for try := 0; ; try++ {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(r.ctx), enough)
		err := r.rest.do(ctx, q, out)
		cancel()
		if !hurried(err) || q.file != nil || try > 0 || !r.patient(err) {
			return err
		}
	}
}

// patient waits for as long as Discord wants before another try; false if that
// is too long for an answer.
func (r *reply) patient(err error) bool {
	var later chat.RetryAfter
	if !errors.As(err, &later) {
		return true
	}
	return later.Wait <= answerTime && retry.Sleep(r.ctx, later.Wait)
}

// noteUnsent tells of an answer that failed, unless the person waits no more or has
// the answer already.
func (r *reply) noteUnsent(err error) {
	if err != nil && !hasCode(err, lateCodes...) {
		r.log.Warn("discord: an answer was not sent", "err", err)
	}
}

// outOf is where an answer is read to, nil if nobody wants to know it.
func outOf(to any, wanted bool) any {
	if wanted {
		return to
	}
	return nil
}

// hook is the path below which the interaction's messages are.
func (r *reply) hook() string { return "/webhooks/" + r.app.ID() + "/" + r.i.Token }

// edit gives an answer a new content.
func (r *reply) edit(m message, pictured bool, enough time.Duration) (now seenMessage, err error) {
	q := call{name: "answer late", method: "PATCH", path: r.hook() + "/messages/" + cmp.Or(r.followUp, "@original"), free: true,
		body: edited{openly(m)}, file: m.file}
	err = r.request(q, enough, outOf(&now, pictured))
	return now, err
}

// add sends one message more that answers.
func (r *reply) add(m message, enough time.Duration) error {
	q := call{name: "add to an answer", method: "POST", path: r.hook(), free: true, body: m, file: m.file}
	return r.request(q, enough, nil)
}
