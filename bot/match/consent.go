package match

import (
	"tarockbot/bot/chat"
	"tarockbot/engine"
)

// What the others' consent is asked for.
const (
	AskUndo  = ""      // a move is taken back
	AskPause = "pause" // all clocks of the table stop
)

// consent is a request to take moves back that revealed something, or for a pause.
type consent struct {
	What string      `json:"what,omitempty"` // askUndo or askPause
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

// Unagreed are the people who have to agree to the request that is open, and
// haven't yet. The computer agrees to anything.
func (t *Table) Unagreed() engine.Seats {
	if t.Consent == nil {
		return 0
	}
	return t.People() &^ (t.Consent.Seat.Bit() | t.Consent.Agreed)
}

// Asks says that somebody asks the seat's consent.
func (t *Table) Asks(seat engine.Seat) bool { return t.Unagreed().Has(seat) }

// OpenRequest is the error of who asks for something while another's request is open.
type OpenRequest struct{ *consent }

func (OpenRequest) Error() string { return "bot: another request is open" }

// Ask asks the others' consent for the seat, and returns the text that tells what has
// become of that. Asking for what another has asked for agrees to it; one request is
// open at a time.
func (t *Table) Ask(s engine.Seat, what string) (text string, err error) {
	switch open := t.Consent; {
	case open == nil:
		t.Consent, t.Denied = &consent{Seat: s, Rev: t.Rev, What: what}, nil
	case what == AskPause && open.What == AskPause && t.Asks(s):
		return t.Agree(s)
	case open.Seat == s && open.What != what:
		return "", chat.Refuse("asked-yourself")
	case open.Seat != s:
		return "", OpenRequest{open}
	}
	return t.Consent.Verb() + ".asked", nil
}

// Agree lets the seat agree to the open request. Once all have, what was asked for
// is done. It returns the text that tells of that.
func (t *Table) Agree(s engine.Seat) (text string, err error) {
	agreed := *t.Consent // the table that is changed is a copy; its request isn't
	agreed.Agreed |= s.Bit()
	if t.Consent = &agreed; t.Unagreed() != 0 {
		return agreed.Verb() + ".agreed", nil
	}
	t.Consent = nil
	if agreed.What == AskPause {
		t.Paused = true
	} else {
		err = t.TakeBack(agreed.Seat)
	}
	return agreed.Verb() + ".done", err
}

// dropUndo ends a request to take something back, for the seat goes on: that refuses
// another's. What the seat is told of a refusal of its own it has read by then.
func (t *Table) dropUndo(by engine.Seat) {
	if t.Denied != nil && t.Denied.Seat == by {
		t.Denied = nil
	}
	if t.Consent != nil && t.Consent.What == AskUndo {
		t.PassOver(by)
	}
}

// PassOver ends the open request, if there is one, by what the seat does instead.
func (t *Table) PassOver(by engine.Seat) {
	if t.Consent != nil && t.Consent.Seat != by {
		t.Denied = &Denial{What: t.Consent.What, Seat: t.Consent.Seat, By: by}
	}
	t.Consent = nil
}

// Verb begins the ids of the texts about the request.
func (c *consent) Verb() string { return RequestVerb(c.What) }

// RequestVerb is consent.verb for what is asked for.
func RequestVerb(what string) string {
	if what == AskUndo {
		return "undo"
	}
	return what
}

// WantPause stops the clocks for the seat, once the others agree, and returns the text
// that tells what has become of that. A button may be good for one revision only.
func (t *Table) WantPause(s engine.Seat, rev string) (text string, err error) {
	switch {
	case t.Setup.Pace == NoPace:
		return "", chat.Refuse("no-clock")
	case t.Paused:
		return "", chat.Refuse("paused-already")
	case t.Consent == nil && t.Outdated(rev):
		return "", chat.Refuse("stale")
	case t.People() == s.Bit():
		t.Paused = true
		return "pause.done", nil
	}
	return t.Ask(s, AskPause)
}

// MayPause says that clocks run at the table that could be stopped.
func (t *Table) MayPause() bool { return t.Stage == Playing && t.Setup.Pace != NoPace && !t.Paused }

// MayUndo says whether the seat can have its last move back, if all agree. The
// computer minds nothing: who plays with it alone may try things out.
func (t *Table) MayUndo(s engine.Seat) bool {
	if t.People() == s.Bit() {
		return t.Match.Deal.Made(s) > 0
	}
	return t.Match.Deal.MayUndo(s)
}

// TakeBack takes the seat's last move back.
func (t *Table) TakeBack(s engine.Seat) error {
	t.dropUndo(s)
	if !t.MayUndo(s) { // asked for before that was looked at
		return chat.Refuse("undo-seen")
	}
	t.Follows.Undone |= s.Bit()
	t.forgetAhead()
	return t.Match.Deal.Undo(s)
}
