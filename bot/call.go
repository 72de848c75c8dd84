package bot

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/speech"
	"tarockbot/engine"
	"tarockbot/render/words"
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

// call is whom the message calls; nil: nobody.
func (b *Bot) call(t *table, m message, w *words.Tongue) *Call {
	called, text := m, Line(nil)
	if m.Place.Chat != "" {
		o, found := b.calledIn(t, m.Place)
		if !found {
			return nil
		}
		called, text = o, Line{{Text: w.Say("calls.here", "Code", string(t.ID))}}
	} else if !t.wants(m) || !b.toldAt(t, m) {
		return nil
	}
	s := t.callee(called)
	if text == nil && t.Stage == playing && b.listed(t, s, m.Place) {
		return nil
	}
	if text == nil {
		text = b.callText(t, s, w)
	}
	number, told := t.Chairs[s].Call, t.Chairs[s].Told
	until, held := b.heldBack(t, s)
	return &Call{Thread: callThread(t.ID, s), Number: number, User: called.Place.User, Text: text,
		News: !t.waitsFor(called), Quiet: number <= told || held || b.quiet(called.Place.User), Held: held && number > told, Until: until}
}

// callThread is what the calls of the seat belong to.
func callThread(id chat.TableID, s engine.Seat) string { return fmt.Sprintf("%s.%d", id, s) }

// calledSeat is the seat whose call it is; Nobody if it isn't a seat's.
func calledSeat(c *Call) engine.Seat {
	_, seat, _ := strings.Cut(c.Thread, ".")
	if n, err := strconv.Atoi(seat); err == nil {
		return engine.Seat(n)
	}
	return engine.Nobody
}

// calledIn is the private message whose reader, who can't be reached there, is called
// in the chat: one at a time, who isn't there first, and only in one of the chats that
// show the table, rather where they were seen.
func (b *Bot) calledIn(t *table, place Place) (called message, found bool) {
	var best time.Time
	for _, m := range b.unreached(t) {
		if m.Place.Platform() != place.Platform() || !t.waitsFor(m) {
			continue
		}
		until, held := b.heldBack(t, t.callee(m))
		switch {
		case !held:
			until = time.Time{}
		case until.IsZero():
			until = endOfTime
		}
		if !found || until.Before(best) {
			called, best, found = m, until, true
		}
	}
	return called, found && b.chatOf(t, called.Place.User) == place.Chat
}

// endOfTime is after all times.
var endOfTime = time.Unix(1<<40, 0)

// chatOf is the chat in which the user is called at the table: of those that show it on
// their platform the first in which they did something lately, or else the first.
func (b *Bot) chatOf(t *table, user UserID) (chat ChatID) {
	for _, m := range t.Messages {
		if m.Place.Chat == "" || m.Lost || m.Place.Platform() != user.Platform() {
			continue
		}
		if slices.ContainsFunc(b.crowd.in(m.Place.Chat), func(x member) bool { return x.user == user }) {
			return m.Place.Chat
		}
		chat = cmp.Or(chat, m.Place.Chat)
	}
	return chat
}

// quiet says that the person doesn't want to be called at this hour.
func (b *Bot) quiet(user UserID) bool { return !b.people.quietUntil(b.callsTo(user)).IsZero() }

// callText is by which words the seat is called in private.
func (b *Bot) callText(t *table, s engine.Seat, w *words.Tongue) Line {
	names := speech.NamesIn(w, view{table: t}.rawNames())
	var others []string
	for i, name := range names {
		if engine.Seat(i) != s {
			others = append(others, name)
		}
	}
	gaps := []any{"Code", string(t.ID), "Names", strings.Join(others, ", ")}
	switch c := t.causes(s); {
	case c.asked:
		return Line{{Text: w.Say("calls.asked", append(gaps, "Name", names[0])...)}}
	case c.consent != 0 && t.Consent.What == askPause:
		return Line{{Text: w.Say("calls.pause", append(gaps, "Name", names[t.Consent.Seat])...)}}
	case c.consent != 0:
		return Line{{Text: w.Say("calls.consent", append(gaps, "Name", names[t.Consent.Seat])...)}}
	case c.again:
		return Line{{Text: w.Say("calls.again", append(gaps, "Name", names[slices.Collect(t.Again.All())[0]])...)}}
	case c.over:
		return Line{{Text: w.Say("calls.over", append(gaps, "Outcome", view{table: t}.winner(names, w))...)}}
	case c.late != 0:
		return Line{{Text: w.Say("calls.late", append(gaps, "Name", names[slices.Collect(c.late.All())[0]])...)}}
	}
	return b.turnText(t, s, gaps, w)
}

// turnText tells the seat that it is asked something, and until when it has time.
func (b *Bot) turnText(t *table, s engine.Seat, gaps []any, w *words.Tongue) Line {
	c := t.Chairs[s]
	if c.Timer.On == "" || c.Reminded == timeUp || b.clock.isLost(c.Timer.On) {
		return Line{{Text: w.Say("calls.turn", gaps...)}}
	}
	id := "calls.turn.until"
	switch c.Reminded {
	case remindedOnce:
		id = "calls.half"
	case remindedTwice:
		id = "calls.last"
	}
	until := b.moment(b.cfg.Now().Add(c.Timer.left(truth{b})), t.Setup.Pace == livePace, b.callsTo(c.User), w)
	return speech.SayWhen(w, Plain, until, id, gaps...)
}

// callsTo is the person of the identity, as far as is known, with what they have
// chosen.
func (b *Bot) callsTo(user UserID) person {
	p, known, err := b.people.known(b.running, user)
	if err != nil || !known {
		return person{}
	}
	p, _ = b.people.whole(b.running, p) // or by their own settings alone
	return p
}
