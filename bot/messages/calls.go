package messages

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
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

// callPolicy decides whom a message notifies of match.Calls, in which words, and how late.
type callPolicy struct {
	*readers
	presence *outbox.Presence
	digests  *outbox.Digests
	began    time.Time // when the bot was started
}

// callOf returns the message's notification; nil if it notifies nobody.
func (cs *callPolicy) callOf(t *match.Table, m match.Message, w *words.Tongue) *chat.Call {
	called := m
	if m.Place.Chat != "" {
		var found bool
		if called, found = cs.calledIn(t, m.Place); !found {
			return nil
		}
	} else if !t.Calls().Wants(m) || !cs.Facts.IsNotifiedBy(t, m) {
		return nil
	}
	s, text := t.Calls().Callee(called), chat.Line{{Text: w.Say("calls.here", "Code", string(t.ID))}}
	if m.Place.Chat == "" {
		if t.Stage == match.Playing && cs.isListed(t, s, m.Place) {
			return nil
		}
		text = screens.View{Table: t}.CalledTo(s, cs.deadline(t, s, cs.Facts.CallsTo(t.Chairs[s].User), w), w)
	}
	number, told := t.Chairs[s].Call, t.Chairs[s].AcknowledgedCall
	until, held := cs.heldUntil(t, s)
	return &chat.Call{Thread: callThread(t.ID, s), Number: number, User: called.Place.User, Text: text,
		News: !t.Calls().WaitsFor(called), Quiet: number <= told || held || cs.isQuiet(called.Place.User), Held: held && number > told, Until: until}
}

// callThread names the notifications of one seat.
func callThread(id chat.TableID, s engine.Seat) string { return fmt.Sprintf("%s.%d", id, s) }

// calledSeat returns the seat that the call is to.
func calledSeat(c *chat.Call) engine.Seat {
	_, seat, _ := strings.Cut(c.Thread, ".")
	n, _ := strconv.Atoi(seat) // it is a number: see callThread
	return engine.Seat(n)
}

