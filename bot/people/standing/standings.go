// Package standing turns the results of matches among people into ratings, totals, leaderboards and
// statistics of how people play. It gets each finished match as a value and knows no tables. All comes
// from the log of matches, from which Audit counts it again. Start at Standings, then Match.
package standing

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/storage"
)

// The kinds of documents that standings are kept in.
const (
	KindMatch    = "match"    // one match among people: an entry of the log that standings come from
	KindStanding = "standing" // one account's rating and totals in one game
	KindRival    = "rival"    // one account's totals against another
	KindStyle    = "style"    // how one account plays a game
	KindRank     = "rank"     // one person's place on a leaderboard
	KindScope    = "scope"    // one chat whose totals are those of another, from which it goes on
	KindBand     = "band"     // how many there are in each part of a leaderboard's scores
)

// Standings are all standings, leaderboards and the log that they come from.
//
// Bands are everybody's: who decides by them at the same moment would be in conflict again and again.
// So the lock is held until a change of boards is stored. It is taken after that of a table or of links.
type Standings struct {
	sync.Mutex
	store  *documents.Store
	now    func() time.Time
	people Owners
}

// Owners tells whose an account is. While the lock of standings is held it stays so.
type Owners interface {
	// Accounts are all that one person has, the head's first.
	Accounts(account chat.PersonID) []chat.PersonID
	// Listed says whether the person wants to be on leaderboards.
	Listed(ctx context.Context, head chat.PersonID) (bool, error)
}

// New makes the standings that are kept in a store, of people who belong to owners.
func New(store *documents.Store, now func() time.Time, people Owners) *Standings {
	return &Standings{store: store, now: now, people: people}
}

// update decides one change of standings and boards of one game, and what has to be stored of it. The
// lock of standings must be held until that is.
type update struct {
	all      *Standings
	book     *documents.Transaction
	game     string
	now      time.Time
	entrants []Entrant
	ledger   Ledger
	before   map[Place]bool // what the entrants had when they came
}

func (st *Standings) newUpdate(bk *documents.Transaction, game string) *update {
	return &update{all: st, book: bk, game: game, now: st.now(), ledger: NewLedger(game), before: make(map[Place]bool)}
}

// enter brings in somebody whose standing will change, with all their accounts.
func (r *update) enter(ctx context.Context, e Entrant) error {
	for _, account := range e.All {
		if err := r.account(ctx, account); err != nil {
			return err
		}
	}
	r.entrants = append(r.entrants, e)
	for _, p := range e.Places(r.ledger, r.now) {
		r.before[p] = true
	}
	return nil
}

// enterWith brings in whose account that is, unless they have come already.
func (r *update) enterWith(ctx context.Context, account chat.PersonID) (Entrant, error) {
	for _, e := range r.entrants {
		if slices.Contains(e.All, account) {
			return e, nil
		}
	}
	e, err := r.all.EntrantOf(ctx, account)
	if err != nil {
		return e, err
	}
	return e, r.enter(ctx, e)
}

// account opens an account's standing.
func (r *update) account(ctx context.Context, id chat.PersonID) (err error) {
	r.ledger.Standings[id], err = documents.Value[Standing](ctx, r.book, KindStanding, StandingID(id, r.game))
	return err
}

// relist brings the boards from what the entrants had to what they have now. What stays as it is isn't
// read: somebody has places in every chat where they have played, and a match changes few of them.
func (r *update) relist(ctx context.Context) error {
	now := make(map[Place]bool)
	for _, e := range r.entrants {
		for _, p := range e.Places(r.ledger, r.now) {
			now[p] = true
		}
	}
	changed := maps.Clone(now)
	maps.Copy(changed, r.before)
	for p := range changed {
		if now[p] == r.before[p] {
			continue
		}
		if err := p.SetListed(ctx, r.book, now[p]); err != nil {
			return err
		}
	}
	return nil
}

// score counts the match for all who are in it and puts it into the log.
func (r *update) score(ctx context.Context, m *Match) (err error) {
	heads := make(map[chat.PersonID]bool)
	for i := range m.Seats {
		s := &m.Seats[i]
		e, err := r.enterWith(ctx, s.Person)
		if err != nil {
			return err
		}
		s.Account, heads[e.All[0]] = e.Rated(r.ledger), true
	}
	for s, other := range m.pairs() {
		id := RivalID(r.game, s.Person, other.Person)
		if r.ledger.rivals[id], err = documents.Value[Tally](ctx, r.book, KindRival, id); err != nil {
			return err
		}
	}
	if m.Unrated == "" {
		m.Unrated = r.ledger.whyUnrated(m, len(heads))
	}
	for i := range m.Seats {
		if m.Unrated != "" {
			m.Seats[i].Account = ""
		}
	}
	r.ledger.count(m)
	if err := r.relist(ctx); err != nil {
		return err
	}
	return r.log(ctx, m)
}

