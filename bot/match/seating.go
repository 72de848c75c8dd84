package match

import (
	"cmp"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match/notify"
	"tarockbot/engine"
	"tarockbot/engine/robot"
)

// Chair is one seat of a table.
type Chair struct {
	Person chat.PersonID `json:"person,omitempty"` // "" for the computer, or while open
	User   chat.UserID   `json:"user,omitempty"`   // the identity that sat down
	// Via is the linked identity through which the person played here last, if
	// that isn't User. The seat's turn is told there.
	Via   chat.UserID `json:"via,omitempty"`
	Name  string      `json:"name,omitempty"`
	Robot bool        `json:"robot,omitempty"`
	// Level is how well the computer plays that was given the chair. "" has one that took
	// it over, and one from before there were levels.
	Level robot.Level `json:"level,omitempty"`
	// KeptFor is whom the chair is kept for until they sit down; "" for anybody.
	KeptFor       chat.UserID `json:"for,omitempty"`
	InvitedName   string      `json:"guest,omitempty"` // that one's name
	DeclineReason string      `json:"no,omitempty"`    // why they have declined; then it is anybody's
	Left          string      `json:"left,omitempty"`  // the name of who left it to the computer
	FormerUser    chat.UserID `json:"who,omitempty"`   // whose name InvitedName or Left is, if they sit there no more
	Timer         Timer       `json:"timer,omitzero"`
	// Absent says that the computer plays the rest of the deal for the person. Their time
	// was up or, if they Yield, another takes every trick that is left.
	Absent     bool `json:"absent,omitempty"`
	Yields     bool `json:"yields,omitempty"`
	TimedOut   int  `json:"timedOut,omitempty"` // how often the others have claimed that in this match
	Expired    bool `json:"expired,omitempty"`  // the match was ended for that
	Extensions int  `json:"given,omitempty"`    // how often the others have given time for this move
	// Reminded is how far the time for the move has run out: half of it (1), most
	// of it (2), all (3). 0 if the seat isn't waited for.
	Reminded int `json:"reminded,omitempty"`
	// Ahead is the card set in advance, by its code; Missed one that might not be
	// played when its turn came, until the seat has played another.
	Ahead  string `json:"ahead,omitempty"`
	Missed string `json:"missed,omitempty"`
	// Step is raised whenever what the seat is asked changes, and never
	// lowered. A button carries the step it was made for.
	Step int `json:"step"`
	// Acted is documents.InputSum of the input by which the seat acted last by a step, and behind
	// a "/" documents.LineSum of its last press that had an effect, unless that was taken back.
	Acted string `json:"acted,omitempty"`
	notify.State
	// Cut is what its person has typed to cut with; "" for nothing yet. It is the seat's: it
	// goes with the identity that sits there, also if another one typed it while it was linked.
	Cut string `json:"cut,omitempty"`
	// AcknowledgedCall is the number of the last call that they know of, wherever it was made.
	AcknowledgedCall int `json:"told,omitempty"`
}

// Chairs are who sits where, by seat.
type Chairs []Chair

// Taken says that somebody sits there, or the computer.
func (c Chair) Taken() bool { return c.Person != "" || c.Robot }

// Asks says that the chair is kept for somebody who hasn't answered yet.
func (c Chair) Asks() bool { return c.KeptFor != "" }

// free says that anybody may sit down there.
func (c Chair) free() bool { return !c.Taken() && c.KeptFor == "" }

// resume lets the person play their cards themselves again.
func (c *Chair) resume() { c.Absent, c.Yields = false, false }

// RobotChair is where a computer player of the level sits.
func RobotChair(l robot.Level) Chair { return Chair{Robot: true, Level: l} }

// Plays is the level at which the computer plays in the chair, for itself or for somebody.
func (c Chair) Plays() robot.Level { return cmp.Or(c.Level, robot.Medium) }

// Full says that everybody is there.
func (cs Chairs) Full() bool {
	return !slices.ContainsFunc(cs, func(c Chair) bool { return !c.Taken() })
}

// IsOpen says that there is a chair for anybody.
func (cs Chairs) IsOpen() bool { return slices.ContainsFunc(cs, Chair.free) }

// Asked are those whom chairs are kept for.
func (cs Chairs) Asked() (users []chat.UserID, names []string) {
	for _, c := range cs {
		if c.KeptFor != "" {
			users, names = append(users, c.KeptFor), append(names, speech.Isolate(c.InvitedName))
		}
	}
	return users, names
}

