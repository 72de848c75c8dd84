package telegram

import (
	"context"
	"slices"
	"sync"
	"time"
)

// tracker knows which updates may be confirmed: in order of arrival, those before the first unsettled one.
type tracker struct {
	mu      sync.Mutex
	order   []int64        // unconfirmed updates in order of arrival
	past    []int64        // settled, and part of the next confirmation; a poll may still bring them
	settled map[int64]bool // by update in order or past, unless it must come again
	next    int64          // the next offset; 0 if all is confirmed
	changed chan struct{}  // closed and renewed when an update is settled
}

func newTracker() *tracker {
	return &tracker{settled: make(map[int64]bool), changed: make(chan struct{})}
}

// begin records an update. It returns false if the update is known and needn't come again.
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

// settle records that the update is settled, or that it must come again.
func (t *tracker) settle(id int64, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !ok {
		delete(t.settled, id) // begin accepts it when it comes again
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

// offset returns the offset that confirms the first known updates of past; 0 confirms nothing. Telegram
// may renumber updates after an idle week, so a received offset isn't sent again.
func (t *tracker) offset() (offset int64, known int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.next, len(t.past)
}

// confirmed records that Telegram has received the offset. Its updates don't come again, and are
// forgotten.
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

// open returns how many updates are unsettled, and a channel that closes when the next is settled.
func (t *tracker) open() (n int, changed <-chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.order), t.changed
}

// waitForOne waits until another update is settled, at most for the time most.
func (t *tracker) waitForOne(ctx context.Context, most time.Duration) {
	_, changed := t.open()
	select {
	case <-changed:
	case <-time.After(most):
	case <-ctx.Done():
	}
}

// waitForAll waits until all updates are settled, at most for the time most.
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
