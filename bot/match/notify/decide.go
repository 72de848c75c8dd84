package notify

import "time"

// Wish is when somebody wants to be called to their turn.
type Wish string

// The choices.
const (
	WhenAway    Wish = ""     // when they have done nothing for a while
	AtOnce      Wish = "now"  // at once
	AfterAnHour Wish = "hour" // when they have done nothing for an hour
	NotAtAll    Wish = "off"
)

// Wishes are the choices, in the order in which they are offered.
func Wishes() []Wish { return []Wish{AtOnce, WhenAway, AfterAnHour, NotAtAll} }

// Word names the choice.
func (w Wish) Word() string {
	if w == WhenAway {
		return "away"
	}
	return string(w)
}

// Around is the situation of a call: its person and the table at this moment.
type Around struct {
	Now   time.Time
	Began time.Time // when the bot was started: nobody knows who did what before
	Seen  time.Time // when the person did something last; zero: that isn't known
	Wish  Wish

	Causes     Causes
	Elsewhere  bool // another message calls them
	Known      int  // the number of the last call that they know of
	Digested   int  // of the last call that a digest tells in its place
	Live       bool // the match is played at one sitting
	Over       bool // the match has ended
	MovedLast  bool // they have made the deal's last move, and so begun their own turn
	Hurried    bool // most of the time for the move is gone
	QuietHours bool // they aren't to be called at this time of day
	InSight    bool // the message stands on a page, where all is in sight
}

// Stage is what becomes of a call.
type Stage int

// The stages. A call goes on to others as its person comes and goes, and as time passes.
const (
	None     Stage = iota // nobody is called
	Digested              // a digest tells of it
	Known                 // its person knows
	Never                 // it is held back for good
	Held                  // it is held back until then
	Silent                // it is made when the quiet hours end
	Made                  // it is made now, unless it has been
)

// Decide returns the stage of the call now, and until when it is Held: the first row that is true.
func (s State) Decide(x Around) (Stage, time.Time) {
	until, held := s.HeldUntil(x)
	switch {
	case x.Causes == Causes{} || x.Elsewhere:
		return None, until
	case s.MayDigest(x) && s.Call <= x.Digested:
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

// How long somebody is taken to be there after they have done something.
const (
	present     = 2 * time.Minute
	presentLive = 20 * time.Second // in a live match, and when one ends
	hour        = time.Hour        // for those who want to be called that late
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
		until = until.Add(hour)
	case WhenAway:
		there := present
		if x.Live {
			there = presentLive
		}
		until = until.Add(there)
	}
	return until, x.Now.Before(until)
}

// MayDigest says whether a digest may tell of the call: of a turn, but not in a live game, nor
// when time runs out, nor where all is in sight, nor to somebody who wants no calls.
func (s State) MayDigest(x Around) bool {
	return x.Causes.Turn && x.Causes.Consent == 0 && !x.Live && !x.Hurried && s.Call > 0 && !x.InSight && x.Wish != NotAtAll
}
