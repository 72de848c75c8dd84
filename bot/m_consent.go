package bot

import (
	"tarockbot/bot/chat"
	"tarockbot/engine"
)

// What the others' consent is asked for.
const (
	askUndo  = ""      // a move is taken back
	askPause = "pause" // all clocks of the table stop
)

// consent is a request to take moves back that revealed something, or for a pause.
type consent struct {
	What string      `json:"what,omitempty"` // askUndo or askPause
	Seat engine.Seat `json:"seat"`           // who asks
	Rev  int64       `json:"rev"`            // the revision they asked at; its buttons answer no other request
	// Agreed are those who have said yes.
	Agreed engine.Seats `json:"agreed,omitempty"`
}

// denial is a request that another has refused, or passed over by doing something
// else, for who asked to read until they do something.
type denial struct {
	What string      `json:"what,omitempty"`
	Seat engine.Seat `json:"seat"` // who asked
	By   engine.Seat `json:"by"`   // who has refused
}

// unagreed are the people who have to agree to the request that is open, and
// haven't yet. The computer agrees to anything.
func (t *table) unagreed() engine.Seats {
	if t.Consent == nil {
		return 0
	}
	return t.people() &^ (t.Consent.Seat.Bit() | t.Consent.Agreed)
}

// asks says that somebody asks the seat's consent.
func (t *table) asks(seat engine.Seat) bool { return t.unagreed().Has(seat) }

// openRequest is the error of who asks for something while another's request is open.
type openRequest struct{ *consent }

func (openRequest) Error() string { return "bot: another request is open" }

// ask asks the others' consent for the seat, and returns the text that tells what has
// become of that. Asking for what another has asked for agrees to it; one request is
// open at a time.
func (t *table) ask(s engine.Seat, what string) (text string, err error) {
	switch open := t.Consent; {
	case open == nil:
		t.Consent, t.Denied = &consent{Seat: s, Rev: t.Rev, What: what}, nil
	case what == askPause && open.What == askPause && t.asks(s):
		return t.agree(s)
	case open.Seat == s && open.What != what:
		return "", chat.Refuse("asked-yourself")
	case open.Seat != s:
		return "", openRequest{open}
	}
	return t.Consent.verb() + ".asked", nil
}

// agree lets the seat agree to the open request. Once all have, what was asked for
// is done. It returns the text that tells of that.
func (t *table) agree(s engine.Seat) (text string, err error) {
	agreed := *t.Consent // the table that is changed is a copy; its request isn't
	agreed.Agreed |= s.Bit()
	if t.Consent = &agreed; t.unagreed() != 0 {
		return agreed.verb() + ".agreed", nil
	}
	t.Consent = nil
	if agreed.What == askPause {
		t.Paused = true
	} else {
		err = t.takeBack(agreed.Seat)
	}
	return agreed.verb() + ".done", err
}

// dropUndo ends a request to take something back, for the seat goes on: that refuses
// another's. What the seat is told of a refusal of its own it has read by then.
func (t *table) dropUndo(by engine.Seat) {
	if t.Denied != nil && t.Denied.Seat == by {
		t.Denied = nil
	}
	if t.Consent != nil && t.Consent.What == askUndo {
		t.passOver(by)
	}
}

// passOver ends the open request, if there is one, by what the seat does instead.
func (t *table) passOver(by engine.Seat) {
	if t.Consent != nil && t.Consent.Seat != by {
		t.Denied = &denial{What: t.Consent.What, Seat: t.Consent.Seat, By: by}
	}
	t.Consent = nil
}

// verb begins the ids of the texts about the request.
func (c *consent) verb() string { return requestVerb(c.What) }

// requestVerb is consent.verb for what is asked for.
func requestVerb(what string) string {
	if what == askUndo {
		return "undo"
	}
	return what
}

// wantPause stops the clocks for the seat, once the others agree, and returns the text
// that tells what has become of that. A button may be good for one revision only.
func (t *table) wantPause(s engine.Seat, rev string) (text string, err error) {
	switch {
	case t.Setup.Pace == noPace:
		return "", chat.Refuse("no-clock")
	case t.Paused:
		return "", chat.Refuse("paused-already")
	case t.Consent == nil && t.outdated(rev):
		return "", chat.Refuse("stale")
	case t.people() == s.Bit():
		t.Paused = true
		return "pause.done", nil
	}
	return t.ask(s, askPause)
}

// mayPause says that clocks run at the table that could be stopped.
func (t *table) mayPause() bool { return t.Stage == playing && t.Setup.Pace != noPace && !t.Paused }

// mayUndo says whether the seat can have its last move back, if all agree. The
// computer minds nothing: who plays with it alone may try things out.
func (t *table) mayUndo(s engine.Seat) bool {
	if t.people() == s.Bit() {
		return t.match.Deal.Made(s) > 0
	}
	return t.match.Deal.MayUndo(s)
}

// takeBack takes the seat's last move back.
func (t *table) takeBack(s engine.Seat) error {
	t.dropUndo(s)
	if !t.mayUndo(s) { // asked for before that was looked at
		return chat.Refuse("undo-seen")
	}
	t.follows.undone |= s.Bit()
	t.forgetAhead()
	return t.match.Deal.Undo(s)
}
