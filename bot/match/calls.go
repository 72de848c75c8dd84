package match

import (
	"slices"

	"tarockbot/bot/match/notify"
	"tarockbot/engine"
)

// Calls are what the seats of a table are called for. Package notify says what becomes of it.
type Calls struct{ t *Table }

// Calls are those of the table.
func (t *Table) Calls() Calls { return Calls{t} }

// Causes are those of the seat now.
func (cs Calls) Causes(s engine.Seat) (c notify.Causes) {
	switch cs.t.Stage {
	case Open:
		c.Invited = cs.t.Chairs[s].KeptFor != ""
	case Playing:
		c.Turn, c.Late = cs.t.Waiting().Has(s), cs.t.Chairs.LateSeats()
		if c.Late.Has(s) { // who is late can't claim others' time
			c.Late = 0
		}
		if r := cs.t.Chairs[s].Reminded; c.Turn && r < TimeUp {
			c.Reminded = r
		}
		if cs.t.Requests().Asks(s) {
			c.Consent = cs.t.Consent.Rev
		}
	case Finished:
		next := cs.t.Next == ""
		c.Again = next && cs.t.Again != 0 && !cs.t.Again.Has(s)
		c.MatchEnded = next && cs.t.Over.Has(s) && cs.t.Again == 0
	}
	return c
}

// LateSeats are the seats whose time is up.
func (cs Chairs) LateSeats() engine.Seats {
	return cs.Seats(func(c Chair) bool { return c.Reminded == TimeUp })
}

// situation is what there was to call for before a change.
type situation struct {
	stage  Stage
	causes []notify.Causes
}

// situation is what there is to call for now.
func (cs Calls) situation() situation {
	s := situation{stage: cs.t.Stage, causes: make([]notify.Causes, len(cs.t.Chairs))}
	for i := range s.causes {
		s.causes[i] = cs.Causes(engine.Seat(i))
	}
	return s
}

// raise calls each seat that has a new cause, unless the seat itself acted. At the start of a match it
// calls everybody, because panels may be elsewhere; in a live match at once, because the clock runs.
func (cs Calls) raise(f Facts, before situation, actors engine.Seats) {
	t := cs.t
	if t.Stage == Finished && before.stage != Finished {
		t.Over = t.Chairs.People() &^ actors
	}
	begins := t.Stage == Playing && before.stage != Playing
	for i := range t.Chairs {
		c, s := &t.Chairs[i], engine.Seat(i)
		x := notify.Change{Now: cs.Causes(s), At: f.Now(), Call: t.Called + 1, Acts: actors.Has(s) && !begins, Urgent: begins && !actors.Has(s) && t.Setup.Pace == LivePace}
		if i < len(before.causes) {
			x.Was = before.causes[i]
		}
		if !f.WantsReminder(*c, x.Now.Reminded) {
			x.Now.Reminded = x.Was.Reminded
		}
		if t.Chairs.OnePerson() && t.Setup.Pace == NoPace {
			x.Now.Turn = false // nobody waits
		}
		if !c.Robot && c.Raise(x) {
			t.Called = x.Call
		}
	}
}

// Callee is the seat that a private message may call: its own, or as long as
// people sit down the chair that is kept for its reader.
func (cs Calls) Callee(m Message) engine.Seat {
	if cs.t.Stage != Open {
		return m.Seat
	}
	return engine.Seat(slices.IndexFunc(cs.t.Chairs, func(c Chair) bool { return c.KeptFor != "" && c.KeptFor == m.Place.User }))
}

// Wants says that the reader of a private message is waited for, or to be told
// of something.
func (cs Calls) Wants(m Message) bool {
	s := cs.Callee(m)
	return s != engine.Nobody && cs.Causes(s) != notify.Causes{}
}

// WaitsFor says that the others wait for the reader of a private message. How a
// match has ended stands on the board, for which nobody is called to it.
func (cs Calls) WaitsFor(m Message) bool {
	s := cs.Callee(m)
	if s == engine.Nobody {
		return false
	}
	c := cs.Causes(s)
	c.MatchEnded = false
	return c != notify.Causes{}
}

// HasCall says that there is a call of the person's at the table.
func (cs Calls) HasCall(p Participant) bool {
	for s, c := range cs.t.Chairs {
		if (p.Is(c.Person) || c.KeptFor != "" && p.Has(c.KeptFor)) && c.Call > 0 && cs.Causes(engine.Seat(s)) != (notify.Causes{}) {
			return true
		}
	}
	return false
}
