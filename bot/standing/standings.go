// Package standing turns the results of matches among people into ratings, totals,
// leaderboards and statistics of how people play. It gets each finished match as a
// value and knows nothing of tables. All of it comes from the log of matches, from
// which Audit counts it again. Start at Standings, then Match.
package standing

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
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
// Its lock lets what changes boards be decided, and stored, at one time: bands are
// everybody's, and who decides by them at the same moment would be in conflict
// again and again. It is taken after that of a table or of the links.
type Standings struct {
	sync.Mutex
	store  *keep.Store
	now    func() time.Time
	people Owners
}

// Owners tells whose an account is. While the lock of standings is held nothing of
// that changes.
type Owners interface {
	// Accounts are all that one person has, the head's first.
	Accounts(account chat.PersonID) []chat.PersonID
	// Listed says whether the person wants to be on leaderboards.
	Listed(ctx context.Context, head chat.PersonID) (bool, error)
}

// New makes the standings that are kept in a store, of people who belong to owners.
func New(store *keep.Store, now func() time.Time, people Owners) *Standings {
	return &Standings{store: store, now: now, people: people}
}

// update decides one change of standings and boards of one game, and knows
// what has to be stored of it. The ranking's lock must be held until that is.
type update struct {
	all      *Standings
	book     *keep.Change
	game     string
	now      time.Time
	entrants []Entrant
	ledger   Ledger
	last     map[string]int // the number of a game's last match in the log, once it is known
	before   map[Place]bool // what the entrants had when they came
}

func (st *Standings) newUpdate(bk *keep.Change, game string) *update {
	return &update{all: st, book: bk, game: game, now: st.now(), ledger: NewLedger(), last: make(map[string]int), before: make(map[Place]bool)}
}

// enter brings in somebody whose standing will change, with all their accounts.
func (r *update) enter(ctx context.Context, e Entrant) error {
	for _, account := range e.All {
		if err := r.account(ctx, account); err != nil {
			return err
		}
	}
	r.entrants = append(r.entrants, e)
	for _, p := range e.Places(r.game, r.ledger, r.now) {
		r.before[p] = true
	}
	return nil
}

// account opens an account's standing.
func (r *update) account(ctx context.Context, id chat.PersonID) (err error) {
	r.ledger.Standings[id], err = keep.Value[Standing](ctx, r.book, KindStanding, StandingID(id, r.game))
	return err
}

// entrantWith is who has come in with the account.
func (r *update) entrantWith(account chat.PersonID) (Entrant, bool) {
	for _, e := range r.entrants {
		for _, x := range e.All {
			if x == account {
				return e, true
			}
		}
	}
	return Entrant{}, false
}

// relist brings the boards from what the entrants had to what they have now. What
// stays as it is isn't read: somebody has places in every chat where they have ever
// played, and a match changes few of them.
func (r *update) relist(ctx context.Context) error {
	now := make(map[Place]bool)
	for _, e := range r.entrants {
		for _, p := range e.Places(r.game, r.ledger, r.now) {
			now[p] = true
		}
	}
	if err := r.listOnly(ctx, r.before, now, false); err != nil {
		return err
	}
	return r.listOnly(ctx, now, r.before, true)
}

// listOnly puts the entrants in the places that are not among the others, or takes
// them away from there.
func (r *update) listOnly(ctx context.Context, places, others map[Place]bool, on bool) error {
	for p := range places {
		if others[p] {
			continue
		}
		if err := p.List(ctx, r.book, on); err != nil {
			return err
		}
	}
	return nil
}

// score counts the match for all who are in it and puts it into the log.
func (r *update) score(ctx context.Context, m *Match) error {
	for _, s := range m.Seats {
		if _, known := r.entrantWith(s.Person); known {
			continue
		}
		e, err := r.all.EntrantOf(ctx, s.Person)
		if err != nil {
			return err
		}
		if err := r.enter(ctx, e); err != nil {
			return err
		}
	}
	for _, pair := range m.rivals() {
		against, err := keep.Value[Tally](ctx, r.book, KindRival, RivalID(r.game, pair))
		if err != nil {
			return err
		}
		r.ledger.rivals[pair] = against
	}
	r.settle(m)
	r.ledger.count(m)
	if err := r.relist(ctx); err != nil {
		return err
	}
	return r.log(ctx, m)
}

// settle decides whether and on which accounts the match is rated.
func (r *update) settle(m *Match) {
	left, heads := 0, make(map[chat.PersonID]bool)
	for i := range m.Seats {
		s := &m.Seats[i]
		e, _ := r.entrantWith(s.Person)
		s.Account = e.Rated(r.ledger)
		heads[e.head()] = true
		if s.Left {
			left++
		}
	}
	switch {
	case m.Unrated != "":
	case len(heads) < len(m.Seats):
		m.Unrated = unratedSelf
	case left == len(m.Seats):
		m.Unrated = unratedLeft
	default:
		m.Unrated = r.ledger.tooMuch(m)
	}
	if m.Unrated != "" {
		for i := range m.Seats {
			m.Seats[i].Account = ""
		}
	}
}

// log puts the match behind the last one in the log.
func (r *update) log(ctx context.Context, m *Match) error {
	if _, known := r.last[r.game]; !known {
		last, err := r.all.lastMatch(ctx, r.game)
		if err != nil {
			return err
		}
		r.last[r.game] = last
	}
	r.last[r.game]++
	entry, err := keep.Value[Match](ctx, r.book, KindMatch, matchID(r.game, r.last[r.game]))
	if err == nil {
		*entry = *m
	}
	return err
}

