package main

import (
	"context"
	"fmt"
	"iter"
	"sync"
	"sync/atomic"
	"time"

	"tarockbot/bot/match"
	"tarockbot/storage"
	"tarockbot/storage/memory"
)

// sharedStore holds the documents, which outlive processes. One process has it open at a time.
type sharedStore struct {
	*memory.Store
	holder       *processStore // the last process's; only the world uses it
	mu           sync.Mutex    // guards the fields down to fullFor and those of processStore, and orders calls of committed
	full         bool
	fullSince    time.Time     // start of the current state of full
	fullFor      time.Duration // total time of earlier full states
	clock        *clock
	alarmScans   atomic.Int64 // the bot's searches for due alarms
	clockCommits atomic.Int64 // commits of the running time
	// alone is set while only one thing is happening: an input or the arrival of a request. Then the order of
	// commits is no chance.
	alone atomic.Bool
	// isDatabase is true if a process that loses the store can still read, but must not act.
	isDatabase bool
	// committed is called for each durable commit, with the ID of the input that caused it.
	committed func(input string, docs []storage.Doc)
}

// processStore is the store as one process has opened it. It implements storage.Store.
type processStore struct {
	*sharedStore
	err   error     // the error of further commits
	lost  time.Time // when another process took it; zero if none did
	death death
}

// death is the planned end of a process at one of its next commits.
type death struct {
	commitsLeft int    // commits until then; 0 if it isn't planned
	applied     bool   // the last commit is stored
	onDeath     func() // is called at the death
}

// open takes the store from the process that has it and opens it for a new one.
func (d *sharedStore) open() *processStore {
	d.revoke()
	d.holder = &processStore{sharedStore: d}
	return d.holder
}

// revoke takes the store from the process that has it.
func (d *sharedStore) revoke() {
	if d.holder != nil {
		d.holder.stop(fmt.Errorf("%w: another process has it", storage.ErrClosed), time.Now())
	}
}

func (d *sharedStore) setFull(full bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.full {
		d.fullFor += time.Since(d.fullSince)
	}
	d.full, d.fullSince = full, time.Now()
}

// table reads a stored table. The table is nil if there is an error.
func (d *sharedStore) table(id string) (doc storage.Doc, t *match.Table, err error) {
	if doc, err = d.Store.Get(context.Background(), storage.Key{Kind: "table", ID: id}); err == nil {
		t, err = match.Parse(id, doc.Data)
	}
	return doc, t, err
}

// markNothingShown marks all messages of the stored table as not shown.
func (d *sharedStore) markNothingShown(id string) error {
	ctx := context.Background()
	doc, t, err := d.table(id)
	if err != nil {
		return err
	}
	for i := range t.Messages {
		t.Messages[i].Shown = 0
	}
	if doc.Data, err = t.Encode(); err != nil {
		return err
	}
	mark := storage.Doc{Key: storage.Key{Kind: "owed", ID: id}, Data: []byte{}}
	if _, err := d.Store.Get(ctx, mark.Key); err == nil {
		mark.Version, mark.Unchanged = 1, true
	}
	return d.Store.Commit(ctx, doc, mark)
}

// byInput is the context key of the ID of the input that is being handled.
type byInput struct{}

// Get implements storage.Store.
func (s *processStore) Get(ctx context.Context, key storage.Key) (storage.Doc, error) {
	if err := s.unreadable(); err != nil {
		return storage.Doc{}, err
	}
	return s.Store.Get(ctx, key)
}

// Scan implements storage.Store.
func (s *processStore) Scan(ctx context.Context, kind, from, to string) iter.Seq2[storage.Doc, error] {
	if kind == "alarm" && from == "run" && s.stopped() == nil { // the bot searches for due alarms without a lock
		s.waitApart(&s.alarmScans, scanDelay)
	}
	return func(yield func(storage.Doc, error) bool) {
		for doc, err := range s.Store.Scan(ctx, kind, from, to) {
			if stopped := s.unreadable(); stopped != nil {
				doc, err = storage.Doc{}, stopped
			}
			if !yield(doc, err) || err != nil {
				return
			}
		}
	}
}

// Commit implements storage.Store.
func (s *processStore) Commit(ctx context.Context, docs ...storage.Doc) error {
	if len(docs) == 1 && docs[0].Key.Kind == "clock" && s.stopped() == nil { // the bot stores its running time without a lock
		s.waitApart(&s.clockCommits, clockDelay)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clock.fence()
	switch {
	case s.err != nil:
		return s.err
	case s.full && len(docs) > 0:
		return storage.ErrFull
	}
	dies := false
	if s.death.commitsLeft > 0 && s.alone.Load() && len(docs) > 0 {
		s.death.commitsLeft--
		dies = s.death.commitsLeft == 0
	}
	if !dies || s.death.applied {
		if err := s.Store.Commit(ctx, docs...); err != nil {
			return err
		}
		input, _ := ctx.Value(byInput{}).(string)
		s.committed(input, docs)
	}
	if dies {
		s.err = fmt.Errorf("%w: %w", storage.ErrClosed, storage.ErrUncertain)
		s.death.onDeath()
		return storage.ErrUncertain
	}
	return nil
}

// plan plans the death of the process; a zero death cancels it.
func (s *processStore) plan(d death) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.death = d
}

// waitApart waits, longer each time. The bot does some things every few seconds in separate goroutines. They
// must never fall into the same moment.
func (s *processStore) waitApart(times *atomic.Int64, least time.Duration) {
	<-time.After(least + time.Duration(times.Add(1))*delayGrowth)
}

// stop lets all further commits fail. lost is the time at which another process took the store; zero if none did.
func (s *processStore) stop(err error, lost time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		s.err, s.lost = err, lost
	}
}

// stopped returns the error of all further commits; nil if the process has the store.
func (s *processStore) stopped() error {
	s.clock.fence()
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// unreadable returns the error of all further reads; nil if the process can read.
func (s *processStore) unreadable() error {
	if !s.acts() {
		return nil
	}
	return s.stopped()
}

// lostAt returns the time at which another process took the store; zero if none did.
func (s *processStore) lostAt() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lost
}

// acts reports whether the process may act.
func (s *processStore) acts() bool { return !s.isDatabase || s.lostAt().IsZero() }

// Close implements storage.Store.
func (s *processStore) Close() error { return nil }
