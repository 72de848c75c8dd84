package bot

import (
	"cmp"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/tables"
	"tarockbot/engine"
)

// tracesOf find the tables of all that the person is.
func (b *Bot) tracesOf(id chat.PersonID) []tables.Key {
	all := []tables.Key{id}
	for _, x := range b.people.Links.Of(id).All {
		all = append(all, x.Person)
	}
	return all
}

// has says whether the user is an identity of the one who sits in the chair.
func (b *Bot) has(c match.Chair, user UserID) bool {
	return user == c.User || slices.ContainsFunc(b.people.Links.Of(c.Person).All, func(x chat.Identity) bool { return x.User == user })
}

// toldAt says whether the seat is told by this message that it is waited for. Of
// the panels that linked identities have, one tells: that where their person wants
// to be told, or was heard last, but rather one that reaches them.
func (b *Bot) toldAt(t *match.Table, m match.Message) bool {
	if m.Seat == engine.Nobody {
		return true
	}
	c := t.Chairs[m.Seat]
	heard, wanted := cmp.Or(c.Via, c.User), b.wanted(c)
	best, most := Place{}, -1
	for _, o := range t.Messages {
		if o.Seat != m.Seat || !b.mayRead(t, o) {
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

// wanted is the identity through which the one who sits there wants to be told:
// that on the platform of their choice, or else through which they were heard last.
func (b *Bot) wanted(c match.Chair) UserID {
	heard := cmp.Or(c.Via, c.User)
	all := b.people.Links.Of(c.Person).All
	if len(all) == 0 {
		return heard
	}
	head, known, err := b.people.Lookup(b.running, all[0].User)
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

// wantPanels gives everybody who plays a panel where they want to be told, if
// they have none there.
func (b *Bot) wantPanels(t *match.Table) {
	for s, c := range t.Chairs {
		if place := (Place{User: b.wanted(c)}); !c.Robot && t.Stage == match.Playing && t.MessageIn(place) == nil {
			t.AddMessage(place, engine.Seat(s))
		}
	}
}

// mayRead says whether the message's reader may see what it shows: a panel that
// an identity has got while it was linked is not for it any more afterwards.
func (b *Bot) mayRead(t *match.Table, m match.Message) bool {
	return m.Seat == engine.Nobody || b.has(t.Chairs[m.Seat], m.Place.User)
}
