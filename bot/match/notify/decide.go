package notify

import "time"

// Preference tells when a player wants calls to their turn.
type Preference string

// The preferences.
const (
	WhenAway    Preference = ""     // after some inactivity
	AtOnce      Preference = "now"  // always
	AfterAnHour Preference = "hour" // after an hour of inactivity
	NotAtAll    Preference = "off"
)

// Preferences returns all preferences in the menu's order.
func Preferences() []Preference { return []Preference{AtOnce, WhenAway, AfterAnHour, NotAtAll} }

// Word returns the preference's name in text ids.
func (p Preference) Word() string {
	if p == WhenAway {
		return "away"
	}
	return string(p)
}

// Situation is Decide's input about player and table.
type Situation struct {
	Now        time.Time
	BotStarted time.Time // the bot's start; earlier activity is unknown
	LastSeen   time.Time // zero if unknown
	Preference Preference

	Causes          Causes
	CalledElsewhere bool // another message calls the player
	KnownCall       int  // the last call that the player knows
	DigestedCall    int  // the last call in a digest
	Live            bool
	Finished        bool
	MovedLast       bool // the player's move began their own turn
	Hurried         bool // most of the time for the move is gone
	QuietHours      bool
	OnPage          bool // the call is for the web page, which shows all games without a digest
}

// Fate is the treatment of a call.
type Fate int

// The fates. They change with activity and time.
const (
	NoCall Fate = iota
	CallDigested
	CallKnown    // to the player
	CallDropped  // held back for good
	CallHeldBack // held back for a time
	CallSilenced // until the quiet hours end
	CallMade     // now, if not before
)

// HasCall reports whether the message carries the call.
func (f Fate) HasCall() bool { return f != NoCall && f != CallDigested }

// Decide returns the call's fate now and the end of CallHeldBack.
func (s State) Decide(x Situation) (fate Fate, until time.Time) {
	held := s.HeldUntil(x)
	switch {
	case x.Causes == Causes{}, x.CalledElsewhere:
		return NoCall, time.Time{}
	case s.CanDigest(x) && s.Call <= x.DigestedCall:
		return CallDigested, time.Time{}
	case s.Call <= x.KnownCall:
		return CallKnown, time.Time{}
	case held.Equal(Forever):
		return CallDropped, time.Time{}
	case !held.IsZero():
		return CallHeldBack, held
	case x.QuietHours:
		return CallSilenced, time.Time{}
	}
	return CallMade, time.Time{}
}

// How long players count as present after activity.
const (
	present     = 2 * time.Minute
	presentLive = 20 * time.Second // in a live match, and at a match's end
	presentLong = time.Hour        // for AfterAnHour
)

// Forever is the end of a dropped call's hold.
var Forever = time.Unix(1<<40, 0)

// HeldUntil returns the end of the hold: zero for none, Forever if dropped. Players present at a match's end get no
// call.
func (s State) HeldUntil(x Situation) time.Time {
	if s.RaisedAt == 0 {
		return time.Time{}
	}
	from, raised := x.LastSeen, time.Unix(s.RaisedAt, 0)
	if x.MovedLast && !raised.After(x.BotStarted) && raised.After(from) {
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

func (x Situation) presence() time.Duration {
	switch {
	case x.Preference == AfterAnHour:
		return presentLong
	case x.Live:
		return presentLive
	}
	return present
}

// CanDigest reports whether a digest may replace the call: a turn that isn't live or urgent. The player must want
// calls.
func (s State) CanDigest(x Situation) bool {
	return x.Causes.Turn && x.Causes.Consent == 0 && !x.Live && !x.Hurried && s.Call > 0 && !x.OnPage && x.Preference != NotAtAll
}
