package telegram

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/go-telegram/bot/models"

	"tarockbot/bot/chat"
	"tarockbot/bot/retry"
)

// intake brings updates to the bot. An update is settled, and may be confirmed
// to Telegram, when the bot has made its effect durable, or when it has been
// put into quarantine because nothing can be made of it.
type intake struct {
	ctx    context.Context // ends when no more is answered
	p      *Platform
	handle chat.Handler
	lanes  lanes
	slots  chan struct{} // one for each update being looked at
}

// maxBusy is how many updates are looked at at once; then no more are fetched.
const maxBusy = 256

func newIntake(ctx context.Context, p *Platform, handle chat.Handler) *intake {
	return &intake{ctx: ctx, p: p, handle: handle, slots: make(chan struct{}, maxBusy)}
}

// take looks at an update, after those before it of the same person and chat,
// and says when it is settled; with an error if it could not be. It returns
// at once unless too much is being looked at.
func (i *intake) take(ctx context.Context, raw json.RawMessage, settled func(error)) {
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
	came, over := coming{arrived: time.Now()}, i.p.cfg.Metrics.Waits(i.p.Name())
	end := func(err error) { over(); settled(err) }
	u, err := decode(raw)
	if err != nil {
		end(i.p.quarantine(ctx, raw, err))
		<-i.slots
		return
	}
	number, chat := sender(u)
	person := fmt.Sprint("person ", number)
	mine, here := i.lanes.join(person, fmt.Sprint("chat ", chat))
	i.lanes.work.Go(func() {
		var answers turn
		came.queued = func() bool { return answers.before != nil }
		came.followed = func() bool { return i.lanes.taken(person) || answers.followed() }
		reply, err := i.settleInTurn(ctx, mine, here, raw, u, came)
		// Answers have a lane of their own: Telegram makes them wait, and neither
		// the person nor the chat, nor anybody else, is to wait with them.
		answers = i.lanes.enter("answers " + person)
		defer answers.leave()
		mine.leave()
		here.leave()
		end(err)
		<-i.slots
		i.answer(reply.now)
		if reply.later != nil && answers.wait(i.ctx) {
			i.answer(reply.later)
		}
	})
}

func (i *intake) settleInTurn(ctx context.Context, mine, here turn, raw json.RawMessage, u *models.Update, came coming) (reply, error) {
	if !mine.wait(ctx) || !here.wait(ctx) {
		return reply{}, ctx.Err()
	}
	return i.settle(ctx, raw, u, came)
}

// decode reads one update, by itself.
func decode(raw json.RawMessage) (u *models.Update, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = chat.Recovered(r)
		}
	}()
	u = new(models.Update)
	return u, json.Unmarshal(raw, u)
}

// How often an update is handed in before it is put into quarantine, and how
// long the first wait between is. Trouble with the store doesn't lose an
// update: then the quarantine fails, too.
const (
	maxTries   = 5
	faultTries = 2
	firstRetry = 250 * time.Millisecond
	lastRetry  = 30 * time.Second
)

// retries are the waits between tries.
func retries() retry.Backoff { return retry.Backoff{First: firstRetry, Last: lastRetry} }

// settle hands the update in until the bot has decided it.
func (i *intake) settle(ctx context.Context, raw json.RawMessage, u *models.Update, came coming) (reply, error) {
	pause := retries()
	for try := 1; ; try++ {
		answer, err := i.attempt(ctx, u, came)
		if err == nil || ctx.Err() != nil {
			return answer, err
		}
		var f *chat.Fault
		if try >= maxTries || try >= faultTries && errors.As(err, &f) {
			if err := i.p.quarantine(ctx, raw, err); err == nil {
				return reply{}, nil
			}
		}
		i.p.log.Warn("telegram: update not settled", "update", u.ID, "try", try, "err", err)
		if i.p.cfg.Webhook.URL != "" && try >= maxTries || !pause.Sleep(ctx) {
			return reply{}, err // Telegram calls again
		}
	}
}

