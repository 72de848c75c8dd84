// Package standing turns the results of matches among people into ratings, totals, leaderboards and
// statistics of play. It gets each finished match as a value and knows no tables. Everything but the
// statistics can be computed again from the log of matches, as Audit does. Start at Standings, then Match.
package standing

import (
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
	people Owners
}

// Owners knows which accounts are one person. While Standings are locked that doesn't change.
type Owners interface {
	// Accounts returns all accounts of the account's person, the head first.
	Accounts(account chat.PersonID) []chat.PersonID
	// Listed reports whether the person wants to be on leaderboards.
	Listed(ctx context.Context, head chat.PersonID) (bool, error)
}

// New returns the standings stored in the store.
func New(store *documents.Store, now func() time.Time, people Owners) *Standings {
	return &Standings{store: store, now: now, people: people}
}

// Locked is Standings while they are locked. Its methods return documents, which the caller stores before
// Unlock.
type Locked struct{ st *Standings }

// Lock locks the standings. All matches change the same bands, so concurrent decisions would always conflict.
// Hold the lock until the change is stored. Lock order: after tables and links.
func (st *Standings) Lock() *Locked {
	st.mu.Lock()
	return &Locked{st}
}

// Unlock unlocks the standings. The Locked can't be used afterwards.
func (l *Locked) Unlock() { l.st.mu.Unlock() }

// RecordMatch counts a finished match and its deals, and records in the match how it was rated.
func (l *Locked) RecordMatch(ctx context.Context, game string, m *Match, deals []engine.Result) ([]storage.Doc, error) {
	u := l.newUpdate(documents.NewTransaction(l.st.store), game)
	if err := u.score(ctx, m); err != nil {
		return nil, err
	}
	u.countPlay(ctx, m, deals)
	return u.tx.Docs()
}

// RecordLeft counts that the account's player has left a match that goes on without them. The match counts
// in nothing but their statistics.
func (l *Locked) RecordLeft(ctx context.Context, game string, account chat.PersonID, timedOut int) ([]storage.Doc, error) {
	tx := documents.NewTransaction(l.st.store)
	stats := loadStats(ctx, tx, game, account)
	stats.Left++
	stats.TimedOut += timedOut
	return tx.Docs()
}

// Relist returns what to store when people are linked, unlinked, listed or unlisted: from are the entrants
// before, to those after, with the same accounts.
func (l *Locked) Relist(ctx context.Context, from, to []Entrant) ([]storage.Doc, error) {
	tx := documents.NewTransaction(l.st.store)
	for _, g := range games.All() {
		u := l.newUpdate(tx, g.ID)
		for _, e := range from {
			u.addEntrant(ctx, e)
		}
		u.entrants = to
		u.relist(ctx)
	}
	return tx.Docs()
}

// Regroup is Relist for groups of accounts; each group is listed as its first account wishes.
func (l *Locked) Regroup(ctx context.Context, from, to [][]chat.PersonID) ([]storage.Doc, error) {
	var entrants [2][]Entrant
	for i, groups := range [][][]chat.PersonID{from, to} {
		for _, accounts := range groups {
			listed, err := l.st.people.Listed(ctx, accounts[0])
			if err != nil {
				return nil, err
			}
			entrants[i] = append(entrants[i], Entrant{accounts, listed})
		}
	}
	return l.Relist(ctx, entrants[0], entrants[1])
}

// SweepLeaderboards deletes leaderboards of past weeks and months, some documents at a time.
func (st *Standings) SweepLeaderboards(ctx context.Context) (err error) {
	for _, kind := range []string{KindPlace, KindBand} {
		for _, now := range []string{WeekOf(st.now()), MonthOf(st.now())} {
			for n := documents.SweepGroup; n == documents.SweepGroup; {
				if n, err = st.sweepBefore(ctx, kind, now); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// sweepBefore deletes some documents of periods before the named one, and returns how many.
func (st *Standings) sweepBefore(ctx context.Context, kind, name string) (int, error) {
	defer st.Lock().Unlock()
	var old []storage.Doc
	for doc, err := range st.store.Scan(ctx, kind, name[:1], name) {
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
