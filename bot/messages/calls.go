package messages

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/outbox"
	"tarockbot/bot/people"
	"tarockbot/bot/screens"
	"tarockbot/bot/tables"
	"tarockbot/engine"
	"tarockbot/render/words"
)

// callPolicy decides whom a message calls for what match.Calls has, in which words, and how late.
type callPolicy struct {
	*readers
	presence *outbox.Presence
	digests  *outbox.Digests
	began    time.Time // when the bot was started
}

// call is whom the message calls; nil: nobody.
func (cs *callPolicy) call(t *match.Table, m match.Message, w *words.Tongue) *chat.Call {
	called := m
	if m.Place.Chat != "" {
		var found bool
		if called, found = cs.calledIn(t, m.Place); !found {
			return nil
		}
	} else if !t.Calls().Wants(m) || !cs.Facts.ToldAt(t, m) {
		return nil
	}
	s, text := t.Calls().Callee(called), chat.Line{{Text: w.Say("calls.here", "Code", string(t.ID))}}
	if m.Place.Chat == "" {
		if t.Stage == match.Playing && cs.listed(t, s, m.Place) {
			return nil
		}
		text = screens.View{Table: t}.CalledTo(s, cs.deadline(t, s, cs.Facts.CallsTo(t.Chairs[s].User), w), w)
	}
	number, told := t.Chairs[s].Call, t.Chairs[s].Told
	until, held := cs.heldBack(t, s)
	return &chat.Call{Thread: callThread(t.ID, s), Number: number, User: called.Place.User, Text: text,
		News: !t.Calls().WaitsFor(called), Quiet: number <= told || held || cs.quiet(called.Place.User), Held: held && number > told, Until: until}
}

// callThread is what the calls of the seat belong to.
func callThread(id chat.TableID, s engine.Seat) string { return fmt.Sprintf("%s.%d", id, s) }

// calledSeat is the seat whose call it is.
func calledSeat(c *chat.Call) engine.Seat {
	_, seat, _ := strings.Cut(c.Thread, ".")
	n, _ := strconv.Atoi(seat) // it is a number: see callThread
	return engine.Seat(n)
}

