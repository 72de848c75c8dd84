package telegram

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/go-telegram/bot/models"

	"tarockbot/bot/chat"
	"tarockbot/bot/support/cache"
	"tarockbot/bot/support/retry"
)

// intake brings updates to the bot. An update is settled, and may be confirmed to
// Telegram, when its effect is durable, or when it is in quarantine because nothing can
// be made of it.
type intake struct {
	ctx    context.Context // ends when no more is answered
	p      *Platform
	handle chat.Handler
	lanes  orderedQueues
	slots  chan struct{} // one for each update being looked at
	// answered are the numbers of updates that were answered lately: Telegram may deliver one
	// again before it has heard that it is settled.
	answered cache.Map[int64, struct{}]
}

// Bounds of what is done with updates. Trouble with the store doesn't lose one: then the
// quarantine fails, too.
const (
	maxBusy        = 256      // are looked at at once; then no more are fetched
	maxTries       = 5        // to hand one in; then it is put into quarantine
	faultTries     = 2        // if it panics
	maxQuarantined = 16 << 10 // bytes of it that are kept
	maxAnswered    = 4096     // are remembered at least, not to be answered again
	firstRetry     = 250 * time.Millisecond
	lastRetry      = 30 * time.Second
)

func newIntake(ctx context.Context, p *Platform, handle chat.Handler) *intake {
	return &intake{ctx: ctx, p: p, handle: handle, slots: make(chan struct{}, maxBusy), answered: cache.Map[int64, struct{}]{Keep: maxAnswered}}
}

// accept looks at an update, after those before it of the same person and chat, and says
// when it is settled, or that it couldn't be. It waits while too many are looked at.
func (i *intake) accept(ctx context.Context, raw json.RawMessage, settled func(error)) {
	if ctx.Err() != nil {
		settled(ctx.Err()) // select might choose the free slot all the same
		return
	}
	select {
	case i.slots <- struct{}{}:
	case <-ctx.Done():
		settled(ctx.Err())
		return
	}
	came, over := arrival{arrived: time.Now()}, i.p.cfg.Metrics.Waits(i.p.Name())
	end := func(err error) { over(); settled(err) }
	u, err := decode(raw)
	if err != nil {
		end(i.quarantine(ctx, raw, err))
		<-i.slots
		return
	}
	number, chat := sender(u)
	person := fmt.Sprint("person ", number)
	mine := i.lanes.enter(person, fmt.Sprint("chat ", chat))
	i.lanes.work.Go(func() {
		var answers turn
		came.queued = func() bool { return answers.before != nil }
		came.followed = func() bool { return i.lanes.isTaken(person) || answers.followed() }
		reply, err := i.settle(ctx, mine, raw, u, came)
		if err == nil {
			i.answered.Put(u.ID, struct{}{})
		}
		// Answers have a lane of their own: Telegram makes them wait, and neither
		// the person nor the chat, nor anybody else, is to wait with them.
		answers = i.lanes.enter("answers " + person)
		defer answers.leave()
		mine.leave()
		end(err)
		<-i.slots
		i.answer(reply.now)
		if reply.later != nil && answers.wait(i.ctx) {
			i.answer(reply.later)
		}
	})
}

// decode reads one update, by itself.
func decode(raw json.RawMessage) (u *models.Update, err error) {
	defer catch(&err)
	u = new(models.Update)
	return u, json.Unmarshal(raw, u)
}

// catch makes a panic the error of the function that defers it.
func catch(err *error) {
	if r := recover(); r != nil {
		*err = chat.Recovered(r)
	}
}

// retries are the waits between tries.
func retries() retry.Backoff { return retry.Backoff{First: firstRetry, Last: lastRetry} }

