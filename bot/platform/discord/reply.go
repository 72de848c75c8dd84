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

// Discord accepts a token for 15 minutes; the margin covers delivery.
const tokenLife = 14 * time.Minute

const (
	answerMessage     = 4
	answerDeferred    = 5
	answerLater       = 6
	answerUpdate      = 7
	answerSuggestions = 8
	answerModal       = 9
)

type response struct {
	Type int `json:"type"`
	Data any `json:"data,omitempty"`
}

type replies struct {
	log      *slog.Logger
	metrics  *metrics.Metrics
	patience Timeouts
	client   *client
	self     *identity
	commands slashCommands
	layouts  *layouts
	emojis   *emojis
	pictures *pictures
	queues   *keyedqueue.Queues
	refusals chan struct{} // slots for refusals while the queue is full
	slow     chan struct{} // slots for slow background jobs
}

const (
	maxRefusals = 8
	maxSlow     = 64
)

// tryGo returns false without a free slot, or while the bot stops.
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

// claims allows one first and one final answer. One answer can be both.
type claims struct {
	provisional *time.Timer

	mu                 sync.Mutex
	answered, finished bool
}

func (c *claims) claimFirst() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	ok := !c.answered
	c.answered = true
	return ok
}

// claimFinal also stops the timer. late is true after a first answer; ok is false after a final one.
func (c *claims) claimFinal() (late, ok bool) {
	c.provisional.Stop()
	c.mu.Lock()
	defer c.mu.Unlock()
	late, ok = c.answered, !c.finished
	c.answered, c.finished = true, true
	return late, ok
}

// reply answers one interaction once. A late final answer replaces the provisional one.
type reply struct {
	responder
	claims
	answer chat.Answer
	line   string
}

func (rs *replies) begin(ctx context.Context, i *interaction) *reply {
	r := &reply{responder: responder{shared: rs, ctx: ctx, i: i, received: time.Now(), sent: make(chan struct{})}}
	r.closeSent = sync.OnceFunc(func() { close(r.sent) })
	r.provisional = time.AfterFunc(rs.patience.Answer, r.sendProvisional)
	return r
}

// sendProvisional sends the provisional answer.
func (r *reply) sendProvisional() {
	defer chat.CatchFault(r.shared.log, "discord: late answer", nil)
	switch {
	case !r.claimFirst():
	case r.i.Type == typeAutocomplete:
		r.send(answerSuggestions, autocompleteData{[]commandChoice{}})
	case r.i.isPress():
		r.send(answerLater, nil)
	default:
		r.send(answerDeferred, message{Flags: flagEphemeral})
	}
}

// refuseLate answers "busy" when the provisional answer is due.
func (r *reply) refuseLate() {
	r.provisional.Stop()
	time.AfterFunc(r.shared.patience.Answer, func() {
		defer chat.CatchFault(r.shared.log, "discord: late refusal", nil)
		r.say("busy")
	})
}

// abandon leaves the answer to another process.
func (r *reply) abandon() { _, _ = r.claimFinal() }

func (r *reply) suggest(all []commandChoice) {
	if late, ok := r.claimFinal(); ok && !late {
		r.send(answerSuggestions, autocompleteData{append([]commandChoice{}, all...)})
	}
}

// say answers with a text of the platform. Autocompletion gets an empty list.
func (r *reply) say(text string) {
	if r.i.Type == typeAutocomplete {
		r.suggest(nil)
		return
	}
	r.finish(chat.Answer{Alert: catalogue.In(r.i.Locale).Say(text)}, "")
}

// finish sends the final answer. Discord requires one for commands, but not for presses.
func (r *reply) finish(answer chat.Answer, line string) {
	late, ok := r.claimFinal()
	if !ok {
		return
	}
	if answer.Ask != nil && (late || r.i.Type == typeSubmit) { // Discord opens no modal then
		answer = chat.Answer{Alert: r.askToType(*answer.Ask)}
	}
	if answer.Screen == nil && r.i.isEphemeral() && answer.Page != "" && answer.Alert != "" {
		answer.Screen = &chat.Screen{Lang: r.i.Locale, Dismissable: true} // the alert replaces the ended page
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

func (r *reply) finishNow() {
	switch {
	case r.answer.Ask != nil:
		r.send(answerModal, r.shared.layouts.questionModal(r.ctx, *r.answer.Ask))
	case r.answer.Screen != nil:
		r.deliver(r.answerWithPage)
	case r.isSilent():
		r.send(answerLater, nil)
	default:
		r.send(answerMessage, alertMessage(r.answer))
	}
}

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

func (r *reply) isSilent() bool { return (r.answer.Alert == "" || r.answer.Repeated) && r.i.isPress() }

func alertMessage(a chat.Answer) message { return plainMessage(cmp.Or(a.Alert, "✓")) }

// askToType names the command that answers the question if no modal can open.
func (r *reply) askToType(a chat.Ask) string {
	words := catalogue.In(r.i.Locale)
	if typed := r.shared.commands.format(a.Line); typed != "" {
		return words.Say("ask.late") + " " + words.Say("ask.typed") + " " + typed + " …"
	}
	return words.Say("ask.late")
}
