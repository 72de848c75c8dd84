package discord

import (
	"cmp"
	"context"
	"log/slog"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/keyedqueue"
	"tarockbot/bot/support/metrics"
)

// tokenLife is how long an interaction's token is used: 15 min minus the time until the bot receives it.
const tokenLife = 14 * time.Minute

// Types of answers.
const (
	answerMessage     = 4
	answerDeferred    = 5
	answerLater       = 6
	answerUpdate      = 7
	answerSuggestions = 8
	answerModal       = 9
)

// response is an answer in Discord's form.
type response struct {
	Type int `json:"type"`
	Data any `json:"data,omitempty"`
}

// replies have what all replies share.
type replies struct {
	log      *slog.Logger
	metrics  *metrics.Metrics
	patience Patience
	client   *client
	self     *identity
	commands slashCommands
	layouts  *layouts
	emojis   *emojis
	pictures *pictures
	queues   *keyedqueue.Queues
	refusals chan struct{} // one for each refusal of an interaction whose queue is full
	slow     chan struct{} // one for each slow job that the person doesn't wait for
}

// The maximum of such jobs at a time.
const (
	maxRefusals = 8
	maxSlow     = 64
)

// tryGo runs a job outside the queues. It returns false if there is no slot for it, or the bot is
// stopping.
func (rs *replies) tryGo(slots chan struct{}, name string, job func()) bool {
	select {
	case slots <- struct{}{}:
	default:
		return false
	}
	begun := rs.queues.Go(name, func() {
		defer func() { <-slots }()
		job()
	})
	if !begun {
		<-slots
	}
	return begun
}

// claims decides which answers an interaction gets: a first one, provisional or final, and one final one.
type claims struct {
	provisional *time.Timer // gives the provisional answer

	mu                 sync.Mutex
	answered, finished bool
}

// takeFirst claims the first answer. It returns false if that is taken.
func (c *claims) takeFirst() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	ok := !c.answered
	c.answered = true
	return ok
}

// takeFinal claims the final answer, and stops the timer. ok is false if the final answer is taken; late is true if it
// isn't the first answer.
func (c *claims) takeFinal() (late, ok bool) {
	c.provisional.Stop()
	c.mu.Lock()
	defer c.mu.Unlock()
	late, ok = c.answered, !c.finished
	c.answered, c.finished = true, true
	return late, ok
}

// reply answers one interaction once. A late answer replaces a provisional one that was in time.
type reply struct {
	responder
	claims
	answer chat.Answer // the final answer
	line   string      // the line that it answers
}

// begin returns the reply to an interaction and starts its timer.
func (rs *replies) begin(ctx context.Context, i *interaction) *reply {
	r := &reply{responder: responder{shared: rs, ctx: ctx, i: i, received: time.Now(), sent: make(chan struct{})}}
	r.closeSent = sync.OnceFunc(func() { close(r.sent) })
	r.provisional = time.AfterFunc(rs.patience.Answer, r.late)
	return r
}

// late sends the provisional answer.
func (r *reply) late() {
	defer chat.CatchFault(r.shared.log, "discord: late answer", nil)
	switch {
	case !r.takeFirst():
	case r.i.Type == typeAutocomplete:
		r.send(answerSuggestions, autocompleteData{[]commandChoice{}})
	case r.i.isPress():
		r.send(answerLater, nil)
	default:
		r.send(answerDeferred, message{Flags: flagEphemeral})
	}
}

// refuseLate answers "busy" when the provisional answer is due, instead of it.
func (r *reply) refuseLate() {
	r.provisional.Stop()
	time.AfterFunc(r.shared.patience.Answer, func() {
		defer chat.CatchFault(r.shared.log, "discord: late refusal", nil)
		r.say("busy")
	})
}

// abandon gives no answer: another bot does.
func (r *reply) abandon() { _, _ = r.takeFinal() }

// suggest gives the final answer to a person who is typing.
func (r *reply) suggest(all []commandChoice) {
	if late, ok := r.takeFinal(); ok && !late {
		r.send(answerSuggestions, autocompleteData{append([]commandChoice{}, all...)})
	}
}

// say gives a final answer in the platform's own words. A person who is typing gets an empty list.
func (r *reply) say(text string) {
	if r.i.Type == typeAutocomplete {
		r.suggest(nil)
		return
	}
	r.finish(chat.Answer{Alert: catalogue.In(r.i.Locale).Say(text)}, "")
}

// finish gives the final answer, in time or in place of a provisional one. Discord requires some answer to
// a command; a press needs none.
func (r *reply) finish(answer chat.Answer, line string) {
	late, ok := r.takeFinal()
	if !ok {
		return
	}
	if answer.Ask != nil && (late || r.i.Type == typeSubmit) { // Discord opens no modal then
		answer = chat.Answer{Alert: r.askToType(*answer.Ask)}
	}
	if answer.Screen == nil && r.i.isEphemeral() && answer.Page != "" && answer.Alert != "" {
		answer.Screen = &chat.Screen{Lang: r.i.Locale, Ended: true} // the alert replaces the page, which has ended
	}
	r.answer, r.line = answer, line
	if late {
		r.finishLate()
	} else {
		r.finishNow()
	}
	if answer.File != nil {
		r.sendFile(answer.File)
	}
}

// finishNow gives the final answer as the first one.
func (r *reply) finishNow() {
	switch {
	case r.answer.Ask != nil:
		r.send(answerModal, r.shared.layouts.questionModal(r.ctx, *r.answer.Ask))
	case r.answer.Screen != nil:
		r.deliver(r.answerByPage)
	case r.isSilent():
		r.send(answerLater, nil)
	default:
		r.send(answerMessage, alertMessage(r.answer))
	}
}

// finishLate gives the final answer in place of the provisional one.
func (r *reply) finishLate() {
	switch {
	case time.Since(r.received) > tokenLife: // Discord would refuse it
	case r.answer.Screen != nil:
		r.deliver(r.replaceProvisional)
	case !r.isSilent():
		_, err := r.replaceProvisional(alertMessage(r.answer))
		r.logUnsent(err)
	}
}

// isSilent reports whether the answer has no words for the person.
func (r *reply) isSilent() bool { return (r.answer.Alert == "" || r.answer.Repeated) && r.i.isPress() }

// alertMessage returns the answer's words as a message.
func alertMessage(a chat.Answer) message { return plainMessage(cmp.Or(a.Alert, "✓")) }

// askToType returns how to answer by a command where no window can open.
func (r *reply) askToType(a chat.Ask) string {
	words := catalogue.In(r.i.Locale)
	if typed := r.shared.commands.format(a.Line); typed != "" {
		return words.Say("ask.late") + " " + words.Say("ask.typed") + " " + typed + " …"
	}
	return words.Say("ask.late")
}
