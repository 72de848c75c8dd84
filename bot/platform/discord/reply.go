package discord

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/keyedqueue"
	"tarockbot/bot/support/retry"
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
	config   *Config
	log      *slog.Logger
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

// reply answers one interaction once. A late answer replaces a provisional one that was in time.
type reply struct {
	shared    *replies
	ctx       context.Context
	i         *interaction
	received  time.Time
	sent      chan struct{} // closed once the first answer was sent
	closeSent func()        // closes it
	timer     *time.Timer   // sends the provisional answer

	answered atomic.Bool // any answer has been sent
	finished atomic.Bool // the final answer has been given
	refused  atomic.Bool // the queues have refused the interaction

	answer   chat.Answer // the final answer
	line     string      // the line that it answers
	followUp string      // the page's message, unless it is the first answer itself
}

// begin returns the reply to an interaction and starts its timer.
func (rs *replies) begin(ctx context.Context, i *interaction) *reply {
	r := &reply{shared: rs, ctx: ctx, i: i, received: time.Now(), sent: make(chan struct{})}
	r.closeSent = sync.OnceFunc(func() { close(r.sent) })
	r.timer = time.AfterFunc(rs.config.Patience.Answer, r.late)
	return r
}

// late sends the provisional answer.
func (r *reply) late() {
	defer chat.CatchFault(r.shared.log, "discord: late answer", nil)
	switch {
	case r.refused.Load():
		r.say("busy")
	case r.answered.Swap(true):
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
	r.refused.Store(true)
	r.timer.Reset(r.shared.config.Patience.Answer)
}

// claimFinal claims the right to give the final answer, and stops the timer.
func (r *reply) claimFinal() bool {
	r.timer.Stop()
	return !r.finished.Swap(true)
}

// suggest gives the final answer to a person who is typing.
func (r *reply) suggest(all []commandChoice) {
	if r.claimFinal() && !r.answered.Swap(true) {
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
	if !r.claimFinal() {
		return
	}
	late := r.answered.Swap(true)
	if answer.Ask != nil && (late || r.i.Type == typeSubmit) { // Discord opens no modal then
		answer = chat.Answer{Alert: r.askToType(*answer.Ask)}
	}
	r.answer, r.line = answer, line
	silent := (answer.Alert == "" || answer.Repeated) && r.i.isPress()
	switch {
	case answer.Ask != nil:
		r.send(answerModal, r.shared.layouts.modal(r.ctx, *answer.Ask))
	case late && (time.Since(r.received) > tokenLife || answer.Screen == nil && silent):
	case answer.Screen != nil && late:
		r.deliver(r.replaceProvisional)
	case answer.Screen != nil:
		r.deliver(r.answerByPage)
	case late:
		_, err := r.replaceProvisional(plainMessage(cmp.Or(answer.Alert, "✓")))
		r.logUnsent(err)
	case silent:
		r.send(answerLater, nil)
	default:
		r.send(answerMessage, plainMessage(cmp.Or(answer.Alert, "✓")))
	}
	if answer.File != nil {
		r.sendFile(answer.File)
	}
}

// askToType returns how to answer by a command where no window can open.
func (r *reply) askToType(a chat.Ask) string {
	words := catalogue.In(r.i.Locale)
	if typed := r.shared.commands.format(a.Line); typed != "" {
		return words.Say("ask.late") + " " + words.Say("ask.typed") + " " + typed + " …"
	}
	return words.Say("ask.late")
}

// send answers the interaction with something other than a page.
func (r *reply) send(kind int, data any) {
	r.logUnsent(r.sendFirst(request{body: response{kind, data}}, nil))
}

// sendFirst sends the first answer to the interaction.
func (r *reply) sendFirst(q request, out any) error {
	defer r.closeSent()
	q.name, q.path = "answer an interaction", "/interactions/"+r.i.ID+"/"+r.i.Token+"/callback"
	err := r.request(q, r.shared.config.Patience.Request, out)
	if err == nil {
		r.shared.config.Metrics.ObserveAnswer(network, time.Since(r.received))
	}
	return err
}

// replaceProvisional replaces a provisional answer, if that is visible. It waits for the provisional
// answer, because Discord refuses anything earlier.
func (r *reply) replaceProvisional(m message) (seenMessage, error) {
	<-r.sent
	if !r.i.isPress() || m.Flags&flagComponents != 0 && r.i.isEphemeral() {
		return r.editAnswer(m, r.shared.config.Patience.Request)
	}
	made, err := r.addMessage("answer late", m, r.shared.config.Patience.Request)
	r.followUp = made.ID
	return made, err
}

// editAnswer edits an answer.
func (r *reply) editAnswer(m message, enough time.Duration) (now seenMessage, err error) {
	q := request{name: "answer late", method: "PATCH", path: r.shared.self.webhook(r.i.Token) + "/messages/" + cmp.Or(r.followUp, "@original"),
		body: edited(m), file: m.file}
	err = r.request(q, enough, r.ifPicture(&now))
	return now, err
}

// addMessage sends another message as an answer.
func (r *reply) addMessage(name string, m message, enough time.Duration) (made seenMessage, err error) {
	err = r.request(request{name: name, path: r.shared.self.webhook(r.i.Token), body: m, file: m.file}, enough, r.ifPicture(&made))
	return made, err
}

// ifPicture returns out if the message has or gets a picture, so that Discord's answer matters; else nil.
func (r *reply) ifPicture(out any) any {
	if r.answer.Screen == nil || r.answer.Screen.Picture == nil {
		return nil
	}
	return out
}

// request sends an answer. It retries a failure once while there is time: Discord refuses an answer that
// has arrived already. An answer with a picture isn't retried, because words are more likely to arrive.
func (r *reply) request(q request, enough time.Duration, out any) error {
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
func (r *reply) waitForLimit(err error) bool {
	later, limited := errors.AsType[chat.RetryAfter](err)
	return !limited || later.Wait <= r.shared.config.Patience.Request && retry.Sleep(r.ctx, later.Wait)
}

// logUnsent logs a failure, unless the person has the answer already or the interaction has expired.
func (r *reply) logUnsent(err error) {
	if err != nil && !hasCode(err, lateCodes...) {
		r.shared.log.Warn("discord: an answer was not sent", "err", err)
	}
}

// fileTime is the timeout of a file.
const fileTime = 30 * time.Second

// sendFile sends the file in a message of its own below the answer, or a message that it couldn't be sent.
// Nothing waits for it.
func (r *reply) sendFile(f *chat.File) {
	attach := func() {
		m := message{Flags: flagEphemeral, Mentions: mention(), Attachments: []attachment{{ID: "0", Filename: f.Name}}, file: f}
		if _, err := r.addMessage("add to an answer", m, fileTime); err != nil {
			r.shared.log.Warn("discord: a file was not sent", "err", err)
			_, err = r.addMessage("add to an answer", plainMessage(catalogue.In(r.i.Locale).Say("no-file")), r.shared.config.Patience.Request)
			r.logUnsent(err)
		}
	}
	if !r.shared.tryGo(r.shared.slow, "discord: file", attach) {
		attach()
	}
}
