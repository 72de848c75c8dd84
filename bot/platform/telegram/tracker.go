package telegram

import (
	"context"
	"slices"
	"sync"
	"time"
)

// tracker selects updates to confirm: those before the first unsettled one, in order of arrival.
type tracker struct {
	mu      sync.Mutex
	order   []int64        // unconfirmed
	past    []int64        // settled; the next confirmation covers them
	settled map[int64]bool // without updates that Telegram must deliver again
	next    int64          // next offset; 0 if no confirmation is due
	changed chan struct{}
}

func newTracker() *tracker {
	return &tracker{settled: make(map[int64]bool), changed: make(chan struct{})}
}

// begin records an update. It returns false for a known update, unless Telegram had to deliver it again.
func (t *tracker) begin(id int64) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, known := t.settled[id]; known {
		return false
	}
	if t.settled[id] = false; !slices.Contains(t.order, id) {
		t.order = append(t.order, id)
	}
	return true
}

func (t *tracker) settle(id int64, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !ok {
		delete(t.settled, id)
		return
	}
	t.settled[id] = true
	for len(t.order) > 0 && t.settled[t.order[0]] {
		t.next = t.order[0] + 1
		t.past = append(t.past, t.order[0])
		t.order = t.order[1:]
	}
	close(t.changed)
	t.changed = make(chan struct{})
}

// offset returns the next offset, and how many of past it confirms. Telegram may renumber updates after an idle week, so
// no offset is repeated.
func (t *tracker) offset() (offset int64, known int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.next, len(t.past)
}

func (t *tracker) confirmed(offset int64, known int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, id := range t.past[:known] {
		delete(t.settled, id)
	}
	t.past = t.past[known:]
	if t.next == offset {
		t.next = 0
	}
}

func (t *tracker) open() (n int, changed <-chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.order), t.changed
}

func (t *tracker) waitForOne(ctx context.Context, most time.Duration) {
	_, changed := t.open()
	select {
	case <-changed:
	case <-time.After(most):
	case <-ctx.Done():
	}
}

func (t *tracker) waitForAll(ctx context.Context, most time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	for n, changed := t.open(); n > 0 && ctx.Err() == nil; n, changed = t.open() {
		select {
		case <-changed:
		case <-ctx.Done():
		}
	}
}
