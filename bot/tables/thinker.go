package tables

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/people"
	"tarockbot/bot/support/retry"
	"tarockbot/bot/tables/computer"
	"tarockbot/engine/robot"
)

const (
	// thoughtTime is how long every move takes at least of a computer player that thinks:
	// longer than most of them need, so that nobody learns from it whether it had a choice.
	thoughtTime = 50 * time.Millisecond
	// screenWait is how long a table's screens wait for the computer's move at most, so that
	// a press and what the computer answers are shown at once.
	screenWait = 150 * time.Millisecond

	// longestThought is when a player is given up that goes on thinking.
	longestThought = time.Minute

	firstThinkAgain = 10 * time.Second // until a table is tried again that has failed; doubles with each
	lastThinkAgain  = 10 * time.Minute
)

// Thinker lets those computer players act that take their time: outside of all locks and
// commits, on half of the cores. A table that waits for one is stored as it is; the
// Thinker takes a view of it, thinks, and brings the move as an input that is good for that
// revision of the table alone. If somebody has changed the table meanwhile, it is thought
// anew. What is thought is in memory only: at a start the tables that wait are asked of the
// Index.
type Thinker struct {
	tables *Tables

	moves sync.WaitGroup // those that are about to be brought

	mu      sync.Mutex
	more    *sync.Cond // there is more in the queue, or the bot stops
	queue   []chat.TableID
	waiting map[chat.TableID]*wait // from when it is asked for a table until it waits no more
}

// wait is a table that waits for the computer.
type wait struct {
	again  bool // it has been stored since the Thinker has looked at it
	failed bool // the player has, in this position
	pauses retry.Backoff
	pause  *time.Timer // after a failure, until it is in the queue again; nil: there is none
}

func newWait() *wait {
	return &wait{pauses: retry.Backoff{First: firstThinkAgain, Last: lastThinkAgain}}
}

// newThinker makes one for the tables, whose screens wait for it.
func newThinker(ts *Tables) *Thinker {
	th := &Thinker{tables: ts, waiting: make(map[chat.TableID]*wait)}
	th.more = sync.NewCond(&th.mu)
	return th
}

// Load asks for all tables that waited for the computer when the bot stopped.
func (th *Thinker) Load(context.Context) error {
	for _, x := range th.tables.Index.All(func(x Summary) bool { return x.Thinks }) {
		th.request(x.ID)
	}
	return nil
}

// Waiting is how many tables wait for the computer.
func (th *Thinker) Waiting() int {
	th.mu.Lock()
	defer th.mu.Unlock()
	return len(th.waiting)
}

// Run thinks until ctx ends. It doesn't wait for a thought that goes on then: nobody
// misses it, for the next start thinks it again.
func (th *Thinker) Run(ctx context.Context) {
	defer context.AfterFunc(ctx, func() {
		th.mu.Lock()
		defer th.mu.Unlock()
		th.more.Broadcast()
	})()
	var all sync.WaitGroup
	for range max(runtime.GOMAXPROCS(0)/2, 1) {
		all.Go(func() { th.serve(ctx) })
	}
	all.Wait()
	th.moves.Wait()
}

// serve thinks for one table after the other.
func (th *Thinker) serve(ctx context.Context) {
	players := make(map[robot.Level]robot.Player)
	for id, ok := th.dequeue(ctx); ok; id, ok = th.dequeue(ctx) {
		began := time.Now()
		q, err := th.questionOf(ctx, id)
		if q == nil {
			th.finish(ctx, id, err)
			continue
		}
		move, err := th.answer(ctx, q, players)
		th.moves.Go(func() {
			if err == nil && retry.Sleep(ctx, thoughtTime-time.Since(began)) {
				err = th.makeMove(ctx, q, move)
			}
			th.finish(ctx, id, err)
		})
	}
}

// request lets it be thought for the table. One that has failed is tried at once: it is another
// position by now.
func (th *Thinker) request(id chat.TableID) {
	th.mu.Lock()
	defer th.mu.Unlock()
	if w := th.waiting[id]; w != nil && (w.pause == nil || !w.pause.Stop()) {
		w.again = true
		return
	}
	th.enqueueLocked(id, newWait())
}

// requestUnlessWaiting is request for a table that has just been read, which may wait already.
func (th *Thinker) requestUnlessWaiting(id chat.TableID) {
	th.mu.Lock()
	defer th.mu.Unlock()
	if th.waiting[id] == nil {
		th.enqueueLocked(id, newWait())
	}
}

// enqueueLocked puts the table at the end of the queue.
func (th *Thinker) enqueueLocked(id chat.TableID, w *wait) {
	w.pause = nil
	th.waiting[id] = w
	th.queue = append(th.queue, id)
	th.more.Signal()
}

// dequeue is the table that waits longest, once there is one; false when ctx ends.
func (th *Thinker) dequeue(ctx context.Context) (id chat.TableID, ok bool) {
	th.mu.Lock()
	defer th.mu.Unlock()
	for len(th.queue) == 0 && ctx.Err() == nil {
		th.more.Wait()
	}
	if ctx.Err() != nil {
		return "", false
	}
	id, th.queue = th.queue[0], th.queue[1:]
	th.waiting[id].again = false
	return id, true
}

