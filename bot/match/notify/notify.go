// Package notify is the life of a call, by which somebody is told that others wait for them. It
// is pure. A change of a table that gives a seat a new cause raises a call ([State.Raise]); what
// becomes of the call at each moment is one row of a table ([State.Decide]), from "nobody is called"
// to "made". Package match tells what the causes are; package messages shows what is decided, and
// looks again when the time has come; the network makes each call once, by its number.
package notify

import (
	"time"

	"tarockbot/engine"
)

// Causes are what a seat is called for.
type Causes struct {
	Invited    bool         // the chair is kept for them
	Turn       bool         // they are asked something in the deal
	Consent    int64        // another asks something of them; the revision of that, or 0
	Again      bool         // another wants a rematch
	MatchEnded bool         // another has ended the match
	Late       engine.Seats // others whose time is up, as long as the seat's own isn't
	Reminded   int          // how far the seat's own time has run out, as long as some is left
}

// hasNewSince reports whether there is a cause besides a turn that the ones before don't have.
func (c Causes) hasNewSince(before Causes) bool {
	return c.Invited && !before.Invited || c.Again && !before.Again || c.MatchEnded && !before.MatchEnded ||
		c.Consent != 0 && c.Consent != before.Consent || c.Late&^before.Late != 0 || c.Reminded > before.Reminded
}

// wanted says that others want something of the seat while a deal is played: of that its call
// tells, and not of its turn.
func (c Causes) wanted() bool { return c.Consent != 0 || c.Late != 0 }

// State is what a seat has been called for. It is stored with its chair.
type State struct {
	// Call is the number of the last call of the seat's player, or of the one invited; 0 for none.
	Call int `json:"call,omitempty"`
	// Since is when the call was raised, in seconds since 1970. It is 0 for a call that is never held
	// back, since it tells of more than a turn or the end of a match.
	Since int64 `json:"since,omitempty"`
	// AskedByOthers says that they were called for what others want of them, and have done nothing
	// here since; Unsaid that it has become their turn meanwhile, which no call has told.
	AskedByOthers bool `json:"asked,omitempty"`
	Unsaid        bool `json:"unsaid,omitempty"`
}

// Change is what a change of the table means for a seat.
type Change struct {
	Was, Now Causes
	At       time.Time
	Call     int  // the number that a new call gets
	Acts     bool // it is the seat's own doing, so its person is there
	Urgent   bool // it begins a live match, whose clock runs
}

// Raise raises a call if the change brings something new to call the seat for, and says whether it
// does. A turn that comes while they are called for what others want, and have done nothing since,
// is told once that is over: the same words would call them again.
func (s *State) Raise(x Change) bool {
	if x.Acts {
		s.AskedByOthers, s.Unsaid = false, false
		return false
	}
	now, newTurn := x.Now, x.Now.Turn && (s.Unsaid || !x.Was.Turn)
	s.AskedByOthers = s.AskedByOthers && now.wanted()
	s.Unsaid = newTurn && s.AskedByOthers
	if !(newTurn && !s.Unsaid) && !now.hasNewSince(x.Was) {
		return false
	}
	*s = State{Call: x.Call, AskedByOthers: now.wanted()}
	if now == (Causes{Turn: true}) && !x.Urgent || now == (Causes{MatchEnded: true}) {
		s.Since = x.At.Unix()
	}
	return true
}
