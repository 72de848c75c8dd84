package discord

import "sync"

// queues let each person's acts happen one after the other, in the order in
// which they arrived, and different people's at the same time.
type queues struct {
	mu      sync.Mutex
	waiting map[string][]func()
	closed  bool
	over    int
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

// maxOverflow is how many refusals of acts that find no place are sent at
// once; what is beyond that waits.
const maxOverflow = 8

// overflow does a short job out of turn; false: not even that.
func (q *queues) overflow(job func()) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed || q.over >= maxOverflow {
		return false
	}
	q.over++
	q.work.Go(func() {
		defer func() {
			q.mu.Lock()
			q.over--
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