// calledIn returns the private message whose unreachable reader is notified in the chat instead: one
// at a time, absent readers first, and only in one chat that shows the table.
func (cs *callPolicy) calledIn(t *match.Table, place chat.Place) (called match.Message, found bool) {
	var best time.Time
	for _, m := range cs.Facts.Unreached(t) {
		if m.Place.Platform() != place.Platform() || !t.Calls().WaitsFor(m) {
			continue
		}
		until, held := cs.heldUntil(t, t.Calls().Callee(m))
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

// chatOf returns the chat in which the user is notified: the first that shows the table and in which
// they did something lately, or else the first.
func (cs *callPolicy) chatOf(t *match.Table, user chat.UserID) (chat chat.ChatID) {
	for _, m := range t.Messages {
		if m.Place.Chat == "" || m.Lost || m.Place.Platform() != user.Platform() {
			continue
		}
		if slices.ContainsFunc(cs.People.Crowd.ActiveIn(m.Place.Chat), func(x people.Member) bool { return x.User == user }) {
			return m.Place.Chat
		}
		chat = cmp.Or(chat, m.Place.Chat)
	}
	return chat
}

// isQuiet reports whether it is the person's quiet hours.
func (cs *callPolicy) isQuiet(user chat.UserID) bool {
	return !cs.People.QuietUntil(cs.Facts.CallsTo(user)).IsZero()
}

// deadline returns until when the seat has time, for its reader; nil if that is unlimited, over or
// unknown.
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

// heldUntil reports whether the seat's call is held back, because it is to a turn alone and its person
// is present, and until when; the zero time if it is never made. The end of a match notifies nobody
// who did something just before.
func (cs *callPolicy) heldUntil(t *match.Table, s engine.Seat) (until time.Time, held bool) {
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

// movedLast reports whether the seat made the deal's last move, by a press or a card set in advance,
// and so began its own turn.
func movedLast(t *match.Table, s engine.Seat) bool {
	if t.Match.Deal == nil {
		return false
	}
	moves := t.Match.Deal.Moves()
	return len(moves) > 0 && moves[len(moves)-1].Seat == s
}

// mayBeInDigest reports whether a digest may tell of the seat's turn: not in a live game, nor when
// time runs out, nor on a page, where all is in sight, nor to a person who wants no calls.
func (cs *callPolicy) mayBeInDigest(t *match.Table, s engine.Seat, place chat.Place) bool {
	c := t.Chairs[s]
	return t.Waiting().Has(s) && !t.Requests().Asks(s) && t.Setup.Pace != match.LivePace && c.Reminded < match.RemindedTwice && c.Call > 0 && !cs.Outbox.Traits(place).Forgets && cs.Facts.CallsTo(c.User).Calls != people.NoCalls
}

// isListed reports whether a digest tells the seat of its turn in place of a call.
func (cs *callPolicy) isListed(t *match.Table, s engine.Seat, place chat.Place) bool {
	return cs.mayBeInDigest(t, s, place) && t.Chairs[s].Call <= cs.digestOf(t, s).Listed[t.ID]
}

// digestOf returns the digest of the seat's player.
func (cs *callPolicy) digestOf(t *match.Table, s engine.Seat) outbox.Digest {
	return cs.digests.Of(cs.People.Links.Head(t.Chairs[s].Person))
}

// isInDigest reports whether a digest tells the seat of its turn somewhere.
func (cs *callPolicy) isInDigest(t *match.Table, s engine.Seat) bool {
	return slices.ContainsFunc(t.Messages, func(m match.Message) bool { return m.Seat == s && cs.isListed(t, s, m.Place) })
}

// Who is there sees that it is their turn, and isn't called to it at once. A call
// that is held back is made later, if the turn still waits; see outbox.LateCalls.

// heldCalls are the calls that are held back: the number of each, by table and seat. The table is
// locked whenever its calls are looked at.
type heldCalls struct {
	mu      sync.Mutex
	numbers map[chat.TableID]map[engine.Seat]int
}

func newHeldCalls() *heldCalls {
	return &heldCalls{numbers: make(map[chat.TableID]map[engine.Seat]int)}
}

// hold notes that the call is held back.
func (h *heldCalls) hold(id chat.TableID, c *chat.Call) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.numbers[id] == nil {
		h.numbers[id] = make(map[engine.Seat]int)
	}
	h.numbers[id][calledSeat(c)] = c.Number
}

// release notes that no call of the seat is held back, up to the number.
func (h *heldCalls) release(id chat.TableID, s engine.Seat, upTo int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.numbers[id][s] <= upTo {
		delete(h.numbers[id], s)
	}
	if len(h.numbers[id]) == 0 {
		delete(h.numbers, id)
	}
}

// due returns the seats of the table whose calls are held back and that still wait for nobody else.
func (h *heldCalls) due(t *match.Table) (due engine.Seats) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for s, number := range h.numbers[t.ID] {
		if t.Waiting().Has(s) && t.Chairs[s].Call == number {
			due |= s.Bit()
		}
	}
	return due
}

// scheduleCall schedules a held-back call.
func (d *Display) scheduleCall(id chat.TableID, c *chat.Call) {
	switch {
	case c == nil:
	case c.Held && !c.Until.IsZero():
		d.held.hold(id, c)
		d.lateCalls.Schedule(id, c.Until)
	case c.Held:
		d.held.release(id, calledSeat(c), c.Number)
	}
}

// refreshCall shows the messages again that notify the seat.
func (d *Display) refreshCall(l *tables.Locked, s engine.Seat) {
	public := slices.ContainsFunc(d.Facts.Unreached(l.Table()), func(m match.Message) bool { return m.Seat == s })
	d.force(l, func(m match.Message) bool { return m.Seat == s || public && m.Seat == engine.Nobody })
}

// makeLateCalls makes the table's held-back calls to players who are no longer present.
func (d *Display) makeLateCalls(id chat.TableID) (err error) {
	defer chat.CatchFault(d.Log, "call", &err)
	l, err := d.Tables.Open(d.Running, id)
	if err != nil {
		return chat.UnlessRefused(err)
	}
	defer l.Unlock()
	due := d.held.due(l.Table())
	for s := range engine.Seat(len(l.Table().Chairs)) {
		if due.Has(s) && !d.calls.isInDigest(l.Table(), s) {
			d.makeLateCall(l, s)
		} else {
			d.held.release(id, s, l.Table().Chairs[s].Call)
		}
	}
	d.refresh(l, nil)
	return nil
}

// makeLateCall makes the held-back call of the seat, or schedules it again if its player is present.
func (d *Display) makeLateCall(l *tables.Locked, s engine.Seat) {
	if until, held := d.calls.heldUntil(l.Table(), s); !held || until.IsZero() {
		d.refreshCall(l, s)
	} else {
		d.lateCalls.Schedule(l.Table().ID, until)
	}
}

// recordCall records that the call is no longer held back.
func (d *Display) recordCall(id chat.TableID, c *chat.Call) {
	if c != nil && !c.Held {
		d.held.release(id, calledSeat(c), c.Number)
	}
}
