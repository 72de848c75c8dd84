package messages

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/match/notify"
	"tarockbot/bot/outbox"
	"tarockbot/bot/outbox/digest"
	"tarockbot/bot/people"
	"tarockbot/bot/screens"
	"tarockbot/bot/tables/players"
	"tarockbot/engine"
	"tarockbot/render/words"
)

// callPolicy decides whom a message notifies, with which text and when.
type callPolicy struct {
	people   *people.People
	facts    *players.Facts
	outbox   *outbox.Outbox
	presence *Presence
	digests  *digest.Digests
	began    time.Time // start of the bot
}

// callOf returns the message's notification; nil if it notifies nobody.
func (cp *callPolicy) callOf(t *match.Table, m match.Message, w *words.Tongue) *chat.Call {
	called, found := m, t.Calls().Wants(m)
	if m.Place.Chat != "" {
		called, found = cp.calledIn(t, m.Place)
	}
	if !found {
		return nil
	}
	s := t.Calls().Callee(called)
	around := cp.around(t, s, m.Place)
	around.QuietHours = !cp.people.QuietUntil(cp.facts.PersonOf(called.Place.User)).IsZero()
	text := chat.Line{{Text: w.Say("calls.here", "Code", string(t.ID))}}
	if m.Place.Chat == "" {
		around.Elsewhere, around.Digested = !cp.facts.IsNotifiedBy(t, m), cp.digestOf(t, s).Listed[t.ID]
		text = screens.CalledTo(t, s, cp.deadline(t, s, cp.facts.PersonOf(t.Chairs[s].User), w), w)
	}
	stage, until := t.Chairs[s].State.Decide(around)
	if !stage.HasCall() {
		return nil
	}
	return &chat.Call{
		Thread: callThread(t.ID, s), Number: t.Chairs[s].Call, User: called.Place.User, Text: text,
		News:  !t.Calls().WaitsFor(called),
		Quiet: stage != notify.Made,
		Held:  stage == notify.Held || stage == notify.Dropped,
		Until: until,
	}
}

// around returns the situation of the seat's call for a message in the place.
func (cp *callPolicy) around(t *match.Table, s engine.Seat, place chat.Place) notify.Situation {
	c := t.Chairs[s]
	p := cp.facts.PersonOf(c.User)
	x := notify.Situation{
		Now: cp.facts.Now(), Began: cp.began, Preference: p.Calls, Causes: t.Calls().Causes(s), Known: c.AcknowledgedCall,
		Live: t.Setup.Pace == match.LivePace, Finished: t.Stage == match.Finished, Hurried: c.Reminded >= match.RemindedTwice,
		MovedLast: movedLast(t, s), InSight: cp.outbox.Traits(place).Forgets,
	}
	if len(p.Users) > 0 {
		x.Seen = cp.presence.LastSeen(p.Identities())
	}
	return x
}

// callThread names the notifications of one seat.
func callThread(id chat.TableID, s engine.Seat) string { return fmt.Sprintf("%s.%d", id, s) }

// calledIn returns the private message whose unreachable reader is notified in the chat instead. The chat notifies
// one reader at a time, absent readers first, and a reader is notified in one chat only.
func (cp *callPolicy) calledIn(t *match.Table, place chat.Place) (called match.Message, found bool) {
	var best time.Time
	for _, m := range cp.facts.Unreached(t) {
		if m.Place.Platform() != place.Platform() || !t.Calls().WaitsFor(m) {
			continue
		}
		s := t.Calls().Callee(m)
		until := t.Chairs[s].HeldUntil(cp.around(t, s, place))
		if !found || until.Before(best) {
			called, best, found = m, until, true
		}
	}
	return called, found && cp.chatOf(t, called.Place.User) == place.Chat
}

// chatOf returns the chat in which the user is notified: of those that show the table the first in which they were
// active lately, or else the first.
func (cp *callPolicy) chatOf(t *match.Table, user chat.UserID) (first chat.ChatID) {
	for _, m := range t.Messages {
		if m.Place.Chat == "" || m.Lost || m.Place.Platform() != user.Platform() {
			continue
		}
		if slices.ContainsFunc(cp.people.Crowd.ActiveIn(m.Place.Chat), func(x people.Member) bool { return x.User == user }) {
			return m.Place.Chat
		}
		first = cmp.Or(first, m.Place.Chat)
	}
	return first
}

// deadline returns the seat's deadline as the person reads it; nil if it is unlimited, over or unknown.
func (cp *callPolicy) deadline(t *match.Table, s engine.Seat, p people.Person, w *words.Tongue) *chat.Span {
	c := t.Chairs[s]
	if c.Timer.On == "" || c.Reminded == match.TimeUp || cp.facts.IsLost(c.Timer.On) {
		return nil
	}
	return new(screens.When(cp.facts.Now().Add(c.Timer.Remaining(cp.facts)), t.Setup.Pace == match.LivePace, cp.people.ZoneOf(p), p.ZoneName(), w))
}

// movedLast reports whether the seat made the deal's last move and so started its own turn.
func movedLast(t *match.Table, s engine.Seat) bool {
	if t.Match.Deal == nil {
		return false
	}
	moves := t.Match.Deal.Moves()
	return len(moves) > 0 && moves[len(moves)-1].Seat == s
}

// mayDigest reports whether a digest may announce the seat's turn instead of the message in the place.
func (cp *callPolicy) mayDigest(t *match.Table, s engine.Seat, place chat.Place) bool {
	return t.Chairs[s].CanDigest(cp.around(t, s, place))
}

// digestOf returns the digest of the seat's player.
func (cp *callPolicy) digestOf(t *match.Table, s engine.Seat) digest.Digest {
	return cp.digests.Of(cp.people.Links.Head(t.Chairs[s].Person))
}

// isInDigest reports whether a digest announces the seat's turn.
func (cp *callPolicy) isInDigest(t *match.Table, s engine.Seat) bool {
	return slices.ContainsFunc(t.Messages, func(m match.Message) bool {
		return m.Seat == s && cp.mayDigest(t, s, m.Place) && t.Chairs[s].Call <= cp.digestOf(t, s).Listed[t.ID]
	})
}
