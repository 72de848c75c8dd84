package bot

import (
	"maps"
	"slices"
	"time"

	"tarockbot/bot/match"
	"tarockbot/bot/pages"
	"tarockbot/bot/people"
	"tarockbot/bot/tables"
	"tarockbot/engine"
	"tarockbot/render/words"
)

// ScreenLocked is what the message shows now.
func (b *Bot) ScreenLocked(l *tables.Entry, m match.Message) Screen {
	w, who := b.reader(l.State, m)
	s := b.tableMessage(l, m, who, w).Screen(w)
	s.Call = b.call(l.State, m, w)
	return s
}

// tableMessage is the message with all that is true for its reader now. The lock must be
// held.
func (b *Bot) tableMessage(l *tables.Entry, m match.Message, who people.Person, w *words.Tongue) pages.Message {
	t := l.State
	page := pages.Message{View: viewLocked(l), Message: m, Confirm: who.Confirm, Pictures: b.pictures(b.tasteAt(t, m, who))}
	switch t.Stage {
	case match.Open:
		accept := "accept " + string(t.ID)
		if t.IsOpen() {
			page.Links = b.linksTo(accept)
		}
		page.Typed = b.lexicon.Line(accept, w)
	case match.Playing:
		if m.Seat != engine.Nobody {
			page.Chosen = l.ChosenFor(m.Seat)
		} else {
			who = people.Person{} // those who read it may live anywhere
		}
		page.Clocks, page.Unreached, page.OnlyStart = b.seatClocks(t), b.facts.Unreached(t), b.outbox.Traits(m.Place).OnlyPrivate
		page.Zone, page.ZoneName = b.people.ZoneOf(who), who.ZoneName()
	}
	page.Unlinked = !b.facts.MayRead(t, m)
	return page
}

// seatClocks are what is true of the seats' time.
func (b *Bot) seatClocks(t *match.Table) []pages.SeatClock {
	all := make([]pages.SeatClock, len(t.Chairs))
	for s, c := range t.Chairs {
		all[s].Away = b.facts.AwayUntil(c)
		if c.Timer.On != "" {
			all[s].Lost, all[s].Until = b.clock.IsLost(c.Timer.On), b.cfg.Now().Add(c.Timer.Remaining(b.facts))
		}
	}
	return all
}

// reader is who reads the message, if it is one person's, and in what language.
func (b *Bot) reader(t *match.Table, m match.Message) (*words.Tongue, people.Person) {
	if m.Place.User != "" {
		if who, known, _ := b.people.Lookup(b.running, m.Place.User); known {
			who, _ = b.people.WithLinked(b.running, who)
			return b.tongue(who, m.Place.Platform()), who
		}
	}
	return b.withCommands(m.Place.Platform(), b.words.In(b.langAt(t, m), b.cfg.Language)), people.Person{}
}

// retired is what a message says whose place another has taken.
func (b *Bot) retired(t *match.Table, m match.Message) Screen {
	w, _ := b.reader(t, m)
	return pages.Retired(w)
}

// tasteAt is how the message's pictures are liked: in public as the host does.
func (b *Bot) tasteAt(t *match.Table, m match.Message, reader people.Person) people.Taste {
	if m.Place.Chat != "" {
		return b.hostTaste(t)
	}
	return reader.Taste
}

// hostTaste is how the table looks in public: as its host likes it.
func (b *Bot) hostTaste(t *match.Table) people.Taste {
	host, _, err := b.people.Lookup(b.running, t.Chairs[0].User)
	if err != nil {
		return people.Taste{} // a picture more is no harm
	}
	return host.Taste
}

// pictures is how somebody's pictures are made.
func (b *Bot) pictures(of people.Taste) pages.Pictures {
	if of.TextOnly {
		return pages.Pictures{}
	}
	return pages.Pictures{Studio: b.cfg.Pictures, TwoColours: of.TwoColours}
}

// linksTo tell how the line is said on each platform where that can be told.
func (b *Bot) linksTo(line string) (links []pages.PlatformLink) {
	for _, name := range slices.Sorted(maps.Keys(b.platforms)) {
		if linker, ok := b.platforms[name].(Linker); ok {
			if link := linker.Link(line); link != "" {
				links = append(links, pages.PlatformLink{Platform: name, Link: link})
			}
		}
	}
	return links
}

// viewLocked is the table's state as it is read. What everybody reads of one state is
// made once for each language.
func viewLocked(l *tables.Entry) pages.View {
	return pages.View{Table: l.State, Texts: l.TextsLocked()}
}

// moment is a time for a reader, in their own time zone; for a board's, who may live
// anywhere, in the usual one.
func (b *Bot) moment(at time.Time, live bool, reader people.Person, w *words.Tongue) Span {
	return pages.When(at, live, b.people.ZoneOf(reader), reader.ZoneName(), w)
}
