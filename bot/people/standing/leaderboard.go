package standing

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/engine/games"
	"tarockbot/storage"
)

// People are ordered on boards. Of each there are two indexes: places, whose ids sort best first, so
// that a page is a short scan; and bands, which count the places in each part of the scores, so that
// a rank is known without counting one by one. A band counts its 64 parts; each part is the next
// narrower band, and after six a part is one score. Both change with the commit of a score.

// Leaderboard is one order of people: what it is by, of which game, and where.
type Leaderboard struct {
	By    string // ByRating, ByPoints, apart, or a week or month; see WeekOf and MonthOf
	Game  string
	Scope chat.ChatID // everywhere, or where those on it have played
}

// What boards are by, besides weeks and months.
const (
	ByRating = "rating" // strength
	ByPoints = "points" // game points of all time
	// apart holds those who don't want to be listed. Nobody is shown it.
	apart = "apart"
)

// id is what the ids of the board's places and bands begin with. Those by
// week or month come together, oldest first, whatever their game.
func (b Leaderboard) id() string {
	return b.By + "|" + b.Game + "|" + url.PathEscape(string(b.Scope)) + "|"
}

// Place is somebody's score on a board.
type Place struct {
	Leaderboard
	Score  int
	Person chat.PersonID
}

func (p Place) id() string { return p.Leaderboard.id() + p.Cursor() }

const (
	// rankLetters are digits in the order of their bytes.
	rankLetters = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
	// rankLen is how many digits a score has.
	rankLen = 6
	// bestScore is the highest score told from a higher one; the lowest is as far below zero.
	bestScore = 1<<(6*rankLen-1) - 1
)

// rankDigits are the score as digits that sort best first.
func rankDigits(score int) string {
	rest := bestScore - min(max(score, -bestScore), bestScore)
	var digits [rankLen]byte
	for i := rankLen - 1; i >= 0; i-- {
		digits[i] = rankLetters[rest%len(rankLetters)]
		rest /= len(rankLetters)
	}
	return string(digits[:])
}

// rankScore is the score that the first digits of a cursor tell; false if they tell none.
func rankScore(cursor string) (score int, ok bool) {
	if len(cursor) < rankLen {
		return 0, false
	}
	rest := 0
	for _, d := range []byte(cursor[:rankLen]) {
		i := strings.IndexByte(rankLetters, d)
		if i < 0 {
			return 0, false
		}
		rest = rest*len(rankLetters) + i
	}
	return bestScore - rest, true
}

// listed is all that the document of a place says: that it is taken.
type listed bool

func (l *listed) Blank() bool { return !bool(*l) }

// band counts the places in each of its parts, by the digit that comes next.
type band map[string]int

func (c *band) Blank() bool { return len(*c) == 0 }

func (c *band) add(digit string, n int) {
	if *c == nil {
		*c = make(band)
	}
	if (*c)[digit] += n; (*c)[digit] == 0 {
		delete(*c, digit)
	}
}

// bands are the ids of those that count the place, with the digit by which each does.
func (p Place) bands() map[string]string {
	board, digits, all := p.Leaderboard.id(), rankDigits(p.Score), make(map[string]string)
	for i := range digits {
		all[board+digits[:i]] = digits[i : i+1]
	}
	return all
}

// SetListed puts somebody in the place, or takes them away; also if that is done.
func (p Place) SetListed(ctx context.Context, c *documents.Transaction, on bool) error {
	taken, err := documents.Value[listed](ctx, c, KindRank, p.id())
	if err != nil || bool(*taken) == on {
		return err
	}
	*taken = listed(on)
	n := 1
	if !on {
		n = -1
	}
	for id, digit := range p.bands() {
		counts, err := documents.Value[band](ctx, c, KindBand, id)
		if err != nil {
			return err
		}
		counts.add(digit, n)
	}
	return nil
}

// Rank is the rank of the score on the board: 1 if nobody has a better one.
func (b Leaderboard) Rank(ctx context.Context, c *documents.Transaction, score int) (rank int, err error) {
	rank = 1
	for id, own := range (Place{Leaderboard: b, Score: score}).bands() {
		counts, err := documents.Value[band](ctx, c, KindBand, id)
		if err != nil {
			return 0, err
		}
		for digit, n := range *counts {
			if digit < own {
				rank += n
			}
		}
	}
	return rank, nil
}

// Cursor is a place among those of its board: the next page begins behind it, were nobody there any more.
func (p Place) Cursor() string { return rankDigits(p.Score) + string(p.Person) }

// RankEnd sorts behind all digits.
const RankEnd = "~"

// After are at most n places of the board behind the cursor, best first; "" is the beginning.
func (b Leaderboard) After(ctx context.Context, store storage.Store, cursor string, n int) ([]Place, error) {
	return b.some(store.Scan(ctx, KindRank, b.id()+cursor, b.id()+RankEnd), cursor, n)
}

// Before are at most n places of the board before the cursor, worst first.
func (b Leaderboard) Before(ctx context.Context, store storage.Store, cursor string, n int) ([]Place, error) {
	return b.some(store.Scan(ctx, KindRank, b.id()+cursor, b.id()), cursor, n)
}

