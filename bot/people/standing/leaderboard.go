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

// Leaderboard is one order of people by score.
//
// Each leaderboard has two indexes. Places have ids that sort best first, so a page is a short scan. Bands
// count places by score prefix (64 parts a band, six levels), so a rank is found without counting one by one.
// Both change in the commit that changes a score.
type Leaderboard struct {
	By    Order
	Game  string
	Scope chat.ChatID // Everywhere, or where the people on it have played
}

// Order is what a leaderboard's scores are: one of the constants, or the points of a week or month; see WeekOf
// and MonthOf.
type Order string

// The orders, besides weeks and months.
const (
	ByRating Order = "rating"
	ByPoints Order = "points" // game points of all time
	// unlisted is the order of people who don't want to be listed, so that MoveScope finds them. It is never shown.
	unlisted Order = "apart"
)

// id returns the prefix of the ids of the leaderboard's places and bands. Those by week or month sort oldest
// first, whatever their game.
func (b Leaderboard) id() string {
	return string(b.By) + "|" + b.Game + "|" + url.PathEscape(string(b.Scope)) + "|"
}

// Place is a person's score on a leaderboard.
type Place struct {
	Leaderboard
	Score  int
	Person chat.PersonID
}

func (p Place) id() string { return p.Leaderboard.id() + p.Cursor() }

const (
	// scoreLetters are the 64 digits, in the order of their bytes.
	scoreLetters = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
	// scoreLen is the number of digits of a score.
	scoreLen = 6
	// bestScore is the highest score that fits; the lowest is -bestScore. Scores beyond are clamped.
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

// parseScore returns the score at the beginning of the cursor; false if there is none.
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

// taken is the stored form of a Place, whose data are all in the id.
type taken bool

// Blank reports whether the place isn't taken.
func (t *taken) Blank() bool { return !bool(*t) }

// band counts the places in each of its parts, by the next digit.
type band map[string]int

// Blank reports whether nothing is counted.
func (c *band) Blank() bool { return len(*c) == 0 }

// add counts n more places in the part.
func (c *band) add(digit string, n int) {
	if *c == nil {
		*c = make(band)
	}
	if (*c)[digit] += n; (*c)[digit] == 0 {
		delete(*c, digit)
	}
}

// bands returns the ids of the bands that count the place, with the digit of its part in each.
func (p Place) bands() map[string]string {
	board, digits, all := p.Leaderboard.id(), scoreDigits(p.Score), make(map[string]string)
	for i := range digits {
		all[board+digits[:i]] = digits[i : i+1]
	}
	return all
}

// setTaken stores that the person has the place, or hasn't. It may be repeated.
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

// Rank returns the rank of the score on the leaderboard: 1 if nobody has a better one. The rank is wrong if the
// transaction has an error.
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

// Cursor returns the place's position on its leaderboard. A page can start behind it even after the place is
// gone.
func (p Place) Cursor() string { return scoreDigits(p.Score) + string(p.Person) }

// After returns at most n places behind the cursor, best first; "" is the beginning.
func (b Leaderboard) After(ctx context.Context, store storage.Store, cursor string, n int) ([]Place, error) {
	_, end := documents.Behind(b.id())
	return b.places(store.Scan(ctx, KindPlace, b.id()+cursor, end), cursor, n)
}

// Before returns at most n places before the cursor, worst first.
func (b Leaderboard) Before(ctx context.Context, store storage.Store, cursor string, n int) ([]Place, error) {
	return b.places(store.Scan(ctx, KindPlace, b.id()+cursor, b.id()), cursor, n)
}

// places returns at most n places of the documents, without that of the cursor to skip.
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
			return nil, fmt.Errorf("bot: leaderboard: no place %s", doc.Key.ID)
		}
		places = append(places, Place{b, score, chat.PersonID(cursor[scoreLen:])})
	}
	return places, nil
}
