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

// Change is a changed copy of a table, with further documents.
type Change struct {
	*match.Table
	// Input is the input that asks for the change, if any.
	Input     chat.Input
	Person    people.Person
	Docs      []storage.Doc
	NewTable  *match.Table
	SkipsShow bool

	held           *standing.LockedStandings
	marked         bool // the table itself records Input
	isComputerMove bool
}

// ActedBy reports whether the input was some seat's latest action.
func (c *Change) ActedBy(in chat.Input) bool {
	sum := documents.InputSum(in)
	return slices.ContainsFunc(c.Chairs, func(x match.Chair) bool { return x.ActedBy(sum) })
}

// RecordInput records the input on the seat's chair, so it needs no document.
func (c *Change) RecordInput(s engine.Seat, in chat.Input) {
	c.Chairs[s].LastInput, c.marked = documents.InputSum(in), true
}

// RecordPress stores the seat's last effective press.
func (c *Change) RecordPress(s engine.Seat, in chat.Input) {
	c.Chairs[s].RecordPress(documents.LineSum(in))
}

// WasPressed reports whether the seat's last press was the same.
func (c *Change) WasPressed(s engine.Seat, in chat.Input) bool {
	return c.Chairs[s].WasPressed(documents.LineSum(in))
}

func (c *Change) lockStandings(st *standing.Standings) *standing.LockedStandings {
	if c.held == nil {
		c.held = st.Lock()
	}
	return c.held
}

// StartWith stores next's table with this change, and takes over next's lock.
func (c *Change) StartWith(next *Change) {
	c.Docs, c.NewTable = append(c.Docs, next.Docs...), next.Table
	if c.held != nil && next.held != nil {
		panic("a change holds one lock only")
	}
	c.held, next.held = cmp.Or(c.held, next.held), nil
}

// Release unlocks the standings. It is idempotent.
func (c *Change) Release() {
	if c.held != nil {
		c.held.Unlock()
		c.held = nil
	}
}
