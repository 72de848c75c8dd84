// Package players tells tables about their players. Start reading at [Facts].
package players

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/tables/alarms"
	"tarockbot/engine"
)

// Facts implements match.Facts. After errors of the store, people have default choices.
type Facts struct {
	*alarms.Clock
	people  *people.People
	running context.Context
	log     *slog.Logger
}

// New returns Facts about people and the clock's time.
func New(running context.Context, people *people.People, clock *alarms.Clock, log *slog.Logger) *Facts {
	return &Facts{clock, people, running, log}
}

// PersonOf returns the person with the identity, or nobody.
func (f *Facts) PersonOf(user chat.UserID) people.Person {
	p, _, err := f.people.LookupLinked(f.running, user)
	f.logIfFailed(err)
	return p
}

func (f *Facts) logIfFailed(err error) {
	if err != nil && f.running.Err() == nil {
		f.log.Warn("a person's choices can't be read", "err", err)
	}
}

// AwayUntil returns when the chair's player comes back, or zero.
func (f *Facts) AwayUntil(c match.Chair) time.Time {
	if c.Person == "" || c.Robot {
		return time.Time{}
	}
	p := f.PersonOf(c.User)
	if !p.Away.IsAt(f.Now()) {
		return time.Time{}
	}
	return p.Away.Until
}

// ClockPlatform returns the platform whose running time counts, if any.
func (f *Facts) ClockPlatform(t *match.Table, seat engine.Seat) string {
	if !f.AwayUntil(t.Chairs[seat]).IsZero() {
		return ""
	}
	for _, m := range t.Messages {
		if m.Seat == seat && f.IsNotifiedBy(t, m) {
			return m.Place.Platform()
		}
	}
	return t.Chairs[seat].User.Platform()
}

// WantsReminder reports whether the chair's player wants that reminder.
func (f *Facts) WantsReminder(c match.Chair, reminder int) bool {
	wanted := f.PersonOf(c.User).Reminders
	return wanted != people.NoReminders && (wanted != people.LastReminder || reminder >= match.RemindedTwice)
}

// IsPlayerOf reports whether the user is an identity of the chair's player.
func (f *Facts) IsPlayerOf(c match.Chair, user chat.UserID) bool {
	isUser := func(x chat.Identity) bool { return x.User == user }
	return user == c.User || slices.ContainsFunc(f.people.Links.GroupOf(c.Person).All, isUser)
}

// IsNotifiedBy reports whether the message notifies its seat. One panel does: the reachable, preferred or last used
// one.
func (f *Facts) IsNotifiedBy(t *match.Table, m match.Message) bool {
	if m.Seat == engine.Nobody {
		return true
	}
	c := t.Chairs[m.Seat]
	heard := f.lastHeard(c)
	wanted := f.preferred(c, heard)
	isBetter := func(x, y match.Message) bool {
		switch {
		case x.Lost != y.Lost:
			return y.Lost
		case x.Place.User != y.Place.User && (x.Place.User == wanted || y.Place.User == wanted):
			return x.Place.User == wanted
		}
		return x.Place.User == heard && y.Place.User != heard
	}
	var best *match.Message
	for _, o := range t.Messages {
		if o.Seat == m.Seat && f.MayRead(t, o) && (best == nil || isBetter(o, *best)) {
			best = &o
		}
	}
	return best != nil && best.Place == m.Place
}

func (f *Facts) lastHeard(c match.Chair) chat.UserID {
	if c.LastActUser != "" && f.IsPlayerOf(c, c.LastActUser) {
		return c.LastActUser
	}
	return c.User
}

func (f *Facts) preferred(c match.Chair, heard chat.UserID) chat.UserID {
	all := f.people.Links.GroupOf(c.Person).All
	if len(all) == 0 {
		return heard
	}
	head, _, err := f.people.Lookup(f.running, all[0].User)
	f.logIfFailed(err)
	if head.CallPlatform == "" || heard.Platform() == head.CallPlatform {
		return heard
	}
	for _, x := range all {
		if x.User.Platform() == head.CallPlatform {
			return x.User
		}
	}
	return heard
}

// AddPreferredPanels adds panels where players want them.
func (f *Facts) AddPreferredPanels(t *match.Table) {
	for s, c := range t.Chairs {
		if c.Robot {
			continue
		}
		if place := (chat.Place{User: f.preferred(c, f.lastHeard(c))}); t.Messages.In(place) == nil {
			t.Messages.Add(place, engine.Seat(s))
		}
	}
}

// MayRead reports whether the reader may see the message. Unlinked identities may not.
func (f *Facts) MayRead(t *match.Table, m match.Message) bool {
	return m.Seat == engine.Nobody || f.IsPlayerOf(t.Chairs[m.Seat], m.Place.User)
}

// Unreached returns private messages without a reachable reader.
func (f *Facts) Unreached(t *match.Table) []match.Message {
	var all []match.Message
	for _, m := range t.Messages {
		if m.Lost && m.Place.User != "" && (m.Seat != engine.Nobody || t.Stage == match.Open) && f.IsNotifiedBy(t, m) {
			all = append(all, m)
		}
	}
	return all
}
