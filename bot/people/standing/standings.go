// Package standing turns the results of matches among people into ratings, totals, leaderboards and
// statistics of play. It gets each finished match as a value and knows no tables. Everything but the
// statistics can be computed again from the log of matches, as Audit does. Start at Standings, then Match.
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
	KindMatch    = "match"    // a Match: the log
	KindStanding = "standing" // a Standing: one account in one game
	KindRival    = "rival"    // a Tally: one account against another
	KindStats    = "style"    // a PlayStats: one account in one game
	KindPlace    = "rank"     // that a Place is taken
	KindScope    = "scope"    // the scope that a chat's totals have moved to
	KindBand     = "band"     // the counts of one part of a leaderboard's scores
)

// Standings are all standings, leaderboards, and the log of matches. They are safe for concurrent use;
// changes are made through Lock.
type Standings struct {
	mu     sync.Mutex
	store  *documents.Store
	now    func() time.Time
	people Groups
}

// Groups knows the groups of linked accounts. Each group is one person. No group changes while Standings are locked.
type Groups interface {
	// Accounts returns all accounts of the account's group, the head first.
	Accounts(account chat.PersonID) []chat.PersonID
	// Listed reports whether the group with that head wants to be on leaderboards.
	Listed(ctx context.Context, head chat.PersonID) (bool, error)
}

// New returns the standings stored in the store.
func New(store *documents.Store, now func() time.Time, people Groups) *Standings {
	return &Standings{store: store, now: now, people: people}
}

// LockedStandings are Standings while they are locked. Their methods return documents, which the caller must store
// before Unlock.
type LockedStandings struct{ st *Standings }

// Lock locks the standings. All matches change the same bands, so concurrent decisions would always conflict.
// Hold the lock until the change is stored. Lock order: after tables and links.
func (st *Standings) Lock() *LockedStandings {
	st.mu.Lock()
	return &LockedStandings{st}
}

// Unlock unlocks the standings. The caller must not use l afterwards.
func (l *LockedStandings) Unlock() { l.st.mu.Unlock() }

// RecordMatch counts a finished match of the game and its deals, records in m how the match was rated, and returns
// what to store.
func (l *LockedStandings) RecordMatch(ctx context.Context, game string, m *Match, deals []engine.Result) ([]storage.Doc, error) {
	u := l.newUpdate(documents.NewTransaction(l.st.store), game)
	if err := u.score(ctx, m); err != nil {
		return nil, err
	}
	u.countPlay(ctx, m, deals)
	return u.tx.Docs()
}

// RecordLeft counts that the account's player has left a match that goes on without that player, and returns what to
// store. The match counts only in the player's statistics. timedOut is how often others claimed that the player's
// time was up.
func (l *LockedStandings) RecordLeft(
	ctx context.Context, game string, account chat.PersonID, timedOut int,
) ([]storage.Doc, error) {
	tx := documents.NewTransaction(l.st.store)
	stats := loadStats(ctx, tx, game, account)
	stats.Left++
	stats.TimedOut += timedOut
	return tx.Docs()
}

// Relist returns what to store when people are linked, unlinked, listed or unlisted. from are the entrants before
// the change, and to the entrants after it, with the same accounts.
func (l *LockedStandings) Relist(ctx context.Context, from, to []Entrant) ([]storage.Doc, error) {
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

// Regroup returns what Relist returns for the groups of accounts. Each group is listed as its first account wishes.
func (l *LockedStandings) Regroup(ctx context.Context, from, to [][]chat.PersonID) ([]storage.Doc, error) {
	before, err := l.st.entrantsOf(ctx, from)
	after, errAfter := l.st.entrantsOf(ctx, to)
	if err := cmp.Or(err, errAfter); err != nil {
		return nil, err
	}
	return l.Relist(ctx, before, after)
}

// SweepLeaderboards deletes leaderboards of past weeks and months, some documents at a time.
func (st *Standings) SweepLeaderboards(ctx context.Context) error {
	for _, kind := range []string{KindPlace, KindBand} {
		for _, now := range []Order{WeekOf(st.now()), MonthOf(st.now())} {
			err := untilLess(documents.SweepGroup, func() (int, error) { return st.sweepBefore(ctx, kind, now) })
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// untilLess calls some until it does less than a full group, or fails.
func untilLess(full int, some func() (int, error)) error {
	for {
		if n, err := some(); err != nil || n < full {
			return err
		}
	}
}

// sweepBefore deletes some of the kind's documents for periods before now, and returns how many. The first letter of
// now tells weeks from months.
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
