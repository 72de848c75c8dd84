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
	running int           // goroutines that do jobs
	idled   chan struct{} // closed when running becomes 0; nil while nobody waits for that

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
func (q *queues) enqueue(person, what string, job func()) bool {
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
		q.start(func() { q.drain(person) })
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
func (q *queues) runUnordered(of *counter, what string, job func()) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed || of.count >= of.most {
		return false
	}
	of.count++
	q.start(func() {
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

// start runs the job in a goroutine that idle waits for. The caller holds q.mu: a WaitGroup
// wouldn't do, because jobs may begin from none while somebody waits.
func (q *queues) start(job func()) {
	q.running++
	go func() {
		job()
		q.mu.Lock()
		defer q.mu.Unlock()
		if q.running--; q.running == 0 && q.idled != nil {
			close(q.idled)
			q.idled = nil
		}
	}()
}

// idle waits until no job runs, or for the end of ctx.
func (q *queues) idle(ctx context.Context) {
	q.mu.Lock()
	idled := q.idled
	if idled == nil && q.running > 0 {
		idled = make(chan struct{})
		q.idled = idled
	}
	q.mu.Unlock()
	if idled == nil {
		return
	}
	select {
	case <-idled:
	case <-ctx.Done():
	}
}

// wait refuses new jobs and waits until none runs.
func (q *queues) wait() {
	q.mu.Lock()
	q.closed = true
	q.mu.Unlock()
	q.idle(context.Background())
}
