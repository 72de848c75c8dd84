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
	"tarockbot/bot/match/notify"
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
	called, private := m, m.Place.Chat == ""
	if !private {
		var found bool
		if called, found = cs.calledIn(t, m.Place); !found {
			return nil
		}
	} else if !t.Calls().Wants(m) {
		return nil
	}
	s, text := t.Calls().Callee(called), chat.Line{{Text: w.Say("calls.here", "Code", string(t.ID))}}
	call, x := t.Chairs[s].State, cs.around(t, s, m.Place)
	x.QuietHours = cs.isQuiet(called.Place.User)
	if private {
		x.Elsewhere, x.Digested = !cs.Facts.IsNotifiedBy(t, m), cs.digested(t, s)
		text = screens.View{Table: t}.CalledTo(s, cs.deadline(t, s, cs.Facts.PersonOf(t.Chairs[s].User), w), w)
	}
	stage, until := call.Decide(x)
	if stage <= notify.Digested {
		return nil
	}
	return &chat.Call{Thread: callThread(t.ID, s), Number: call.Call, User: called.Place.User, Text: text,
		News: !t.Calls().WaitsFor(called), Quiet: stage != notify.Made, Held: stage == notify.Held || stage == notify.Never, Until: until}
}

// around returns the situation of the seat's call, for a message in the place.
func (cs *callPolicy) around(t *match.Table, s engine.Seat, place chat.Place) notify.Around {
	c := t.Chairs[s]
	p := cs.Facts.PersonOf(c.User)
	x := notify.Around{
		Now: cs.Now(), Began: cs.began, Wish: p.Calls, Causes: t.Calls().Causes(s), Known: c.AcknowledgedCall,
		Live: t.Setup.Pace == match.LivePace, Over: t.Stage == match.Finished, Hurried: c.Reminded >= match.RemindedTwice,
		MovedLast: movedLast(t, s), InSight: cs.Outbox.Traits(place).Forgets,
	}
	if len(p.Users) > 0 {
		x.Seen = cs.presence.LastSeen(p.Identities())
	}
	return x
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
		s := t.Calls().Callee(m)
		until, held := t.Chairs[s].HeldUntil(cs.around(t, s, place))
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
	return !cs.People.QuietUntil(cs.Facts.PersonOf(user)).IsZero()
}

// deadline returns until when the seat has time, for its reader; nil if that is unlimited, over or
// unknown.
func (cs *callPolicy) deadline(t *match.Table, s engine.Seat, p people.Person, w *words.Tongue) *chat.Span {
	c := t.Chairs[s]
	if c.Timer.On == "" || c.Reminded == match.TimeUp || cs.Facts.IsLost(c.Timer.On) {
		return nil
	}
	at := cs.Moment(cs.Now().Add(c.Timer.Remaining(cs.Facts)), t.Setup.Pace == match.LivePace, p, w)
	return &at
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

// mayDigest reports whether a digest may tell of the seat's turn in place of a message.
func (cs *callPolicy) mayDigest(t *match.Table, s engine.Seat, place chat.Place) bool {
	return t.Chairs[s].MayDigest(cs.around(t, s, place))
}

// digested returns the number of the seat's last call that its player's digest tells of.
func (cs *callPolicy) digested(t *match.Table, s engine.Seat) int {
	return cs.digestOf(t, s).Listed[t.ID]
}

// digestOf returns the digest of the seat's player.
func (cs *callPolicy) digestOf(t *match.Table, s engine.Seat) outbox.Digest {
	return cs.digests.Of(cs.People.Links.Head(t.Chairs[s].Person))
}

// isInDigest reports whether a digest tells the seat of its turn somewhere.
func (cs *callPolicy) isInDigest(t *match.Table, s engine.Seat) bool {
	return slices.ContainsFunc(t.Messages, func(m match.Message) bool {
		return m.Seat == s && cs.mayDigest(t, s, m.Place) && t.Chairs[s].Call <= cs.digested(t, s)
	})
}

// refreshCall shows the messages again that notify the seat.
func (d *Display) refreshCall(l *tables.Locked, s engine.Seat) {
	public := slices.ContainsFunc(d.Facts.Unreached(l.Table()), func(m match.Message) bool { return m.Seat == s })
	d.force(l, func(m match.Message) bool { return m.Seat == s || public && m.Seat == engine.Nobody })
}
