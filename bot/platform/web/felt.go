package web

import (
	"fmt"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/render/felt"
)

// feltView is the data of the template "felt".
type feltView struct {
	*felt.Felt
	Form      string
	Actions   [][]chat.Button // buttons without cards
	Menu      []chat.Button
	Own       []felt.Pile
	Settled   bool // the hand may be rearranged: none of its cards is in the running trick
	Match     []lineView
	Taught    []lineView
	Reckoning []lineView // of the previous deal
	Ending    []lineView // what else the match's end brought
	Events    []lineView // of the deal, oldest first
	BillKey   string
	Plays     bool
	choices   int    // buttons and options without cards
	Hold      string // "plays", "chooses", "ahead", or "waits"
}

func (v screenView) layoutFelt() *feltView {
	if v.Felt == nil || v.Kind != kindPanel {
		return nil
	}
	f := &feltView{Felt: v.Felt, Form: v.Form, Own: v.Felt.Seats[v.Felt.Reader].Piles}
	cardLines := f.Lines()
	for _, row := range v.Buttons {
		var actions []chat.Button
		for _, b := range row {
			switch {
			case b.ForMenu:
				f.Menu = append(f.Menu, b)
			case !slices.Contains(cardLines, b.Line):
				actions = append(actions, b)
			}
		}
		if actions != nil {
			f.Actions = append(f.Actions, actions)
		}
	}
	f.Settled = f.Trick == nil || f.Trick.Over ||
		!slices.ContainsFunc(f.Trick.Places, func(p felt.Place) bool { return p.Seat == f.Reader && p.Card != nil })
	if f.Bill != nil {
		f.Reckoning = v.Terms.terms(splitLines(f.Bill.Told))
		f.BillKey = digest(fmt.Append(nil, v.Table, f.Bill.Replay, f.Bill.Outcome, f.Bill.Told), 6)
	}
	if f.End != nil {
		f.Ending = splitLines(f.End.Told)
	}
	f.Match, f.Taught = splitLines(f.About), v.Terms.terms(splitLines(f.Coach))
	f.Events = v.Terms.terms(splitLines(slices.Concat(f.Before, f.Story)))
	hasCard := func(o chat.Option) bool { return o.Icon != "" }
	f.choices = len(slices.Concat(f.Actions...))
	if v.Choice != nil {
		f.choices += len(slices.DeleteFunc(slices.Clone(v.Choice.Options), hasCard))
	}
	f.Plays = f.Seats[f.Reader].Turn && (v.Choice == nil || !slices.ContainsFunc(v.Choice.Options, hasCard))
	f.Hold = f.handUse()
	return f
}

func (f *feltView) handUse() string {
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

// Bare reports whether the middle has room for choices.
func (f *feltView) Bare() bool {
	return f.End == nil && f.Trick == nil && f.ShownTalon() == nil && f.Own == nil
}

// ShownTalon leaves the middle to many choices instead of a talon that lies face down.
func (f *feltView) ShownTalon() []felt.Packet {
	const few = 3
	if len(f.Talon) > 0 && f.Talon[0].Down > 0 && f.choices > few && !f.Replay {
		return nil
	}
	return f.Talon
}

// TakesPacket reports whether the reader chooses a packet of the talon.
func (f *feltView) TakesPacket() bool {
	return slices.ContainsFunc(f.Talon, func(p felt.Packet) bool { return p.Line != "" })
}

// Others returns the opponents with piles.
func (f *feltView) Others() []felt.Seat {
	return slices.DeleteFunc(f.Opponents(), func(s felt.Seat) bool { return s.Piles == nil })
}

// Opponents returns the other players.
func (f *feltView) Opponents() []felt.Seat {
	return slices.Delete(slices.Clone(f.Seats), f.Reader, f.Reader+1)
}

// EntryVerb says what the reader does at the table: "play", "look" or, after the match, "result".
func (v screenView) EntryVerb() string {
	switch {
	case v.LaidOut.End != nil:
		return "result"
	case v.Calls():
		return "play"
	default:
		return "look"
	}
}

type heldCard struct {
	felt.Card
	At     int
	Form   string
	Toggle bool // pressing the card again undoes the press
}

func held(f *feltView, c felt.Card, at int) heldCard {
	return heldCard{c, at, f.Form, !f.Plays && c.Line != ""}
}

type rowButton struct {
	View screenView
	Part chat.Button
	Row  []chat.Button
}

func inRow(v screenView, b chat.Button, row []chat.Button) rowButton { return rowButton{v, b, row} }

type onTable struct {
	View screenView
	Part any // a *felt.Trick or a felt.Pile
}

func onTableOf(v screenView, part any) onTable { return onTable{v, part} }
