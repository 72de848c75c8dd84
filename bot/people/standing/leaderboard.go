package standing

import (
	"context"
	"fmt"
	"iter"
	"net/url"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/storage"
)

// Leaderboard ranks people by one score. Places have ids that sort best first, so a page is a short scan. Bands
// store how many places share a score prefix, so a rank is a few sums.
type Leaderboard struct {
	Order Order
	Game  string
	Scope chat.ChatID
}

// Order is a kind of score: a constant, WeekOf or MonthOf.
type Order string

// The orders, besides weeks and months.
const (
	ByRating Order = "rating"
	ByPoints Order = "points"
	// unlisted lets MoveScope find people who aren't listed.
	unlisted Order = "apart"
)

// id begins with Order, so one key range holds all leaderboards of a week or month.
func (b Leaderboard) id() string {
	return string(b.Order) + "|" + b.Game + "|" + url.PathEscape(string(b.Scope)) + "|"
}

// Place is a person's score on a leaderboard.
type Place struct {
	Leaderboard
	Score  int
	Person chat.PersonID
}

func (p Place) id() string { return p.Leaderboard.id() + p.Cursor() }

const (
	// The digits, in ascending order of their bytes.
	scoreLetters = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
	scoreLen     = 6
	// Scores beyond bestScore and -bestScore are clamped.
	bestScore = 1<<(6*scoreLen-1) - 1
)

// scoreDigits returns the score as digits that sort best first.
func scoreDigits(score int) string {
	rest := bestScore - min(max(score, -bestScore), bestScore)
	var digits [scoreLen]byte
	for i := scoreLen - 1; i >= 0; i-- {
		digits[i] = scoreLetters[rest%len(scoreLetters)]
		rest /= len(scoreLetters)
	}
	return string(digits[:])
}

func parseScore(cursor string) (score int, ok bool) {
	if len(cursor) < scoreLen {
		return 0, false
	}
	rest := 0
	for _, d := range []byte(cursor[:scoreLen]) {
		i := strings.IndexByte(scoreLetters, d)
		if i < 0 {
			return 0, false
		}
		rest = rest*len(scoreLetters) + i
	}
	return bestScore - rest, true
}

// taken is the document of a Place. Its id has all data.
type taken bool

func (t *taken) Blank() bool { return !bool(*t) }

// band counts the places under one score prefix, by the digit that follows.
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

func (p Place) bands() map[string]string {
	board, digits, all := p.Leaderboard.id(), scoreDigits(p.Score), make(map[string]string)
	for i := range digits {
		all[board+digits[:i]] = digits[i : i+1]
	}
	return all
}

func (p Place) setTaken(ctx context.Context, tx *documents.Transaction, on bool) {
	has := documents.Value[taken](ctx, tx, KindPlace, p.id())
	if bool(*has) == on {
		return
	}
	*has = taken(on)
	n := 1
	if !on {
		n = -1
	}
	for id, digit := range p.bands() {
		documents.Value[band](ctx, tx, KindBand, id).add(digit, n)
	}
}

// Rank returns the rank of the score, from 1.
func (b Leaderboard) Rank(ctx context.Context, tx *documents.Transaction, score int) int {
	rank := 1
	for id, own := range (Place{Leaderboard: b, Score: score}).bands() {
		for digit, n := range *documents.Value[band](ctx, tx, KindBand, id) {
			if digit < own {
				rank += n
			}
		}
	}
	return rank
}

// Cursor returns the place's position. It stays valid after the place is gone.
func (p Place) Cursor() string { return scoreDigits(p.Score) + string(p.Person) }

// PlacesAfter returns at most n places, best first.
func (b Leaderboard) PlacesAfter(ctx context.Context, store storage.Store, cursor string, n int) ([]Place, error) {
	_, end := documents.WithPrefix(b.id())
	return b.places(store.Scan(ctx, KindPlace, b.id()+cursor, end), cursor, n)
}

// PlacesBefore returns at most n places, worst first.
func (b Leaderboard) PlacesBefore(ctx context.Context, store storage.Store, cursor string, n int) ([]Place, error) {
	return b.places(store.Scan(ctx, KindPlace, b.id()+cursor, b.id()), cursor, n)
}

func (b Leaderboard) places(docs iter.Seq2[storage.Doc, error], skip string, n int) ([]Place, error) {
	var places []Place
	for doc, err := range docs {
		if err != nil {
			return nil, fmt.Errorf("bot: leaderboard: %w", err)
		}
		cursor := strings.TrimPrefix(doc.Key.ID, b.id())
		if cursor == skip {
			continue
		}
		if len(places) == n {
			break
		}
		score, ok := parseScore(cursor)
		if !ok {
			return nil, fmt.Errorf("bot: leaderboard: malformed place id %s", doc.Key.ID)
		}
		places = append(places, Place{b, score, chat.PersonID(cursor[scoreLen:])})
	}
	return places, nil
}
