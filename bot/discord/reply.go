package discord

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/metrics"
	"tarockbot/bot/retry"
)

// Discord wants an interaction to be answered within 3 s, and its token may
// be used for 15 min. Both times have passed in part when we hear of it.
const (
	tokenLife  = 14 * time.Minute
	answerTime = 1500 * time.Millisecond // for one request that answers
)

// outcome is what the person shall be told.
type outcome struct {
	alert    string
	screen   *chat.Screen
	file     *chat.File
	line     string // what the screen answers
	repeated bool   // the person has read the alert already
}

// word is the private word. Discord wants one to a command even if the bot has
// nothing to say.
func (o outcome) word() message {
	return word(cmp.Or(o.alert, "✓"))
}

// silent says that a press needs no word.
func (o outcome) silent() bool { return o.alert == "" || o.repeated }

// replies are what answers to interactions need.
type replies struct {
	rest     *client
	app      *application
	pictures *pictures
	layouts  *layouts
	emojis   *emojis
	queues   *queues
	metrics  *metrics.Metrics
	log      *slog.Logger
	wait     time.Duration // until an interaction is answered provisionally
	follows  follows
}

// reply is the answer to one interaction. It is given once; if the outcome is
// late, a provisional answer is given in time and made good later.
type reply struct {
	*replies
	ctx      context.Context
	i        *interaction
	received time.Time
	sent     chan struct{} // closed once Discord has had the first answer
	told     func()        // closes it

	mu       sync.Mutex
	timer    *time.Timer // of the answer that is given if no other has been
	answered bool        // an answer of any kind has been sent
	finished bool

	followUp string // the message that the page is, if it isn't the answer itself
}

// begin starts the clock.
func (all *replies) begin(ctx context.Context, i *interaction) *reply {
	r := &reply{replies: all, ctx: ctx, i: i, received: time.Now(), sent: make(chan struct{})}
	r.told = sync.OnceFunc(func() { close(r.sent) })
	r.timer = time.AfterFunc(all.wait, r.late)
	return r
}

// late answers provisionally.
func (r *reply) late() {
	defer noteFault(r.log, "late answer")
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
	r.mu.Lock()
	defer r.mu.Unlock()
	r.timer.Stop()
	r.timer = time.AfterFunc(r.wait, answer)
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
	switch {
	case !r.end():
		return
	case r.claim():
		r.prompt(o)
	default:
		r.belated(o)
	}
	if o.file != nil {
		r.handOver(o.file)
	}
}

// end takes the right to give the final answer, and stops the clock.
func (r *reply) end() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.timer.Stop()
	first := !r.finished
	r.finished = true
	return first
}

// settle answers when nothing has, such as after a fault.
func (r *reply) settle() {
	r.mu.Lock()
	done := r.finished
	r.mu.Unlock()
	if !done {
		r.finish(outcome{alert: catalogue.In(r.i.Locale).Say("failed")})
	}
}

// suggest gives the final answer to somebody who is still typing.
func (r *reply) suggest(list []suggestion) {
	if r.end() && r.claim() {
		r.send(response{Type: answerSuggestions, Data: suggestions{Choices: list}})
	}
}

// prompt answers in time.
func (r *reply) prompt(o outcome) {
	switch {
	case o.screen != nil:
		r.deliver(o, r.callback)
	case o.silent() && r.i.Type == typePress:
		r.send(response{Type: answerLater})
	default:
		r.send(response{Type: answerMessage, Data: o.word()})
	}
}

// belated makes a provisional answer good.
func (r *reply) belated(o outcome) {
	switch {
	case time.Since(r.received) > tokenLife || o.screen == nil && o.silent() && r.i.Type == typePress:
	case o.screen != nil:
		r.deliver(o, r.belatedPage)
	default:
		_, err := r.belatedPage(o.word(), false)
		r.noteUnsent(err)
	}
}

// belatedPage takes the place of a provisional answer, if there is anything to
// be seen of that.
func (r *reply) belatedPage(m message, pictured bool) (made seenMessage, err error) {
	if r.i.Type != typePress || m.Flags&flagComponents != 0 && r.i.ephemeral() {
		return r.edit(m, pictured, answerTime)
	}
	q := call{name: "answer late", method: "POST", path: r.hook(), free: true, body: m, file: m.file}
	err = r.request(q, answerTime, outOf(&made, pictured))
	r.followUp = made.ID
	return made, err
}

// page is the private message with the outcome's screen; its word stands above.
func (r *reply) page(o outcome) message {
	s := *o.screen
	if o.alert != "" {
		word := []chat.Line{{{Text: o.alert, Style: chat.Strong}}, nil}
		s.Text, s.Caption = slices.Concat(word, s.Text), slices.Concat(word, s.CaptionOrText())
	}
	opener := ""
	if s.Protect {
		opener = o.line
	}
	m := r.layouts.message(r.ctx, s, opener)
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
