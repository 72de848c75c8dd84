package screens

import (
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/render"
	"tarockbot/render/words"
)

// TableMessage is a message of a table, with all that is true for its reader.
type TableMessage struct {
	View
	Message match.Message
	// Unlinked says that the message is no more of somebody who sits in its seat.
	Unlinked bool
	Confirm  bool           // the reader plays a card by choosing and confirming it
	Advised  bool           // the reader is told what to do while they play the computer alone
	NeverCut bool           // the reader isn't asked to cut
	Courses  Courses        // what they are told of the phases
	Chosen   []string       // what the seat has chosen so far
	Clocks   []SeatClock    // by seat
	Zone     *time.Location // the reader's; the usual one where all read it
	ZoneName string
	// Unreached are the messages of the table to people who can't be written to.
	Unreached []match.Message
	OnlyStart bool            // there, somebody must begin before they can be
	Linked    [][]chat.UserID // by chair, all users that who sits there, or shall, is
	Links     []PlatformLink  // by which an open challenge is accepted
	Typed     string          // by which it is, where there are none
	Pictures  Pictures
	Felt      bool // the platform lays out what lies on the table
}

// SeatClock is what is true of a seat's time besides the table.
type SeatClock struct {
	Until time.Time // when it is up, if the clock runs
	Lost  bool      // it stands still, for nobody can be reached there
	Away  time.Time // until when the person is away; zero if they aren't
}

// Screen is what the message shows.
func (t TableMessage) Screen(w *words.Tongue) chat.Screen {
	s := t.content(w)
	s.Lang, s.Age, s.Table, s.Game = w.Tag(), t.Created, string(t.ID), t.Match.Game.ID
	return s
}

func (t TableMessage) content(w *words.Tongue) chat.Screen {
	closed := func(why string) chat.Screen {
		return chat.Screen{Ended: true, Text: append(t.heading(t.Names(w), true, w), strong(why))}
	}
	left := func(why string) chat.Screen { return chat.Screen{Ended: true, Text: []chat.Line{dim(why)}} }
	switch {
	case t.Closed == match.ClosedVoid:
		return closed(w.Say("closed.void"))
	case t.Closed == match.ClosedAbandoned:
		return closed(w.Say("closed.abandoned"))
	case t.Message.Last > 0 && t.Stage == match.Finished:
		return left(w.Say("panel.left"))
	case t.Message.Last > 0 && t.Stage != match.Closed:
		return left(w.Say("challenge.without-you"))
	case t.Stage == match.Open || t.Stage == match.Closed:
		return t.challengeScreen(w)
	case t.Message.Seat != engine.Nobody && t.Unlinked:
		return left(w.Say("panel.unlinked"))
	case t.Table.Decks().WaitsForCut() != engine.Nobody:
		return cutScreen(t, w)
	case t.Message.Seat == engine.Nobody:
		return t.boardScreen(w)
	}
	return t.panelScreen(w)
}

// HandButton leads to the cards, wherever it is pressed.
func HandButton(id chat.TableID, w *words.Tongue) chat.Button {
	return primary(w.Say("button.hand"), "hand "+string(id))
}

// Retired is what a message says whose place another has taken.
func Retired(w *words.Tongue) chat.Screen {
	return chat.Screen{Lang: w.Tag(), Text: []chat.Line{dim(w.Say("board.retired"))}, Ended: true, Retired: true}
}

// When is a time as its reader is told, in their own zone, which is named.
func When(at time.Time, live bool, zone *time.Location, name string, w *words.Tongue) chat.Span {
	return chat.Span{Text: w.Say("time.there", "Date", speech.DateText(at.In(zone), live, w), "City", speech.ZoneName(name, w)), At: at}
}

// Where a picture is seen the text is brief, so that picture and buttons are in
// sight together: it says which table this is, what the picture doesn't say, and
// what there is to do.

// untold is what the picture of the seat's panel doesn't tell of the deal.
func (t View) untold(names []string, seat engine.Seat, w *words.Tongue) []chat.Line {
	deal, shown := t.Public(), render.NoTable
	if tabled(t.Table) {
		shown = t.scene(w).BesideHand()
	}
	var lines []chat.Line
	switch shown {
	case render.WholeTable, render.Strip:
		lines = append(t.begun(names, w), render.Beside(deal, names, w)...)
	case render.NoTable:
		lines = append(render.Agreed(deal, names, w), render.Fallen(deal, names, w)...)
	}
	if deal.Waiting == seat.Bit() {
		return lines // the heading of the hand says so
	}
	return append(lines, render.Waiting(deal, names, w)...)
}
