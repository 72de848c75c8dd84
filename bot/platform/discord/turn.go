package discord

import (
	"sync"
	"time"
)

// turn decides which answers an interaction gets: a first one, provisional or final, and one final one.
type turn struct {
	provisional *time.Timer // gives the provisional answer

	mu                 sync.Mutex
	answered, finished bool
}

// takeFirst claims the first answer. It returns false if that is taken.
func (t *turn) takeFirst() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	ok := !t.answered
	t.answered = true
	return ok
}

// takeFinal claims the final answer, and stops the timer. ok is false if the final answer is taken; late is true if it
// isn't the first answer.
func (t *turn) takeFinal() (late, ok bool) {
	t.provisional.Stop()
	t.mu.Lock()
	defer t.mu.Unlock()
	late, ok = t.answered, !t.finished
	t.answered, t.finished = true, true
	return late, ok
}
