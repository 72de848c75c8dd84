package match

import (
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// Before is a table before a change, as far as that matters after it: what every seat
// was asked, and what there was to call for.
type Before struct {
	asked []question
	calls situation
}

// Before is the table as it is before a change.
func (t *Table) Before() Before { return Before{questions(t), t.Calls().situation()} }

// After lets follow what every change has: who is asked something new gets a new step,
// the clocks are brought up to date, and seats are called. The actor is the seat whose
// doing the change was; Nobody if it was none.
func (t *Table) After(f Facts, b Before, actor engine.Seat) {
	if t.Stage != Open {
		t.Clocks().setTimers(f, raiseSteps(t, b.asked), t.Follows.Undone)
	}
	t.Calls().raise(f, b.calls, actor)
}

// Touch notes that somebody does something here.
func (t *Table) Touch(f Facts) { t.Touched, t.Ran = f.Now(), f.Ran().Milliseconds() }

// Start lets a table that is new begin its life: its clocks run, and seats are called.
func (t *Table) Start(f Facts) {
	t.Rev, t.Created = 1, f.Now()
	t.Touch(f)
	if t.Stage != Open {
		t.Clocks().setTimers(f, 0, 0)
	}
	t.Calls().raise(f, situation{}, engine.Nobody)
}

// Begin starts the match of a table whose seats are filled: they have drawn these cards
// for the first deal, and everybody gets a panel. It says whether the cards tell who
// deals first; else the seats have to draw again, and nothing has begun.
func (t *Table) Begin(drawn []card.Card) bool {
	first, ok := engine.CutForDeal(drawn)
	if !ok {
		return false
	}
	t.Stage, t.Drawn, t.Setup.First = Playing, drawn, first
	t.Match.Setup = t.Setup.Setup
	t.seatMessages()
	return true
}

// Rematch is the next table, with the same people in the same seats and boards where
// they are. Whose yes has begun it is its host: that of the last may have left.
func (t *Table) Rematch(id chat.TableID, host chat.PersonID) *Table {
	next := &Table{
		ID: id, Lang: t.Lang, Chat: t.Chat, Space: t.Space, Thread: t.Thread, Host: host, Setup: t.Setup,
		Match: engine.Match{Game: t.Match.Game, Setup: t.Setup.Setup},
	}
	for _, c := range t.Chairs {
		next.Chairs = append(next.Chairs, Chair{Person: c.Person, User: c.User, Via: c.Via, Name: c.Name, Robot: c.Robot, Step: 1})
	}
	if next.Chat != "" {
		next.AddBoard(next.Chat, next.Space)
	}
	for _, m := range t.Messages {
		if m.Place.Chat != "" {
			next.AddBoard(m.Place.Chat, m.Space)
		}
	}
	t.Next = id
	return next
}

// question is what a seat is asked, and when: the same words asked again after
// an answer, or in another deal, are another question.
type question struct {
	prompt engine.Prompt
	deal   int // how many deals were over
	moves  int // how many moves the seat had made
}

// questions is what every seat is asked now.
func questions(t *Table) []question {
	all := make([]question, len(t.Chairs))
	for s := range all {
		all[s].deal = len(t.Match.Done)
		if t.Match.Deal != nil {
			all[s].prompt = t.Match.Deal.Prompt(engine.Seat(s))
			all[s].moves = t.Match.Deal.Made(engine.Seat(s))
		}
	}
	return all
}

// same says whether two questions are one. An empty prompt asks nothing.
func (q question) same(o question) bool {
	a, b := q.prompt, o.prompt
	return q.deal == o.deal && q.moves == o.moves &&
		a.Phase == b.Phase && a.Pick == b.Pick && slices.Equal(a.Words, b.Words)
}

// raiseSteps gives every seat that is asked something new a new step, and tells
// which those are.
func raiseSteps(t *Table, before []question) (asked engine.Seats) {
	for s, now := range questions(t) {
		if s >= len(before) || !before[s].same(now) {
			t.Chairs[s].Step++
			asked |= engine.Seat(s).Bit()
		}
	}
	return asked
}