func (b Leaderboard) some(docs iter.Seq2[storage.Doc, error], but string, n int) ([]Place, error) {
	var places []Place
	for doc, err := range docs {
		if err != nil {
			return nil, fmt.Errorf("bot: leaderboard: %w", err)
		}
		cursor := strings.TrimPrefix(doc.Key.ID, b.id())
		if cursor == but {
			continue
		}
		if len(places) == n {
			break
		}
		score, ok := rankScore(cursor)
		if !ok {
			return nil, fmt.Errorf("bot: leaderboard: no place %s", doc.Key.ID)
		}
		places = append(places, Place{b, score, chat.PersonID(cursor[rankLen:])})
	}
	return places, nil
}

// Entrant is somebody as leaderboards know them: all accounts of a person, under the head's name.
type Entrant struct {
	All    []chat.PersonID // the first is the head
	Listed bool            // they want to be seen
}

// EntrantOf is who the account belongs to. While the lock is held that doesn't change.
func (st *Standings) EntrantOf(ctx context.Context, account chat.PersonID) (Entrant, error) {
	return st.Entrant(ctx, st.people.Accounts(account))
}

// Entrant is all these accounts as one person, as the head wishes to be listed.
func (st *Standings) Entrant(ctx context.Context, all []chat.PersonID) (Entrant, error) {
	listed, err := st.people.Listed(ctx, all[0])
	return Entrant{all, listed}, err
}

// Relist is what has to be stored when people become others on the boards: linked ones become one,
// or one part, or want to be seen or not. The lock of standings must be held until it is stored.
func (st *Standings) Relist(ctx context.Context, from, to []Entrant) ([]storage.Doc, error) {
	bk := documents.NewTransaction(st.store)
	for _, g := range games.All() {
		r := st.newUpdate(bk, g.ID)
		for _, e := range from {
			if err := r.enter(ctx, e); err != nil {
				return nil, err
			}
		}
		r.entrants = to
		if err := r.relist(ctx); err != nil {
			return nil, err
		}
	}
	return bk.Docs()
}

// Regroup is Relist for accounts that come to belong to others: those of each list are one person, as
// the first of them wishes to be listed.
func (st *Standings) Regroup(ctx context.Context, from, to [][]chat.PersonID) ([]storage.Doc, error) {
	var entrants [2][]Entrant
	for i, groups := range [][][]chat.PersonID{from, to} {
		for _, accounts := range groups {
			e, err := st.Entrant(ctx, accounts)
			if err != nil {
				return nil, err
			}
			entrants[i] = append(entrants[i], e)
		}
	}
	return st.Relist(ctx, entrants[0], entrants[1])
}

// Rated is the account on which they are rated: the first with the most rated matches.
func (e Entrant) Rated(l Ledger) chat.PersonID {
	return slices.MaxFunc(e.All, func(x, y chat.PersonID) int { return cmp.Compare(l.Of(x).Rated, l.Of(y).Rated) })
}

// Totals are what they have reached in each scope with all their accounts.
func (e Entrant) Totals(l Ledger) map[chat.ChatID]*Totals {
	sums := make(map[chat.ChatID]*Totals)
	for _, account := range e.All {
		for scope, x := range l.Of(account).Scopes {
			if sums[scope] != nil {
				x = sums[scope].plus(x)
			}
			sums[scope] = x
		}
	}
	return sums
}

// ratedScopes is in how many chats, besides everywhere, somebody is on the board of ratings: those
// where they have played last. A match changes all of them.
const ratedScopes = 16

// Places are all that they have on boards of the game, but of weeks and months that are over.
func (e Entrant) Places(l Ledger, now time.Time) []Place {
	var all []Place
	add := func(by string, scope chat.ChatID, score int) {
		all = append(all, Place{Leaderboard{by, l.game, scope}, score, e.All[0]})
	}
	totals := e.Totals(l)
	if !e.Listed {
		for scope := range totals {
			add(apart, scope, 0)
		}
		return all
	}
	for scope, x := range totals {
		add(ByPoints, scope, x.Points)
		if x.Week.Name >= WeekOf(now) {
			add(x.Week.Name, scope, x.Week.Points)
		}
		if x.Month.Name >= MonthOf(now) {
			add(x.Month.Name, scope, x.Month.Points)
		}
	}
	if best := l.Of(e.Rated(l)); best.Rated > 0 {
		for _, scope := range lastScopes(totals) {
			add(ByRating, scope, best.Rating.Shown())
		}
	}
	return all
}

// lastScopes are everywhere, and where the last matches were.
func lastScopes(totals map[chat.ChatID]*Totals) []chat.ChatID {
	scopes := slices.SortedFunc(maps.Keys(totals), func(x, y chat.ChatID) int {
		return cmp.Or(totals[y].Last.Compare(totals[x].Last), cmp.Compare(x, y))
	})
	scopes = slices.DeleteFunc(scopes, func(x chat.ChatID) bool { return x == Everywhere })
	return append(scopes[:min(ratedScopes, len(scopes))], Everywhere)
}
