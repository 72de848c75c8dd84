package notify

import "time"

// Wish is when a player wants to be called to their turn.
type Wish string

// The wishes.
const (
	WhenAway    Wish = ""     // when they have done nothing for a while
	AtOnce      Wish = "now"  // always
	AfterAnHour Wish = "hour" // when they have done nothing for an hour
	NotAtAll    Wish = "off"
)

// Wishes returns all wishes in the order of the menu.
func Wishes() []Wish { return []Wish{AtOnce, WhenAway, AfterAnHour, NotAtAll} }

// Word returns the name that people type, and that ids of texts contain.
func (w Wish) Word() string {
	if w == WhenAway {
		return "away"
	}
	return string(w)
}

// Around is what Decide needs to know about the player and the table.
type Around struct {
	Now   time.Time
	Began time.Time // when the bot started: earlier activity is unknown
	Seen  time.Time // when the player last did something; zero if unknown
	Wish  Wish

	Causes     Causes
	Elsewhere  bool // another message calls the player
	Known      int  // the number of the last call that the player knows of
	Digested   int  // the number of the last call that a digest tells of instead
	Live       bool // the match is played live
	Over       bool // the match has ended
	MovedLast  bool // the player made the deal's last move, and so began their own turn
	Hurried    bool // most of the time for the move is gone
	QuietHours bool // it is the player's quiet time
	InSight    bool // the message stands on a page that shows everything
}

// Stage is what happens to a call.
type Stage int

// The stages. A call changes its stage as its player comes and goes, and as time passes.
const (
	None     Stage = iota // nobody is called
	Digested              // a digest tells of it
	Known                 // the player knows of it
	Never                 // it is held back for good
	Held                  // it is held back for a time
	Silent                // it is made when the quiet hours end
	Made                  // it is made now, unless it was made already
)

// Decide returns the call's stage now, and until when it is Held.
func (s State) Decide(x Around) (Stage, time.Time) {
	until, held := s.HeldUntil(x)
	switch {
	case x.Causes == Causes{} || x.Elsewhere:
		return None, until
	case s.CanDigest(x) && s.Call <= x.Digested:
		return Digested, until
	case s.Call <= x.Known:
		return Known, until
	case held && until.IsZero():
		return Never, until
	case held:
		return Held, until
	case x.QuietHours:
		return Silent, until
	}
	return Made, until
}

// How long players count as present after they have done something.
const (
	present     = 2 * time.Minute
	presentLive = 20 * time.Second // in a live match, and when a match ends
	presentLong        = time.Hour        // for players who want a call that late
)

// HeldUntil reports whether the call is held back because its person is present, and until when at
// least. The zero time means for good: the end of a match calls nobody who did something just before.
func (s State) HeldUntil(x Around) (until time.Time, held bool) {
	if s.Since == 0 {
		return time.Time{}, false
	}
	until, since := x.Seen, time.Unix(s.Since, 0)
	if x.MovedLast && !since.After(x.Began) && since.After(until) {
		until = since
	}
	if x.Over && x.Wish != AtOnce {
		return time.Time{}, since.Before(until.Add(presentLive))
	}
	switch x.Wish {
	case AtOnce:
		return time.Time{}, false
	case NotAtAll:
		return time.Time{}, true
	case AfterAnHour:
		if since.After(until) {
			until = since
		}
		until = until.Add(presentLong)
	case WhenAway:
		there := present
		if x.Live {
			there = presentLive
		}
		until = until.Add(there)
	}
	return until, x.Now.Before(until)
}

// CanDigest reports whether a digest may tell of the call: a turn in a game that isn't live, while there is time. The
// player must want calls, and must not see everything anyway.
func (s State) CanDigest(x Around) bool {
	return x.Causes.Turn && x.Causes.Consent == 0 && !x.Live && !x.Hurried && s.Call > 0 && !x.InSight && x.Wish != NotAtAll
}
