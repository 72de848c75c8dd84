package web

import (
	"fmt"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/texts"
	"tarockbot/render/felt"
)

// feltView is a table laid out for the template "felt".
type feltView struct {
	*felt.Felt
	Form      string          // id of the form that its buttons belong to
	Deeds     [][]chat.Button // what else can be pressed now, in rows
	Menu      []chat.Button   // what can be pressed always
	Own       []felt.Pile     // what lies in front of the reader
	Settled   bool            // the reader has no card in a trick that runs: the hand may be laid out anew
	Match     []lineView      // which match it is
	Taught    []lineView      // what somebody who learns is told
	Reckoning []lineView      // how the deal before was settled
	Events    []lineView      // what has happened, in order
	BillKey   string          // tells that from others at the table
	Plays     bool            // what is pressed is played, not chosen or set ahead
	Hold      string          // what the hand is for: "plays", "chooses", "ahead", or "waits"
}

// layoutFelt is the table that the message shows laid out; nil if it shows none.
func (v screenView) layoutFelt() *feltView {
	if v.Felt == nil || v.Kind != kindPanel || v.Ended {
		return nil
	}
	f := &feltView{Felt: v.Felt, Form: v.Form, Own: v.Felt.Seats[v.Felt.Reader].Piles}
	there := f.lines()
	for _, row := range v.Buttons {
		var deeds []chat.Button
		for _, b := range row {
			switch {
			case b.Aside:
				f.Menu = append(f.Menu, b)
			case !there[b.Line]:
				deeds = append(deeds, b)
			}
		}
		if deeds != nil {
			f.Deeds = append(f.Deeds, deeds)
		}
	}
	f.Settled = f.Trick == nil || f.Trick.Over ||
		!slices.ContainsFunc(f.Trick.Places, func(p felt.Place) bool { return p.Seat == f.Reader && p.Card != nil })
	if f.Bill != nil {
		f.Reckoning = v.Terms.terms(splitLines(f.Bill.Told))
		f.BillKey = digest(fmt.Append(nil, v.Table, f.Bill.Replay, f.Bill.Outcome, f.Bill.Told), 6)
	}
	f.Match, f.Taught = splitLines(f.About), v.Terms.terms(splitLines(f.Coach))
	f.Events = v.Terms.terms(splitLines(slices.Concat(f.Before, f.Story)))
	isCard := func(o chat.Option) bool { return o.Icon != "" }
	f.Plays = f.Seats[f.Reader].Turn && (v.Screen.Choice == nil || !slices.ContainsFunc(v.Screen.Choice.Options, isCard))
	f.Hold = f.hold()
	return f
}

func (f *feltView) hold() string {
	switch {
	case !slices.ContainsFunc(f.Hand, func(c felt.Card) bool { return c.Line != "" }):
		return "waits"
	case f.Plays:
		return "plays"
	case f.Seats[f.Reader].Turn:
		return "chooses"
	default:
		return "ahead"
	}
}

// lines are what pressing the cards says, in the hand, in front of the reader and in the talon.
func (f *feltView) lines() map[string]bool {
	lines := make(map[string]bool)
	for _, c := range f.Hand {
		lines[c.Line] = true
	}
	for _, p := range f.Own {
		if p.Top != nil {
			lines[p.Top.Line] = true
		}
	}
	for _, p := range f.Talon {
		lines[p.Line] = true
	}
	return lines
}

// Bare says whether nothing lies in the middle, so that what can be said has room there.
func (f *feltView) Bare() bool {
	return f.Trick == nil && f.Talon == nil && f.Own == nil
}

// Others are the seats but the reader's that have something in front of them.
func (f *feltView) Others() (others []felt.Seat) {
	for i, s := range f.Seats {
		if i != f.Reader && s.Piles != nil {
			others = append(others, s)
		}
	}
	return others
}

// heldCard is a card of the reader's that can be touched: where it is in the hand, and the
// id of the form that it belongs to.
type heldCard struct {
	felt.Card
	At     int
	Form   string
	Toggle bool // another touch takes back what one does
}

func deref(c *felt.Card) felt.Card { return *c }

func held(f *feltView, c felt.Card, at int) heldCard {
	return heldCard{c, at, f.Form, !f.Plays && c.Line != ""}
}

// laidTrick is a trick with what its template needs besides.
type laidTrick struct {
	felt.Trick
	T      texts.Language
	Places []laidPlace
}

// laidPlace is a place with the name of whose it is.
type laidPlace struct {
	felt.Place
	Name string
}

func trickWithNames(v screenView, t *felt.Trick) laidTrick {
	l := laidTrick{Trick: *t, T: v.T}
	for _, p := range t.Places {
		l.Places = append(l.Places, laidPlace{p, v.Felt.Seats[p.Seat].Name})
	}
	return l
}

// laidPile is a pile with what its template needs besides.
type laidPile struct {
	felt.Pile
	T texts.Language
}

func pileWithTexts(v screenView, p felt.Pile) laidPile { return laidPile{p, v.T} }
