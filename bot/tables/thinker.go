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
	"tarockbot/engine"
	"tarockbot/engine/robot"
)

const (
	// thoughtTime is the least time that a move takes, so that nobody notices whether the player had a choice.
	thoughtTime = 50 * time.Millisecond

	longestThought = time.Minute

	firstThinkAgain = 10 * time.Second // pause after a failure; doubles with each
	lastThinkAgain  = 10 * time.Minute
)

// Thinker runs slow computer players outside all locks, on half of the cores. It submits a move as an input. If the
// table has changed, it thinks again.
type Thinker struct {
	tables *Tables

	moves sync.WaitGroup

	mu      sync.Mutex
	more    *sync.Cond
	queue   []chat.TableID
	waiting map[chat.TableID]*wait // queued, in work or in a retry pause
}

type wait struct {
	again  bool // the table was stored after it left the queue
	failed bool // the player failed in this position
	pauses retry.Backoff
	pause  *time.Timer // queues the table again after a failure; nil: no pause
}

func newWait() *wait {
	return &wait{pauses: retry.Backoff{First: firstThinkAgain, Last: lastThinkAgain}}
}

func newThinker(ts *Tables) *Thinker {
	th := &Thinker{tables: ts, waiting: make(map[chat.TableID]*wait)}
	th.more = sync.NewCond(&th.mu)
	return th
}

// Load queues tables that already waited before the start.
func (th *Thinker) Load(context.Context) error {
	for _, s := range th.tables.Index.All(func(s Summary) bool { return s.Thinks }) {
		th.request(s.ID)
	}
	return nil
}

// Waiting returns how many tables wait.
func (th *Thinker) Waiting() int {
	th.mu.Lock()
	defer th.mu.Unlock()
	return len(th.waiting)
}

// Run serves the queue until ctx ends. It abandons players that still think.
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

// request queues the table. It ends a retry pause, because the position is new.
func (th *Thinker) request(id chat.TableID) {
	th.mu.Lock()
	defer th.mu.Unlock()
	if w := th.waiting[id]; w != nil && (w.pause == nil || !w.pause.Stop()) {
		w.again = true
		return
	}
	th.enqueueLocked(id, newWait())
}

func (th *Thinker) requestUnlessWaiting(id chat.TableID) {
	th.mu.Lock()
	defer th.mu.Unlock()
	if th.waiting[id] == nil {
		th.enqueueLocked(id, newWait())
	}
}

func (th *Thinker) enqueueLocked(id chat.TableID, w *wait) {
	w.pause = nil
	th.waiting[id] = w
	th.queue = append(th.queue, id)
	th.more.Signal()
}

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

func (th *Thinker) finish(ctx context.Context, id chat.TableID, err error) {
	if ctx.Err() != nil {
		return
	}
	th.mu.Lock()
	defer th.mu.Unlock()
	if err != nil {
		th.tables.config.Log.Error("the computer hasn't moved", "table", id, "err", err)
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

type question struct {
	computer.Turn
	table chat.TableID
	rev   int64
}

// questionOf replaces a player that failed in this position by a usual one.
func (th *Thinker) questionOf(ctx context.Context, id chat.TableID) (q *question, err error) {
	defer recovered(&err)
	t, err := th.tables.Table(ctx, id)
	if err != nil {
		return nil, chat.IgnoreRefusal(err)
	}
	s := t.Thinking().First()
	if s == engine.Nobody {
		return nil, nil
	}
	q = &question{computer.TurnOf(t, s), id, t.Rev}
	if th.hasFailed(id) {
		q.Level = robot.Medium
	}
	return q, nil
}

func (th *Thinker) hasFailed(id chat.TableID) bool {
	th.mu.Lock()
	defer th.mu.Unlock()
	return th.waiting[id].failed
}

func recovered(err *error) {
	if r := recover(); r != nil {
		*err = chat.NewFault(r)
	}
}

// answer asks the level's player for its move. It doesn't reuse a failed player. A hung player leaks its goroutine.
func (th *Thinker) answer(ctx context.Context, q *question, players map[robot.Level]robot.Player) (computer.Move, error) {
	type answer struct {
		computer.Move
		err error
	}
	player, has := players[q.Level]
	if !has {
		player = th.tables.config.Players(q.Level)
	}
	delete(players, q.Level)
	done := make(chan answer, 1)
	go func() {
		var a answer
		defer func() { done <- a }()
		defer recovered(&a.err)
		began := time.Now()
		a.Move = q.ChooseMove(player)
		th.tables.config.Metrics.ObserveThinking(time.Since(began))
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

// makeMove does nothing if the table changed: the change has queued it again.
func (th *Thinker) makeMove(ctx context.Context, q *question, m computer.Move) (err error) {
	defer recovered(&err)
	in := chat.Input{ID: fmt.Sprintf("think/%s/%d", q.table, q.rev)}
	_, err = th.tables.Update(ctx, q.table, in, people.Person{}, func(c *Change) (chat.Answer, error) {
		if c.Rev != q.rev {
			return chat.Answer{}, ErrUnchanged
		}
		return chat.Answer{}, th.tables.Dealer.Play(ctx, c, m)
	})
	return chat.IgnoreRefusal(err)
}
