package match

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/match/notify"
	"tarockbot/engine"
	"tarockbot/engine/robot"
)

// Chair is one seat of a table.
type Chair struct {
	Person chat.PersonID `json:"person,omitempty"` // "" for the computer, or while open
	User   chat.UserID   `json:"user,omitempty"`   // the identity that sat down
	// Via is the linked identity through which the person last played here, if that isn't User. It gets the calls.
	Via   chat.UserID `json:"via,omitempty"`
	Name  string      `json:"name,omitempty"`
	Robot bool        `json:"robot,omitempty"`
	// Level is the computer's level; empty for a person, and in tables stored before levels existed.
	Level robot.Level `json:"level,omitempty"`
	// KeptFor is the account that the chair is kept for until it sits down; "" for anybody.
	KeptFor       chat.UserID `json:"for,omitempty"`
	InvitedName   string      `json:"guest,omitempty"` // the name of the invited player
	DeclineReason string      `json:"no,omitempty"`    // why they declined; then the chair is anybody's
	LeaverName    string      `json:"left,omitempty"`  // the name of the player who left the chair to the computer
	// FormerUser is the account that InvitedName or LeaverName names, after it has left the chair.
	FormerUser chat.UserID `json:"who,omitempty"`
	Timer      Timer       `json:"timer,omitzero"`
	// Absent: the computer plays the rest of the deal for the person, because their time was up or (Yields) they
	// conceded the remaining tricks.
	Absent     bool `json:"absent,omitempty"`
	Yields     bool `json:"yields,omitempty"`
	TimedOut   int  `json:"timedOut,omitempty"` // how often the player's time was claimed in this match
	Expired    bool `json:"expired,omitempty"`  // such a claim ended the match
	Extensions int  `json:"given,omitempty"`    // how often others gave time for this move
	// Reminded is the stage of the clock, such as RemindedOnce; 0 before the first, or if the seat isn't to move.
	Reminded int `json:"reminded,omitempty"`
	// Ahead is the code of the card set in advance. Missed is one that the rules didn't allow when its turn came; it
	// is kept until the seat has played another.
	Ahead  string `json:"ahead,omitempty"`
	Missed string `json:"missed,omitempty"`
	// Step rises whenever the seat's question changes, and never falls. A button carries the step it was made for.
	Step int `json:"step"`
	// Acted is documents.InputSum of the last input that counted by its step, then after "/" documents.LineSum of the
	// last effective press, unless that was taken back.
	Acted string `json:"acted,omitempty"`
	notify.State
	// Cut is the text that the seat's player typed to cut with; "" for none yet. It belongs to the identity that sits
	// here, even if a linked one typed it.
	Cut string `json:"cut,omitempty"`
	// AcknowledgedCall is the number of the last call that the player knows of, wherever it was made.
	AcknowledgedCall int `json:"told,omitempty"`
}

// Chairs are a table's chairs, by seat.
type Chairs []Chair

// Taken reports whether a person or the computer sits here.
func (c Chair) Taken() bool { return c.Person != "" || c.Robot }

// IsInvited reports whether the chair is kept for a player who hasn't answered yet.
func (c Chair) IsInvited() bool { return c.KeptFor != "" }

func (c Chair) free() bool { return !c.Taken() && !c.IsInvited() }

// IsOldStep reports whether a button was made for another step of the seat.
func (c Chair) IsOldStep(step string) bool { return step != strconv.Itoa(c.Step) }

// resume lets the person play their own cards again.
func (c *Chair) resume() { c.Absent, c.Yields = false, false }

// RobotChair returns the chair of a computer player of the level.
func RobotChair(l robot.Level) Chair { return Chair{Robot: true, Level: l} }

// UsualLevel is the level of the computer if nobody chose one.
const UsualLevel = robot.Medium

// ComputerLevel returns the level at which the computer plays in the chair, for itself or for an absent player.
func (c Chair) ComputerLevel() robot.Level { return cmp.Or(c.Level, UsualLevel) }

// ActedBy reports whether the chair acted last by the input with the documents.InputSum.
func (c Chair) ActedBy(input string) bool { return strings.HasPrefix(c.Acted, input) }

