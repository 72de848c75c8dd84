package telegram

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"sync"
	"time"

	"github.com/go-telegram/bot/models"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/keyedqueue"
	"tarockbot/bot/support/cache"
	"tarockbot/bot/support/metrics"
	"tarockbot/bot/support/retry"
)

// intake hands updates to the bot. An update is settled, and may be confirmed to Telegram, once its effect
// is durable. An update that the bot can't process is settled once it is in quarantine.
type intake struct {
	ctx        context.Context // ends answers
	notes      chat.Notes
	log        *slog.Logger
	metrics    *metrics.Metrics
	redelivers bool // Telegram calls, and calls again after an error
	reader     *reader
	handle     chat.Handler
	queues     *keyedqueue.Queues
	slots      chan struct{} // one for each update in progress
	// answered are the numbers of recently answered updates. Telegram may deliver one
	// again before it receives the confirmation.
	answered cache.Map[int64, struct{}]
}

// Bounds of the intake. A failing store loses no update, because then the
// quarantine fails, too.
const (
	maxBusy        = 256      // updates in progress; then accept blocks
	maxTries       = 5        // of one update; then it goes into quarantine
	faultTries     = 2        // if each try panics
	maxQuarantined = 16 << 10 // bytes of an update
	maxAnswered    = 4096     // numbers in answered
	firstRetry     = 250 * time.Millisecond
	lastRetry      = 30 * time.Second
)

func newIntake(ctx context.Context, p *Platform, handle chat.Handler) *intake {
	c := p.config
	return &intake{
		ctx: ctx, notes: c.Notes, log: c.Log, metrics: c.Metrics, redelivers: c.Webhook.URL != "", reader: p.reader, handle: handle,
		queues: keyedqueue.New(c.Log), slots: make(chan struct{}, maxBusy), answered: cache.Map[int64, struct{}]{Keep: maxAnswered},
	}
}

// accept decodes an update and processes it behind earlier updates of the same person and
// chat. It calls settled once, with an error if the update must come again. It blocks while
// maxBusy updates are processed.
func (i *intake) accept(ctx context.Context, raw json.RawMessage, settled func(error)) {
	if ctx.Err() != nil {
		settled(ctx.Err()) // select might still choose a free slot
		return
	}
	select {
	case i.slots <- struct{}{}:
	case <-ctx.Done():
		settled(ctx.Err())
		return
	}
	arrived, over := time.Now(), i.metrics.TrackInput(network)
	end := func(err error) { over(); settled(err); <-i.slots }
	u, err := decode(raw)
	if err != nil {
		end(i.quarantine(ctx, raw, err))
		return
	}
	number, group := sender(u)
	person := fmt.Sprint("person ", number)
	turn := i.queues.Join(person, fmt.Sprint("chat ", group))
	d := delivery{raw: raw, update: u, arrived: arrived, person: person, turn: turn, settled: end}
	i.queues.Go("telegram: update", func() { i.process(ctx, d) })
}

// delivery is an update that Telegram has delivered.
type delivery struct {
	raw     json.RawMessage
	update  *models.Update
	arrived time.Time
	person  string          // the key of the person's queue
	turn    keyedqueue.Turn // in the queues of the person and the chat
	settled func(error)
}

// errPanicked is the error of an update whose processing panicked.
var errPanicked = errors.New("telegram: processing panicked")

// process settles an update and answers it. Answers have a queue of their own: Telegram
// makes them wait, and neither the person's next update nor the chat's waits with them.
func (i *intake) process(ctx context.Context, d delivery) {
	outcome := errPanicked
	leave := sync.OnceFunc(func() { d.turn.Leave(); d.settled(outcome) })
	defer leave() // after a panic as well, or the person and the chat would wait for ever
	e, answer, err := i.settle(ctx, d)
	outcome = err
	if err == nil {
		i.answered.Put(d.update.ID, struct{}{})
	}
	answers := i.queues.Join("answers " + d.person)
	defer answers.Leave()
	reply := i.planReply(e, arrival{at: d.arrived, queues: i.queues, person: d.person, answers: answers}, answer)
	leave()
	i.answer(reply.now)
	if reply.later != nil && answers.Wait(i.ctx) {
		i.answer(func(ctx context.Context) { i.replyLater(ctx, reply.later, e.inputs[len(e.inputs)-1], answer) })
	}
}

