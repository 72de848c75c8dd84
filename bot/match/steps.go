package match

import (
	"slices"

	"tarockbot/engine"
)

// BeforeChange is the state before a change.
type BeforeChange struct {
	asked []question
	calls situation
}

// BeforeChange returns the current state.
func (t *Table) BeforeChange() BeforeChange { return BeforeChange{questions(t), t.Calls().situation()} }

// CompleteChange completes a change: it raises steps, updates clocks and raises calls.
func (t *Table) CompleteChange(f Facts, b BeforeChange, actors engine.Seats) {
	if t.Stage != Open {
		t.Clocks().setTimers(f, raiseSteps(t, b.asked), t.Effects.UndoSeats)
	}
	t.Movers |= actors
	if t.Thinking() == 0 { // no computer will answer them
		t.Movers = 0
	}
	t.Calls().raise(f, b.calls, actors)
}

// question differs after a move or in another deal, even with the same prompt.
type question struct {
	prompt engine.Prompt
	deal   int // finished deals
	moves  int
}

func questions(t *Table) []question {
	all := make([]question, len(t.Chairs))
	for s := range all {
		all[s].deal = len(t.Match.Done)
		if t.Match.Deal != nil {
			all[s].prompt = t.Match.Deal.Prompt(engine.Seat(s))
			all[s].moves = t.Match.Deal.MoveCount(engine.Seat(s))
		}
	}
	return all
}

func (q question) same(o question) bool {
	a, b := q.prompt, o.prompt
	return q.deal == o.deal && q.moves == o.moves &&
		a.Phase == b.Phase && a.Pick == b.Pick && slices.Equal(a.Choices, b.Choices)
}

func raiseSteps(t *Table, before []question) (asked engine.Seats) {
	for s, now := range questions(t) {
		if s >= len(before) || !before[s].same(now) {
			t.Chairs[s].Step++
			asked |= engine.Seat(s).Bit()
		}
	}
	return asked
}
