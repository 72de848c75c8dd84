package main

import (
	"maps"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// tableState is a stored table with what follows from it. It doesn't change after newTableState.
type tableState struct {
	*match.Table
	deck      []card.Card   // deck of the running deal; empty if there is none
	moves     []engine.Move // moves of the running deal, with those that its record leaves out
	deadlines []time.Time   // players' deadlines by seat, in the time of networks.timeOn
}

// newTableState returns the state of the table. previous is its last state; it is empty for a new table. A player's deadline
// stays unless their step or stored time has changed.
func newTableState(previous *tableState, t *match.Table, nets networks) *tableState {
	next := &tableState{Table: t}
	if deal := t.Match.Deal; deal != nil {
		next.deck, next.moves = deal.Record().Deck, deal.Moves()
	}
	for s, chair := range t.Chairs {
		deadline := nets.timeOn(chair.Timer.On).Add(time.Duration(chair.Timer.LeftMillis) * time.Millisecond)
		if s < len(previous.Chairs) && previous.Chairs[s].Step == chair.Step && previous.Chairs[s].Timer == chair.Timer {
			deadline = previous.deadlines[s]
		}
		next.deadlines = append(next.deadlines, deadline)
	}
	return next
}

// tableStates are the states of all stored tables, by ID.
type tableStates map[string]*tableState

// ids returns the IDs of all tables, sorted.
func (states tableStates) ids() []string { return slices.Sorted(maps.Keys(states)) }

// active returns the tables that have not ended, in the order of their IDs.
func (states tableStates) active() (active []*tableState) {
	for _, id := range states.ids() {
		if states[id].IsActive() {
			active = append(active, states[id])
		}
	}
	return active
}

// isSeated reports whether the user has a chair at a table that has not ended.
func (states tableStates) isSeated(u chat.UserID) bool {
	return slices.ContainsFunc(states.active(), func(t *tableState) bool { return t.hasChairOf(u) })
}

// isPlayedByComputer reports whether the computer moves for the chair: its own, or that of an absent player.
func isPlayedByComputer(c match.Chair) bool { return c.Robot || c.Absent }

// hasChairOf reports whether the user has a chair under this very account.
func (t *tableState) hasChairOf(u chat.UserID) bool {
	return slices.ContainsFunc(t.Chairs, func(c match.Chair) bool { return c.User == u })
}

// seatOf returns the seat of the user or of someone linked with them; engine.Nobody, which is -1, if there is none.
func (t *tableState) seatOf(u chat.UserID) engine.Seat {
	return engine.Seat(slices.IndexFunc(t.Chairs, func(c match.Chair) bool { return c.User == u || c.Via == u }))
}

// tableChange is a change of a stored table.
type tableChange struct {
	id       string
	was, now *tableState // was is empty for a new table
}

// gameChanged reports whether the running deal's moves or the number of finished deals has changed.
func (c tableChange) gameChanged() bool {
	return len(c.was.Match.Done) != len(c.now.Match.Done) || !slices.Equal(c.was.moves, c.now.moves)
}

// endsMatch reports whether the match has finished.
func (c tableChange) endsMatch() bool {
	return c.was.Stage == match.Playing && c.now.Stage == match.Finished
}

// isNew reports whether the table was opened.
func (c tableChange) isNew() bool { return len(c.was.Chairs) == 0 }

// isEffect reports whether the change opens the table, changes its game or ends its match.
func (c tableChange) isEffect() bool {
	return c.isNew() || c.gameChanged() || c.endsMatch()
}
