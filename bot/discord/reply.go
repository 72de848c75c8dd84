package discord

import (
	"context"
	"errors"
	"sync"
	"time"

	"tarockbot/bot"
)

// Discord wants an interaction to be answered within 3 s, and its token may
// be used for 15 min. Both times have passed in part when we hear of it.
const (
	tokenLife  = 14 * time.Minute
	answerTime = 1500 * time.Millisecond // for one request that answers
)

// Types of answers.
const (
	answerMessage     = 4
	answerDeferred    = 5
	answerLater       = 6
	answerUpdate      = 7
	answerSuggestions = 8
)

// outcome is what the person shall be told.
type outcome struct {
	alert   string
	screen  *bot.Screen
	line    string // what the screen answers
	refused bool
}

// word is the private word. Discord wants one to a command even if the bot has
// nothing to say.
func (o outcome) word() message {
	switch {
	case o.alert != "":
		return word(o.alert)
	case o.refused:
		return word("…")
	}
	return word("✓")
}

// reply is the answer to one interaction. It is given once; if the outcome is
// late, a provisional answer is given in time and made good later.
type reply struct {
	p        *Platform
	ctx      context.Context
	i        *interaction
	received time.Time
	timer    *time.Timer
	sent     chan struct{} // closed once Discord has had the first answer

	mu       sync.Mutex
	answered bool // an answer of any kind has been sent
	finished bool
}

// response is an answer as Discord wants it.
type response struct {
	Type int `json:"type"`
	Data any `json:"data,omitempty"`
}

// newReply starts the clock.
func (p *Platform) newReply(ctx context.Context, i *interaction) *reply {
	r := &reply{p: p, ctx: ctx, i: i, received: time.Now(), sent: make(chan struct{})}
	r.timer = time.AfterFunc(p.patience.Answer, r.late)
	return r
}

// late answers provisionally.
func (r *reply) late() {
	defer r.p.recover("late answer")
	if !r.claim() {
		return
	}
	switch r.i.Type {
	case typeAutocomplete:
		r.send(response{Type: answerSuggestions, Data: suggestions{Choices: []suggestion{}}})
	case typePress:
		r.send(response{Type: answerLater})
	default:
		r.send(response{Type: answerDeferred, Data: message{Flags: flagEphemeral}})
	}
}

// afterwards answers when a provisional answer would be due, and in its place.
func (r *reply) afterwards(answer func()) {
	r.timer.Stop()
	r.timer = time.AfterFunc(r.p.patience.Answer, answer)
}

// claim takes the right to answer first.
func (r *reply) claim() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.answered {
		return false
	}
	r.answered = true
	return true
}

// finish gives the final answer.
func (r *reply) finish(o outcome) {
	r.timer.Stop()
	r.mu.Lock()
	again := r.finished
	r.finished = true
	r.mu.Unlock()
	switch {
	case again:
	case r.claim():
		r.send(r.prompt(o))
	default:
		r.belated(o)
	}
}

// settle answers when nothing has, such as after a fault.
func (r *reply) settle() {
	r.mu.Lock()
	done := r.finished
	r.mu.Unlock()
	if !done {
		r.finish(outcome{alert: r.p.texts.say(r.i.Locale, "failed")})
	}
}

// suggest gives the final answer to somebody who is still typing.
func (r *reply) suggest(list []suggestion) {
	r.timer.Stop()
	r.mu.Lock()
	r.finished = true
	r.mu.Unlock()
	if r.claim() {
		r.send(response{Type: answerSuggestions, Data: suggestions{Choices: list}})
	}
}

// prompt is the answer in time.
func (r *reply) prompt(o outcome) response {
	switch {
	case o.screen != nil && r.i.ephemeral():
		return response{Type: answerUpdate, Data: openly(r.page(o))}
	case o.screen != nil:
		return response{Type: answerMessage, Data: r.page(o)}
	case o.alert == "" && r.i.Type == typePress:
		return response{Type: answerLater}
	}
	return response{Type: answerMessage, Data: o.word()}
}

// belated makes a provisional answer good.
func (r *reply) belated(o outcome) {
	var m message
	switch {
	case o.screen != nil:
		m = r.page(o)
	case o.alert == "" && r.i.Type == typePress:
		return
	default:
		m = o.word()
	}
	if time.Since(r.received) > tokenLife {
		return
	}
	q := call{name: "answer late", method: "PATCH", path: r.hook() + "/messages/@original", free: true, body: m}
	if r.i.Type == typePress && (o.screen == nil || !r.i.ephemeral()) {
		q.method, q.path = "POST", r.hook()
	} else {
		q.body = openly(m)
	}
	r.request(q)
}

// hook is the path below which the interaction's messages are.
func (r *reply) hook() string { return "/webhooks/" + r.p.appID() + "/" + r.i.Token }

// page is the private message with the outcome's screen; its word stands above.
func (r *reply) page(o outcome) message {
	s := *o.screen
	if o.alert != "" {
		s.Text = append([]bot.Line{{{Text: o.alert, Style: bot.Strong}}, nil}, s.Text...)
	}
	opener := ""
	if s.Protect {
		opener = o.line
	}
	m := r.p.layout(r.ctx, s, opener)
	m.Flags |= flagEphemeral
	return m
}

// openly is the message for the place of one that is private already.
func openly(m message) message {
	m.Flags &^= flagEphemeral
	return m
}

// word is a private message of one sentence.
func word(text string) message {
	return message{Content: cut(escape(text), maxContent), Flags: flagEphemeral, Mentions: nobody()}
}

// send answers the interaction. A failure is tried once more while there is
// time: an answer that has arrived is refused the second time.
func (r *reply) send(answer response) {
	defer close(r.sent)
	if r.request(call{name: "answer an interaction", method: "POST",
		path: "/interactions/" + r.i.ID + "/" + r.i.Token + "/callback", free: true, body: answer}) {
		r.p.metrics.Answered(r.p.Name(), time.Since(r.received))
	}
}

// request says whether Discord has taken it.
func (r *reply) request(q call) bool {
	for try := range 2 {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(r.ctx), answerTime)
		err := r.p.rest.do(ctx, q, nil)
		cancel()
		var refused *apiError
		switch {
		case err == nil:
			return true
		case hasCode(err, lateCodes...):
			return false // the person waits no more, or has the answer already
		case errors.As(err, &refused) && refused.Status < 500 || try > 0:
			r.p.log.Warn("discord: an answer was not sent", "err", err)
			return false
		}
	}
	return false
}
