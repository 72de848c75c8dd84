package keyedqueue

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"testing"
)

// Jobs may begin while somebody waits for the end of those before: Discord's Leave ends no events of
// servers.
func TestJobsBeginWhileIdleWaits(t *testing.T) {
	q := New(slog.New(slog.DiscardHandler))
	for range 2000 {
		var both sync.WaitGroup
		both.Go(func() { q.Idle(t.Context()) })
		both.Go(func() { q.Enqueue("person", "a job", func() {}) })
		both.Wait()
	}
	q.Close()
}

// TestOrder: the jobs of a key run in order, also behind a turn and after a panic; too many are refused.
func TestOrder(t *testing.T) {
	q := New(slog.New(slog.DiscardHandler))
	turn := q.Join("person", "chat")
	var done []int
	for n := range maxWaiting {
		if !q.Enqueue("person", "a job", func() {
			if done = append(done, n); n == 0 {
				panic("on purpose")
			}
		}) {
			t.Fatalf("job %d is refused", n)
		}
	}
	if q.Enqueue("person", "a job", func() {}) || !q.Enqueue("another", "a job", func() {}) {
		t.Error("only the person's queue must be full")
	}
	if !turn.IsFollowed() || turn.WasQueued() || q.Join("chat").Wait(canceled(t)) {
		t.Error("the turn was the first, and the chat waits for it, too")
	}
	turn.Leave()
	q.Close()
	if len(done) != maxWaiting || !slices.IsSorted(done) {
		t.Errorf("done in the order %v", done)
	}
	if q.IsBusy("person") || q.Go("a job", func() {}) {
		t.Error("it is closed, and nothing is left")
	}
}

// TestLeaveUnwaited: a turn that leaves before it began doesn't let the next begin beside earlier ones,
// in each of its queues.
func TestLeaveUnwaited(t *testing.T) {
	q := New(slog.New(slog.DiscardHandler))
	first, unwaited := q.Join("person"), q.Join("person", "chat")
	person, chat := q.Join("person"), q.Join("chat")
	unwaited.Leave()
	if person.Wait(canceled(t)) {
		t.Error("the person's next turn began beside the first")
	}
	if !chat.Wait(t.Context()) {
		t.Error("the chat's next turn waits for no other")
	}
	first.Leave()
	if !person.Wait(t.Context()) {
		t.Error("the person's next turn didn't begin")
	}
	person.Leave()
	chat.Leave()
	if q.IsBusy("person") || q.IsBusy("chat") {
		t.Error("turns are left")
	}
}

// canceled returns a context that has ended.
func canceled(t *testing.T) context.Context {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx
}
