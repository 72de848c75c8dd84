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

// Chair is a seat at a table.
type Chair struct {
	Person chat.PersonID `json:"person,omitempty"` // "" for the computer, or while open
	User   chat.UserID   `json:"user,omitempty"`   // the identity that sat down
	// LastActUser is the linked identity of the last act. It gets the calls.
	LastActUser chat.UserID `json:"via,omitempty"`
	Name        string      `json:"name,omitempty"`
	Robot       bool        `json:"robot,omitempty"`
	// Level is empty for people and in old tables.
	Level robot.Level `json:"level,omitempty"`
	// KeptFor is the invited user; "" if anybody may sit here.
	KeptFor       chat.UserID `json:"for,omitempty"`
	InvitedName   string      `json:"guest,omitempty"`
	DeclineReason string      `json:"no,omitempty"`   // if set, anybody may sit here
	LeaverName    string      `json:"left,omitempty"` // the player whom the computer replaced
	// FormerUser is the account of InvitedName or LeaverName, after leaving.
	FormerUser chat.UserID `json:"who,omitempty"`
	Timer      Timer       `json:"timer,omitzero"`
	// Absent: the computer finishes the deal, because time was up or the player conceded (Yields).
	Absent     bool `json:"absent,omitempty"`
	Yields     bool `json:"yields,omitempty"`
	TimedOut   int  `json:"timedOut,omitempty"` // time-outs that others claimed in this match
	Expired    bool `json:"expired,omitempty"`  // a claim ended the match
	Extensions int  `json:"given,omitempty"`    // of the running move
	// Reminded is the clock's stage, such as RemindedOnce, or 0.
	Reminded int `json:"reminded,omitempty"`
	// Queued is the card set in advance. RejectedQueued is a forbidden one, kept until the next move.
	Queued         string `json:"ahead,omitempty"`
	RejectedQueued string `json:"missed,omitempty"`
	// Step rises with each new question. Buttons carry it.
	Step int `json:"step"`
	// LastInput is documents.InputSum of the last input with a step, then "/" and documents.LineSum of the last press.
	LastInput string `json:"acted,omitempty"`
	notify.State
	// Cut belongs to this identity, even if a linked one typed it.
	Cut string `json:"cut,omitempty"`
	// AcknowledgedCall is the last known call.
	AcknowledgedCall int `json:"told,omitempty"`
}

// Chairs lists a table's chairs by seat.
type Chairs []Chair

// IsTaken reports whether a person or the computer sits here.
func (c Chair) IsTaken() bool { return c.Person != "" || c.Robot }

// IsInvited reports whether the chair is kept for a player.
func (c Chair) IsInvited() bool { return c.KeptFor != "" }

func (c Chair) free() bool { return !c.IsTaken() && !c.IsInvited() }

// IsOldStep reports whether a button carries another step.
func (c Chair) IsOldStep(step string) bool { return step != strconv.Itoa(c.Step) }

func (c *Chair) resume() { c.Absent, c.Yields = false, false }

// RobotChair returns a computer's chair.
func RobotChair(l robot.Level) Chair { return Chair{Robot: true, Level: l} }

// DefaultLevel is the computer's default level.
const DefaultLevel = robot.Medium

// ComputerLevel returns the level, also for an absent player.
func (c Chair) ComputerLevel() robot.Level { return cmp.Or(c.Level, DefaultLevel) }

// ActedBy reports whether the last input with a step has that documents.InputSum.
func (c Chair) ActedBy(input string) bool { return strings.HasPrefix(c.LastInput, input) }

// RecordPress stores a press's documents.LineSum.
func (c *Chair) RecordPress(line string) {
	input, _, _ := strings.Cut(c.LastInput, "/")
	c.LastInput = input
	if line != "" {
		c.LastInput += "/" + line
	}
}

// WasPressed reports whether the last press was the same.
func (c Chair) WasPressed(line string) bool { return strings.HasSuffix(c.LastInput, "/"+line) }

func (cs Chairs) forgetPresses() {
	for s := range cs {
		cs[s].RecordPress("")
	}
}

// IsFull reports whether every chair is taken.
func (cs Chairs) IsFull() bool { return cs.Seats(Chair.IsTaken).Len() == len(cs) }

// IsOpen reports whether anybody may sit down.
func (cs Chairs) IsOpen() bool { return slices.ContainsFunc(cs, Chair.free) }

// Invited returns the invited players.
func (cs Chairs) Invited() (users []chat.UserID, names []string) {
	for _, c := range cs {
		if c.IsInvited() {
			users, names = append(users, c.KeptFor), append(names, displayname.Isolate(c.InvitedName))
		}
	}
	return users, names
}

// ReservedFor returns the person's reserved chair, or Nobody.
func (cs Chairs) ReservedFor(p Participant) engine.Seat {
	return cs.Find(func(c Chair) bool { return c.IsInvited() && p.Has(c.KeptFor) })
}

// ChairFor returns the reserved or first free chair, or Nobody.
func (cs Chairs) ChairFor(p Participant) engine.Seat {
	if s := cs.ReservedFor(p); s != engine.Nobody {
		return s
	}
	return cs.Find(Chair.free)
}

// HasCompany reports whether another person than the host sits at the table.
func (cs Chairs) HasCompany() bool {
	return slices.ContainsFunc(cs[1:], func(c Chair) bool { return c.Person != "" })
}

// SeatOf returns the person's seat, or Nobody. Later linking may give two; then the speaking identity's wins.
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

// Find returns the first matching seat, or Nobody (-1).
func (cs Chairs) Find(is func(Chair) bool) engine.Seat { return engine.Seat(slices.IndexFunc(cs, is)) }

// Seats returns all matching seats.
func (cs Chairs) Seats(is func(Chair) bool) (all engine.Seats) {
	for s, c := range cs {
		if is(c) {
			all |= engine.Seat(s).Bit()
		}
	}
	return all
}

// People returns the seats of people.
func (cs Chairs) People() engine.Seats { return cs.Seats(func(c Chair) bool { return !c.Robot }) }

// HasOnePerson reports whether one person plays with computers.
func (cs Chairs) HasOnePerson() bool { return cs.HasRobot() && cs.People().Len() == 1 }

func (cs Chairs) isOnlyPerson(s engine.Seat) bool { return cs.People() == s.Bit() }

// HasRobot reports whether a computer sits at the table. Then the match doesn't count.
func (cs Chairs) HasRobot() bool { return cs.People().Len() < len(cs) }

// Levels returns the computers' levels by seat, or nil.
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

// HasErased reports whether a seated person was erased.
func (cs Chairs) HasErased() bool {
	return slices.ContainsFunc(cs, func(c Chair) bool { return c.Person != "" && c.User == "" })
}
