package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"sync"
	"sync/atomic"
	"time"

	"tarockbot/bot"
	"tarockbot/bot/match"
	"tarockbot/bot/tables"
	"tarockbot/bot/tables/alarms"
	"tarockbot/storage"
	"tarockbot/storage/memory"
)

// sharedStore holds the documents, which outlive processes. One process has it open at a time.
type sharedStore struct {
	memory *memory.Store
	// isDatabase is true if a process that loses the store can still read, but must not act.
	isDatabase bool
	// committed is called for each durable commit, with the ID of the input that caused it. mu is held.
	committed    func(input string, docs []storage.Doc)
	alarmScans   atomic.Int64 // the bot's searches for due alarms
	clockCommits atomic.Int64 // commits of the running time
	disk         disk
	// deterministicTurn is set while the bot handles one input or one response. At other times several goroutines may
	// commit at once, so the seed doesn't decide the order of their commits, and no planned death counts them.
	deterministicTurn atomic.Bool
	mu                sync.Mutex    // orders commits, and guards the access and death of all processes
	holder            *processStore // the last process's store; only the world uses it
}

// disk is the disk of the store, which may be full. Only the world uses changedAt and fullFor.
type disk struct {
	full      atomic.Bool
	changedAt time.Time     // when full last changed
	fullFor   time.Duration // total time for which the disk was full, without an outage that still lasts
}

// toggle fills the disk, or makes room on it again, and records that.
func (d *disk) toggle(h *history) {
	if d.full.Load() {
		d.fullFor += time.Since(d.changedAt)
	}
	d.changedAt = time.Now()
	d.full.Store(!d.full.Load())
	h.record("full %v", d.full.Load())
}

// processStore is the store as one process has opened it. It implements storage.Store.
type processStore struct {
	shared *sharedStore
	access access // guarded by sharedStore.mu, as is death
	death  death
}

// access tells whether a process may still use the store.
type access struct {
	err  error     // error of further commits; nil while the process may commit
	lost time.Time // time at which another process took the store; zero if none did
}

// death is the planned end of a process at one of its next commits. Only commits of a deterministic turn count.
type death struct {
	commitsLeft int    // the process dies at this commit, counted from 1; 0 or less if no death is planned
	applied     bool   // the commit is stored nevertheless
	onDeath     func() // is called at the death
}

// open takes the store from the process that has it and opens it for a new one.
func (s *sharedStore) open() *processStore {
	s.revoke()
	s.holder = &processStore{shared: s}
	return s.holder
}

// revoke takes the store from the process that has it.
func (s *sharedStore) revoke() {
	if s.holder != nil {
		s.holder.stop(fmt.Errorf("%w: another process has it", storage.ErrClosed), time.Now())
	}
}

// documents returns all documents, ready to be stored elsewhere.
func (s *sharedStore) documents() (all []storage.Doc, err error) {
	for _, kind := range bot.Kinds() {
		for doc, err := range s.memory.Scan(context.Background(), kind, "", "") {
			if err != nil {
				return nil, err
			}
			doc.Version = 0
			all = append(all, doc)
		}
	}
	return all, nil
}

// table reads a stored table. The table is nil if there is an error.
func (s *sharedStore) table(id string) (doc storage.Doc, t *match.Table, err error) {
	if doc, err = s.memory.Get(context.Background(), storage.Key{Kind: tables.KindTable, ID: id}); err == nil {
		t, err = match.Parse(id, doc.Data)
	}
	return doc, t, err
}

// runningTime reads the bot's stored running time, from the form of alarms.storedClock. It is an error if there is none.
func (s *sharedStore) runningTime() (time.Duration, error) {
	var clock struct{ Bot int64 } // milliseconds
	doc, err := s.memory.Get(context.Background(), storage.Key{Kind: alarms.KindClock, ID: "running"})
	if err == nil {
		err = json.Unmarshal(doc.Data, &clock)
	}
	if err == nil && clock.Bot == 0 {
		err = errors.New("the stored clock has no running time")
	}
	return time.Duration(clock.Bot) * time.Millisecond, err
}

// markNothingShown marks all messages of the stored table as not shown, and the table as dirty.
func (s *sharedStore) markNothingShown(id string) error {
	ctx := context.Background()
	doc, t, err := s.table(id)
	if err != nil {
		return err
	}
	for i := range t.Messages {
		t.Messages[i].Shown = 0
	}
	if doc.Data, err = t.Encode(); err != nil {
		return err
	}
	mark := storage.Key{Kind: tables.KindDirty, ID: id}
	old, err := s.memory.Get(ctx, mark)
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		return err
	}
	isMarked := err == nil
	return s.memory.Commit(ctx, doc, storage.Doc{Key: mark, Version: old.Version, Data: []byte{}, Unchanged: isMarked})
}

