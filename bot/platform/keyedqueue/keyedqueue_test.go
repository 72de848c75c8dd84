package keyedqueue

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"testing"
)

// TestJobsBeginWhileIdleWaits: Discord's events continue while Idle waits.
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
		t.Error("the turn must be the first in both queues")
	}
	turn.Leave()
	q.Close()
	if len(done) != maxWaiting || !slices.IsSorted(done) {
		t.Errorf("jobs ran in the order %v", done)
	}
	if q.IsBusy("person") || q.Go("a job", func() {}) {
		t.Error("a closed queue accepts jobs or has turns")
	}
}

func TestLeaveWithoutWait(t *testing.T) {
	q := New(slog.New(slog.DiscardHandler))
	first, unwaited := q.Join("person"), q.Join("person", "chat")
	person, chat := q.Join("person"), q.Join("chat")
	unwaited.Leave()
	if person.Wait(canceled(t)) {
		t.Error("the person's next turn began before the first ended")
	}
	if !chat.Wait(t.Context()) {
		t.Error("the chat's next turn didn't begin")
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

func canceled(t *testing.T) context.Context {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx
}