// log puts the match behind the last one in the log.
func (r *update) log(ctx context.Context, m *Match) error {
	last := 0 // the number of the last one
	for doc, err := range r.all.store.Scan(ctx, KindMatch, r.game+"|"+RankEnd, r.game+"|") {
		if err == nil {
			last, err = strconv.Atoi(strings.TrimPrefix(doc.Key.ID, r.game+"|"))
		}
		if err != nil {
			return fmt.Errorf("bot: log of matches: %w", err)
		}
		break
	}
	logged, err := documents.Value[Match](ctx, r.book, KindMatch, matchID(r.game, last+1))
	if err == nil {
		*logged = *m
	}
	return err
}

// RecordMatch counts a match that has ended, and its deals, and notes in the match how it was rated. It returns
// what has to be stored with its end; the lock must be held until that is.
func (st *Standings) RecordMatch(ctx context.Context, game string, m *Match, deals []engine.Result) ([]storage.Doc, error) {
	r := st.newUpdate(documents.NewTransaction(st.store), game)
	if err := r.score(ctx, m); err != nil {
		return nil, err
	}
	if err := r.observe(ctx, m, deals); err != nil {
		return nil, err
	}
	return r.book.Docs()
}

// SweepBoards deletes what is left of weeks and months that are over, some at a time.
func (st *Standings) SweepBoards(ctx context.Context) (err error) {
	for _, kind := range []string{KindRank, KindBand} {
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

// sweepBefore deletes some of what lies between the first and the named period, and counts it.
func (st *Standings) sweepBefore(ctx context.Context, kind, name string) (int, error) {
	st.Lock()
	defer st.Unlock()
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

// ScopeOf is the scope that stands for the chat: its own, unless it goes on from another.
func (st *Standings) ScopeOf(ctx context.Context, at chat.ChatID) (chat.ChatID, error) {
	for at != "" && at != Everywhere {
		var from chat.ChatID
		if version, err := st.store.Load(ctx, KindScope, string(at), &from); err != nil || version == 0 {
			return at, err
		}
		at = from
	}
	return at, nil
}

// ScopesOf are the scopes that stand for the chats, each once: the first, and others.
func (st *Standings) ScopesOf(ctx context.Context, chats []chat.ChatID) (first chat.ChatID, others []chat.ChatID, err error) {
	for _, x := range chats {
		if x, err = st.ScopeOf(ctx, x); err != nil {
			return "", nil, err
		}
		if !slices.Contains(others, x) {
			others = append(others, x)
		}
	}
	if len(others) > 0 {
		first, others = others[0], slices.Clip(others[1:])
	}
	return first, others, nil
}

// MoveScope lets what is played in the new chat count where that of the old one
// does. What has been played in the new one before counts there from now on, too.
func (st *Standings) MoveScope(ctx context.Context, from, to chat.ChatID) error {
	old, err := st.ScopeOf(ctx, to)
	if err != nil {
		return err
	}
	scope, err := st.joinScope(ctx, from, old)
	if err != nil {
		return err
	}
	if old == scope {
		old = to // it has been done before, but perhaps not to the end
	}
	if old == scope {
		return nil
	}
	for _, game := range games.All() {
		for _, by := range []string{ByPoints, apart} {
			for n := movedAtOnce; n == movedAtOnce; {
				if n, err = st.emptyScope(ctx, Leaderboard{by, game.ID, old}, scope); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// joinScope notes that the scope is the chat's from now on, and returns that one's.
func (st *Standings) joinScope(ctx context.Context, at, scope chat.ChatID) (chat.ChatID, error) {
	st.Lock()
	defer st.Unlock()
	of, err := st.ScopeOf(ctx, at)
	if err != nil || of == scope {
		return of, err
	}
	doc, err := documents.Encode(KindScope, string(scope), 0, of)
	if err != nil {
		return "", err
	}
	return of, st.store.Commit(ctx, doc)
}

// movedAtOnce is how many people are moved to another scope in one commit.
const movedAtOnce = 10

// emptyScope takes some who are on the board, with what they have reached there, to another scope,
// each person's at once. It says how many.
func (st *Standings) emptyScope(ctx context.Context, from Leaderboard, to chat.ChatID) (int, error) {
	st.Lock()
	defer st.Unlock()
	places, err := from.After(ctx, st.store, "", movedAtOnce)
	if err != nil {
		return 0, err
	}
	r := st.newUpdate(documents.NewTransaction(st.store), from.Game)
	for _, p := range places {
		if _, err := r.enterWith(ctx, p.Person); err != nil {
			return 0, err
		}
		if err := p.SetListed(ctx, r.book, false); err != nil {
			return 0, err
		}
	}
	for _, s := range r.ledger.Standings {
		s.move(from.Scope, to)
	}
	if err := r.relist(ctx); err != nil {
		return 0, err
	}
	docs, err := r.book.Docs()
	if err != nil {
		return 0, err
	}
	return len(places), st.store.Commit(ctx, docs...)
}

// move lets what counted in the one scope count in the other.
func (s *Standing) move(from, to chat.ChatID) {
	x := s.Scopes[from]
	if x == nil {
		return
	}
	delete(s.Scopes, from)
	if s.Scopes[to] != nil {
		x = x.plus(s.Scopes[to])
	}
	s.Scopes[to] = x
}
