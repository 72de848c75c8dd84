package node

import (
	"cmp"
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
	"tarockbot/storage/postgres"
)

// The pauses of a standby between two requests for the lease.
const (
	askSoon  = 20 * time.Millisecond // once it has a prepared bot
	askEvery = 200 * time.Millisecond
)

// awaitLease waits until this node has the lease and can begin a term. It returns ctx.Err() when ctx
// ends. Other errors would keep every term from beginning.
func (n *node) awaitLease(ctx context.Context) (*term, *postgres.Lease, error) {
	next, warm := &successor{node: n, end: func() {}}, sync.OnceFunc(func() { go n.warmCache(ctx) })
	standbyCtx, end := context.WithCancel(ctx)
	defer end()
	dropBackups, lastRehearsal, report := n.backupDropper(), n.startRehearsals(standbyCtx), n.newStateReporter()
	for {
		lease, err := n.acquireLease(ctx)
		if err == nil {
			var t *term
			if t, err = n.begin(ctx, next, lease); err == nil {
				return t, lease, nil
			}
			if ctx.Err() != nil || !isTransient(err) {
				return nil, nil, cmp.Or(ctx.Err(), err)
			}
		}
		if errors.Is(err, postgres.ErrHeld) {
			warm()
			dropBackups()
			err = cmp.Or(next.prepareIfLeaving(ctx), lastRehearsal())
		}
		pause := next.pause()
		if errors.Is(err, ErrMismatch) { // leave the lease to a node with the right key and list
			pause = rehearseEvery
		}
		if report(ctx, err); !retry.Sleep(ctx, pause) {
			next.reset()
			return nil, nil, ctx.Err()
		}
	}
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

// rehearseEvery is the pause between two rehearsals.
const rehearseEvery = 10 * time.Second

// startRehearsals checks every rehearseEvery, from the first call of last, whether this node could
// act. last returns the latest result. The operator can so mend an error while another node acts.
func (n *node) startRehearsals(ctx context.Context) (last func() error) {
	var result atomic.Pointer[error] // nil before the first
	start := sync.OnceFunc(func() {
		go func() {
			for again := true; again; again = retry.Sleep(ctx, rehearseEvery) {
				err := n.rehearse(ctx)
				result.Store(&err)
			}
		}()
	})
	return func() error {
		start()
		if err := result.Load(); err != nil {
			return *err
		}
		return nil
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

// backupDropper returns a function that deletes old backups on this node's disk, at most once every
// backup.PruneEvery. Call it only while another node acts, which makes the newer backups.
func (n *node) backupDropper() (drop func()) {
	next := time.Now().Add(DropAfter)
	earlier := func() time.Time { // either clock may have jumped ahead
		return slices.MinFunc([]time.Time{time.Now(), n.db.Now()}, time.Time.Compare)
	}
	return func() {
		if now := time.Now(); now.After(next) {
			next = now.Add(backup.PruneEvery)
			backup.DropOld(n.config, earlier, n.log)
		}
	}
}
