package match

import (
	"slices"

	"tarockbot/engine"
)

// Before records what Table.After compares a changed table with: each seat's question, and its causes for a call.
type Before struct {
	asked []question
	calls situation
}

// Before returns the table's Before. Take it before the change.
func (t *Table) Before() Before { return Before{questions(t), t.Calls().situation()} }

// After completes a change: it gives each seat with a new question a new step, updates the clocks and raises calls.
// The actors are the seats that made the change.
func (t *Table) After(f Facts, b Before, actors engine.Seats) {
	if t.Stage != Open {
		t.Clocks().setTimers(f, raiseSteps(t, b.asked), t.Follows.Undone)
	}
	t.Movers |= actors
	if t.Thinking() == 0 { // nobody will answer them
		t.Movers = 0
	}
	t.Calls().raise(f, b.calls, actors)
}

// question is what a seat is asked. The same words after an answer, or in another deal, are another question.
type question struct {
	prompt engine.Prompt
	deal   int // finished deals
	moves  int // the seat's moves in the running deal
}

// questions returns each seat's question.
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

// same reports whether the questions are one. An empty prompt asks nothing.
func (q question) same(o question) bool {
	a, b := q.prompt, o.prompt
	return q.deal == o.deal && q.moves == o.moves &&
		a.Phase == b.Phase && a.Pick == b.Pick && slices.Equal(a.Choices, b.Choices)
}

// raiseSteps gives each seat with a new question a new step, and returns those seats.
func raiseSteps(t *Table, before []question) (asked engine.Seats) {
	for s, now := range questions(t) {
		if s >= len(before) || !before[s].same(now) {
			t.Chairs[s].Step++
			asked |= engine.Seat(s).Bit()
		}
	}
	return asked
}
