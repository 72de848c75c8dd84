package bot

import (
	"context"
	"slices"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/command"
	"tarockbot/bot/support/cache"
)

// doubleWithin is how soon a repeated press counts as accidental.
const doubleWithin = 10 * time.Second

const maxPresses = 2000

// presses remembers each person's last press per table. An accidental second press isn't refused as outdated.
type presses struct {
	last cache.Map[string, press] // by Request.PressKey; needs no mu

	mu   sync.Mutex                        // guards busy
	busy map[chat.PersonID][]chan struct{} // by head: a channel per press being decided
}

type press struct {
	line string
	at   time.Time
}

func newPresses() *presses {
	return &presses{last: cache.Map[string, press]{Keep: maxPresses}, busy: make(map[chat.PersonID][]chan struct{})}
}

func (p *presses) begin(head chat.PersonID) (done func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	open := make(chan struct{})
	p.busy[head] = append(p.busy[head], open)
	return sync.OnceFunc(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		close(open)
		p.busy[head] = slices.DeleteFunc(slices.Clone(p.busy[head]), func(c chan struct{}) bool { return c == open })
		if len(p.busy[head]) == 0 {
			delete(p.busy, head)
		}
	})
}

// awaitOthers waits for the person's other presses. A caller with an open press would deadlock.
func (p *presses) awaitOthers(ctx context.Context, head chat.PersonID) {
	p.mu.Lock()
	all := p.busy[head] // begin appends to the slice, and done replaces it
	p.mu.Unlock()
	for _, open := range all {
		select {
		case <-open:
		case <-ctx.Done():
			return
		}
	}
}

// record skips presses whose answer is a page or a question.
func (p *presses) record(r *command.Request, answer chat.Answer, now time.Time) {
	if r.CanonicalLine != "" && answer.Screen == nil && answer.Ask == nil {
		p.last.Put(r.PressKey(), press{r.CanonicalLine, now})
	}
}

// isDuplicate reports whether the same press had just succeeded. It first waits for the person's other presses.
func (p *presses) isDuplicate(ctx context.Context, r *command.Request, err error, now func() time.Time) bool {
	if !r.MayBeDuplicate(err) {
		return false
	}
	p.awaitOthers(ctx, r.Person.Head().Person)
	last, ok := p.last.Get(r.PressKey())
	return ok && last.line == r.CanonicalLine && r.CanonicalLine != "" && now().Sub(last.at) < doubleWithin
}