// calledIn is the private message whose reader, who can't be reached there, is called in the chat: one at a
// time, who isn't there first, and only in one chat that shows the table, rather where they were seen.
func (cs *callPolicy) calledIn(t *match.Table, place chat.Place) (called match.Message, found bool) {
	var best time.Time
	for _, m := range cs.Facts.Unreached(t) {
		if m.Place.Platform() != place.Platform() || !t.Calls().WaitsFor(m) {
			continue
		}
		until, held := cs.heldBack(t, t.Calls().Callee(m))
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
	return called, found && cs.chatOf(t, called.Place.User) == place.Chat
}

// endOfTime is after all times.
var endOfTime = time.Unix(1<<40, 0)

// chatOf is the chat in which the user is called at the table: of those that show it on
// their platform the first in which they did something lately, or else the first.
func (cs *callPolicy) chatOf(t *match.Table, user chat.UserID) (chat chat.ChatID) {
	for _, m := range t.Messages {
		if m.Place.Chat == "" || m.Lost || m.Place.Platform() != user.Platform() {
			continue
		}
		if slices.ContainsFunc(cs.People.Crowd.In(m.Place.Chat), func(x people.Member) bool { return x.User == user }) {
			return m.Place.Chat
		}
		chat = cmp.Or(chat, m.Place.Chat)
	}
	return chat
}

// quiet says that the person doesn't want to be called at this hour.
func (cs *callPolicy) quiet(user chat.UserID) bool {
	return !cs.People.QuietUntil(cs.Facts.CallsTo(user)).IsZero()
}

// deadline is until when the seat has time, for its reader; nil if that is unlimited, over or unknown.
func (cs *callPolicy) deadline(t *match.Table, s engine.Seat, p people.Person, w *words.Tongue) *chat.Span {
	c := t.Chairs[s]
	if c.Timer.On == "" || c.Reminded == match.TimeUp || cs.Clock.IsLost(c.Timer.On) {
		return nil
	}
	at := cs.Moment(cs.Now().Add(c.Timer.Remaining(cs.Facts)), t.Setup.Pace == match.LivePace, p, w)
	return &at
}

// How long somebody is taken to be there after they have done something.
const (
	present     = 2 * time.Minute
	presentLive = 20 * time.Second // in a live match, and when one ends
	hourCalls   = time.Hour        // for those who want to be called that late
)

// heldBack says whether the seat's call isn't made yet, for it is to a turn alone and
// its person is there, and until when; the zero time if it is never made. The end of
// a match calls nobody who did something just before.
func (cs *callPolicy) heldBack(t *match.Table, s engine.Seat) (until time.Time, held bool) {
	c := t.Chairs[s]
	if c.Since == 0 {
		return time.Time{}, false
	}
	p, since := cs.Facts.CallsTo(c.User), time.Unix(c.Since, 0)
	if len(p.Users) > 0 {
		until = cs.presence.LastSeen(p.Identities())
	}
	if !since.After(cs.began) && since.After(until) && movedLast(t, s) { // presence knows nothing of the time before a start
		until = since
	}
	if t.Stage == match.Finished && p.Calls != people.CallsNow {
		return time.Time{}, since.Before(until.Add(presentLive))
	}
	switch p.Calls {
	case people.CallsNow:
		return time.Time{}, false
	case people.NoCalls:
		return time.Time{}, true
	case people.CallsHour:
		if since.After(until) {
			until = since
		}
		until = until.Add(hourCalls)
	case people.CallsAway:
		there := present
		if t.Setup.Pace == match.LivePace {
			there = presentLive
		}
		until = until.Add(there)
	}
	return until, cs.Now().Before(until)
}

// movedLast says whether the seat made the deal's last move, and so began its own turn: by a press, or with a card
// set in advance.
func movedLast(t *match.Table, s engine.Seat) bool {
	if t.Match.Deal == nil {
		return false
	}
	moves := t.Match.Deal.Moves()
	return len(moves) > 0 && moves[len(moves)-1].Seat == s
}

// gathers says whether a digest may tell of the seat's turn: not of a live game, nor when time runs out,
// nor on a page, where all is in sight, nor to who wants no calls.
func (cs *callPolicy) gathers(t *match.Table, s engine.Seat, place chat.Place) bool {
	c := t.Chairs[s]
	return t.Waiting().Has(s) && !t.Requests().Asks(s) && t.Setup.Pace != match.LivePace && c.Reminded < match.RemindedTwice && c.Call > 0 && !cs.Outbox.Traits(place).Forgets && cs.Facts.CallsTo(c.User).Calls != people.NoCalls
}

// listed says that a digest tells the seat of its turn, in place of a call.
func (cs *callPolicy) listed(t *match.Table, s engine.Seat, place chat.Place) bool {
	return cs.gathers(t, s, place) && t.Chairs[s].Call <= cs.digestOf(t, s).Listed[t.ID]
}

// digestOf is the digest of who sits there.
func (cs *callPolicy) digestOf(t *match.Table, s engine.Seat) outbox.Digest {
	return cs.digests.Of(cs.People.Links.Head(t.Chairs[s].Person))
}

// tellsOf says that a digest tells the seat of its turn somewhere.
func (cs *callPolicy) tellsOf(t *match.Table, s engine.Seat) bool {
	return slices.ContainsFunc(t.Messages, func(m match.Message) bool { return m.Seat == s && cs.listed(t, s, m.Place) })
}

// Who is there sees that it is their turn, and isn't called to it at once. A call
// that is held back is made later, if the turn still waits; see outbox.LateCalls.

// awaitCallLocked sees to it that a call which is held back is made when it is time.
func (ps *Posts) awaitCallLocked(l *tables.Entry, c *chat.Call) {
	switch {
	case c == nil:
	case c.Held && !c.Until.IsZero():
		l.HeldCalls[calledSeat(c)] = c.Number
		ps.lateCalls.Schedule(l.ID, c.Until)
	case c.Held:
		delete(l.HeldCalls, calledSeat(c))
	}
}

// showCallLocked lets those messages be shown anew that call the seat.
func (ps *Posts) showCallLocked(l *tables.Entry, s engine.Seat) {
	public := slices.ContainsFunc(ps.Facts.Unreached(l.State), func(m match.Message) bool { return m.Seat == s })
	ps.forceLocked(l, func(m match.Message) bool { return m.Seat == s || public && m.Seat == engine.Nobody })
}

// callLate makes the table's calls that are held back, to those who aren't there any more.
func (ps *Posts) callLate(id chat.TableID) (err error) {
	defer chat.CatchFault(ps.Log, "call", &err)
	l, err := ps.Tables.Open(ps.Running, id)
	if err != nil {
		return chat.UnlessRefused(err)
	}
	defer l.Unlock()
	for s := range l.HeldCalls {
		if ps.calls.tellsOf(l.State, s) {
			delete(l.HeldCalls, s)
		}
		if !l.HoldsLocked(s) {
			continue
		}
		if until, held := ps.calls.heldBack(l.State, s); !held || until.IsZero() {
			ps.showCallLocked(l, s)
		} else {
			ps.lateCalls.Schedule(id, until)
		}
	}
	ps.refreshLocked(l, nil)
	return nil
}

// calledLocked notes that the call isn't held back any more.
func calledLocked(l *tables.Entry, c *chat.Call) {
	if c != nil && !c.Held && l.HeldCalls[calledSeat(c)] == c.Number {
		delete(l.HeldCalls, calledSeat(c))
	}
}