// inputIDKey is the context key of the ID of the input that is being handled.
type inputIDKey struct{}

// Get implements storage.Store.
func (s *processStore) Get(ctx context.Context, key storage.Key) (storage.Doc, error) {
	if err := s.readErr(); err != nil {
		return storage.Doc{}, err
	}
	return s.shared.memory.Get(ctx, key)
}

// Scan implements storage.Store.
func (s *processStore) Scan(ctx context.Context, kind, from, to string) iter.Seq2[storage.Doc, error] {
	isAlarmScan := kind == alarms.KindAlarm && from == string(alarms.RunningTime)
	if isAlarmScan && s.commitErr() == nil {
		waitApart(&s.shared.alarmScans, scanDelay)
	}
	return func(yield func(storage.Doc, error) bool) {
		for doc, err := range s.shared.memory.Scan(ctx, kind, from, to) {
			if closed := s.readErr(); closed != nil {
				doc, err = storage.Doc{}, closed
			}
			if !yield(doc, err) || err != nil {
				return
			}
		}
	}
}

// Commit implements storage.Store.
func (s *processStore) Commit(ctx context.Context, docs ...storage.Doc) error {
	isClockCommit := len(docs) == 1 && docs[0].Key.Kind == alarms.KindClock
	if isClockCommit && s.commitErr() == nil {
		waitApart(&s.shared.clockCommits, clockDelay)
	}
	s.shared.mu.Lock()
	defer s.shared.mu.Unlock()
	switch {
	case s.access.err != nil:
		return s.access.err
	case s.shared.disk.full.Load() && len(docs) > 0:
		return storage.ErrFull
	}
	counts := len(docs) > 0 && s.shared.deterministicTurn.Load()
	dies := counts && s.death.commitsLeft == 1
	if dies && !s.death.applied {
		return s.die()
	}
	if err := s.shared.memory.Commit(ctx, docs...); err != nil {
		return err
	}
	input, _ := ctx.Value(inputIDKey{}).(string)
	s.shared.committed(input, docs)
	if dies {
		return s.die()
	}
	if counts {
		s.death.commitsLeft--
	}
	return nil
}

// die carries out the planned death: it closes the store for the process, calls onDeath, and returns the error of the commit.
// The caller must hold sharedStore.mu.
func (s *processStore) die() error {
	s.access.err = fmt.Errorf("%w: %w", storage.ErrClosed, storage.ErrUncertain)
	s.death.onDeath()
	return storage.ErrUncertain
}

// waitApart waits for the least time, and for a little longer on each call. That keeps apart what the bot does every few
// seconds in separate goroutines. These hold no lock of the bot here, so the wait delays nothing else.
func waitApart(times *atomic.Int64, least time.Duration) {
	<-time.After(least + time.Duration(times.Add(1))*delayGrowth)
}

// planDeath plans the death of the process; a zero death cancels it.
func (s *processStore) planDeath(d death) {
	s.shared.mu.Lock()
	defer s.shared.mu.Unlock()
	s.death = d
}

// stop makes all further commits fail with err. lost is the time at which another process took the store; zero if none did.
func (s *processStore) stop(err error, lost time.Time) {
	s.shared.mu.Lock()
	defer s.shared.mu.Unlock()
	if s.access.err == nil {
		s.access.err, s.access.lost = err, lost
	}
}

// currentAccess returns the process's access.
func (s *processStore) currentAccess() access {
	s.shared.mu.Lock()
	defer s.shared.mu.Unlock()
	return s.access
}

// commitErr returns the error of all further commits; nil if the process has the store.
func (s *processStore) commitErr() error { return s.currentAccess().err }

// databaseLostAt returns the time at which another process took the database. isLost is false if none did, and for a store
// that is no database.
func (s *processStore) databaseLostAt() (at time.Time, isLost bool) {
	lost := s.currentAccess().lost
	return lost, s.shared.isDatabase && !lost.IsZero()
}

// readErr returns the error of all further reads; nil if the process can read. A database still answers reads of a process
// that has lost it.
func (s *processStore) readErr() error {
	if _, isLost := s.databaseLostAt(); isLost {
		return nil
	}
	return s.commitErr()
}

// mayAct reports whether the bot may act. It is false only for a process that has lost a database.
func (s *processStore) mayAct() bool {
	_, isLost := s.databaseLostAt()
	return !isLost
}

// Close implements storage.Store.
func (s *processStore) Close() error { return nil }