// settle hands the update in when it is its turn, until the bot has decided it.
func (i *intake) settle(ctx context.Context, mine turn, raw json.RawMessage, u *models.Update, came arrival) (reply, error) {
	if !mine.wait(ctx) {
		return reply{}, ctx.Err()
	}
	pause := retries()
	for try := 1; ; try++ {
		answer, err := i.attempt(ctx, u, came)
		if err == nil || ctx.Err() != nil {
			return answer, err
		}
		hopeless := try >= maxTries || try >= faultTries && errors.As(err, new(*chat.Fault))
		if hopeless && !errors.Is(err, chat.ErrNotNow) {
			if err := i.quarantine(ctx, raw, err); err == nil {
				return reply{}, nil
			}
		}
		i.p.log.Warn("telegram: update not settled", "update", u.ID, "try", try, "err", err)
		if i.p.cfg.Webhook.URL != "" && try >= maxTries || !pause.Sleep(ctx) {
			return reply{}, err // Telegram calls again
		}
	}
}

// attempt hands the update in once. A fault in it reaches no other update. One that was answered
// before isn't answered again: the lane of its person keeps two deliveries apart.
func (i *intake) attempt(ctx context.Context, u *models.Update, came arrival) (to reply, err error) {
	defer catch(&err)
	event := i.p.reader.read(ctx, u)
	event.origin.arrival = came
	_, again := i.answered.Get(u.ID)
	if event.inputs == nil && !again {
		return reply{now: event.after}, nil
	}
	var answer chat.Answer
	for _, in := range event.inputs {
		if answer, err = i.handle(ctx, in); err != nil {
			return reply{}, err
		}
	}
	if event.origin.user == 0 || again {
		return reply{}, nil // nobody said it, or it is answered
	}
	if event.reply != nil {
		return reply{now: func(ctx context.Context) { event.reply(ctx, answer) }}, nil
	}
	now, later := i.p.reader.replies.reply(event.origin, answer)
	last := event.inputs[len(event.inputs)-1]
	return reply{now, func(ctx context.Context) { i.admitPanel(ctx, last, answer, later(ctx)) }}, nil
}

// reply answers an update: at once, and after what was answered before; nil: not.
type reply struct{ now, later func(context.Context) }

// admitPanel lets the bot show a panel that has begun anew.
func (i *intake) admitPanel(ctx context.Context, in chat.Input, a chat.Answer, err error) {
	if err == nil && a.Screen != nil && a.Screen.Panel {
		in.ID, in.What, in.Line, in.Chat = in.ID+"/panel", chat.Reachable, "", ""
		_, err = i.handle(ctx, in)
	}
	if err != nil {
		i.p.log.Debug("telegram: not answered", "err", err)
	}
}

// answer tells the person what came of it. Nothing depends on that.
func (i *intake) answer(reply func(context.Context)) {
	if reply == nil {
		return
	}
	defer chat.CatchFault(i.p.log, "telegram: answer", nil)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(i.ctx), answerTime)
	defer cancel()
	defer context.AfterFunc(i.ctx, func() { time.AfterFunc(lastWords, cancel) })()
	reply(ctx)
}

// quarantine keeps an update that nothing can be made of for the operator.
func (i *intake) quarantine(ctx context.Context, raw json.RawMessage, why error) error {
	id, ok := updateID(raw)
	key := "quarantine/" + strconv.FormatInt(id, 10)
	if !ok {
		sum := sha256.Sum256(raw)
		key = "quarantine/" + hex.EncodeToString(sum[:8])
	}
	if err := i.p.cfg.Notes.Write(ctx, key, raw[:min(len(raw), maxQuarantined)]); err != nil {
		return fmt.Errorf("telegram: quarantine: %w", err)
	}
	i.p.log.Error("telegram: update put into quarantine", "note", key, "err", why)
	return nil
}

// updateID reads an update's number and nothing else of it.
func updateID(raw json.RawMessage) (int64, bool) {
	var u struct {
		ID *int64 `json:"update_id"`
	}
	if json.Unmarshal(raw, &u) != nil || u.ID == nil {
		return 0, false
	}
	return *u.ID, true
}
