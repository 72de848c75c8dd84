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

// intake gives updates to the bot. An update is settled, and may be confirmed to Telegram, once its effect is durable
// or it is in quarantine.
type intake struct {
	ctx        context.Context // ends answers
	notes      chat.Notes
	log        *slog.Logger
	metrics    *metrics.Metrics
	redelivers bool // Telegram calls again after an error
	reader     *reader
	handle     chat.Handler
	queues     *keyedqueue.Queues
	slots      chan struct{}
	// answered has recent updates: Telegram may deliver one twice before its confirmation.
	answered cache.Map[int64, struct{}]
}

// No update is lost if the store fails, because quarantine also fails.
const (
	maxBusy        = 256      // above it accept blocks
	maxTries       = 5        // before quarantine
	faultTries     = 2        // if each try panics
	maxQuarantined = 16 << 10 // bytes
	maxAnswered    = 4096
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

// accept processes an update behind earlier ones of the same person or chat. It calls settled once, with an error if
// Telegram must deliver the update again.
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
	arrived, endTracking := time.Now(), i.metrics.TrackInput(network)
	end := func(err error) { endTracking(); settled(err); <-i.slots }
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

type delivery struct {
	raw     json.RawMessage
	update  *models.Update
	arrived time.Time
	person  string
	turn    keyedqueue.Turn
	settled func(error)
}

var errPanicked = errors.New("telegram: processing panicked")

// process settles an update and answers it. Answers have their own queue, so that Telegram's limits delay no update.
func (i *intake) process(ctx context.Context, d delivery) {
	outcome := errPanicked
	leave := sync.OnceFunc(func() { d.turn.Leave(); d.settled(outcome) })
	defer leave() // even after a panic, or the queues would block
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

func decode(raw json.RawMessage) (u *models.Update, err error) {
	defer catch(&err)
	u = new(models.Update)
	return u, json.Unmarshal(raw, u)
}

func catch(err *error) {
	if r := recover(); r != nil {
		*err = chat.NewFault(r)
	}
}

func retries() retry.Backoff { return retry.Backoff{First: firstRetry, Last: lastRetry} }

// settle gives the update to the bot until the bot has handled it or the update is in quarantine.
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

// attempt gives the update to the bot once. It returns no answer for an update that was answered before.
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

func (i *intake) planReply(e event, at arrival, answer chat.Answer) (reply scheduledReply) {
	defer chat.CatchFault(i.log, "telegram: answer", nil)
	if e.plan != nil {
		reply = e.plan(at, answer)
	}
	return reply
}

// replyLater replies, then tells the bot that it may fill a begun panel.
func (i *intake) replyLater(ctx context.Context, reply step, in chat.Input, a chat.Answer) {
	err := reply(ctx)
	if err == nil && a.Screen != nil && a.Screen.Panel {
		in.ID, in.What, in.Line, in.Chat = in.ID+"/panel", chat.EventReachable, "", ""
		_, err = i.handle(ctx, in)
	}
	if err != nil {
		i.log.Debug("telegram: not answered", "err", err)
	}
}

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

func updateID(raw json.RawMessage) (int64, bool) {
	var u struct {
		ID *int64 `json:"update_id"`
	}
	if json.Unmarshal(raw, &u) != nil || u.ID == nil {
		return 0, false
	}
	return *u.ID, true
}
