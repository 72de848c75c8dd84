package web

import (
	"fmt"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/render/felt"
)

// feltView is a laid-out table for the template "felt".
type feltView struct {
	*felt.Felt
	Form      string          // id of the buttons' form
	Deeds     [][]chat.Button // the buttons without cards, in rows
	Menu      []chat.Button   // the buttons that are always there
	Own       []felt.Pile     // the piles in front of the reader
	Settled   bool            // the reader has no card in the running trick: the hand may be rearranged
	Match     []lineView      // the match and its terms
	Taught    []lineView      // advice for learners
	Reckoning []lineView      // the settlement of the previous deal
	Events    []lineView      // the public events of the deal, oldest first
	BillKey   string          // identifies the settlement
	Plays     bool            // pressing a card plays it
	Hold      string          // the use of the hand: "plays", "chooses", "ahead", or "waits"
}

// layoutFelt returns the table laid out, or nil if the message shows none.
func (v screenView) layoutFelt() *feltView {
	if v.Felt == nil || v.Kind != kindPanel || v.Ended {
		return nil
	}
	f := &feltView{Felt: v.Felt, Form: v.Form, Own: v.Felt.Seats[v.Felt.Reader].Piles}
	there := f.Lines()
	for _, row := range v.Buttons {
		var deeds []chat.Button
		for _, b := range row {
			switch {
			case b.Aside:
				f.Menu = append(f.Menu, b)
			case !slices.Contains(there, b.Line):
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
	hasCard := func(o chat.Option) bool { return o.Icon != "" }
	f.Plays = f.Seats[f.Reader].Turn && (v.Choice == nil || !slices.ContainsFunc(v.Choice.Options, hasCard))
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

// Bare reports whether the middle of the table is empty, so that choices fit there.
func (f *feltView) Bare() bool {
	return f.Trick == nil && f.Talon == nil && f.Own == nil
}

// Others returns the other seats with cards in front of them.
func (f *feltView) Others() (others []felt.Seat) {
	for i, s := range f.Seats {
		if i != f.Reader && s.Piles != nil {
			others = append(others, s)
		}
	}
	return others
}

// heldCard is one of the reader's cards with its place in the hand and its form's id.
type heldCard struct {
	felt.Card
	At     int
	Form   string
	Toggle bool // pressing the card again undoes the press
}

func held(f *feltView, c felt.Card, at int) heldCard {
	return heldCard{c, at, f.Form, !f.Plays && c.Line != ""}
}

// onTable is a trick or a pile with the message that has its texts and names, for a template of its own.
type onTable struct {
	View screenView
	Part any // a *felt.Trick or a felt.Pile
}

func onTableOf(v screenView, part any) onTable { return onTable{v, part} }
