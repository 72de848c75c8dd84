package match

import (
	"slices"

	"tarockbot/engine"
)

// Calls are what the seats of a table are called for. The life of a call: a change of the
// table numbers one for each seat that there is something new for ([Calls.renumber]); package
// messages decides which message makes it, as a [chat.Call], and whether it is held back,
// since its person is there or wants to be called at other times ([people.TurnCalls]), or
// told in a digest; the outbox shows that message, and its platform makes the call, once,
// by package bot/platform/calls where the network has to be told by words of their own.
type Calls struct{ t *Table }

// Calls are those of the table.
func (t *Table) Calls() Calls { return Calls{t} }

// Causes are what a seat is called for.
type Causes struct {
	Invited    bool         // the chair is kept for them
	turn       bool         // they are asked something in the deal
	Consent    int64        // another asks something of them; the revision of that, or 0
	Again      bool         // another wants a rematch
	MatchEnded bool         // another has ended the match
	Late       engine.Seats // others whose time is up, as long as the seat's own isn't
	// reminded is how far the seat's own time has run out, as long as some is left.
	reminded int
}

// Causes are those of the seat now.
func (cs Calls) Causes(s engine.Seat) Causes {
	var c Causes
	switch cs.t.Stage {
	case Open:
		c.Invited = cs.t.Chairs[s].KeptFor != ""
	case Playing:
		c.turn, c.Late = cs.t.Waiting().Has(s), cs.t.Chairs.LateSeats()
		if c.Late.Has(s) { // who is late can't claim others' time
			c.Late = 0
		}
		if r := cs.t.Chairs[s].Reminded; c.turn && r < TimeUp {
			c.reminded = r
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

// hasNewSince reports whether there is a cause that the ones before don't have.
func (c Causes) hasNewSince(before Causes) bool {
	return c.Invited && !before.Invited || c.turn && !before.turn || c.Again && !before.Again || c.MatchEnded && !before.MatchEnded ||
		c.Consent != 0 && c.Consent != before.Consent || c.Late&^before.Late != 0 || c.reminded > before.reminded
}

// wanted says that others want something of the seat while a deal is played: of that
// its call tells, and not of its turn.
func (c Causes) wanted() bool { return c.Consent != 0 || c.Late != 0 }

// consumeNews says whether there is something new to call the seat for, not by its own
// doing, and notes what of it the call will not tell. A turn that comes while they are
// called for what others want, and have done nothing since, is told once that is over:
// the same words would call them again.
func (c *Chair) consumeNews(now, was Causes, acts bool) bool {
	if acts {
		c.AskedByOthers, c.Unsaid = false, false
		return false
	}
	turn := now.turn && (c.Unsaid || !was.turn)
	c.AskedByOthers = c.AskedByOthers && now.wanted()
	c.Unsaid = turn && c.AskedByOthers
	was.turn = !turn || c.Unsaid
	return now.hasNewSince(was)
}

// situation is what there was to call for before a change.
type situation struct {
	stage  Stage
	causes []Causes
}

// situation is what there is to call for now.
func (cs Calls) situation() situation {
	s := situation{stage: cs.t.Stage, causes: make([]Causes, len(cs.t.Chairs))}
	for i := range s.causes {
		s.causes[i] = cs.Causes(engine.Seat(i))
	}
	return s
}

// renumber numbers the calls of the seats that there is something new to call
// for, and not by their own doing: who acts is there. When a match begins all are
// called, for its panels may be elsewhere; to a live one at once, for its clock runs.
func (cs Calls) renumber(f Facts, before situation, actors engine.Seats) {
	if cs.t.Stage == Finished && before.stage != Finished {
		cs.t.Over = cs.t.Chairs.People() &^ actors
	}
	begins := cs.t.Stage == Playing && before.stage != Playing
	for i := range cs.t.Chairs {
		s, was := engine.Seat(i), Causes{}
		if i < len(before.causes) {
			was = before.causes[i]
		}
		now := cs.Causes(s)
		if !f.WantsReminder(cs.t.Chairs[i], now.reminded) {
			now.reminded = was.reminded
		}
		if cs.t.Chairs.OnePerson() && cs.t.Setup.Pace == NoPace {
			now.turn = false // nobody waits
		}
		if !cs.t.Chairs[i].Robot && cs.t.Chairs[i].consumeNews(now, was, actors.Has(s) && !begins) {
			cs.t.Called++
			cs.t.Chairs[i].Call, cs.t.Chairs[i].Since = cs.t.Called, 0
			cs.t.Chairs[i].AskedByOthers, cs.t.Chairs[i].Unsaid = now.wanted(), false
			turn := now == Causes{turn: true} && !(begins && !actors.Has(s) && cs.t.Setup.Pace == LivePace)
			if turn || now == (Causes{MatchEnded: true}) {
				cs.t.Chairs[i].Since = f.Now().Unix()
			}
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
	return s != engine.Nobody && cs.Causes(s) != Causes{}
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
	return c != Causes{}
}

// HasCall says that there is a call of the person's at the table.
func (cs Calls) HasCall(p Participant) bool {
	for s, c := range cs.t.Chairs {
		if (p.Is(c.Person) || c.KeptFor != "" && p.Has(c.KeptFor)) && c.Call > 0 && cs.Causes(engine.Seat(s)) != (Causes{}) {
			return true
		}
	}
	return false
}