// RecordPress stores the documents.LineSum of the last press that had an effect; "" for none.
func (c *Chair) RecordPress(line string) {
	input, _, _ := strings.Cut(c.Acted, "/")
	c.Acted = input
	if line != "" {
		c.Acted += "/" + line
	}
}

// Pressed reports whether the last recorded press was the same.
func (c Chair) Pressed(line string) bool { return strings.HasSuffix(c.Acted, "/"+line) }

// forgetPresses clears each chair's last press, because it may be taken back.
func (cs Chairs) forgetPresses() {
	for s := range cs {
		cs[s].RecordPress("")
	}
}

// Full reports whether every chair is taken.
func (cs Chairs) Full() bool { return cs.Seats(Chair.Taken).Len() == len(cs) }

// IsOpen reports whether a chair is free for anybody.
func (cs Chairs) IsOpen() bool { return slices.ContainsFunc(cs, Chair.free) }

// Invited returns the accounts and names that chairs are kept for.
func (cs Chairs) Invited() (users []chat.UserID, names []string) {
	for _, c := range cs {
		if c.IsInvited() {
			users, names = append(users, c.KeptFor), append(names, displayname.Isolate(c.InvitedName))
		}
	}
	return users, names
}

// ReservedFor returns the chair that is kept for the person; Nobody if there is none.
func (cs Chairs) ReservedFor(p Participant) engine.Seat {
	return cs.Find(func(c Chair) bool { return c.IsInvited() && p.Has(c.KeptFor) })
}

// ChairFor returns where the person sits down: the chair kept for them, else the first free one; Nobody if there is none.
func (cs Chairs) ChairFor(p Participant) engine.Seat {
	if s := cs.ReservedFor(p); s != engine.Nobody {
		return s
	}
	return cs.Find(Chair.free)
}

// HasCompany reports whether another person than the host sits here.
func (cs Chairs) HasCompany() bool {
	return slices.ContainsFunc(cs[1:], func(c Chair) bool { return c.Person != "" })
}

// SeatOf returns the person's seat, or Nobody. A person whose accounts were linked after the start may have two: then
// it is the seat of the identity that speaks.
func (cs Chairs) SeatOf(p Participant) engine.Seat {
	seat := engine.Nobody
	for s, c := range cs {
		if c.Person == p.ID && p.ID != "" {
			return engine.Seat(s)
		}
		if p.Is(c.Person) {
			seat = engine.Seat(s)
		}
	}
	return seat
}

// Find returns the first seat whose chair satisfies is; Nobody, which is IndexFunc's -1, if there is none.
func (cs Chairs) Find(is func(Chair) bool) engine.Seat { return engine.Seat(slices.IndexFunc(cs, is)) }

// Seats returns the seats whose chair satisfies is.
func (cs Chairs) Seats(is func(Chair) bool) (all engine.Seats) {
	for s, c := range cs {
		if is(c) {
			all |= engine.Seat(s).Bit()
		}
	}
	return all
}

// People returns the seats of people, not of the computer.
func (cs Chairs) People() engine.Seats { return cs.Seats(func(c Chair) bool { return !c.Robot }) }

// OnePerson reports whether one person plays alone with the computer.
func (cs Chairs) OnePerson() bool { return cs.WithRobot() && cs.People().Len() == 1 }

// isOnlyPerson reports whether only the computer sits in the other chairs.
func (cs Chairs) isOnlyPerson(s engine.Seat) bool { return cs.People() == s.Bit() }

// WithRobot reports whether a computer player sits here. Then nothing counts.
func (cs Chairs) WithRobot() bool { return cs.People().Len() < len(cs) }

// Levels returns the computer players' levels by seat, "" where there is none; nil if no seat has a level.
func (cs Chairs) Levels() []robot.Level {
	levels := make([]robot.Level, len(cs))
	for s, c := range cs {
		levels[s] = c.Level
	}
	if slices.Max(levels) == "" {
		return nil
	}
	return levels
}

// HasErased reports whether a person in a chair was erased.
func (cs Chairs) HasErased() bool {
	return slices.ContainsFunc(cs, func(c Chair) bool { return c.Person != "" && c.User == "" })
}