// finish forgets the table, unless it still waits, or has failed: then it is tried again.
func (th *Thinker) finish(ctx context.Context, id chat.TableID, err error) {
	if ctx.Err() != nil {
		return
	}
	th.mu.Lock()
	defer th.mu.Unlock()
	if err != nil {
		th.tables.Log.Error("the computer hasn't moved", "table", id, "err", err)
	}
	switch w := th.waiting[id]; {
	case w.again:
		th.enqueueLocked(id, newWait())
	case err != nil:
		w.failed = w.failed || errors.Is(err, computer.ErrPlayer)
		w.pause = time.AfterFunc(w.pauses.Next(), func() {
			th.mu.Lock()
			defer th.mu.Unlock()
			th.enqueueLocked(id, w)
		})
	default:
		delete(th.waiting, id)
	}
}

// question is what the table waits for.
type question struct {
	computer.Turn
	table chat.TableID
	rev   int64 // of the table
}

// questionOf is what the table waits for; nil if it doesn't. Where the player has failed, one
// of the usual level moves instead, for it would fail again.
func (th *Thinker) questionOf(ctx context.Context, id chat.TableID) (q *question, err error) {
	defer recovered(&err)
	t, err := th.tables.Table(ctx, id)
	if err != nil {
		return nil, chat.UnlessRefused(err)
	}
	for s := range t.Thinking().All() {
		q = &question{computer.TurnOf(t, s), id, t.Rev}
		break
	}
	th.mu.Lock()
	defer th.mu.Unlock()
	if q != nil && th.waiting[id].failed {
		q.Level = robot.Medium
	}
	return q, err
}

// recovered makes a panic of the function that defers it an error.
func recovered(err *error) {
	if r := recover(); r != nil {
		*err = chat.Recovered(r)
	}
}

// answer is what the player does. One that has failed is thrown away, for it may be broken;
// which level is asked next, question says. One that never returns keeps its goroutine.
func (th *Thinker) answer(ctx context.Context, q *question, players map[robot.Level]robot.Player) (computer.Move, error) {
	type answer struct {
		computer.Move
		err error
	}
	player, has := players[q.Level]
	if !has {
		player = th.tables.Dealer.players(q.Level)
	}
	delete(players, q.Level)
	done := make(chan answer, 1)
	go func() {
		var a answer
		defer func() { done <- a }()
		defer recovered(&a.err)
		began := time.Now()
		a.Move = q.Ask(player)
		th.tables.Metrics.ObserveThinking(time.Since(began))
	}()
	limit := time.NewTimer(longestThought)
	defer limit.Stop()
	select {
	case a := <-done:
		if a.err != nil {
			return computer.Move{}, fmt.Errorf("%w: %w", computer.ErrPlayer, a.err)
		}
		players[q.Level] = player
		return a.Move, nil
	case <-limit.C:
		return computer.Move{}, fmt.Errorf("%w: still thinks after %v", computer.ErrPlayer, longestThought)
	case <-ctx.Done():
		return computer.Move{}, ctx.Err()
	}
}

// makeMove lets the move be made, unless the table isn't any more what it was: then whoever
// has changed it has asked again, if it still waits.
func (th *Thinker) makeMove(ctx context.Context, q *question, m computer.Move) (err error) {
	defer recovered(&err)
	in := chat.Input{ID: fmt.Sprintf("think/%s/%d", q.table, q.rev)}
	_, err = th.tables.Update(ctx, q.table, in, people.Person{}, func(c *Change) (chat.Answer, error) {
		if c.Rev != q.rev {
			return chat.Answer{}, chat.Refuse("stale")
		}
		return chat.Answer{}, th.tables.Dealer.GoOnWith(ctx, c, m)
	})
	return chat.UnlessRefused(err)
}

// hold is a table whose screens wait for the computer's move.
type hold struct {
	timer *time.Timer   // until they wait no more
	over  chan struct{} // closed when they don't
	end   func()        // closes it
}

// endHold lets the screens wait no more.
func (l *Locked) endHold() {
	if l.hold != nil {
		l.hold.timer.Stop()
		l.hold.end()
		l.hold = nil
	}
}

// Await waits until the table's screens don't wait for the computer any more.
func (th *Thinker) Await(ctx context.Context, id chat.TableID) error {
	l, err := th.tables.Open(ctx, id)
	if err != nil {
		return err
	}
	h := l.hold
	l.Unlock()
	if h == nil {
		return nil
	}
	select {
	case <-h.over:
	case <-ctx.Done():
	}
	return ctx.Err()
}

// holdScreens lets the table's screens wait for the computer's move, but not for long. It
// says whether they do.
func (th *Thinker) holdScreens(l *Locked) bool {
	if l.now.Thinking() == 0 {
		l.endHold()
		return false
	}
	if l.hold == nil {
		id, h := l.id, &hold{over: make(chan struct{})}
		h.end = sync.OnceFunc(func() { close(h.over) })
		h.timer = time.AfterFunc(screenWait, func() { th.release(id, h) })
		l.hold = h
	}
	return true
}

// release shows the table as it is, if its screens still wait.
func (th *Thinker) release(id chat.TableID, h *hold) {
	defer chat.CatchFault(th.tables.Log, "table "+string(id), nil)
	defer h.end() // also if there is no such table any more
	l, err := th.tables.Open(th.tables.Running, id)
	if err != nil {
		return // what can't be read is shown later
	}
	defer l.Unlock()
	if l.hold == h {
		l.endHold()
		th.tables.display.Deliver(l)
	}
}
