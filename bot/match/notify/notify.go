// Package notify decides when a player is told that others wait for them. It is pure. [State.Raise] numbers a call
// when a seat has a new cause. [State.Decide] says what happens to the call now.
package notify

import (
	"time"

	"tarockbot/engine"
)

// Causes are what a seat is called for.
type Causes struct {
	Invited    bool         // the chair is kept for the player
	Turn       bool         // the player is to act in the deal
	Consent    int64        // the revision at which another player asked for consent; 0 for none
	Again      bool         // another player wants a rematch
	MatchEnded bool         // another player ended the match
	Late       engine.Seats // other seats whose time is up; 0 if the seat's own time is up
	Reminded   int          // the stage of the seat's clock, until its time is up
}

// hasNewSince reports whether there is a cause besides a turn that before doesn't have.
func (c Causes) hasNewSince(before Causes) bool {
	return c.Invited && !before.Invited || c.Again && !before.Again || c.MatchEnded && !before.MatchEnded ||
		c.Consent != 0 && c.Consent != before.Consent || c.Late&^before.Late != 0 || c.Reminded > before.Reminded
}

// wanted reports whether others want something other than a move.
func (c Causes) wanted() bool { return c.Consent != 0 || c.Late != 0 }

// State is the seat's last call. It is stored with the chair.
type State struct {
	// Call is the number of the last call of the seat's player, or of the invited one; 0 for none.
	Call int `json:"call,omitempty"`
	// RaisedAt is when the call was raised, in Unix seconds; 0 for a call that is never held back, because it tells more
	// than a turn or the match's end.
	RaisedAt int64 `json:"since,omitempty"`
	// AskedByOthers: the call said that others want something, and the player hasn't acted since.
	AskedByOthers bool `json:"asked,omitempty"`
	// TurnUntold: the player's turn has begun meanwhile, and no call has announced it.
	TurnUntold bool `json:"unsaid,omitempty"`
}

// Change is a change of the table, as seen from a seat.
type Change struct {
	Was, Now Causes
	At       time.Time
	Call     int  // the number of a new call
	Acts     bool // the seat's player made the change
	Urgent   bool // it begins a live match: the clock runs
}

// Raise records a new call if the change adds a cause, and reports whether it did. A turn that begins while the player
// is being called for another reason is announced once that reason has ended, so that nobody is called twice.
func (s *State) Raise(x Change) bool {
	if x.Acts {
		s.AskedByOthers, s.TurnUntold = false, false
		return false
	}
	now, newTurn := x.Now, x.Now.Turn && (s.TurnUntold || !x.Was.Turn)
	s.AskedByOthers = s.AskedByOthers && now.wanted()
	s.TurnUntold = newTurn && s.AskedByOthers
	announcesTurn := newTurn && !s.AskedByOthers
	if !announcesTurn && !now.hasNewSince(x.Was) {
		return false
	}
	*s = State{Call: x.Call, AskedByOthers: now.wanted()}
	if now == (Causes{Turn: true}) && !x.Urgent || now == (Causes{MatchEnded: true}) {
		s.RaisedAt = x.At.Unix()
	}
	return true
}
