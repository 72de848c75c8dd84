package node

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"time"

	"tarockbot/bot/people"
	"tarockbot/bot/support/retry"
	"tarockbot/bot/tables"
	"tarockbot/cmd/tarockbot/internal/backup"
	"tarockbot/storage/postgres"
)

// The pauses of a standby between two requests for the lease.
const (
	askSoon  = 20 * time.Millisecond // once it has a prepared bot
	askEvery = 200 * time.Millisecond
)

// standby is a node that waits for the lease. While another node holds the lease, the standby gets ready to act.
type standby struct {
	*node
	next           *successor
	isRehearsing   bool                  // the rehearsals have begun
	stopRehearsals context.CancelFunc    // does nothing before they begin
	rehearsed      atomic.Pointer[error] // the result of the latest rehearsal; nil before the first has ended
	nextDrop       time.Time             // when it deletes old backups
}

// awaitLease waits until this node has the lease and can begin a term. It returns ctx.Err() when ctx
// ends. Other errors would keep every term from beginning.
func (n *node) awaitLease(ctx context.Context) (*term, *postgres.Lease, error) {
	s := &standby{node: n, next: &successor{node: n, end: func() {}}, stopRehearsals: func() {}, nextDrop: time.Now().Add(DropAfter)}
	defer func() { s.stopRehearsals() }()
	reportState := n.newStateReporter()
	for {
		lease, err := n.acquireLease(ctx)
		if err == nil {
			var t *term
			if t, err = n.begin(ctx, s.next, lease); err == nil {
				return t, lease, nil
			}
			if ctx.Err() != nil || !isTransient(err) {
				return nil, nil, cmp.Or(ctx.Err(), err)
			}
		}
		if errors.Is(err, postgres.ErrHeld) {
			err = s.getReady(ctx)
		}
		pause := s.next.pause()
		if errors.Is(err, ErrMismatch) { // leave the lease to a node with the right key and list
			pause = rehearseEvery
		}
		if reportState(ctx, err); !retry.Sleep(ctx, pause) {
			s.next.reset()
			return nil, nil, ctx.Err()
		}
	}
}

// getReady does what a standby can do while another node holds the lease. It returns the reason why this node couldn't
// act; nil if none is known.
func (s *standby) getReady(ctx context.Context) error {
	s.startRehearsals(ctx)
	s.dropBackups()
	err := s.next.prepareIfLeaving(ctx)
	if last := s.rehearsed.Load(); err == nil && last != nil {
		err = *last
	}
	return err
}

// rehearseEvery is the pause between two rehearsals.
const rehearseEvery = 10 * time.Second

// startRehearsals warms the cache, and begins to check every rehearseEvery whether this node could act. The operator
// can then mend an error while another node acts. A later call does nothing.
func (s *standby) startRehearsals(ctx context.Context) {
	if s.isRehearsing {
		return
	}
	s.isRehearsing = true
	go s.warmCache(ctx)
	ctx, s.stopRehearsals = context.WithCancel(ctx)
	go func() {
		for again := true; again; again = retry.Sleep(ctx, rehearseEvery) {
			err := s.rehearse(ctx)
			s.rehearsed.Store(&err)
		}
	}()
}

// warmCache reads the documents that a new bot reads. Afterwards the database has them in memory and
// has prepared the statements.
func (n *node) warmCache(ctx context.Context) {
	for _, kind := range []string{tables.KindSummary, tables.KindTable, people.KindPerson} {
		for _, err := range n.db.Reader().Scan(ctx, kind, "", "") {
			if err != nil {
				return // a lasting error stops the bot later
			}
		}
	}
}

// rehearse prepares a term, checks the shared settings, and drops the term.
func (n *node) rehearse(ctx context.Context) error {
	_, err := n.newTerm(ctx)
	if err == nil {
		err = n.checkShared(ctx)
	}
	if isTransient(err) {
		return nil // the fault isn't this node's
	}
	return err
}

// DropAfter is how long a node stands by before it deletes old backups. Within that time the lease may still belong
// to the same node's killed process. Tests set it.
var DropAfter = 15 * time.Second

// dropBackups deletes old backups on this node's disk, at most once every backup.PruneEvery. Call it only while another
// node acts, which makes the newer backups.
func (s *standby) dropBackups() {
	earlier := func() time.Time { // either clock may have jumped ahead
		return slices.MinFunc([]time.Time{time.Now(), s.db.Now()}, time.Time.Compare)
	}
	if now := time.Now(); now.After(s.nextDrop) {
		s.nextDrop = now.Add(backup.PruneEvery)
		backup.DropOld(s.config, earlier, s.log)
	}
}
