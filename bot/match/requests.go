package match

import (
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/engine"
)

// Requests are what the players of a table ask of each other: to take a move back, to
// pause.
type Requests struct{ t *Table }

// Requests are those of the table.
func (t *Table) Requests() Requests { return Requests{t} }

// What the others' consent is asked for.
const (
	askUndo  = ""      // a move is taken back
	AskPause = "pause" // all clocks of the table stop
)

// consent is a request to take moves back that revealed something, or for a pause.
type consent struct {
	What string      `json:"what,omitempty"` // askUndo or AskPause
	Seat engine.Seat `json:"seat"`           // who asks
	Rev  int64       `json:"rev"`            // the revision they asked at; its buttons answer no other request
	// Agreed are those who have said yes.
	Agreed engine.Seats `json:"agreed,omitempty"`
}

// Denial is a request that another has refused, or passed over by doing something
// else, for who asked to read until they do something.
type Denial struct {
	What string      `json:"what,omitempty"`
	Seat engine.Seat `json:"seat"` // who asked
	By   engine.Seat `json:"by"`   // who has refused
}

// MustAgree are the people who have to agree to the request that is open, and
// haven't yet. The computer agrees to anything.
func (r Requests) MustAgree() engine.Seats {
	if r.t.Consent == nil {
		return 0
	}
	return r.t.Chairs.People() &^ (r.t.Consent.Seat.Bit() | r.t.Consent.Agreed)
}

// Asks says that somebody asks the seat's consent.
func (r Requests) Asks(seat engine.Seat) bool { return r.MustAgree().Has(seat) }

// OpenRequest is the error of who asks for something while another's request is open.
type OpenRequest struct{ *consent }

func (OpenRequest) Error() string { return "bot: another request is open" }

// ask asks the others' consent for the seat; the text tells what has become of that.
// Asking for what another has asked for agrees to it; one request is open at a time.
func (r Requests) ask(s engine.Seat, what string) (text string, err error) {
	switch open := r.t.Consent; {
	case open == nil:
		r.t.Consent, r.t.Denied = &consent{Seat: s, Rev: r.t.Rev, What: what}, nil
	case what == AskPause && open.What == AskPause && r.Asks(s):
		return r.agree(s)
	case open.Seat == s && open.What != what:
		return "", chat.Refuse("asked-yourself")
	case open.Seat != s:
		return "", OpenRequest{open}
	}
	return r.t.Consent.Verb() + ".asked", nil
}

// agree lets the seat agree to the open request. Once all have, what was asked for
// is done. It returns the text that tells of that.
func (r Requests) agree(s engine.Seat) (text string, err error) {
	agreed := *r.t.Consent // the table that is changed is a copy; its request isn't
	agreed.Agreed |= s.Bit()
	if r.t.Consent = &agreed; r.MustAgree() != 0 {
		return agreed.Verb() + ".agreed", nil
	}
	r.t.Consent = nil
	if agreed.What == AskPause {
		r.t.Paused = true
	} else {
		err = r.undoMoves(agreed.Seat)
	}
	return agreed.Verb() + ".done", err
}

// Answer lets the seat say yes or no to the request that was made at the revision, and
// returns the text that tells what has become of that. With no it takes back its own.
func (r Requests) Answer(s engine.Seat, rev string, yes bool) (text string, err error) {
	open := r.t.Consent
	mine := open != nil && open.Seat == s
	switch {
	case !r.Asks(s) && (!mine || yes) || open.isOldRequest(rev):
		return "", chat.Refuse("stale")
	case yes:
		return r.agree(s)
	}
	r.EndOpen(s)
	if mine {
		return "consent.withdrawn", nil
	}
	return open.Verb() + ".refused", nil
}

// WantRematch notes that the seat wants to play once more, and says whether all people
// there do.
func (r Requests) WantRematch(s engine.Seat) (all bool, err error) {
	switch {
	case r.t.Stage != Finished:
		return false, chat.Refuse("not-over")
	case r.t.Next != "":
		return false, chat.Refuse("rematch-on")
	case r.t.Chairs.HasErased():
		return false, chat.Refuse("no-rematch")
	}
	r.t.Again |= s.Bit()
	return r.t.Chairs.People()&^r.t.Again == 0, nil
}

// dropUndo ends a request to take something back, for the seat goes on: that refuses
// another's. What the seat is told of a refusal of its own it has read by then.
func (r Requests) dropUndo(by engine.Seat) {
	if r.t.Denied != nil && r.t.Denied.Seat == by {
		r.t.Denied = nil
	}
	if r.t.Consent != nil && r.t.Consent.What == askUndo {
		r.EndOpen(by)
	}
}