// decode reads one update. A panic becomes an error.
func decode(raw json.RawMessage) (u *models.Update, err error) {
	defer catch(&err)
	u = new(models.Update)
	return u, json.Unmarshal(raw, u)
}

// catch turns a panic into the error of the function that defers it.
func catch(err *error) {
	if r := recover(); r != nil {
		*err = chat.Recovered(r)
	}
}

// retries returns the backoff between tries.
func retries() retry.Backoff { return retry.Backoff{First: firstRetry, Last: lastRetry} }

// settle hands the update in when it is its turn, until the bot has decided it. It returns
// what the update meant and the bot's answer.
func (i *intake) settle(ctx context.Context, d delivery) (event, chat.Answer, error) {
	if !d.turn.Wait(ctx) {
		return event{}, chat.Answer{}, ctx.Err()
	}
	pause := retries()
	for try := 1; ; try++ {
		e, answer, err := i.attempt(ctx, d.update)
		if err == nil || ctx.Err() != nil {
			return e, answer, err
		}
		hopeless := try >= maxTries || try >= faultTries && errors.As(err, new(*chat.Fault))
		if hopeless && !errors.Is(err, chat.ErrNotNow) {
			if err := i.quarantine(ctx, d.raw, err); err == nil {
				return event{}, chat.Answer{}, nil
			}
		}
		i.log.Warn("telegram: update not settled", "update", d.update.ID, "try", try, "err", err)
		if i.redelivers && try >= maxTries || !pause.Sleep(ctx) {
			return event{}, chat.Answer{}, err
		}
	}
}

// attempt hands the update in once. A panic becomes an error, so it stops no other update.
// An update that was answered before is handed in again, but then ignored.
func (i *intake) attempt(ctx context.Context, u *models.Update) (e event, answer chat.Answer, err error) {
	defer catch(&err)
	e = i.reader.read(ctx, u)
	for _, in := range e.inputs {
		if answer, err = i.handle(ctx, in); err != nil {
			return event{}, chat.Answer{}, err
		}
	}
	if _, again := i.answered.Get(u.ID); again { // the person's queue keeps two deliveries apart
		return event{}, chat.Answer{}, nil
	}
	return e, answer, nil
}

// planReply plans the reply to an event that the bot has decided.
func (i *intake) planReply(e event, at arrival, answer chat.Answer) (reply scheduledReply) {
	defer chat.CatchFault(i.log, "telegram: answer", nil)
	if e.plan != nil {
		reply = e.plan(at, answer)
	}
	return reply
}

// replyLater makes the later part of a reply to the input. It then tells the bot that it may fill a begun panel.
func (i *intake) replyLater(ctx context.Context, reply step, in chat.Input, a chat.Answer) {
	err := reply(ctx)
	if err == nil && a.Screen != nil && a.Screen.Panel {
		in.ID, in.What, in.Line, in.Chat = in.ID+"/panel", chat.Reachable, "", ""
		_, err = i.handle(ctx, in)
	}
	if err != nil {
		i.log.Debug("telegram: not answered", "err", err)
	}
}

// answer calls reply with a timeout. Its failures are only logged.
func (i *intake) answer(reply func(context.Context)) {
	if reply == nil {
		return
	}
	defer chat.CatchFault(i.log, "telegram: answer", nil)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(i.ctx), answerTime)
	defer cancel()
	defer context.AfterFunc(i.ctx, func() { time.AfterFunc(stopGrace, cancel) })()
	reply(ctx)
}

// quarantine writes an update that can't be processed to the notes, for the operator.
func (i *intake) quarantine(ctx context.Context, raw json.RawMessage, why error) error {
	id, ok := updateID(raw)
	key := "quarantine/" + strconv.FormatInt(id, 10)
	if !ok {
		sum := sha256.Sum256(raw)
		key = "quarantine/" + hex.EncodeToString(sum[:8])
	}
	if err := i.notes.Write(ctx, key, raw[:min(len(raw), maxQuarantined)]); err != nil {
		return fmt.Errorf("telegram: quarantine: %w", err)
	}
	i.log.Error("telegram: update put into quarantine", "note", key, "err", why)
	return nil
}

// updateID reads only the update's number.
func updateID(raw json.RawMessage) (int64, bool) {
	var u struct {
		ID *int64 `json:"update_id"`
	}
	if json.Unmarshal(raw, &u) != nil || u.ID == nil {
		return 0, false
	}
	return *u.ID, true
}
