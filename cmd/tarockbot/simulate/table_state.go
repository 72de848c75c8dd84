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

// tableState is a stored table with facts that follow from it. It never changes.
type tableState struct {
	*match.Table
	deck      []card.Card
	moves     []engine.Move
	deadlines []time.Time // by seat, in the time of networks.timeOn
}

// newTableState returns the state after previous. A player's deadline stays until their step or stored time changes.
func newTableState(previous *tableState, t *match.Table, nets networks) *tableState {
	next := &tableState{Table: t}
	if deal := t.Match.Deal; deal != nil {
		next.deck, next.moves = deal.Record().Deck, deal.Moves()
	}
	for s, chair := range t.Chairs {
		deadline := nets.timeOn(chair.Timer.Platform).Add(time.Duration(chair.Timer.LeftMillis) * time.Millisecond)
		if s < len(previous.Chairs) && previous.Chairs[s].Step == chair.Step && previous.Chairs[s].Timer == chair.Timer {
			deadline = previous.deadlines[s]
		}
		next.deadlines = append(next.deadlines, deadline)
	}
	return next
}

type tableStates map[string]*tableState

func (states tableStates) ids() []string { return slices.Sorted(maps.Keys(states)) }

func (states tableStates) active() (active []*tableState) {
	for _, id := range states.ids() {
		if states[id].IsActive() {
			active = append(active, states[id])
		}
	}
	return active
}

func (states tableStates) isSeated(u chat.UserID) bool {
	return slices.ContainsFunc(states.active(), func(t *tableState) bool { return t.hasChairOf(u) })
}

func isPlayedByComputer(c match.Chair) bool { return c.Robot || c.Absent }

func (t *tableState) hasChairOf(u chat.UserID) bool {
	return slices.ContainsFunc(t.Chairs, func(c match.Chair) bool { return c.User == u })
}

// seatOf returns the seat of the user or of a linked user, or engine.Nobody.
func (t *tableState) seatOf(u chat.UserID) engine.Seat {
	return engine.Seat(slices.IndexFunc(t.Chairs, func(c match.Chair) bool { return c.User == u || c.LastActUser == u }))
}

type tableChange struct {
	id       string
	was, now *tableState // was is empty for a new table
}

func (c tableChange) gameChanged() bool {
	return len(c.was.Match.Done) != len(c.now.Match.Done) || !slices.Equal(c.was.moves, c.now.moves)
}

func (c tableChange) endsMatch() bool {
	return c.was.Stage == match.Playing && c.now.Stage == match.Finished
}

func (c tableChange) isNew() bool { return len(c.was.Chairs) == 0 }

func (c tableChange) isEffect() bool {
	return c.isNew() || c.gameChanged() || c.endsMatch()
}
