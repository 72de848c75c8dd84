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
	node         *node
	state        stateReporter
	next         successor
	isRehearsing bool                  // rehearseRepeatedly was started
	rehearsed    atomic.Pointer[error] // the result of the latest rehearsal; nil before the first has ended
	nextDrop     time.Time             // when dropBackups next deletes old backups
}

// newStandby returns a standby that begins to wait.
func newStandby(n *node) *standby {
	return &standby{node: n, state: stateReporter{host: n.host}, next: successor{node: n, disconnect: func() {}}, nextDrop: time.Now().Add(DropAfter)}
}

// awaitLease waits until this node has the lease, and begins a term. It returns ctx.Err() when ctx
// ends. Another error would keep every term from beginning.
func (s *standby) awaitLease(ctx context.Context) (*term, *postgres.Lease, error) {
	ctx, stopRehearsals := context.WithCancel(ctx)
	defer stopRehearsals() // without waiting for a running one, which would delay the term
	for {
		lease, err := s.node.acquireLease(ctx)
		if err == nil {
			var t *term
			if t, err = s.begin(ctx, lease); err == nil {
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
		if s.state.report(ctx, err); !retry.Sleep(ctx, pause) {
			s.next.reset()
			return nil, nil, ctx.Err()
		}
	}
}

// begin begins a term with the lease: the successor's term if it is prepared, else a new one. On an error
// it releases the lease and resets the successor, because the store of a prepared term is closed then.
func (s *standby) begin(ctx context.Context, lease *postgres.Lease) (t *term, err error) {
	defer func() {
		if err != nil {
			s.next.reset()
		}
	}()
	if t = s.next.term; t == nil {
		t, err = s.node.newTerm(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, lease.Release(context.WithoutCancel(ctx)))
	}
	s.node.compareClocks()
	t.allowCommits(lease)
	switch err := s.node.storeShared(ctx, t.bot.Documents()); {
	case errors.Is(err, storage.ErrFull):
		s.node.log.Warn("the key and removals list that all nodes need aren't recorded yet", "err", err)
	case err != nil:
		t.release()
		return nil, err
	}
	return t, nil
}

// getReady does what a standby can do while another node holds the lease. It returns the reason why this node couldn't
// act; nil if none is known.
func (s *standby) getReady(ctx context.Context) error {
	if !s.isRehearsing {
		s.isRehearsing = true
		go s.warmCache(ctx)
		go s.rehearseRepeatedly(ctx)
	}
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

// DropAfter is how long a node stands by before it deletes old backups. Within that time the lease may still belong
// to the same node's killed process. Tests set it.
var DropAfter = 15 * time.Second

// dropBackups deletes old backups on this node's disk, at most once every backup.PruneEvery. Call it only while another
// node acts, which makes the newer backups.
func (s *standby) dropBackups() {
	earlier := func() time.Time { // either clock may have jumped ahead
		return slices.MinFunc([]time.Time{time.Now(), s.node.db.Now()}, time.Time.Compare)
	}
	if now := time.Now(); now.After(s.nextDrop) {
		s.nextDrop = now.Add(backup.PruneEvery)
		backup.DropOld(s.node.config, earlier, s.node.log)
	}
}
