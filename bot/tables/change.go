package tables

import (
	"cmp"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/people/standing"
	"tarockbot/engine"
	"tarockbot/storage"
)

// Change is a change of one table: the changed copy, and what is stored with it.
type Change struct {
	*match.Table
	// By is the input that asks for the change. If By has had its effect already, the change has none. Without
	// an ID nobody asks.
	By       chat.Input
	Person   people.Person // who By is from; zero: nobody
	Docs     []storage.Doc
	NewTable *match.Table // a table that starts with this change, or nil
	Unshown  bool         // no message of the table shows the change

	held    *standing.LockedStandings // until Release; nil: not locked
	marked  bool                      // the table records that By has had its effect
	thought bool                      // it is the move of a computer player that thinks
}

// Acted reports whether a seat acted last by the input.
func (c *Change) Acted(in chat.Input) bool {
	sum := documents.InputSum(in)
	return slices.ContainsFunc(c.Chairs, func(x match.Chair) bool { return x.ActedBy(sum) })
}

// Mark stores on the chair which input the seat acts by. A duplicate is recognized by it, or after later acts
// by its old step, so no separate document is needed.
func (c *Change) Mark(s engine.Seat, in chat.Input) {
	c.Chairs[s].Acted, c.marked = documents.InputSum(in), true
}

// RecordPress stores the seat's last press that had an effect.
func (c *Change) RecordPress(s engine.Seat, in chat.Input) {
	c.Chairs[s].RecordPress(documents.LineSum(in))
}

// Pressed reports whether the seat's last recorded press was the same.
func (c *Change) Pressed(s engine.Seat, in chat.Input) bool {
	return c.Chairs[s].Pressed(documents.LineSum(in))
}

// lockStandings locks the standings until Release, so that nothing else is decided there before the commit. A change
// that has locked them already keeps its lock.
func (c *Change) lockStandings(st *standing.Standings) *standing.LockedStandings {
	if c.held == nil {
		c.held = st.Lock()
	}
	return c.held
}

// StartWith makes the table of next start with this change, with its documents. If next holds a lock, c holds it
// from now on.
func (c *Change) StartWith(next *Change) {
	c.Docs, c.NewTable = append(c.Docs, next.Docs...), next.Table
	if c.held != nil && next.held != nil {
		panic("a change holds one lock only")
	}
	c.held, next.held = cmp.Or(c.held, next.held), nil
}

// Release unlocks what lockStandings locked. Update and Create call it after the commit, also after an error.
func (c *Change) Release() {
	if c.held != nil {
		c.held.Unlock()
		c.held = nil
	}
}