// attempt hands the update in once. A fault in it reaches no other update.
func (i *intake) attempt(ctx context.Context, u *models.Update, came coming) (to reply, err error) {
	defer func() {
		if r := recover(); r != nil {
			to, err = reply{}, chat.Recovered(r)
		}
	}()
	event := i.p.read(ctx, u)
	event.origin.coming = came
	if event.inputs == nil {
		return reply{now: event.after}, nil
	}
	var answer chat.Answer
	for _, in := range event.inputs {
		if answer, err = i.handle(ctx, in); err != nil {
			return reply{}, err
		}
	}
	if event.origin.user == 0 {
		return reply{}, nil // something happened, but nobody said it
	}
	if event.reply != nil {
		return reply{now: func(ctx context.Context) { event.reply(ctx, answer) }}, nil
	}
	now, later := i.p.replies.reply(event.origin, answer)
	last := event.inputs[len(event.inputs)-1]
	return reply{now, func(ctx context.Context) { i.follow(ctx, last, answer, later(ctx)) }}, nil
}

// reply is how an update is answered: at once, and in its turn, after what was
// answered before; nil for nothing.
type reply struct{ now, later func(context.Context) }

// follow lets the bot show a panel that has begun anew.
func (i *intake) follow(ctx context.Context, in chat.Input, a chat.Answer, err error) {
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
	defer func() {
		if r := recover(); r != nil {
			i.p.log.Error("telegram: answer", "err", chat.Recovered(r))
		}
	}()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(i.ctx), answerTime)
	defer cancel()
	defer context.AfterFunc(i.ctx, func() { time.AfterFunc(lastWords, cancel) })()
	reply(ctx)
}

// maxQuarantined is how much of an update is kept in quarantine, in bytes.
const maxQuarantined = 16 << 10

// quarantine keeps an update that nothing can be made of, for the operator. An
// error means that it isn't kept.
func (p *Platform) quarantine(ctx context.Context, raw json.RawMessage, why error) error {
	id, ok := updateID(raw)
	key := "quarantine/" + strconv.FormatInt(id, 10)
	if !ok {
		sum := sha256.Sum256(raw)
		key = "quarantine/" + hex.EncodeToString(sum[:8])
	}
	if err := p.cfg.Notes.Write(ctx, key, raw[:min(len(raw), maxQuarantined)]); err != nil {
		return fmt.Errorf("telegram: quarantine: %w", err)
	}
	p.log.Error("telegram: update put into quarantine", "note", key, "err", why)
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

// lanes keep what one person does, what happens in one chat, or what becomes of
// one message, in order, while everything else goes on at the same time. The
// zero value is ready.
type lanes struct {
	mu   sync.Mutex
	last map[string]chan struct{} // the one that joined last; closed when it leaves
	work sync.WaitGroup
}

// turn is a place in a lane.
type turn struct {
	before   <-chan struct{} // closed when it is this one's turn; nil if it is already
	leave    func()
	followed func() bool // says whether another has joined after this one
}

// join takes the next place in two lanes at once: whoever waits, waits only
// for those who joined before. Whoever joins must leave.
func (l *lanes) join(person, chat string) (mine, here turn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.place(person), l.place(chat)
}

// enter takes the next place in one lane. Whoever enters must leave.
func (l *lanes) enter(key string) turn {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.place(key)
}

// taken says whether anybody is in the lane.
func (l *lanes) taken(key string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.last[key] != nil
}

// place is the next place in one lane. The lock must be held.
func (l *lanes) place(key string) turn {
	if l.last == nil {
		l.last = make(map[string]chan struct{})
	}
	mine := make(chan struct{})
	before := l.last[key]
	l.last[key] = mine
	leave := sync.OnceFunc(func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		close(mine)
		if l.last[key] == mine {
			delete(l.last, key)
		}
	})
	followed := func() bool {
		l.mu.Lock()
		defer l.mu.Unlock()
		return l.last[key] != mine
	}
	return turn{before, leave, followed}
}

// wait waits for the turn; false if ctx ends first.
func (t turn) wait(ctx context.Context) bool {
	if t.before == nil {
		return true
	}
	select {
	case <-t.before:
		return true
	case <-ctx.Done():
		return false
	}
}

// wait waits until everything that was begun has ended.
func (l *lanes) wait() { l.work.Wait() }
