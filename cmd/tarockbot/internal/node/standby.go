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

// The pauses between two requests for the lease, or for its state.
const (
	askSoon  = 20 * time.Millisecond // during a handover
	askEvery = 200 * time.Millisecond
)

// standby is a node that waits for the lease. While another node holds the lease, the standby gets ready to act.
type standby struct {
	node      *node
	state     stateReporter
	next      successor
	startOnce sync.Once             // starts warmCache and rehearseRepeatedly
	rehearsed atomic.Pointer[error] // the result of the latest rehearsal; nil before the first has ended
	nextDrop  time.Time             // when dropBackups next deletes old backups
}

// newStandby returns a standby that begins to wait.
func newStandby(n *node) *standby {
	return &standby{
		node: n, state: stateReporter{host: n.host}, nextDrop: time.Now().Add(dropAfter),
		next: successor{node: n, disconnect: func() {}},
	}
}

// awaitTerm waits until this node has the lease, and begins a term with it. It returns ctx.Err() when ctx ends. Any
// other error would keep every term from beginning.
func (s *standby) awaitTerm(ctx context.Context) (*term, error) {
	ctx, stopRehearsals := context.WithCancel(ctx)
	defer stopRehearsals() // without waiting for a running one, which would delay the term
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

// tryTerm begins a term if this node gets the lease. If another node holds it, this node gets ready to act. Without a
// term, whyNot is the reason, if one is known. err would keep every term from beginning.
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

// pauseAfter returns the pause before the next request for the lease. The error is the reason why this node doesn't act.
func (s *standby) pauseAfter(err error) time.Duration {
	switch {
	case errors.Is(err, ErrMismatch): // leave the lease to a node with the right key and list
		return rehearseEvery
	case s.next.term != nil:
		return askSoon
	}
	return askEvery
}

// beginTerm begins a term with the lease: the successor's term if it is prepared, else a new one. On an error the
// lease is released, and the successor has no term: the store of that term is closed.
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
		s.node.log.Warn("the key and removals list that all nodes need aren't recorded yet", "err", err)
	case err != nil:
		t.release()
		s.next.reset()
		return nil, err
	}
	return t, nil
}

// getReady prepares this node to act while another node holds the lease. It returns the reason why this node couldn't
// act; nil if none is known.
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

// rehearseEvery is the pause between two rehearsals.
const rehearseEvery = 10 * time.Second

// rehearseRepeatedly checks every rehearseEvery whether this node could act, until ctx ends. The operator can then mend
// an error while another node acts.
func (s *standby) rehearseRepeatedly(ctx context.Context) {
	for again := true; again; again = retry.Sleep(ctx, rehearseEvery) {
		err := s.rehearse(ctx)
		s.rehearsed.Store(&err)
	}
}

// warmCache reads the documents that a new bot reads. Afterwards the database has them in memory and
// has prepared the statements.
func (s *standby) warmCache(ctx context.Context) {
	for _, kind := range []string{tables.KindSummary, tables.KindTable, people.KindPerson} {
		for _, err := range s.node.db.Reader().Scan(ctx, kind, "", "") {
			if err != nil {
				return // a lasting error stops the bot later
			}
		}
	}
}

// rehearse prepares a term, checks the shared settings, and drops the term.
func (s *standby) rehearse(ctx context.Context) error {
	_, err := s.node.newTerm(ctx)
	if err == nil {
		err = s.node.checkShared(ctx)
	}
	if isTransient(err) { // the fault isn't this node's
		return nil
	}
	return err
}

// dropAfter is how long a node stands by before it deletes old backups. Within that time the lease may still belong
// to the same node's killed process. Tests set it.
var dropAfter = 15 * time.Second

// dropBackups deletes old backups on this node's disk, at most once every backup.PruneEvery. Call it only while another
// node acts, which makes the newer backups.
func (s *standby) dropBackups() {
	if now := time.Now(); now.After(s.nextDrop) {
		s.nextDrop = now.Add(backup.PruneEvery)
		earlier := slices.MinFunc([]time.Time{now, s.node.db.Now()}, time.Time.Compare) // either clock may have jumped ahead
		backup.DropOld(s.node.config, earlier, s.node.log)
	}
}