// ReservedFor is the chair that is kept for the person; Nobody if there is none.
func (cs Chairs) ReservedFor(p Participant) engine.Seat {
	return engine.Seat(slices.IndexFunc(cs, func(c Chair) bool { return c.KeptFor != "" && p.Has(c.KeptFor) }))
}

// Place is where the person sits down: on the chair kept for them, else on the
// first that is free; Nobody if there is none.
func (cs Chairs) Place(p Participant) engine.Seat {
	if s := cs.ReservedFor(p); s != engine.Nobody {
		return s
	}
	return engine.Seat(slices.IndexFunc(cs, Chair.free))
}

// HasCompany says that somebody sits there besides the host.
func (cs Chairs) HasCompany() bool {
	return slices.ContainsFunc(cs[1:], func(c Chair) bool { return c.Person != "" })
}

// SeatOf is the seat of the person, or Nobody. At a table from before they were
// linked two may be theirs: then it is that of the identity they speak through.
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

// Seats are those of which that is true.
func (cs Chairs) Seats(is func(Chair) bool) (all engine.Seats) {
	for s, c := range cs {
		if is(c) {
			all |= engine.Seat(s).Bit()
		}
	}
	return all
}

// People are the seats that people sit in, not the computer.
func (cs Chairs) People() engine.Seats { return cs.Seats(func(c Chair) bool { return !c.Robot }) }

// OnePerson says that one person plays with nobody but the computer.
func (cs Chairs) OnePerson() bool { return cs.WithRobot() && cs.People().Len() == 1 }

// WithRobot says that a computer player sits at the table: then nothing counts.
func (cs Chairs) WithRobot() bool {
	return slices.ContainsFunc(cs, func(c Chair) bool { return c.Robot })
}

// WhoSits is who sits at the table.
func (cs Chairs) WhoSits() Sat {
	people := make([]chat.PersonID, len(cs))
	for s, c := range cs {
		people[s] = c.Person
	}
	return Sat{people, cs.Levels()}
}

// Levels are those of the computer players by seat, "" where none has one; nil if nobody
// has.
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

// HasErased says that somebody who sat there has been erased.
func (cs Chairs) HasErased() bool {
	return slices.ContainsFunc(cs, func(c Chair) bool { return c.Person != "" && c.User == "" })
}

// Participant is somebody as a table knows them: a person, with all their identities.
type Participant struct {
	ID     chat.PersonID
	Users  []chat.UserID   // those that were introduced as this person
	Linked []chat.Identity // all that they are, the head first; nil if nobody is linked
}

// Identities are all that they are, the head first.
func (w Participant) Identities() []chat.Identity {
	if len(w.Linked) > 0 {
		return w.Linked
	}
	return []chat.Identity{{Person: w.ID, User: w.Users[0]}}
}

// Is says whether that is the person, through whatever identity.
func (w Participant) Is(id chat.PersonID) bool {
	return id != "" && (id == w.ID || slices.ContainsFunc(w.Linked, func(x chat.Identity) bool { return x.Person == id }))
}

// Has says whether the user is an identity of the person.
func (w Participant) Has(user chat.UserID) bool {
	return slices.Contains(w.Users, user) ||
		slices.ContainsFunc(w.Linked, func(x chat.Identity) bool { return x.User == user })
}

// Challenge is a table that waits for people to sit down.
type Challenge struct{ t *Table }

// Challenge is what the table is while it is open.
func (t *Table) Challenge() Challenge { return Challenge{t} }

// Sit gives the chair to somebody of that name, through the identity and from the
// chat, if they don't ask in private. No other chair is kept for them then.
func (ch Challenge) Sit(s engine.Seat, p Participant, user chat.UserID, name string, at, space chat.ChatID) {
	t := ch.t
	t.Chairs[s] = Chair{Person: p.ID, User: user, Name: name}
	for other := t.Chairs.ReservedFor(p); other != engine.Nobody; other = t.Chairs.ReservedFor(p) {
		t.Chairs[other] = Chair{}
	}
	switch {
	case at != "":
		PlacesOf(t).AddBoard(at, space) // everybody sees the board where they are
	case !t.Chairs.Full():
		t.Messages.Add(chat.Place{User: user}, engine.Nobody)
	}
}

