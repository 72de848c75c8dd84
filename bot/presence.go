package bot

import (
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/tables"
	"tarockbot/engine"
)

// Who is there sees that it is their turn, and isn't called to it at once. A call
// that is held back is made later, if the turn still waits; see outbox.LateCalls.

// How long somebody is taken to be there after they have done something.
const (
	present     = 2 * time.Minute
	presentLive = 20 * time.Second // in a live match
	hourCalls   = time.Hour        // for those who want to be called that late
)

// presenceAt is how long who plays at the pace is taken to be there.
func presenceAt(p match.Pace) time.Duration {
	if p == match.LivePace {
		return presentLive
	}
	return present
}

// lastSeen is when the person did something last, as far as is known.
func (b *Bot) lastSeen(p people.Person) time.Time {
	if len(p.Users) == 0 {
		return time.Time{}
	}
	var all []chat.PersonID
	for _, x := range p.Identities() {
		all = append(all, x.Person)
	}
	return b.presence.Of(all)
}

// heldBack says whether the seat's call isn't made yet, for it is to a turn alone and
// its person is there, and until when; the zero time if it is never made.
func (b *Bot) heldBack(t *match.Table, s engine.Seat) (until time.Time, held bool) {
	c := t.Chairs[s]
	if c.Since == 0 {
		return time.Time{}, false
	}
	p := b.facts.CallsTo(c.User)
	until = b.lastSeen(p)
	switch p.Calls {
	case people.CallsNow:
		return time.Time{}, false
	case people.NoCalls:
		return time.Time{}, true
	case people.CallsHour:
		if since := time.Unix(c.Since, 0); since.After(until) {
			until = since
		}
		until = until.Add(hourCalls)
	case people.CallsAway:
		until = until.Add(presenceAt(t.Setup.Pace))
	}
	return until, b.cfg.Now().Before(until)
}

// awaitCallLocked sees to it that a call which is held back is made when it is time.
func (b *Bot) awaitCallLocked(l *tables.Entry, c *Call) {
	switch {
	case c == nil:
	case c.Held && !c.Until.IsZero():
		l.HeldCalls[calledSeat(c)] = c.Number
		b.lateCalls.At(l.ID, c.Until)
	case c.Held:
		delete(l.HeldCalls, calledSeat(c))
	}
}

// showCallLocked lets those messages be shown anew that call the seat.
func (b *Bot) showCallLocked(l *tables.Entry, s engine.Seat) {
	public := false
	for _, m := range b.facts.Unreached(l.State) {
		public = public || m.Seat == s
	}
	for _, m := range l.State.Messages {
		if m.Seat == s || public && m.Seat == engine.Nobody {
			b.messages.Force(keyOf(l.ID, m.Place))
		}
	}
}

// callLate makes the calls that are held back at the table, as far as those whom they
// are to aren't there any more.
func (b *Bot) callLate(id chat.TableID) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = chat.LogFault(b.cfg.Log, "call", r)
		}
	}()
	l, err := b.tables.Open(b.running, id)
	if err != nil {
		return chat.UnlessRefused(err)
	}
	defer l.Unlock()
	for s := range l.HeldCalls {
		if b.tellsOf(l.State, s) {
			delete(l.HeldCalls, s)
		}
		if !l.HoldsLocked(s) {
			continue
		}
		if until, held := b.heldBack(l.State, s); !held || until.IsZero() {
			b.showCallLocked(l, s)
		} else {
			b.lateCalls.At(id, until)
		}
	}
	b.refreshLocked(l)
	return nil
}

// calledLocked notes that the call isn't held back any more.
func calledLocked(l *tables.Entry, c *Call) {
	if c != nil && !c.Held && l.HeldCalls[calledSeat(c)] == c.Number {
		delete(l.HeldCalls, calledSeat(c))
	}
}
