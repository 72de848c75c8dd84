// Package players knows the people who play at tables: whether they are away, which reminders they want, and which
// message reaches them. Start reading at [Facts].
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

// Facts tells tables about time and people: who they are by all their identities, where they are notified, and
// whether they are away. It implements match.Facts. Lookups never fail: after an error of the store, which is logged,
// people have default choices.
type Facts struct {
	*alarms.Clock
	people  *people.People
	running context.Context // ends with the bot
	log     *slog.Logger
}

// New returns the facts about people and the clock's time.
func New(running context.Context, people *people.People, clock *alarms.Clock, log *slog.Logger) *Facts {
	return &Facts{clock, people, running, log}
}

// PersonOf returns the person of the identity, with their choices. If the store fails it logs that, and returns nobody,
// with default choices.
func (f *Facts) PersonOf(user chat.UserID) people.Person {
	p, _, err := f.people.LookupLinked(f.running, user)
	f.logIfFailed(err)
	return p
}

// logIfFailed logs the error of a look-up, after which people have default choices.
func (f *Facts) logIfFailed(err error) {
	if err != nil && f.running.Err() == nil {
		f.log.Warn("a person's choices can't be read", "err", err)
	}
}

// AwayUntil returns when the chair's player comes back; zero if they aren't away.
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

// ClockPlatform returns the platform whose running time the seat's clock counts: the one that notifies the player; ""
// while they are away.
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

// WantsReminder reports whether the chair's player wants that reminder of their clock.
func (f *Facts) WantsReminder(c match.Chair, reminder int) bool {
	wanted := f.PersonOf(c.User).Reminders
	return wanted != people.NoReminders && (wanted != people.LastReminder || reminder >= match.RemindedTwice)
}

// Has reports whether the user is an identity of the chair's player.
func (f *Facts) Has(c match.Chair, user chat.UserID) bool {
	isUser := func(x chat.Identity) bool { return x.User == user }
	return user == c.User || slices.ContainsFunc(f.people.Links.Of(c.Person).All, isUser)
}

// IsNotifiedBy reports whether the message notifies its seat. A player with linked identities has several
// panels, of which one notifies: one that reaches them before others, then the one where they want to be
// notified, then the one where they were last heard.
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

// lastHeard returns the identity through which the chair's player was last heard, if it is still linked with them.
func (f *Facts) lastHeard(c match.Chair) chat.UserID {
	if c.Via != "" && f.Has(c, c.Via) {
		return c.Via
	}
	return c.User
}

// preferred returns the identity through which the chair's player is notified: the one on the platform of their
// choice, or else heard, through which they were last heard.
func (f *Facts) preferred(c match.Chair, heard chat.UserID) chat.UserID {
	all := f.people.Links.Of(c.Person).All
	if len(all) == 0 {
		return heard
	}
	head, _, err := f.people.Lookup(f.running, all[0].User)
	f.logIfFailed(err)
	if head.Platform == "" || heard.Platform() == head.Platform {
		return heard
	}
	for _, x := range all {
		if x.User.Platform() == head.Platform {
			return x.User
		}
	}
	return heard
}

// AddPreferredPanels adds a panel to the table, at which a match runs, for every player where they want to be notified.
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

// MayRead reports whether the message's reader may see what it shows. An identity that is no longer linked may
// not read a panel that it got while linked.
func (f *Facts) MayRead(t *match.Table, m match.Message) bool {
	return m.Seat == engine.Nobody || f.Has(t.Chairs[m.Seat], m.Place.User)
}

// Unreached returns the messages that should notify their reader in private but can't.
func (f *Facts) Unreached(t *match.Table) []match.Message {
	var all []match.Message
	for _, m := range t.Messages {
		if m.Lost && m.Place.User != "" && (m.Seat != engine.Nobody || t.Stage == match.Open) && f.IsNotifiedBy(t, m) {
			all = append(all, m)
		}
	}
	return all
}
