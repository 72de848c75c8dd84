package node

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"tarockbot/bot/people"
	"tarockbot/bot/support/retry"
	"tarockbot/bot/tables"
	"tarockbot/cmd/tarockbot/internal/backup"
	"tarockbot/storage"
	"tarockbot/storage/postgres"
)

const (
	handoverPause = 20 * time.Millisecond // during a handover
	standbyPause  = 200 * time.Millisecond
)

type standby struct {
	node      *node
	state     stateReporter
	next      successor
	startOnce sync.Once             // starts warmCache and rehearseRepeatedly
	rehearsed atomic.Pointer[error] // the latest result; nil before the first
	nextDrop  time.Time
}

func newStandby(n *node) *standby {
	return &standby{
		node: n, state: stateReporter{host: n.host}, nextDrop: time.Now().Add(dropAfter),
		next: successor{node: n, disconnect: func() {}},
	}
}

func (s *standby) awaitTerm(ctx context.Context) (*term, error) {
	ctx, stopRehearsals := context.WithCancel(ctx)
	defer stopRehearsals() // waiting for a running rehearsal would delay the term
	for {
		t, whyNot, err := s.tryTerm(ctx)
		if t != nil || err != nil {
			return t, err
		}
		if s.state.report(ctx, whyNot); !retry.Sleep(ctx, s.pauseAfter(whyNot)) {
			s.next.reset()
			return nil, ctx.Err()
		}
	}
}

// tryTerm returns whyNot if this node can't act now, and err if later attempts would also fail.
func (s *standby) tryTerm(ctx context.Context) (t *term, whyNot, err error) {
	lease, whyNot := s.node.acquireLease(ctx)
	if whyNot == nil {
		if t, err = s.beginTerm(ctx, lease); err == nil {
			return t, nil, nil
		}
		if !isTransient(err) && ctx.Err() == nil {
			return nil, nil, err
		}
		whyNot = err
	}
	if errors.Is(whyNot, postgres.ErrHeld) {
		whyNot = s.getReady(ctx)
	}
	return nil, whyNot, nil
}

func (s *standby) pauseAfter(err error) time.Duration {
	switch {
	case errors.Is(err, ErrMismatch): // leave the lease to a node with the right key and list
		return rehearseEvery
	case s.next.term != nil:
		return handoverPause
	}
	return standbyPause
}

// beginTerm begins a term with the lease. On an error it drops the successor's term, whose store is closed.
func (s *standby) beginTerm(ctx context.Context, lease *postgres.Lease) (*term, error) {
	t := s.next.term
	if t == nil {
		var err error
		if t, err = s.node.newTerm(ctx); err != nil {
			return nil, errors.Join(err, lease.Release(context.WithoutCancel(ctx)))
		}
	}
	s.node.compareClocks()
	t.lease = lease
	t.allowCommits(lease) // from here on, t.release releases the lease
	switch err := s.node.storeShared(ctx, t.bot.Documents()); {
	case errors.Is(err, storage.ErrFull):
		s.node.log.Warn("the key and list of forgotten people that all nodes need aren't recorded yet", "err", err)
	case err != nil:
		t.release()
		s.next.reset()
		return nil, err
	}
	return t, nil
}

// getReady prepares this node while another node holds the lease. It returns why this node couldn't act.
func (s *standby) getReady(ctx context.Context) error {
	s.startOnce.Do(func() {
		go s.warmCache(ctx)
		go s.rehearseRepeatedly(ctx)
	})
	s.dropBackups()
	err := s.next.prepareIfLeaving(ctx)
	if last := s.rehearsed.Load(); err == nil && last != nil {
		err = *last
	}
	return err
}

const rehearseEvery = 10 * time.Second

// rehearseRepeatedly finds faults that the operator can mend while another node acts.
func (s *standby) rehearseRepeatedly(ctx context.Context) {
	for again := true; again; again = retry.Sleep(ctx, rehearseEvery) {
		err := s.rehearse(ctx)
		s.rehearsed.Store(&err)
	}
}

// warmCache makes the database read a new bot's documents into memory. A lasting error stops the bot later.
func (s *standby) warmCache(ctx context.Context) {
	for _, kind := range []string{tables.KindSummary, tables.KindTable, people.KindPerson} {
		for _, err := range s.node.db.Reader().Scan(ctx, kind, "", "") {
			if err != nil {
				return
			}
		}
	}
}

func (s *standby) rehearse(ctx context.Context) error {
	_, err := s.node.newTerm(ctx)
	if err == nil {
		err = s.node.checkShared(ctx)
	}
	if isTransient(err) { // another node or the database may be at fault
		return nil
	}
	return err
}

// dropAfter is the time before a standby deletes old backups. Until then its own killed process may hold the lease.
var dropAfter = 15 * time.Second

// dropBackups deletes old backups on this node's disk. Call it only while another node acts.
func (s *standby) dropBackups() {
	if now := time.Now(); now.After(s.nextDrop) {
		s.nextDrop = now.Add(backup.PruneEvery)
		earlier := slices.MinFunc([]time.Time{now, s.node.db.Now()}, time.Time.Compare) // either clock may have jumped ahead
		backup.DropOld(s.node.config, earlier, s.node.log)
	}
}
