// Package notify decides when to tell a player that others wait. It is pure. [State.Raise] numbers a call when a seat
// has a new cause. [State.Decide] returns the call's fate now.
package notify

import (
	"time"

	"tarockbot/engine"
)

// Causes are a seat's reasons for a call.
type Causes struct {
	Invited       bool         // the chair is kept for the player
	Turn          bool         // the player must act in the deal
	Consent       int64        // revision of another player's request; 0 for none
	RematchWanted bool         // another player wants a rematch
	MatchEnded    bool         // another player ended it
	Late          engine.Seats // other seats whose time is up; 0 if the seat's own is
	Reminded      int          // the clock's stage, until time is up
}

func (c Causes) hasNewSince(before Causes) bool {
	return c.Invited && !before.Invited || c.RematchWanted && !before.RematchWanted || c.MatchEnded && !before.MatchEnded ||
		c.Consent != 0 && c.Consent != before.Consent || c.Late&^before.Late != 0 || c.Reminded > before.Reminded
}

func (c Causes) wanted() bool { return c.Consent != 0 || c.Late != 0 }

// State is the seat's last call, stored with the chair.
type State struct {
	// Call is the last call's number; 0 for none.
	Call int `json:"call,omitempty"`
	// RaisedAt is in Unix seconds; 0 for urgent calls, which are never held back.
	RaisedAt int64 `json:"since,omitempty"`
	// AskedByOthers: the call told of a request or late player, and the seat hasn't acted since.
	AskedByOthers bool `json:"asked,omitempty"`
	// TurnUntold: a turn began without a call, because AskedByOthers was true.
	TurnUntold bool `json:"unsaid,omitempty"`
}

// Change is a change of the table, seen from a seat.
type Change struct {
	Before, After Causes
	At            time.Time
	Call          int  // the number of a new call
	OwnMove       bool // the seat's player made the change
	Urgent        bool // a live match begins
}

// Raise records a call if the change adds a cause, and reports whether it did. A turn that begins during another call
// waits for its end, so nobody is called twice.
func (s *State) Raise(x Change) bool {
	if x.OwnMove {
		s.AskedByOthers, s.TurnUntold = false, false
		return false
	}
	now, newTurn := x.After, x.After.Turn && (s.TurnUntold || !x.Before.Turn)
	s.AskedByOthers = s.AskedByOthers && now.wanted()
	s.TurnUntold = newTurn && s.AskedByOthers
	announcesTurn := newTurn && !s.AskedByOthers
	if !announcesTurn && !now.hasNewSince(x.Before) {
		return false
	}
	*s = State{Call: x.Call, AskedByOthers: now.wanted()}
	if now == (Causes{Turn: true}) && !x.Urgent || now == (Causes{MatchEnded: true}) {
		s.RaisedAt = x.At.Unix()
	}
	return true
}
