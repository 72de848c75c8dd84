package notify

import "time"

// Preference is when a player wants to be called to their turn.
type Preference string

// The preferences.
const (
	WhenAway    Preference = ""     // when they have done nothing for a while
	AtOnce      Preference = "now"  // always
	AfterAnHour Preference = "hour" // when they have done nothing for an hour
	NotAtAll    Preference = "off"
)

// Preferences returns all preferences in the order of the menu.
func Preferences() []Preference { return []Preference{AtOnce, WhenAway, AfterAnHour, NotAtAll} }

// Word returns the name of the preference in ids of texts.
func (p Preference) Word() string {
	if p == WhenAway {
		return "away"
	}
	return string(p)
}

// Situation is what Decide needs to know about the player and the table.
type Situation struct {
	Now        time.Time
	Began      time.Time // when the bot started: earlier activity is unknown
	Seen       time.Time // when the player last did something; zero if unknown
	Preference Preference

	Causes     Causes
	Elsewhere  bool // another message calls the player
	Known      int  // the number of the last call that the player knows of
	Digested   int  // the number of the last call that a digest tells of instead
	Live       bool // the match is played live
	Finished   bool // the match has ended
	MovedLast  bool // the player made the deal's last move, and so began their own turn
	Hurried    bool // most of the time for the move is gone
	QuietHours bool // it is the player's quiet time
	InSight    bool // the message stands on a page that shows everything
}

// Fate is what happens to a call.
type Fate int

// The fates. A call's fate changes as its player comes and goes, and as time passes.
const (
	None     Fate = iota // nobody is called
	Digested             // a digest tells of it
	Known                // the player knows of it
	Dropped              // it is held back for good
	Held                 // it is held back for a time
	Silent               // it is made when the quiet hours end
	Made                 // it is made now, unless it was made already
)

// HasCall reports whether the message carries the call itself. None and Digested leave it to others.
func (f Fate) HasCall() bool { return f != None && f != Digested }

// Decide returns the call's fate now, and until when it is Held.
func (s State) Decide(x Situation) (fate Fate, until time.Time) {
	held := s.HeldUntil(x)
	switch {
	case x.Causes == Causes{}, x.Elsewhere:
		return None, time.Time{}
	case s.CanDigest(x) && s.Call <= x.Digested:
		return Digested, time.Time{}
	case s.Call <= x.Known:
		return Known, time.Time{}
	case held.Equal(Forever):
		return Dropped, time.Time{}
	case !held.IsZero():
		return Held, held
	case x.QuietHours:
		return Silent, time.Time{}
	}
	return Made, time.Time{}
}

// How long players count as present after they have done something.
const (
	present     = 2 * time.Minute
	presentLive = 20 * time.Second // in a live match, and when a match ends
	presentLong = time.Hour        // for players who want a call that late
)

// Forever is the end of a hold that never ends.
var Forever = time.Unix(1<<40, 0)

// HeldUntil returns until when the call is held back, because its player is present or wants no calls: zero if it
// isn't, Forever if it is dropped. A match's end isn't told to players who were present.
func (s State) HeldUntil(x Situation) time.Time {
	if s.RaisedAt == 0 {
		return time.Time{}
	}
	from, raised := x.Seen, time.Unix(s.RaisedAt, 0)
	if x.MovedLast && !raised.After(x.Began) && raised.After(from) {
		from = raised
	}
	switch {
	case x.Preference == AtOnce:
		return time.Time{}
	case x.Finished && raised.Before(from.Add(presentLive)):
		return Forever
	case x.Finished:
		return time.Time{}
	case x.Preference == NotAtAll:
		return Forever
	case x.Preference == AfterAnHour && raised.After(from):
		from = raised
	}
	if until := from.Add(x.presence()); x.Now.Before(until) {
		return until
	}
	return time.Time{}
}

// presence returns how long the player counts as present.
func (x Situation) presence() time.Duration {
	switch {
	case x.Preference == AfterAnHour:
		return presentLong
	case x.Live:
		return presentLive
	}
	return present
}

// CanDigest reports whether a digest may tell of the call: a turn in a game that isn't live, while there is time. The
// player must want calls, and must not see everything anyway.
func (s State) CanDigest(x Situation) bool {
	return x.Causes.Turn && x.Causes.Consent == 0 && !x.Live && !x.Hurried && s.Call > 0 && !x.InSight && x.Preference != NotAtAll
}
