package tables

import (
	"context"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/engine"
)

// Facts tell tables what is true of people and of the time: who they are by all their
// identities, where they are told, whether they are away. It implements match.Facts.
type Facts struct {
	*Clock
	people  *people.People
	running context.Context // while the bot runs
}

// NewFacts are those of the people, while the bot runs.
func NewFacts(running context.Context, people *people.People, clock *Clock) *Facts {
	return &Facts{clock, people, running}
}

// ClockPlatform implements match.Facts.
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

// WantsReminder implements match.Facts.
func (f *Facts) WantsReminder(c match.Chair, reminder int) bool {
	switch f.CallsTo(c.User).Reminders {
	case people.LastReminder:
		return reminder >= match.RemindedTwice
	case people.NoReminders:
		return false
	}
	return true
}

// KeysOf find the tables of all that the person is.
func (f *Facts) KeysOf(id chat.PersonID) []Key {
	all := []Key{id}
	for _, x := range f.people.Links.Of(id).All {
		all = append(all, x.Person)
	}
	return all
}

// Has says whether the user is an identity of the one who sits in the chair.
func (f *Facts) Has(c match.Chair, user chat.UserID) bool {
	return user == c.User || slices.ContainsFunc(f.people.Links.Of(c.Person).All, func(x chat.Identity) bool { return x.User == user })
}

// IsNotifiedBy says whether the seat is told by this message that it is waited for. Of the
// panels of linked identities one tells: that where their person wants to be told, or was
// heard last, but rather one that reaches them.
func (f *Facts) IsNotifiedBy(t *match.Table, m match.Message) bool {
	if m.Seat == engine.Nobody {
		return true
	}
	c := t.Chairs[m.Seat]
	heard, wanted := f.lastHeard(c), f.preferred(c)
	best, most := chat.Place{}, -1
	for _, o := range t.Messages {
		if o.Seat != m.Seat || !f.MayRead(t, o) {
			continue
		}
		good := 0
		if !o.Lost {
			good += 4
		}
		if o.Place.User == wanted {
			good += 2
		}
		if o.Place.User == heard {
			good++
		}
		if good > most {
			best, most = o.Place, good
		}
	}
	return most >= 0 && best == m.Place
}

// lastHeard is the identity through which whoever sits there was heard last, unless that has become
// a person of its own since.
func (f *Facts) lastHeard(c match.Chair) chat.UserID {
	if c.Via != "" && f.Has(c, c.Via) {
		return c.Via
	}
	return c.User
}

// preferred is the identity through which whoever sits there wants to be told: that on the
// platform of their choice, or else through which they were heard last.
func (f *Facts) preferred(c match.Chair) chat.UserID {
	heard := f.lastHeard(c)
	all := f.people.Links.Of(c.Person).All
	if len(all) == 0 {
		return heard
	}
	head, known, err := f.people.Lookup(f.running, all[0].User)
	if err != nil || !known || head.Platform == "" || heard.Platform() == head.Platform {
		return heard
	}
	for _, x := range all {
		if x.User.Platform() == head.Platform {
			return x.User
		}
	}
	return heard
}

// WantPanels gives everybody who plays a panel where they want to be told.
func (f *Facts) WantPanels(t *match.Table) {
	for s, c := range t.Chairs {
		if place := (chat.Place{User: f.preferred(c)}); !c.Robot && t.Stage == match.Playing && t.Messages.In(place) == nil {
			t.Messages.Add(place, engine.Seat(s))
		}
	}
}

// MayRead says whether the message's reader may see what it shows: a panel that an
// identity got while it was linked isn't for it afterwards.
func (f *Facts) MayRead(t *match.Table, m match.Message) bool {
	return m.Seat == engine.Nobody || f.Has(t.Chairs[m.Seat], m.Place.User)
}

// CallsTo is the person of the identity, as far as is known, with their choices.
func (f *Facts) CallsTo(user chat.UserID) people.Person {
	p, _, _ := f.people.LookupLinked(f.running, user)
	return p
}

// AwayUntil is until when the person in the chair is away; zero if they aren't.
func (f *Facts) AwayUntil(c match.Chair) time.Time {
	if c.Person == "" || c.Robot {
		return time.Time{}
	}
	p, _, err := f.people.LookupLinked(f.running, c.User)
	if err != nil || !p.Away.Now(f.now()) {
		return time.Time{}
	}
	return p.Away.Until
}

// Unreached are those who can't be written to in private.
func (f *Facts) Unreached(t *match.Table) []match.Message {
	var all []match.Message
	for _, m := range t.Messages {
		if m.Lost && m.Place.User != "" && (m.Seat != engine.Nobody || t.Stage == match.Open) && f.IsNotifiedBy(t, m) {
			all = append(all, m)
		}
	}
	return all
}
