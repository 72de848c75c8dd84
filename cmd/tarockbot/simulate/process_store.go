package main

import (
	"context"
	"fmt"
	"iter"
	"sync/atomic"
	"time"

	"tarockbot/bot/tables/alarms"
	"tarockbot/storage"
)

// processStore is the store as one process has opened it. It implements storage.Store.
type processStore struct {
	shared *sharedStore
	access access // guarded by sharedStore.mu, as is death
	death  death
}

// access tells whether a process may still use the store. Access ends in three ways: cutOff ends it for a killed process, lose
// for a process whose store another one takes, and die at a planned commit.
type access struct {
	err  error     // error of further commits; nil while the process may commit
	lost time.Time // time at which another process took the database; zero if none did
}

// death is the planned end of a process at one of its next commits. Only commits of a deterministic turn count.
type death struct {
	commitsLeft int    // the process dies at this commit, counted from 1; 0 if no death is planned
	applied     bool   // the commit is stored nevertheless
	onDeath     func() // is called at the death unless nil
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
	isAlarmScan := kind == alarms.KindAlarm && from == string(alarms.RunningTime) // by alarms.Runner
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
	case s.shared.fullDisk.isOngoing() && len(docs) > 0: // a commit without documents needs no room
		return storage.ErrFull
	}
	return s.commit(ctx, docs)
}

// commit stores the documents and reports that. If the process dies at this commit, the documents are stored only if the death is
// applied, and the error is the death's. The caller must hold sharedStore.mu.
func (s *processStore) commit(ctx context.Context, docs []storage.Doc) error {
	counts := len(docs) > 0 && s.shared.deterministicTurn.Load()
	dies := counts && s.death.commitsLeft == 1
	if dies && !s.death.applied {
		return s.die()
	}
	if err := s.shared.memory.Commit(ctx, docs...); err != nil {
		return err
	}
	input, _ := ctx.Value(inputIDKey{}).(string)
	s.shared.onCommit(input, docs)
	if dies {
		return s.die()
	}
	if counts && s.death.commitsLeft > 0 {
		s.death.commitsLeft--
	}
	return nil
}

// die carries out the planned death: it closes the store for the process, calls onDeath, and returns the error of the commit.
// The caller must hold sharedStore.mu.
func (s *processStore) die() error {
	s.access.err = fmt.Errorf("%w: %w", storage.ErrClosed, storage.ErrUncertain)
	if s.death.onDeath != nil {
		s.death.onDeath()
	}
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

// cutOff makes all further commits fail, unless they fail already.
func (s *processStore) cutOff() { s.endAccess(access{err: storage.ErrClosed}) }

// lose cuts the process off because another process takes the store now.
func (s *processStore) lose() {
	a := access{err: fmt.Errorf("%w: another process has it", storage.ErrClosed)}
	if s.shared.isDatabase {
		a.lost = time.Now()
	}
	s.endAccess(a)
}

// endAccess sets the access of a process that could commit until now.
func (s *processStore) endAccess(a access) {
	s.shared.mu.Lock()
	defer s.shared.mu.Unlock()
	if s.access.err == nil {
		s.access = a
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

// readErr returns the error of all further reads; nil if the process can read. A database still answers reads of a process
// that has lost it.
func (s *processStore) readErr() error {
	if a := s.currentAccess(); a.lost.IsZero() {
		return a.err
	}
	return nil
}

// mayAct reports whether the bot may act. It is false only for a process that has lost a database.
func (s *processStore) mayAct() bool { return s.currentAccess().lost.IsZero() }

// Close implements storage.Store. It does nothing: the access ends when another process opens the store.
func (s *processStore) Close() error { return nil }
