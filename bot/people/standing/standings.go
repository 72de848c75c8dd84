// Package standing turns results of matches into ratings, totals, leaderboards and statistics. Start reading at
// Standings, then Match.
package standing

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/storage"
)

// The kinds of documents of standings.
const (
	KindMatch    = "match"    // a Match in the log
	KindStanding = "standing" // a Standing
	KindRival    = "rival"    // a Tally of one account against another
	KindStats    = "style"    // a PlayStats
	KindPlace    = "rank"     // a Place is taken
	KindScope    = "scope"    // a moved scope
	KindBand     = "band"     // a band of scores
)

// Standings reads standings. Changes need Lock.
type Standings struct {
	mu     sync.Mutex
	store  *documents.Store
	now    func() time.Time
	people Groups
}

// Groups returns linked accounts. They don't change while Standings are locked.
type Groups interface {
	// Accounts returns the account's group, head first.
	Accounts(account chat.PersonID) []chat.PersonID
	IsListed(ctx context.Context, head chat.PersonID) (bool, error)
}

// New returns the standings in the store.
func New(store *documents.Store, now func() time.Time, people Groups) *Standings {
	return &Standings{store: store, now: now, people: people}
}

// LockedStandings returns documents, which the caller must store before Unlock.
type LockedStandings struct{ st *Standings }

// Lock locks the standings, because all matches change the same bands. Lock order: after tables and links.
func (st *Standings) Lock() *LockedStandings {
	st.mu.Lock()
	return &LockedStandings{st}
}

// Unlock unlocks the standings.
func (l *LockedStandings) Unlock() { l.st.mu.Unlock() }

// RecordMatch counts a match, and records its ratings in m.
func (l *LockedStandings) RecordMatch(ctx context.Context, game string, m *Match, deals []engine.Result) ([]storage.Doc, error) {
	u := l.newUpdate(documents.NewTransaction(l.st.store), game)
	if err := u.score(ctx, m); err != nil {
		return nil, err
	}
	u.countPlay(ctx, m, deals)
	return u.tx.Docs()
}

// RecordEarlyExit counts an early exit in the statistics. timedOut is how often others
// claimed that the account's time was up.
func (l *LockedStandings) RecordEarlyExit(
	ctx context.Context, game string, account chat.PersonID, timedOut int,
) ([]storage.Doc, error) {
	tx := documents.NewTransaction(l.st.store)
	stats := loadStats(ctx, tx, game, account)
	stats.Left++
	stats.TimedOut += timedOut
	return tx.Docs()
}

// UpdatePlaces updates places when entrants change. from and to have the same accounts.
func (l *LockedStandings) UpdatePlaces(ctx context.Context, from, to []Entrant) ([]storage.Doc, error) {
	tx := documents.NewTransaction(l.st.store)
	for _, g := range games.All() {
		u := l.newUpdate(tx, g.ID)
		for _, e := range from {
			u.addEntrant(ctx, e)
		}
		u.relist(ctx, to)
	}
	return tx.Docs()
}

// UpdateGroupPlaces calls UpdatePlaces for groups of accounts.
func (l *LockedStandings) UpdateGroupPlaces(ctx context.Context, from, to [][]chat.PersonID) ([]storage.Doc, error) {
	before, err := l.st.entrantsOf(ctx, from)
	after, errAfter := l.st.entrantsOf(ctx, to)
	if err := cmp.Or(err, errAfter); err != nil {
		return nil, err
	}
	return l.UpdatePlaces(ctx, before, after)
}

// SweepLeaderboards deletes past weeks' and months' leaderboards.
func (st *Standings) SweepLeaderboards(ctx context.Context) error {
	for _, kind := range []string{KindPlace, KindBand} {
		for _, now := range []Order{WeekOf(st.now()), MonthOf(st.now())} {
			err := repeatUntilLess(documents.SweepGroup, func() (int, error) { return st.sweepBefore(ctx, kind, now) })
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func repeatUntilLess(full int, group func() (int, error)) error {
	for {
		if n, err := group(); err != nil || n < full {
			return err
		}
	}
}

func (st *Standings) sweepBefore(ctx context.Context, kind string, now Order) (int, error) {
	defer st.Lock().Unlock()
	var old []storage.Doc
	for doc, err := range st.store.Scan(ctx, kind, string(now[:1]), string(now)) {
		if err != nil {
			return 0, fmt.Errorf("bot: sweep: %w", err)
		}
		doc.Data = nil
		if old = append(old, doc); len(old) == documents.SweepGroup {
			break
		}
	}
	return len(old), st.store.Commit(ctx, old...)
}