// forgetUndo ends a request to take something back, for the deal is over.
func (r Requests) forgetUndo() {
	if r.t.Consent != nil && r.t.Consent.What == askUndo {
		r.t.Consent = nil
	}
}

// EndOpen ends the open request, if there is one, by what the seat does instead.
func (r Requests) EndOpen(by engine.Seat) {
	if r.t.Consent != nil && r.t.Consent.Seat != by {
		r.t.Denied = &Denial{What: r.t.Consent.What, Seat: r.t.Consent.Seat, By: by}
	}
	r.t.Consent = nil
}

// Verb begins the ids of the texts about the request.
func (c *consent) Verb() string { return RequestVerb(c.What) }

// RequestVerb is Verb for what is asked for.
func RequestVerb(what string) string {
	if what == askUndo {
		return "undo"
	}
	return what
}

// WantPause stops the clocks for the seat, once the others agree, and returns the text
// that tells what has become of that. A button may be good for one revision only.
func (r Requests) WantPause(s engine.Seat, rev string) (text string, err error) {
	switch {
	case r.t.Setup.Pace == NoPace:
		return "", chat.Refuse("no-clock")
	case r.t.Paused:
		return "", chat.Refuse("paused-already")
	case r.t.Consent == nil && r.t.IsOldRevision(rev):
		return "", chat.Refuse("stale")
	case r.t.Chairs.People() == s.Bit():
		r.t.Paused = true
		return "pause.done", nil
	}
	return r.ask(s, AskPause)
}

// Resume lets the clocks run again. Anybody may do it. A button may be good for one
// revision only.
func (r Requests) Resume(rev string) error {
	switch {
	case !r.t.Paused:
		return chat.Refuse("not-paused")
	case r.t.IsOldRevision(rev):
		return chat.Refuse("stale")
	}
	r.t.Paused = false
	return nil
}

// MayPause says that clocks run at the table that could be stopped.
func (r Requests) MayPause() bool {
	return r.t.Stage == Playing && r.t.Setup.Pace != NoPace && !r.t.Paused
}

// WantUndo takes the seat's last move back if it revealed nothing or only the computer
// saw it; else it asks all other people, as long as none of their cards was seen because
// of it. It returns the text that tells what has become of that. A button may be good
// for one revision only, so that two presses take back one move.
func (r Requests) WantUndo(s engine.Seat, rev string) (text string, err error) {
	if r.t.IsOldRevision(rev) {
		return "", chat.Refuse("stale")
	}
	if err := DecksOf(r.t).Dealt(); err != nil {
		return "", err
	}
	switch may, deal := r.MayUndo(s), r.t.Match.Deal; {
	case r.MayUndoAlone(s):
		return "undo.done", r.undoMoves(s)
	case r.t.Consent != nil: // which is answered first
	case deal.Made(s) == 0:
		return "", chat.Refuse("nothing-to-undo")
	case !may:
		return "", chat.Refuse("undo-seen")
	}
	return r.ask(s, askUndo)
}

// MayUndo says whether the seat can have its last move back, if all agree. The
// computer minds nothing: who plays with it alone may try things out.
func (r Requests) MayUndo(s engine.Seat) bool {
	if r.t.Match.Deal == nil {
		return false
	}
	if r.t.Chairs.People() == s.Bit() {
		return r.t.Match.Deal.Made(s) > 0
	}
	return r.t.Match.Deal.MayUndo(s)
}

// MayUndoAlone says whether the seat can have its last move back without asking anybody.
func (r Requests) MayUndoAlone(s engine.Seat) bool {
	return r.MayUndo(s) && (r.t.Match.Deal.CanUndo(s) || r.t.Chairs.People() == s.Bit())
}

// forgetPresses lets no press count as made that may be taken back.
func (cs Chairs) forgetPresses() {
	for s := range cs {
		cs[s].Acted, _, _ = strings.Cut(cs[s].Acted, "/")
	}
}

// undoMoves takes the seat's last move back.
func (r Requests) undoMoves(s engine.Seat) error {
	r.dropUndo(s)
	if !r.MayUndo(s) { // asked for before that was looked at
		return chat.Refuse("undo-seen")
	}
	r.t.Follows.Undone |= s.Bit()
	r.t.Chairs.forgetAhead()
	r.t.Chairs.forgetPresses()
	r.t.Chairs[s].resume()
	r.t.Rest = 0
	return r.t.Match.Deal.Undo(s)
}
