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

// access is a process's right to use the store. cutAccess, loseAccess or die ends it.
type access struct {
	err  error     // error of further commits; nil while the process may commit
	lost time.Time // when another process took the database; zero if none did
}

// death plans the end of a process at a later commit. Only commits of deterministic turns count.
type death struct {
	commitsLeft int    // the process dies at this commit, counted from 1; 0 is no planned death
	applied     bool   // the commit is stored nevertheless
	onDeath     func() // may be nil
}

type inputIDKey struct{}

func (s *processStore) Get(ctx context.Context, key storage.Key) (storage.Doc, error) {
	if err := s.readErr(); err != nil {
		return storage.Doc{}, err
	}
	return s.shared.memory.Get(ctx, key)
}

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

// commit stores the documents unless the process dies at this commit; an applied death still stores them. The caller
// must hold sharedStore.mu.
func (s *processStore) commit(ctx context.Context, docs []storage.Doc) error {
	isCounted := len(docs) > 0 && s.shared.deterministicTurn.Load()
	dies := isCounted && s.death.commitsLeft == 1
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
	if isCounted && s.death.commitsLeft > 0 {
		s.death.commitsLeft--
	}
	return nil
}

func (s *processStore) die() error {
	s.access.err = fmt.Errorf("%w: %w", storage.ErrClosed, storage.ErrUncertain)
	if s.death.onDeath != nil {
		s.death.onDeath()
	}
	return storage.ErrUncertain
}

// waitApart waits a little longer on each call, so that periodic events of the bot's goroutines never coincide. The
// caller must hold no lock.
func waitApart(calls *atomic.Int64, minDelay time.Duration) {
	<-time.After(minDelay + time.Duration(calls.Add(1))*delayGrowth)
}

func (s *processStore) planDeath(d death) {
	s.shared.mu.Lock()
	defer s.shared.mu.Unlock()
	s.death = d
}

func (s *processStore) cutAccess() { s.endAccess(access{err: storage.ErrClosed}) }

func (s *processStore) loseAccess() {
	a := access{err: fmt.Errorf("%w: another process has it", storage.ErrClosed)}
	if s.shared.isDatabase {
		a.lost = time.Now()
	}
	s.endAccess(a)
}

func (s *processStore) endAccess(a access) {
	s.shared.mu.Lock()
	defer s.shared.mu.Unlock()
	if s.access.err == nil {
		s.access = a
	}
}

func (s *processStore) currentAccess() access {
	s.shared.mu.Lock()
	defer s.shared.mu.Unlock()
	return s.access
}

func (s *processStore) commitErr() error { return s.currentAccess().err }

// readErr returns the error of all further reads, or nil. A database still answers a process that has lost it.
func (s *processStore) readErr() error {
	if a := s.currentAccess(); a.lost.IsZero() {
		return a.err
	}
	return nil
}

func (s *processStore) mayAct() bool { return s.currentAccess().lost.IsZero() }

func (s *processStore) Close() error { return nil }