// Refuse lets somebody say no, for that reason, and returns the text that tells what has
// become of that: the host withdraws the challenge so, and who sits there gets up.
func (ch Challenge) Refuse(p Participant, why string) (text string, err error) {
	switch sits, kept := ch.t.Chairs.SeatOf(p), ch.t.Chairs.ReservedFor(p); {
	case p.Is(ch.t.Host):
		ch.t.Close("withdrawn")
		return "challenge.withdrawn", nil
	case sits != engine.Nobody:
		PlacesOf(ch.t).Dismiss(ch.t.Chairs[sits].User)
		ch.t.Chairs[sits] = Chair{}
		return "challenge.left", nil
	case kept == engine.Nobody:
		return "", chat.Refuse("open-to-all")
	default:
		ch.Decline(kept, why)
		return "challenge.declined", nil
	}
}

// Decline frees the chair that was kept for somebody who doesn't want it. The
// challenge is over if it was for nobody else.
func (ch Challenge) Decline(s engine.Seat, why string) {
	t, no := ch.t, ch.t.Chairs[s]
	t.Messages.Add(chat.Place{User: t.Chairs[0].User}, engine.Nobody) // so that the host hears of it
	for i, c := range t.Chairs {
		if i != 0 && i != int(s) && !c.Robot && c.DeclineReason == "" {
			t.Chairs[s] = Chair{InvitedName: no.InvitedName, DeclineReason: why, FormerUser: no.KeptFor}
			PlacesOf(t).Dismiss(no.KeptFor)
			return
		}
	}
	t.DeclinedBy = no.InvitedName
	t.Close(why)
}

// Fill gives the chairs that nobody has taken yet to computer players of the level; "" has
// them as good as those that sit there.
func (ch Challenge) Fill(level robot.Level) {
	for _, c := range ch.t.Chairs {
		if level == "" && c.Robot {
			level = c.Plays()
		}
	}
	level, ch.t.Setup.Stake = cmp.Or(level, robot.Medium), 0
	for s, c := range ch.t.Chairs {
		if !c.Taken() {
			ch.t.Chairs[s] = RobotChair(level)
			PlacesOf(ch.t).Dismiss(c.KeptFor)
		}
	}
}

// Close ends a challenge. Those who sit there hear of it.
func (t *Table) Close(why string) {
	if t.Stage == Open {
		for s, c := range t.Chairs {
			if s > 0 && c.Person != "" {
				t.Messages.Add(chat.Place{User: c.User}, engine.Nobody)
			}
		}
	}
	voidDeal(t)
	t.Stage, t.Closed = Closed, why
}

// DeclineReasons are the kind ways to say no to a challenge.
func DeclineReasons() []string { return []string{"now", "rules", "shorter"} }

// Erase takes somebody's ids and names out of the table.
func (t *Table) Erase(x chat.Identity) {
	DecksOf(t).erase(x.Person) // also where the computer plays on for them
	for s := range t.Chairs {
		c := &t.Chairs[s]
		if c.User == x.User {
			c.User, c.Via, c.Name, c.Acted, c.Cut = "", "", speech.Deleted, "", ""
			t.Again = 0 // there is nobody to play it with
			PlacesOf(t).dismissAll(func(m Message) bool { return m.Seat == engine.Seat(s) })
		}
		if c.Via == x.User {
			c.Via, c.Acted = "", ""
		}
		if c.KeptFor == x.User {
			if t.DeclinedBy == c.InvitedName {
				t.DeclinedBy = speech.Deleted
			}
			c.KeptFor, c.InvitedName = "", speech.Deleted
		}
		if c.FormerUser == x.User {
			c.FormerUser, c.Acted = "", ""
			c.InvitedName, c.Left = instead(c.InvitedName), instead(c.Left)
		}
	}
	PlacesOf(t).dismissAll(func(m Message) bool { return m.Place.User == x.User })
}

// HoldsOf says whether the table has anything of somebody but a message that tells
// them of its end.
func (t *Table) HoldsOf(x chat.Identity) bool {
	return slices.ContainsFunc(t.Chairs, func(c Chair) bool {
		return slices.Contains([]chat.UserID{c.User, c.Via, c.KeptFor, c.FormerUser}, x.User)
	}) || slices.ContainsFunc(t.Messages, func(m Message) bool { return m.Place.User == x.User && m.Last == 0 })
}

// instead is what stands for the name; "" if there is none.
func instead(name string) string {
	if name == "" {
		return ""
	}
	return speech.Deleted
}
