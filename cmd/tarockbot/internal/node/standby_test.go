package node

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"tarockbot/bot"
	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/postgres"
)

type flaky struct {
	storage.Store
	unreachable bool
}

func (f *flaky) Get(ctx context.Context, key storage.Key) (storage.Doc, error) {
	if f.unreachable {
		return storage.Doc{}, storage.ErrUnavailable
	}
	return f.Store.Get(ctx, key)
}

// TestBeginTermFails checks that a failure releases and drops the prepared term. A released term's store is
// closed and couldn't release another lease.
func TestBeginTermFails(t *testing.T) {
	t.Parallel()
	_, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	store, log := &flaky{Store: memory.New()}, slog.New(slog.DiscardHandler)
	b, err := bot.New(bot.Config{Store: store, Log: log, Random: rand.Reader, Key: key, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	released, disconnected := 0, 0
	n := &node{host: &host{config: config.Config{Data: filepath.Join(t.TempDir(), "tarock.db")}, log: log}, db: new(postgres.Database), key: key}
	s := newStandby(n)
	s.next = successor{node: n, connectedSince: time.Now(), disconnect: func() { disconnected++ }, term: &term{
		bot: b, access: access{allowCommits: func(*postgres.Lease) {}, release: func() { released++ }},
	}}
	store.unreachable = true
	if _, err := s.beginTerm(t.Context(), nil); !isTransient(err) {
		t.Errorf("got %v, want a transient error", err)
	}
	if s.next.term != nil || !s.next.connectedSince.IsZero() || disconnected != 1 || released != 1 {
		t.Errorf("after the failure: term %v, connected since %v; disconnected %d times, released %d times", s.next.term, s.next.connectedSince, disconnected, released)
	}
	s.next.term, store.unreachable = &term{bot: b, access: access{allowCommits: func(*postgres.Lease) {}}}, false
	if got, err := s.beginTerm(t.Context(), nil); err != nil || got != s.next.term || disconnected != 1 {
		t.Errorf("second attempt: got %v, disconnected %d times", err, disconnected)
	}
}
