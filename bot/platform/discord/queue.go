package discord

import (
	"context"
	"log/slog"
	"sync"

	"tarockbot/bot/chat"
)

// queues run each person's jobs in order of arrival, and different people's concurrently. A panic in a job
// is logged with the job's name.
type queues struct {
	log *slog.Logger

	mu      sync.Mutex
	waiting map[string][]func() // by person
	closed  bool
	running int           // goroutines that do jobs
	idled   chan struct{} // closed when running becomes 0; nil unless idle waits

	// Jobs outside the queues.
	refusals counter // of interactions without a place in their queue
	slow     counter // slow jobs that the person doesn't wait for
}

// counter counts running jobs up to a maximum.
type counter struct{ count, most int }

func newQueues(log *slog.Logger) *queues {
	return &queues{log: log, refusals: counter{most: 8}, slow: counter{most: 64}}
}

// maxQueue bounds one person's waiting jobs.
const maxQueue = 16

// enqueue runs the person's job in its turn. It returns false if too many wait, or the bot is stopping.
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

// drain runs the person's jobs until none is left.
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

// runUnordered runs a job at once. It returns false if too many run, or the bot is stopping.
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

// start runs the job in a goroutine that idle waits for. The caller holds q.mu. A WaitGroup wouldn't do,
// because a first job may begin while idle waits.
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

// idle waits until no job runs, or until ctx ends.
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
