package match

import (
	"tarockbot/bot/match/notify"
	"tarockbot/engine"
)

// Calls computes causes for notifying players.
type Calls struct{ t *Table }

// Calls returns the table's calls.
func (t *Table) Calls() Calls { return Calls{t} }

// Causes returns the seat's current causes.
func (cs Calls) Causes(s engine.Seat) (c notify.Causes) {
	switch cs.t.Stage {
	case Open:
		c.Invited = cs.t.Chairs[s].IsInvited()
	case Playing:
		c.Turn, c.Late = cs.t.Waiting().Has(s), cs.t.Clocks().LateSeats()
		if c.Late.Has(s) { // late players can't claim others' time
			c.Late = 0
		}
		if r := cs.t.Chairs[s].Reminded; c.Turn && r < TimeUp {
			c.Reminded = r
		}
		if cs.t.Requests().MustAnswer(s) {
			c.Consent = cs.t.Consent.Rev
		}
	case Finished:
		next := cs.t.Next == ""
		c.RematchWanted = next && cs.t.RematchSeats != 0 && !cs.t.RematchSeats.Has(s)
		c.MatchEnded = next && cs.t.EndToTell.Has(s) && cs.t.RematchSeats == 0
	}
	return c
}

type situation struct {
	stage  Stage
	causes []notify.Causes
}

func (cs Calls) situation() situation {
	s := situation{stage: cs.t.Stage, causes: make([]notify.Causes, len(cs.t.Chairs))}
	for i := range s.causes {
		s.causes[i] = cs.Causes(engine.Seat(i))
	}
	return s
}

// raise raises the seats' calls. At the match's start it also calls everybody, because panels may be new.
func (cs Calls) raise(f Facts, before situation, actors engine.Seats) {
	t := cs.t
	if t.Stage == Finished && before.stage != Finished {
		t.EndToTell = t.Chairs.People() &^ actors
	}
	begins := t.Stage == Playing && before.stage != Playing
	for i := range t.Chairs {
		c, s := &t.Chairs[i], engine.Seat(i)
		x := notify.Change{
			After:   cs.Causes(s),
			At:      f.Now(),
			Call:    t.CallCount + 1,
			OwnMove: actors.Has(s) && !begins,
			Urgent:  begins && !actors.Has(s) && t.Setup.Pace == LivePace,
		}
		if i < len(before.causes) {
			x.Before = before.causes[i]
		}
		if !f.WantsReminder(*c, x.After.Reminded) {
			x.After.Reminded = x.Before.Reminded
		}
		if t.Chairs.HasOnePerson() && t.Setup.Pace == NoPace {
			x.After.Turn = false // no other player waits
		}
		if !c.Robot && c.Raise(x) {
			t.CallCount = x.Call
		}
	}
}

// Callee returns the seat that a private message may call, or the chair kept for its reader.
func (cs Calls) Callee(m Message) engine.Seat {
	if cs.t.Stage != Open {
		return m.Seat
	}
	return cs.t.Chairs.Find(func(c Chair) bool { return c.IsInvited() && c.KeptFor == m.Place.User })
}

func (cs Calls) causesFor(m Message) (c notify.Causes) {
	if s := cs.Callee(m); s != engine.Nobody {
		c = cs.Causes(s)
	}
	return c
}

// HasCause reports whether the message's reader has any cause.
func (cs Calls) HasCause(m Message) bool { return cs.causesFor(m) != notify.Causes{} }

// WaitsFor reports whether others wait for the reader. It ignores the match's end, because the board shows it.
func (cs Calls) WaitsFor(m Message) bool {
	c := cs.causesFor(m)
	c.MatchEnded = false
	return c != notify.Causes{}
}

// HasCall reports whether the person has an open call.
func (cs Calls) HasCall(p Participant) bool {
	for s, c := range cs.t.Chairs {
		mine := p.Is(c.Person) || c.IsInvited() && p.Has(c.KeptFor)
		if mine && c.Call > 0 && cs.Causes(engine.Seat(s)) != (notify.Causes{}) {
			return true
		}
	}
	return false
}
