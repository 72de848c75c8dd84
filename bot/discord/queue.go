package discord

import "sync"

// queues let each person's acts happen one after the other, in the order in
// which they arrived, and different people's at the same time.
type queues struct {
	mu      sync.Mutex
	waiting map[string][]func()
	closed  bool
	over    int
	slow    int
	work    sync.WaitGroup
}

// maxQueue is how many acts of one person may wait.
const maxQueue = 16

// add lets the person's job happen in its turn. False: too many wait already,
// or the bot is stopping.
func (q *queues) add(person string, job func()) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.waiting == nil {
		q.waiting = make(map[string][]func())
	}
	jobs, busy := q.waiting[person]
	if q.closed || len(jobs) >= maxQueue {
		return false
	}
	q.waiting[person] = append(jobs, job)
	if !busy {
		q.work.Go(func() { q.drain(person) })
	}
	return true
}

// How much is done out of turn at once: refusals of acts that find no place,
// beyond which they wait; and what takes its time for somebody who is not to
// wait.
const (
	maxOverflow = 8
	maxAside    = 64
)

// overflow does a short job out of turn; false: not even that.
func (q *queues) overflow(job func()) bool { return q.apart(&q.over, maxOverflow, job) }

// aside does a job that may take long; false: too many do already.
func (q *queues) aside(job func()) bool { return q.apart(&q.slow, maxAside, job) }

// apart does a job out of turn, unless there are as many as there may be.
func (q *queues) apart(count *int, most int, job func()) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed || *count >= most {
		return false
	}
	*count++
	q.work.Go(func() {
		defer func() {
			q.mu.Lock()
			*count--
			q.mu.Unlock()
		}()
		job()
	})
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

// wait takes no more jobs and waits until none is being done.
func (q *queues) wait() {
	q.mu.Lock()
	q.closed = true
	q.mu.Unlock()
	q.work.Wait()
}
