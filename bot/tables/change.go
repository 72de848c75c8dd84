package tables

import (
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/people/standing"
	"tarockbot/engine"
	"tarockbot/storage"
)

// Change is what is done to one table: the changed copy, and what is stored with it.
type Change struct {
	*match.Table
	// By asks for the change, which has no effect if By has had one; without an ID nobody does.
	By     chat.Input
	Person people.Person // who is By; zero: nobody
	Docs   []storage.Doc
	Also   *match.Table // a table that begins with this change
	// Unshown says that no message of the table shows it.
	Unshown bool

	held    *standing.Locked
	marked  bool // the table itself says that By has had its effect
	thought bool // it is a move of the computer, for which it has thought
}

// actors are the seats whose doing the change is. A move of the computer that thinks is
// theirs after whose doing it was to move, as one is that it makes at once.
func (c *Change) actors() engine.Seats {
	if c.thought {
		return c.Movers
	}
	return c.Chairs.SeatOf(c.Person.Participant()).Bit()
}

// Acted says whether the input is one by which a seat acted last.
func (c *Change) Acted(in chat.Input) bool {
	sum := documents.InputSum(in)
	return slices.ContainsFunc(c.Chairs, func(x match.Chair) bool { return strings.HasPrefix(x.Acted, sum) })
}

// Mark notes by which input the seat acts. A second delivery finds that, and after
// later acts an old step, so it needs no document of its own.
func (c *Change) Mark(s engine.Seat, in chat.Input) {
	c.Chairs[s].Acted, c.marked = documents.InputSum(in), true
}

// RecordPress remembers what the seat pressed last that had an effect.
func (c *Change) RecordPress(s engine.Seat, in chat.Input) {
	sum, _, _ := strings.Cut(c.Chairs[s].Acted, "/")
	c.Chairs[s].Acted = sum + "/" + documents.LineSum(in)
}

// Pressed says whether that was the same press, whenever it was.
func (c *Change) Pressed(s engine.Seat, in chat.Input) bool {
	return strings.HasSuffix(c.Chairs[s].Acted, "/"+documents.LineSum(in))
}

// lockStandings locks the standings until the change is durable, unless it has locked them already.
func (c *Change) lockStandings(st *standing.Standings) *standing.Locked {
	if c.held == nil {
		c.held = st.Lock()
	}
	return c.held
}

// Begins lets another table begin with this change: first is what has been decided there.
func (c *Change) Begins(first *Change) {
	c.Docs, c.Also = append(c.Docs, first.Docs...), first.Table
	if c.held == nil {
		c.held, first.held = first.held, nil
	}
}

// Release gives the lock back that the change was alone with.
func (c *Change) Release() {
	if c.held != nil {
		c.held.Unlock()
		c.held = nil
	}
}
