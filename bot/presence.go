package bot

import (
	"cmp"
	"maps"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/engine"
)

// Who is there sees that it is their turn, and isn't called to it at once. A call
// that is held back is made later, if the turn still waits. Nothing is stored for
// that: the table stays marked as owed, so that a start after the process has died
// looks at it; by then nobody is known to be there.

// turnCalls are when somebody is called to their turn.
type turnCalls string

// The choices.
const (
	callsAway turnCalls = ""     // when they have done nothing for a while
	callsNow  turnCalls = "now"  // at once
	callsHour turnCalls = "hour" // when they have done nothing for an hour
	noCalls   turnCalls = "off"
)

// allTurnCalls are the choices, in the order in which they are offered.
func allTurnCalls() []turnCalls { return []turnCalls{callsNow, callsAway, callsHour, noCalls} }

// word names the choice.
func (c turnCalls) word() string { return cmp.Or(string(c), "away") }

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

// maxPresent is how many people are kept in mind; then those are forgotten who have
// done nothing for an hour.
const maxPresent = 10_000

// presence knows when people did something last.
type presence struct {
	mu   sync.Mutex
	last map[chat.PersonID]time.Time // by the identity that they did it through
}

// note notes that somebody does something now. What it returns takes that back.
func (p *presence) note(id chat.PersonID, now time.Time) (back func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.last) >= maxPresent {
		maps.DeleteFunc(p.last, func(_ chat.PersonID, at time.Time) bool { return now.Sub(at) >= hourCalls })
	}
	if p.last == nil {
		p.last = make(map[chat.PersonID]time.Time)
	}
	before := p.last[id]
	p.last[id] = now
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.last[id].Equal(now) { // else they have done something else meanwhile
			p.last[id] = before
		}
	}
}

// of is when the person did something last, through whatever identity; zero if that
// isn't known.
func (p *presence) of(who person) (last time.Time) {
	if len(who.Users) == 0 {
		return last
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, x := range who.identities() {
		if at := p.last[x.Person]; at.After(last) {
			last = at
		}
	}
	return last
}

// drop forgets somebody.
func (p *presence) drop(id chat.PersonID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.last, id)
}

// heldBack says whether the seat's call isn't made yet, for it is to a turn alone and
// its person is there, and until when; the zero time if it is never made.
func (b *Bot) heldBack(t *match.Table, s engine.Seat) (until time.Time, held bool) {
	c := t.Chairs[s]
	if c.Since == 0 {
		return time.Time{}, false
	}
	p := b.callsTo(c.User)
	until = b.presence.of(p)
	switch p.Calls {
	case callsNow:
		return time.Time{}, false
	case noCalls:
		return time.Time{}, true
	case callsHour:
		if since := time.Unix(c.Since, 0); since.After(until) {
			until = since
		}
		until = until.Add(hourCalls)
	case callsAway:
		until = until.Add(presenceAt(t.Setup.Pace))
	}
	return until, b.cfg.Now().Before(until)
}

// awaitCall sees to it that a call which is held back is made when it is time. The
// lock must be held.
func (b *Bot) awaitCall(l *live, c *Call) {
	switch {
	case c == nil:
	case c.Held && !c.Until.IsZero():
		l.heldCalls[calledSeat(c)] = c.Number
		b.callTimes.set(l.id, c.Until)
	case c.Held:
		delete(l.heldCalls, calledSeat(c))
	}
}

// called notes that the call isn't held back any more. The lock must be held.
func (l *live) called(c *Call) {
	if c != nil && !c.Held && l.heldCalls[calledSeat(c)] == c.Number {
		delete(l.heldCalls, calledSeat(c))
	}
}

// holds says whether a call of the seat is held back. The lock must be held.
func (l *live) holds(s engine.Seat) bool {
	number, held := l.heldCalls[s]
	return held && l.state.Waiting().Has(s) && l.state.Chairs[s].Call == number
}

// holdsAny says whether a call is held back at the table.
func (l *live) holdsAny() bool {
	for s := range l.heldCalls {
		if l.holds(s) {
			return true
		}
	}
	return false
}

// showCall lets those messages be shown anew that call the seat. The lock must be
// held.
func (b *Bot) showCall(l *live, s engine.Seat) {
	public := false
	for _, m := range b.unreached(l.state) {
		public = public || m.Seat == s
	}
	for _, m := range l.state.Messages {
		if m.Seat == s || public && m.Seat == engine.Nobody {
			b.messages.Force(keyOf(l.id, m.Place))
		}
	}
}

// callTimes are when calls that are held back may be made, by table.
type callTimes struct {
	mu      sync.Mutex
	at      map[chat.TableID]time.Time
	next    time.Time     // the earliest of them, when that was looked for last
	earlier chan struct{} // holds one thing once there is an earlier one
}

func newCallTimes() *callTimes {
	return &callTimes{at: make(map[chat.TableID]time.Time), earlier: make(chan struct{}, 1)}
}

// set lets the table be looked at then, unless it is earlier.
func (c *callTimes) set(id chat.TableID, at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if before, has := c.at[id]; has && !at.Before(before) {
		return
	}
	c.at[id] = at
	if !c.next.IsZero() && !at.Before(c.next) {
		return
	}
	c.next = at
	select {
	case c.earlier <- struct{}{}:
	default:
	}
}

// due takes the tables whose time has come, and says when that of the next will
// have; the zero time if there is none.
func (c *callTimes) due(now time.Time) (ids []chat.TableID, next time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.next = time.Time{}
	for id, at := range c.at {
		switch {
		case !now.Before(at):
			ids = append(ids, id)
			delete(c.at, id)
		case c.next.IsZero() || at.Before(c.next):
			c.next = at
		}
	}
	return ids, c.next
}

// callTogether is how much later a call is made at most than it may be, so that many
// are looked for together.
const callTogether = time.Second

// callAgainAfter is how long it takes until a call is tried again that couldn't be made.
const callAgainAfter = time.Minute

// keepCalling makes calls that were held back, when it is time.
func (b *Bot) keepCalling() {
	for {
		ids, next := b.callTimes.due(b.cfg.Now())
		for _, id := range ids {
			if err := b.callLate(id); err != nil && b.running.Err() == nil {
				b.cfg.Log.Error("calls that were held back are not made", "table", id, "err", err)
				b.callTimes.set(id, b.cfg.Now().Add(callAgainAfter))
			}
		}
		wait := never
		if !next.IsZero() {
			wait = max(next.Sub(b.cfg.Now()), callTogether)
		}
		select {
		case <-time.After(wait):
		case <-b.callTimes.earlier:
		case <-b.running.Done():
			return
		}
	}
}

// callLate makes the calls that are held back at the table, as far as those whom they
// are to aren't there any more.
func (b *Bot) callLate(id chat.TableID) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = b.fault("call", r)
		}
	}()
	l := b.tables.lock(id)
	defer l.mu.Unlock()
	if err := b.loadTable(b.running, l); err != nil {
		return chat.UnlessRefused(err)
	}
	for s := range l.heldCalls {
		if b.tellsOf(l.state, s) {
			delete(l.heldCalls, s)
		}
		if !l.holds(s) {
			continue
		}
		if until, held := b.heldBack(l.state, s); !held || until.IsZero() {
			b.showCall(l, s)
		} else {
			b.callTimes.set(id, until)
		}
	}
	b.refresh(l)
	return nil
}
