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
	began    time.Time
}

// callOf returns nil if the message notifies nobody.
func (cp *callPolicy) callOf(t *match.Table, m match.Message, w *words.Tongue) *chat.Call {
	called, found := cp.recipientOf(t, m)
	if !found {
		return nil
	}
	s := t.Calls().Callee(called)
	x := cp.situation(t, s, m.Place)
	x.QuietHours = !cp.people.QuietUntil(cp.facts.PersonOf(called.Place.User)).IsZero()
	if m.Place.Chat == "" {
		x.CalledElsewhere, x.DigestedCall = !cp.facts.IsNotifiedBy(t, m), cp.digestOf(t, s).Calls[t.ID]
	}
	fate, until := t.Chairs[s].State.Decide(x)
	if !fate.HasCall() {
		return nil
	}
	return &chat.Call{
		Subject: fmt.Sprintf("%s.%d", t.ID, s), Number: t.Chairs[s].Call, User: called.Place.User, Text: cp.textOf(t, s, m.Place, w),
		NobodyWaits:     !t.Calls().WaitsFor(called),
		Suppressed:      fate != notify.CallMade,
		WhilePresent:    fate == notify.CallHeldBack || fate == notify.CallDropped,
		SuppressedUntil: until,
	}
}

// recipientOf returns the private message whose reader is notified. A chat notifies one unreachable reader at a time,
// absent readers first.
func (cp *callPolicy) recipientOf(t *match.Table, m match.Message) (called match.Message, found bool) {
	if m.Place.Chat == "" {
		return m, t.Calls().HasCause(m)
	}
	var best time.Time
	for _, o := range cp.facts.Unreached(t) {
		if o.Place.Platform() != m.Place.Platform() || !t.Calls().WaitsFor(o) {
			continue
		}
		s := t.Calls().Callee(o)
		until := cp.heldUntil(t, s, m.Place)
		if !found || until.Before(best) {
			called, best, found = o, until, true
		}
	}
	return called, found && cp.chatOf(t, called.Place.User) == m.Place.Chat
}

func (cp *callPolicy) situation(t *match.Table, s engine.Seat, place chat.Place) notify.Situation {
	c := t.Chairs[s]
	p := cp.facts.PersonOf(c.User)
	x := notify.Situation{
		Now: cp.facts.Now(), BotStarted: cp.began, Preference: p.Calls, Causes: t.Calls().Causes(s), KnownCall: c.AcknowledgedCall,
		Live: t.Setup.Pace == match.LivePace, Finished: t.Stage == match.Finished, Hurried: c.Reminded >= match.RemindedTwice,
		MovedLast: movedLast(t, s), OnPage: cp.outbox.Traits(place).LosesMessages,
	}
	if len(p.Users) > 0 {
		x.LastSeen = cp.presence.lastSeen(p.Identities())
	}
	return x
}

func (cp *callPolicy) heldUntil(t *match.Table, s engine.Seat, place chat.Place) time.Time {
	return t.Chairs[s].HeldUntil(cp.situation(t, s, place))
}

func (cp *callPolicy) textOf(t *match.Table, s engine.Seat, place chat.Place, w *words.Tongue) chat.Line {
	if place.Chat != "" {
		return chat.Line{{Text: w.Say("calls.here", "Code", string(t.ID))}}
	}
	return screens.CallText(t, s, cp.deadline(t, s, cp.facts.PersonOf(t.Chairs[s].User), w), w)
}

// chatOf returns the chat that notifies the user: the first where they were active lately, else the first.
func (cp *callPolicy) chatOf(t *match.Table, user chat.UserID) (first chat.ChatID) {
	for _, m := range t.Messages {
		if m.Place.Chat == "" || m.Lost || m.Place.Platform() != user.Platform() {
			continue
		}
		if slices.ContainsFunc(cp.people.ActiveMembers.ActiveIn(m.Place.Chat), func(x people.Member) bool { return x.User == user }) {
			return m.Place.Chat
		}
		first = cmp.Or(first, m.Place.Chat)
	}
	return first
}

func (cp *callPolicy) deadline(t *match.Table, s engine.Seat, p people.Person, w *words.Tongue) *chat.Span {
	c := t.Chairs[s]
	if c.Timer.Platform == "" || c.Reminded == match.TimeUp || cp.facts.Shown.IsLost(c.Timer.Platform) {
		return nil
	}
	at, live := cp.facts.Now().Add(c.Timer.Remaining(cp.facts)), t.Setup.Pace == match.LivePace
	return new(screens.LocalTime(at, live, cp.people.ZoneOf(p), p.ZoneName(), w))
}

func movedLast(t *match.Table, s engine.Seat) bool {
	if t.Match.Deal == nil {
		return false
	}
	moves := t.Match.Deal.Moves()
	return len(moves) > 0 && moves[len(moves)-1].Seat == s
}

func (cp *callPolicy) mayDigest(t *match.Table, s engine.Seat, place chat.Place) bool {
	return t.Chairs[s].CanDigest(cp.situation(t, s, place))
}

func (cp *callPolicy) mayList(t *match.Table, panel match.Message) bool {
	return !panel.Lost && cp.outbox.Serves(panel.Place) && cp.facts.IsNotifiedBy(t, panel) &&
		cp.mayDigest(t, panel.Seat, panel.Place)
}

func (cp *callPolicy) digestOf(t *match.Table, s engine.Seat) digest.Digest {
	return cp.digests.Of(cp.people.Links.Head(t.Chairs[s].Person))
}

func (cp *callPolicy) isInDigest(t *match.Table, s engine.Seat) bool {
	return slices.ContainsFunc(t.Messages, func(m match.Message) bool {
		return m.Seat == s && cp.mayDigest(t, s, m.Place) && t.Chairs[s].Call <= cp.digestOf(t, s).Calls[t.ID]
	})
}

// changesDigest reports whether the game should enter its reader's digest, leave it, or be announced in it.
func (cp *callPolicy) changesDigest(t *match.Table, panel match.Message) bool {
	d, mayDigest := cp.digestOf(t, panel.Seat), cp.mayDigest(t, panel.Seat, panel.Place)
	if listed := d.Calls[t.ID]; listed > 0 {
		return !mayDigest || listed < t.Chairs[panel.Seat].Call || listed > d.PostedCalls[t.ID]
	}
	return mayDigest && cp.heldUntil(t, panel.Seat, panel.Place).IsZero()
}
