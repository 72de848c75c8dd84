package bot

import (
	"slices"

	"tarockbot/engine"
)

// causes are what a seat is called for.
type causes struct {
	asked   bool         // the chair is kept for them
	turn    bool         // they are asked something in the deal
	consent int64        // another asks something of them; the revision of that, or 0
	again   bool         // another wants a rematch
	over    bool         // another has ended the match
	late    engine.Seats // others whose time is up, as long as the seat's own isn't
	// reminded is how far the seat's own time has run out, as long as some is left.
	reminded int
}

// causes are those of the seat now.
func (t *table) causes(s engine.Seat) causes {
	var c causes
	switch t.Stage {
	case open:
		c.asked = t.Chairs[s].For != ""
	case playing:
		c.turn, c.late = t.waiting().Has(s), t.late()
		if c.late.Has(s) { // who is late can't claim others' time
			c.late = 0
		}
		if r := t.Chairs[s].Reminded; c.turn && r < timeUp {
			c.reminded = r
		}
		if t.asks(s) {
			c.consent = t.Consent.Rev
		}
	case finished:
		next := t.Next == ""
		c.again = next && t.Again != 0 && !t.Again.Has(s)
		c.over = next && t.Over.Has(s) && t.Again == 0
	}
	return c
}

// late are the seats whose time is up.
func (t *table) late() (seats engine.Seats) {
	for s, c := range t.Chairs {
		if c.Reminded == timeUp {
			seats |= engine.Seat(s).Bit()
		}
	}
	return seats
}

// any says that there is one.
func (c causes) any() bool { return c != causes{} }

// newSince says that there is one that wasn't there before.
func (c causes) newSince(before causes) bool {
	return c.asked && !before.asked || c.turn && !before.turn || c.again && !before.again || c.over && !before.over ||
		c.consent != 0 && c.consent != before.consent || c.late&^before.late != 0 || c.reminded > before.reminded
}

// wanted says that others want something of the seat while a deal is played: of that
// its call tells, and not of its turn.
func (c causes) wanted() bool { return c.consent != 0 || c.late != 0 }

// takeNews says whether there is something new to call the seat for, not by its own
// doing, and notes what of it the call will not tell. A turn that comes while they are called for what others want, and have done nothing
// since, is told once that is over: the same words would call them again.
func (c *chair) takeNews(now, was causes, acts bool) bool {
	if acts {
		c.Asked, c.Unsaid = false, false
		return false
	}
	turn := now.turn && (c.Unsaid || !was.turn)
	c.Asked = c.Asked && now.wanted()
	c.Unsaid = turn && c.Asked
	was.turn = !turn || c.Unsaid
	return now.newSince(was)
}

// situation is what there was to call for before a change.
type situation struct {
	stage  stage
	causes []causes
}

func (t *table) situation() situation {
	s := situation{stage: t.Stage, causes: make([]causes, len(t.Chairs))}
	for i := range s.causes {
		s.causes[i] = t.causes(engine.Seat(i))
	}
	return s
}

// raiseCalls numbers the calls of the seats that there is something new to call
// for, and not by their own doing: who acts is there. When a match begins all are
// called, for its panels may be elsewhere.
func (t *table) raiseCalls(f facts, before situation, actor engine.Seat) {
	if t.Stage == finished && before.stage != finished {
		t.Over = t.people()
		if actor != engine.Nobody {
			t.Over &^= actor.Bit()
		}
	}
	begins := t.Stage == playing && before.stage != playing
	for i := range t.Chairs {
		s, was := engine.Seat(i), causes{}
		if i < len(before.causes) {
			was = before.causes[i]
		}
		now := t.causes(s)
		if !f.WantsReminder(t.Chairs[i], now.reminded) {
			now.reminded = was.reminded
		}
		if t.onePerson() && t.Setup.Pace == noPace {
			now.turn = false // nobody waits
		}
		if !t.Chairs[i].Robot && t.Chairs[i].takeNews(now, was, s == actor && !begins) {
			t.Called++
			t.Chairs[i].Call, t.Chairs[i].Since = t.Called, 0
			t.Chairs[i].Asked, t.Chairs[i].Unsaid = now.wanted(), false
			if now == (causes{turn: true}) {
				t.Chairs[i].Since = f.Now().Unix()
			}
		}
	}
}

// callee is the seat that a private message may call: its own, or as long as
// people sit down the chair that is kept for its reader.
func (t *table) callee(m message) engine.Seat {
	if t.Stage != open {
		return m.Seat
	}
	return engine.Seat(slices.IndexFunc(t.Chairs, func(c chair) bool { return c.For != "" && c.For == m.Place.User }))
}

// wants says that the reader of a private message is waited for, or to be told
// of something.
func (t *table) wants(m message) bool {
	s := t.callee(m)
	return s != engine.Nobody && t.causes(s).any()
}

// waitsFor says that the others wait for the reader of a private message. How a
// match has ended stands on the board, for which nobody is called to it.
func (t *table) waitsFor(m message) bool {
	s := t.callee(m)
	if s == engine.Nobody {
		return false
	}
	c := t.causes(s)
	c.over = false
	return c.any()
}

// hasCall says that there is a call of the person's at the table.
func (t *table) hasCall(p who) bool {
	for s, c := range t.Chairs {
		if (p.is(c.Person) || c.For != "" && p.has(c.For)) && c.Call > 0 && t.causes(engine.Seat(s)).any() {
			return true
		}
	}
	return false
}