// lastMatch is the number of the game's last match in the log; 0 before the first.
func (st *Standings) lastMatch(ctx context.Context, game string) (int, error) {
	for doc, err := range st.store.Scan(ctx, KindMatch, game+"|"+RankEnd, game+"|") {
		if err != nil {
			return 0, fmt.Errorf("bot: log of matches: %w", err)
		}
		n, err := strconv.Atoi(strings.TrimPrefix(doc.Key.ID, game+"|"))
		if err != nil {
			return 0, fmt.Errorf("bot: log of matches: no number in %s", doc.Key.ID)
		}
		return n, nil
	}
	return 0, nil
}

// Ended counts a match of the game that has ended, and its deals, and notes in the
// match how it was rated. It returns what has to be stored with its end; the lock must
// be held until that is.
func (st *Standings) Ended(ctx context.Context, game string, m *Match, deals []engine.Result) ([]storage.Doc, error) {
	r := st.newUpdate(keep.NewChange(st.store), game)
	if err := r.score(ctx, m); err != nil {
		return nil, err
	}
	if err := r.observe(ctx, m, deals); err != nil {
		return nil, err
	}
	return r.book.Docs()
}

// SweepBoards deletes what is left of weeks and months that are over, a few
// places at a time.
func (st *Standings) SweepBoards(ctx context.Context) error {
	for _, kind := range []string{KindRank, KindBand} {
		for _, now := range []string{WeekOf(st.now()), MonthOf(st.now())} {
			if err := st.sweepBoardsBefore(ctx, kind, now); err != nil {
				return err
			}
		}
	}
	return nil
}

// sweepBoardsBefore deletes what is sorted between the first and the named
// period.
func (st *Standings) sweepBoardsBefore(ctx context.Context, kind, name string) error {
	for {
		st.Lock()
		n, err := st.sweepSome(ctx, kind, name)
		st.Unlock()
		if err != nil || n < keep.SweepGroup {
			return err
		}
	}
}

func (st *Standings) sweepSome(ctx context.Context, kind, name string) (int, error) {
	var old []storage.Doc
	for doc, err := range st.store.Scan(ctx, kind, name[:1], name) {
		if err != nil {
			return 0, fmt.Errorf("bot: sweep: %w", err)
		}
		doc.Data = nil
		if old = append(old, doc); len(old) == keep.SweepGroup {
			break
		}
	}
	return len(old), st.store.Commit(ctx, old...)
}

// ScopeOf is the scope that stands for the chat: itself, unless it goes on from
// another.
func (st *Standings) ScopeOf(ctx context.Context, at chat.ChatID) (chat.ChatID, error) {
	for at != "" && at != Everywhere {
		var from chat.ChatID
		version, err := st.store.Load(ctx, KindScope, string(at), &from)
		if err != nil {
			return "", err
		}
		if version == 0 {
			break
		}
		at = from
	}
	return at, nil
}

// ScopesOf are the scopes that stand for the chats, each once: the first, and others.
func (st *Standings) ScopesOf(ctx context.Context, chats []chat.ChatID) (first chat.ChatID, others []chat.ChatID, err error) {
	var all []chat.ChatID
	for _, x := range chats {
		if x, err = st.ScopeOf(ctx, x); err != nil {
			return "", nil, err
		}
		if !slices.Contains(all, x) {
			all = append(all, x)
		}
	}
	if len(all) == 0 {
		return "", nil, nil
	}
	return all[0], slices.Clip(all[1:]), nil
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
			if err := st.emptyScope(ctx, Board{by, game.ID, old}, scope); err != nil {
				return err
			}
		}
	}
	return nil
}

// joinScope notes that the scope is that of the chat from now on, and returns
// that.
func (st *Standings) joinScope(ctx context.Context, at, scope chat.ChatID) (chat.ChatID, error) {
	st.Lock()
	defer st.Unlock()
	of, err := st.ScopeOf(ctx, at)
	if err != nil || of == scope {
		return of, err
	}
	doc, err := keep.Encode(KindScope, string(scope), 0, of)
	if err != nil {
		return "", err
	}
	return of, st.store.Commit(ctx, doc)
}

// movedAtOnce is how many people are moved to another scope in one commit.
const movedAtOnce = 10

// emptyScope takes all on the board, and what they have reached in its scope, to
// the other one, a few people at a time and each person's at once.
func (st *Standings) emptyScope(ctx context.Context, from Board, to chat.ChatID) error {
	for {
		n, err := st.emptySome(ctx, from, to)
		if err != nil || n < movedAtOnce {
			return err
		}
	}
}

func (st *Standings) emptySome(ctx context.Context, from Board, to chat.ChatID) (int, error) {
	st.Lock()
	defer st.Unlock()
	places, err := from.After(ctx, st.store, "", movedAtOnce)
	if err != nil {
		return 0, err
	}
	r := st.newUpdate(keep.NewChange(st.store), from.Game)
	for _, p := range places {
		e, err := st.EntrantOf(ctx, p.Person)
		if err != nil {
			return 0, err
		}
		if err := r.enter(ctx, e); err != nil {
			return 0, err
		}
		if err := p.List(ctx, r.book, false); err != nil {
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
