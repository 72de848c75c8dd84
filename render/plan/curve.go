package plan

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"tarockbot/render/words"
)

// RatingHistory describes a person's rating in one game over time.
type RatingHistory struct {
	Name    string
	Game    string
	Rated   []Rated // the last MaxRated are shown
	Matches int     // all matches, if there are more than in Rated
	Best    int     // the highest rating that wasn't provisional, if higher than those in Rated
}

// Rated is a rating after a match.
type Rated struct {
	Rating, Deviation int
	Provisional       bool
	Day               string
}

// MaxRated limits the matches that a curve shows.
const MaxRated = 50

// Curve describes the picture of a rating in one language.
type Curve struct {
	Title, Corner string
	Rated         []Rated
	Peak          int // index; -1 if not shown
	Now           Figure
	Doubt         string
	Mark          string // "provisional", or ""
	Best          Figure // Spoken is empty while every rating is provisional
	Matches       Figure
	Span          [3]string // first day, number of matches, last day
	Legend        [2]string // labels of the band and the dashed line
	Note          string
	Words         []string
}

func (c RatingHistory) curve(t *words.Tongue, name string) *Curve {
	shown := c.Rated[max(len(c.Rated)-MaxRated, 0):]
	title, corner := cmp.Or(name, t.Say("picture.rating")), t.Say("game."+c.Game)
	if len(shown) == 0 {
		return &Curve{Title: title, Corner: corner, Peak: -1, Note: t.Say("picture.rating.none")}
	}
	matches, best, last := max(c.Matches, len(c.Rated)), c.best(), shown[len(shown)-1]
	mark := ""
	if last.Provisional {
		mark = t.Say("picture.rating.provisional")
	}
	p := &Curve{
		Title: title, Corner: corner, Rated: shown, Peak: peak(shown),
		Now: currentRating(last, mark, t), Doubt: fmt.Sprintf("± %d", last.Deviation), Mark: mark, Best: bestFigure(best, t),
		Matches: Figure{
			Number: strconv.Itoa(matches),
			Label:  t.Count("picture.rating.matches", matches),
			Spoken: t.Count("picture.rating.rated", matches),
		},
		Span: periodLabels(shown, matches, t), Legend: legend(shown, t),
	}
	if p.Peak >= 0 && shown[p.Peak].Rating < best {
		p.Peak = -1
	}
	p.Words = courseSentences(shown, p.Span, t)
	return p
}

func (c RatingHistory) best() int {
	if i := peak(c.Rated); i >= 0 {
		return max(c.Best, c.Rated[i].Rating)
	}
	return c.Best
}

func bestFigure(best int, t *words.Tongue) Figure {
	f := Figure{Number: "−", Label: t.Say("picture.rating.best")}
	if best > 0 {
		f.Number, f.Spoken = strconv.Itoa(best), fmt.Sprintf("%s: %d", f.Label, best)
	}
	return f
}

// peak returns the first highest rating that isn't provisional, or -1.
func peak(rated []Rated) int {
	best := -1
	for i, r := range rated {
		if !r.Provisional && (best < 0 || r.Rating > rated[best].Rating) {
			best = i
		}
	}
	return best
}

func currentRating(r Rated, mark string, t *words.Tongue) Figure {
	spoken := t.Say("picture.alt.rating", "Rating", r.Rating, "Deviation", r.Deviation)
	return Figure{Number: strconv.Itoa(r.Rating), Label: t.Say("picture.rating"), Spoken: listed(spoken, mark)}
}

func periodLabels(shown []Rated, matches int, t *words.Tongue) [3]string {
	n := len(shown)
	switch first, last := shown[0].Day, shown[n-1].Day; {
	case n == 1:
		return [3]string{1: first}
	case n < matches:
		return [3]string{first, t.Count("picture.rating.last", n), last}
	default:
		return [3]string{first, t.Count("picture.rating.all", n), last}
	}
}

func legend(shown []Rated, t *words.Tongue) (all [2]string) {
	all[0] = t.Say("picture.rating.band")
	if len(shown) > 1 && countProvisional(shown) > 0 {
		all[1] = t.Say("picture.rating.provisional")
	}
	return all
}

func countProvisional(shown []Rated) (n int) {
	for _, r := range shown {
		if r.Provisional {
			n++
		}
	}
	return n
}

func courseSentences(shown []Rated, span [3]string, t *words.Tongue) []string {
	if len(shown) == 1 {
		return []string{shown[0].Day}
	}
	low, high := shown[0].Rating, shown[0].Rating
	var ratings []string
	for _, r := range shown {
		low, high = min(low, r.Rating), max(high, r.Rating)
		ratings = append(ratings, strconv.Itoa(r.Rating))
	}
	sentences := []string{
		t.Say("picture.alt.course", "Span", span[1], "From", span[0], "To", span[2],
			"First", shown[0].Rating, "Low", low, "High", high),
	}
	if n := countProvisional(shown); n > 0 {
		sentences = append(sentences, t.Count("picture.alt.provisional", n))
	}
	return append(sentences, t.Say("picture.alt.each", "Ratings", strings.Join(ratings, ", ")))
}

func (p *Curve) alt() []string {
	return append([]string{listed(p.Title, p.Corner), p.Note, p.Now.Spoken, p.Best.Spoken, p.Matches.Spoken}, p.Words...)
}
