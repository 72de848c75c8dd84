package discord

import (
	"context"
	"log/slog"
	"sync"

	"tarockbot/bot/chat"
)

// queues let each person's acts happen in the order in which they arrived, and different
// people's at the same time. A fault in one is logged with what it was.
type queues struct {
	log *slog.Logger

	mu      sync.Mutex
	waiting map[string][]func() // by person
	closed  bool
	work    sync.WaitGroup

	// How much is done out of turn.
	refusals counter // of acts that find no place
	slow     counter // what takes its time for somebody who is not to wait
}

// counter counts what is done at once, and knows how much may be.
type counter struct{ count, most int }

func newQueues(log *slog.Logger) *queues {
	return &queues{log: log, refusals: counter{most: 8}, slow: counter{most: 64}}
}

// maxQueue is how many acts of one person may wait.
const maxQueue = 16

// add does the person's job in its turn; false: too many wait, or the bot is stopping.
func (q *queues) add(person, what string, job func()) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.waiting == nil {
		q.waiting = make(map[string][]func())
	}
	jobs, busy := q.waiting[person]
	if q.closed || len(jobs) >= maxQueue {
		return false
	}
	q.waiting[person] = append(jobs, func() {
		defer chat.CatchFault(q.log, "discord: "+what, nil)
		job()
	})
	if !busy {
		q.work.Go(func() { q.drain(person) })
	}
	return true
}

// drain does the person's jobs until there are none.
func (q *queues) drain(person string) {
	for {
		q.mu.Lock()
		jobs := q.waiting[person]
		if len(jobs) == 0 {
			delete(q.waiting, person)
			q.mu.Unlock()
			return
		}
		q.waiting[person] = jobs[1:]
		q.mu.Unlock()
		jobs[0]()
	}
}

// aside does a job out of turn; false: as many are being done as may be.
func (q *queues) aside(of *counter, what string, job func()) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed || of.count >= of.most {
		return false
	}
	of.count++
	q.work.Go(func() {
		defer func() {
			q.mu.Lock()
			of.count--
			q.mu.Unlock()
		}()
		defer chat.CatchFault(q.log, "discord: "+what, nil)
		job()
	})
	return true
}

// idle waits until none is being done, or for the end of ctx.
func (q *queues) idle(ctx context.Context) {
	done := make(chan struct{})
	go func() {
		q.work.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
}

// wait takes no more jobs and waits until none is being done.
func (q *queues) wait() {
	q.mu.Lock()
	q.closed = true
	q.mu.Unlock()
	q.work.Wait()
}
