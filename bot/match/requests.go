package match

import (
	"strconv"

	"tarockbot/bot/chat"
	"tarockbot/engine"
)

// Requests are what a table's players ask of each other: to take a move back, to pause, to play a rematch.
type Requests struct{ t *Table }

// Requests returns the table's requests.
func (t *Table) Requests() Requests { return Requests{t} }

// Ask is what a request asks for.
type Ask string

// The requests that need the others' consent.
const (
	AskUndo  Ask = ""      // to take a move back
	AskPause Ask = "pause" // to stop all clocks of the table
)

// Verb returns the beginning of the ids of the request's texts.
func (a Ask) Verb() string {
	if a == AskPause {
		return "pause"
	}
	return "undo"
}

// Consent is a request that waits for the other players' consent.
type Consent struct {
	What   Ask          `json:"what,omitempty"`
	Seat   engine.Seat  `json:"seat"` // the requester
	Rev    int64        `json:"rev"`  // the table's revision at the request; its buttons answer no other
	Agreed engine.Seats `json:"agreed,omitempty"`
}

// Denial is a refused request. The requester sees it until they act. Another player refuses it with a button, or by
// playing on.
type Denial struct {
	What Ask         `json:"what,omitempty"`
	Seat engine.Seat `json:"seat"` // the requester
	By   engine.Seat `json:"by"`   // the player who refused
}

// isOldRequest reports whether a button answers another request than the open one.
func (c *Consent) isOldRequest(rev string) bool { return rev != strconv.FormatInt(c.Rev, 10) }

// OpenRequest is the error for a request while another player's request is open.
type OpenRequest struct{ *Consent }

func (OpenRequest) Error() string { return "bot: another request is open" }

// MustAgree returns the people who still have to agree to the open request. The computer agrees to everything.
func (r Requests) MustAgree() engine.Seats {
	if r.t.Consent == nil {
		return 0
	}
	return r.t.Chairs.People() &^ (r.t.Consent.Seat.Bit() | r.t.Consent.Agreed)
}

// MustAnswer reports whether the seat must answer the open request.
func (r Requests) MustAnswer(seat engine.Seat) bool { return r.MustAgree().Has(seat) }

// ask opens a request, and returns the id of the text that reports the result. Asking for a pause that another player
// has asked for agrees to it. Only one request is open at a time.
func (r Requests) ask(s engine.Seat, what Ask) (text string, err error) {
	switch open := r.t.Consent; {
	case open == nil:
		r.t.Consent, r.t.Denied = &Consent{Seat: s, Rev: r.t.Rev, What: what}, nil
	case what == AskPause && open.What == AskPause && r.MustAnswer(s):
		return r.agree(s)
	case open.Seat == s && open.What != what:
		return "", chat.Refuse("asked-yourself")
	case open.Seat != s:
		return "", OpenRequest{open}
	}
	return what.Verb() + ".asked", nil
}

// agree records the seat's consent. Once all agree, it carries the request out. It returns the id of the text that
// reports the result.
func (r Requests) agree(s engine.Seat) (text string, err error) {
	agreed := *r.t.Consent // a copy, because clones of the table share the request
	agreed.Agreed |= s.Bit()
	if r.t.Consent = &agreed; r.MustAgree() != 0 {
		return agreed.What.Verb() + ".agreed", nil
	}
	r.t.Consent = nil
	if agreed.What == AskPause {
		r.t.Paused = true
	} else {
		err = r.undoMoves(agreed.Seat)
	}
	return agreed.What.Verb() + ".done", err
}

// Answer accepts or refuses the request that was made at the revision, and returns the id of the text that reports
// the result. The requester withdraws their own request by refusing it.
func (r Requests) Answer(s engine.Seat, rev string, yes bool) (text string, err error) {
	open := r.t.Consent
	mine := open != nil && open.Seat == s
	switch {
	case open == nil, open.isOldRequest(rev), mine && yes, !mine && !r.MustAnswer(s):
		return "", chat.Refuse("stale")
	case yes:
		return r.agree(s)
	}
	r.EndOpen(s)
	if mine {
		return "consent.withdrawn", nil
	}
	return open.What.Verb() + ".refused", nil
}

