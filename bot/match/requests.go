package match

import (
	"strconv"

	"tarockbot/bot/chat"
	"tarockbot/engine"
)

// Requests manages undos, pauses and rematches.
type Requests struct{ t *Table }

// Requests returns the table's requests.
func (t *Table) Requests() Requests { return Requests{t} }

// RequestKind is the kind of a request.
type RequestKind string

// The requests that need consent.
const (
	UndoRequest  RequestKind = ""
	PauseRequest RequestKind = "pause"
)

// Verb returns the start of the request's text ids.
func (a RequestKind) Verb() string {
	if a == PauseRequest {
		return "pause"
	}
	return "undo"
}

// ConsentRequest is a request to the other players.
type ConsentRequest struct {
	What   RequestKind  `json:"what,omitempty"`
	Seat   engine.Seat  `json:"seat"` // the requester
	Rev    int64        `json:"rev"`  // the table's revision; buttons carry it
	Agreed engine.Seats `json:"agreed,omitempty"`
}

// Denial is a refused request, shown until the requester's next move.
type Denial struct {
	What RequestKind `json:"what,omitempty"`
	Seat engine.Seat `json:"seat"` // the requester
	By   engine.Seat `json:"by"`
}

func (c *ConsentRequest) isOldRequest(rev string) bool { return rev != strconv.FormatInt(c.Rev, 10) }

// OpenRequestError is the error while another request is open.
type OpenRequestError struct{ *ConsentRequest }

func (OpenRequestError) Error() string { return "bot: another request is open" }

// MustAgree returns the people who haven't agreed.
func (r Requests) MustAgree() engine.Seats {
	if r.t.Consent == nil {
		return 0
	}
	return r.t.Chairs.People() &^ (r.t.Consent.Seat.Bit() | r.t.Consent.Agreed)
}

// MustAnswer reports whether the seat must answer.
func (r Requests) MustAnswer(seat engine.Seat) bool { return r.MustAgree().Has(seat) }

// ask opens a request, or agrees to another player's pause.
func (r Requests) ask(s engine.Seat, what RequestKind) (text string, err error) {
	switch open := r.t.Consent; {
	case open == nil:
		r.t.Consent, r.t.Denied = &ConsentRequest{Seat: s, Rev: r.t.Rev, What: what}, nil
	case what == PauseRequest && open.What == PauseRequest && r.MustAnswer(s):
		return r.agree(s)
	case open.Seat == s && open.What != what:
		return "", chat.Refuse("asked-yourself")
	case open.Seat != s:
		return "", OpenRequestError{open}
	}
	return what.Verb() + ".asked", nil
}

func (r Requests) agree(s engine.Seat) (text string, err error) {
	agreed := *r.t.Consent // clones share the request
	agreed.Agreed |= s.Bit()
	if r.t.Consent = &agreed; r.MustAgree() != 0 {
		return agreed.What.Verb() + ".agreed", nil
	}
	r.t.Consent = nil
	if agreed.What == PauseRequest {
		r.t.Paused = true
	} else {
		err = r.undoMoves(agreed.Seat)
	}
	return agreed.What.Verb() + ".done", err
}

// Answer answers the request of revision rev; requesters refuse to withdraw. It returns a text id.
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

// EndOpen denies or withdraws the open request because the player acts otherwise.
func (r Requests) EndOpen(by engine.Seat) {
	if r.t.Consent != nil && r.t.Consent.Seat != by {
		r.t.Denied = &Denial{What: r.t.Consent.What, Seat: r.t.Consent.Seat, By: by}
	}
	r.t.Consent = nil
}

func (r Requests) dropUndo(by engine.Seat) {
	if r.t.Denied != nil && r.t.Denied.Seat == by {
		r.t.Denied = nil
	}
	if r.t.Consent != nil && r.t.Consent.What == UndoRequest {
		r.EndOpen(by)
	}
}

// RequestPause stops the clocks or asks the others. It returns a text id, and refuses an old button.
func (r Requests) RequestPause(s engine.Seat, rev string) (text string, err error) {
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
	return r.ask(s, PauseRequest)
}

// Resume restarts the clocks. It refuses an old button.
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

// CanPause reports whether the table has running clocks.
func (r Requests) CanPause() bool {
	return r.t.Stage == Playing && r.t.Setup.Pace != NoPace && !r.t.Paused
}

// RequestUndo undoes a move that revealed nothing, or asks the other people. It refuses if a card was seen. It refuses
// an old button, so two presses undo one move.
func (r Requests) RequestUndo(s engine.Seat, rev string) (text string, err error) {
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
	return r.ask(s, UndoRequest)
}

// CanUndoByConsent reports whether the seat can undo if all agree.
func (r Requests) CanUndoByConsent(s engine.Seat) bool {
	if r.t.Match.Deal == nil {
		return false
	}
	if r.t.Chairs.isOnlyPerson(s) {
		return r.t.Match.Deal.MoveCount(s) > 0
	}
	return r.t.Match.Deal.CanUndoByConsent(s)
}

// CanUndoAlone reports whether the seat can undo without asking.
func (r Requests) CanUndoAlone(s engine.Seat) bool {
	return r.CanUndoByConsent(s) && (r.t.Match.Deal.CanUndoAlone(s) || r.t.Chairs.isOnlyPerson(s))
}

func (r Requests) undoMoves(s engine.Seat) error {
	r.dropUndo(s)
	if !r.CanUndoByConsent(s) { // a card was seen after the request
		return chat.Refuse("undo-seen")
	}
	r.t.Effects.UndoSeats |= s.Bit()
	r.t.Chairs.forgetQueued()
	r.t.Chairs.forgetPresses()
	r.t.Chairs[s].resume()
	r.t.RestClaimants = 0
	return r.t.Match.Deal.Undo(s)
}

// RequestRematch records a wish and reports whether all people share it.
func (r Requests) RequestRematch(s engine.Seat) (all bool, err error) {
	switch {
	case r.t.Stage != Finished:
		return false, chat.Refuse("not-over")
	case r.t.Next != "":
		return false, chat.Refuse("rematch-on")
	case r.t.Chairs.HasErased():
		return false, chat.Refuse("no-rematch")
	}
	r.t.RematchSeats |= s.Bit()
	return r.t.Chairs.People()&^r.t.RematchSeats == 0, nil
}
