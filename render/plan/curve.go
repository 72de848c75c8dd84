package plan

import (
	"fmt"
	"strconv"
	"strings"

	"tarockbot/render/words"
)

// RatingHistory describes a person's rating in one game over time.
type RatingHistory struct {
	Name    string  // of the person
	Game    string  // the ID of the engine.Game
	Rated   []Rated // match by match; the last MaxRated are shown
	Matches int     // all rated matches, if more than in Rated
	Best    int     // the highest rating that wasn't provisional, if higher than in Rated
}

// Rated is a rating after a match.
type Rated struct {
	Rating, Deviation int // in points
	Provisional       bool
	Day               string // when the match ended, in the reader's format
}

// MaxRated limits the matches that a curve shows.
const MaxRated = 50

// Curve describes the picture of a curve in one language.
type Curve struct {
	Title, Corner string
	Rated         []Rated
	Peak          int       // the index of the best rating; -1 if it isn't shown
	Now           Figure    // the rating after the last match
	Doubt         string    // the deviation
	Mark          string    // "provisional", or ""
	Best          Figure    // without Spoken if no rating counts yet
	Matches       Figure    // all rated matches
	Span          [3]string // below the curve: first day, number of matches, last day
	Legend        [2]string // for the band and, if any, the dashes
	Note          string    // before the first match, shown in place of the curve
	Words         []string  // for the Alt text only
}

// curve describes the picture of the curve, titled with the name.
func (c RatingHistory) curve(t *words.Tongue, name string) *Curve {
	shown := c.Rated[max(len(c.Rated)-MaxRated, 0):]
	p := &Curve{Title: name, Corner: t.Say("game." + c.Game), Rated: shown, Peak: peak(shown)}
	if name == "" {
		p.Title = t.Say("picture.rating")
	}
	if len(shown) == 0 {
		p.Note = t.Say("picture.rating.none")
		return p
	}
	matches := max(c.Matches, len(c.Rated))
	p.Matches = Figure{
		Number: strconv.Itoa(matches),
		Label:  t.Count("picture.rating.matches", matches),
		Spoken: t.Count("picture.rating.rated", matches),
	}
	p.best(t, c)
	p.now(t)
	p.span(t, matches)
	p.describe(t)
	return p
}

// best sets the best rating.
func (p *Curve) best(t *words.Tongue, c RatingHistory) {
	best := c.Best
	if i := peak(c.Rated); i >= 0 {
		best = max(best, c.Rated[i].Rating)
	}
	label := t.Say("picture.rating.best")
	p.Best = Figure{Number: "−", Label: label}
	if best > 0 {
		p.Best = labelled(best, label)
	}
	if p.Peak >= 0 && p.Rated[p.Peak].Rating < best {
		p.Peak = -1
	}
}

// labelled returns a figure with its label.
func labelled(n int, label string) Figure {
	return Figure{Number: strconv.Itoa(n), Label: label, Spoken: fmt.Sprintf("%s: %d", label, n)}
}

// peak returns the first match with the highest rating that isn't provisional, or -1 if all are.
func peak(rated []Rated) int {
	best := -1
	for i, r := range rated {
		if !r.Provisional && (best < 0 || r.Rating > rated[best].Rating) {
			best = i
		}
	}
	return best
}

// now sets the rating after the last match.
func (p *Curve) now(t *words.Tongue) {
	r := p.Rated[len(p.Rated)-1]
	p.Now = labelled(r.Rating, t.Say("picture.rating"))
	p.Now.Spoken = t.Say("picture.alt.rating", "Rating", r.Rating, "Deviation", r.Deviation)
	p.Doubt = fmt.Sprintf("± %d", r.Deviation)
	if r.Provisional {
		p.Mark = t.Say("picture.rating.provisional")
		p.Now.Spoken = listed(p.Now.Spoken, p.Mark)
	}
}

// span sets the days below the curve and the legend.
func (p *Curve) span(t *words.Tongue, matches int) {
	n := len(p.Rated)
	p.Span = [3]string{p.Rated[0].Day, t.Count("picture.rating.all", n), p.Rated[n-1].Day}
	if n < matches {
		p.Span[1] = t.Count("picture.rating.last", n)
	}
	if n == 1 {
		p.Span = [3]string{1: p.Rated[0].Day}
	}
	p.Legend[0] = t.Say("picture.rating.band")
	if n > 1 && p.provisional() > 0 {
		p.Legend[1] = t.Say("picture.rating.provisional")
	}
}

// provisional counts the provisional ratings shown.
func (p *Curve) provisional() (n int) {
	for _, r := range p.Rated {
		if r.Provisional {
			n++
		}
	}
	return n
}

// describe sets the text that describes the curve in words.
func (p *Curve) describe(t *words.Tongue) {
	if len(p.Rated) == 1 {
		p.Words = []string{p.Rated[0].Day}
		return
	}
	low, high := p.Rated[0].Rating, p.Rated[0].Rating
	var each []string
	for _, r := range p.Rated {
		low, high = min(low, r.Rating), max(high, r.Rating)
		each = append(each, strconv.Itoa(r.Rating))
	}
	p.Words = []string{
		t.Say("picture.alt.course", "Span", p.Span[1], "From", p.Span[0], "To", p.Span[2],
			"First", p.Rated[0].Rating, "Low", low, "High", high),
	}
	if n := p.provisional(); n > 0 {
		p.Words = append(p.Words, t.Count("picture.alt.provisional", n))
	}
	p.Words = append(p.Words, t.Say("picture.alt.each", "Ratings", strings.Join(each, ", ")))
}

// alt returns the picture's description in sentences.
func (p *Curve) alt() []string {
	return append([]string{listed(p.Title, p.Corner), p.Note, p.Now.Spoken, p.Best.Spoken, p.Matches.Spoken}, p.Words...)
}