// EndOpen ends the open request, if there is one, because the seat acts otherwise. That denies another's request.
func (r Requests) EndOpen(by engine.Seat) {
	if r.t.Consent != nil && r.t.Consent.Seat != by {
		r.t.Denied = &Denial{What: r.t.Consent.What, Seat: r.t.Consent.Seat, By: by}
	}
	r.t.Consent = nil
}

// dropUndo ends an undo request because the seat plays on. That declines another player's request and clears a denial
// the seat has read.
func (r Requests) dropUndo(by engine.Seat) {
	if r.t.Denied != nil && r.t.Denied.Seat == by {
		r.t.Denied = nil
	}
	if r.t.Consent != nil && r.t.Consent.What == AskUndo {
		r.EndOpen(by)
	}
}

// WantPause stops the clocks if the seat's player is alone, else asks the others. It returns the id of the text that
// reports the result. It refuses an old button.
func (r Requests) WantPause(s engine.Seat, rev string) (text string, err error) {
	switch {
	case r.t.Setup.Pace == NoPace:
		return "", chat.Refuse("no-clock")
	case r.t.Paused:
		return "", chat.Refuse("paused-already")
	case r.t.Consent == nil && r.t.IsOldRevision(rev):
		return "", chat.Refuse("stale")
	case r.t.Chairs.isOnlyPerson(s):
		r.t.Paused = true
		return "pause.done", nil
	}
	return r.ask(s, AskPause)
}

// Resume restarts the clocks; any player may. It refuses an old button.
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

// CanPause reports whether the table has clocks that could be stopped.
func (r Requests) CanPause() bool {
	return r.t.Stage == Playing && r.t.Setup.Pace != NoPace && !r.t.Paused
}

// WantUndo takes the seat's last move back if it revealed nothing, or only to the computer. Otherwise it asks the
// other people, unless one of their cards was seen because of the move. It returns the id of the text that reports
// the result. It refuses an old button, so two presses take back one move.
func (r Requests) WantUndo(s engine.Seat, rev string) (text string, err error) {
	if r.t.IsOldRevision(rev) {
		return "", chat.Refuse("stale")
	}
	if err := r.t.Decks().CheckDealt(); err != nil {
		return "", err
	}
	isFree := r.t.Consent == nil // otherwise ask answers
	switch deal := r.t.Match.Deal; {
	case r.CanUndoAlone(s):
		return "undo.done", r.undoMoves(s)
	case deal == nil, isFree && deal.MoveCount(s) == 0:
		return "", chat.Refuse("nothing-to-undo")
	case isFree && !r.CanUndoByConsent(s):
		return "", chat.Refuse("undo-seen")
	}
	return r.ask(s, AskUndo)
}

// CanUndoByConsent reports whether the seat can take its last move back, if all agree. A person alone with the
// computer always can.
func (r Requests) CanUndoByConsent(s engine.Seat) bool {
	if r.t.Match.Deal == nil {
		return false
	}
	if r.t.Chairs.isOnlyPerson(s) {
		return r.t.Match.Deal.MoveCount(s) > 0
	}
	return r.t.Match.Deal.CanUndoByConsent(s)
}

// CanUndoAlone reports whether the seat can take its last move back without asking.
func (r Requests) CanUndoAlone(s engine.Seat) bool {
	return r.CanUndoByConsent(s) && (r.t.Match.Deal.CanUndoAlone(s) || r.t.Chairs.isOnlyPerson(s))
}

// undoMoves takes the seat's last move back.
func (r Requests) undoMoves(s engine.Seat) error {
	r.dropUndo(s)
	if !r.CanUndoByConsent(s) { // a card was seen after the request
		return chat.Refuse("undo-seen")
	}
	r.t.Follows.Undone |= s.Bit()
	r.t.Chairs.forgetAhead()
	r.t.Chairs.forgetPresses()
	r.t.Chairs[s].resume()
	r.t.Rest = 0
	return r.t.Match.Deal.Undo(s)
}

// WantRematch records that the seat wants a rematch, and reports whether all people now do.
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
