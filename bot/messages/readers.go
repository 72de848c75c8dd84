package messages

import (
	"cmp"
	"maps"
	"slices"
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

// readers know the language, taste and situation of a message's reader.
type readers struct{ *Config }

// Tongue is the texts in the person's language, as they are read on the platform.
func (rs *readers) Tongue(p people.Person, platform string) *words.Tongue {
	return rs.WithCommands(platform, rs.Words.In(p.Lang, p.Heard, rs.Language))
}

// WithCommands is the texts with commands as they are typed on the platform.
func (rs *readers) WithCommands(platform string, t *words.Tongue) *words.Tongue {
	if s, ok := rs.Platforms[platform].(chat.CommandFormatter); ok {
		return t.WithCommands(s.FormatCommand)
	}
	return t.WithCommands(nil)
}

// reader is who reads the message, if it is one person's, and in what language.
func (rs *readers) reader(t *match.Table, m match.Message) (*words.Tongue, people.Person) {
	if m.Place.User != "" {
		if who, known, _ := rs.People.LookupLinked(rs.Running, m.Place.User); known {
			return rs.Tongue(who, m.Place.Platform()), who
		}
	}
	return rs.WithCommands(m.Place.Platform(), rs.Words.In(rs.langAt(t, m), rs.Language)), people.Person{}
}

// langAt is the language of the table's board in a chat: that of the chat's space. As
// long as none is settled it is the bot's, but the table's where that began.
func (rs *readers) langAt(t *match.Table, m match.Message) string {
	id, lang := match.PlacesOf(t).SpaceOf(m), t.Lang
	if id != "" && id != t.Space {
		lang = rs.Language
	}
	s, err := rs.Spaces.At(rs.Running, id)
	if err != nil {
		rs.Log.Warn("the language of a place can't be read", "platform", m.Place.Platform(), "err", err)
	}
	return cmp.Or(s.Lang, lang)
}

// tasteAt is how the message's pictures are liked: in public as the host does.
func (rs *readers) tasteAt(t *match.Table, m match.Message, reader people.Person) people.Taste {
	if m.Place.Chat == "" {
		return reader.Taste
	}
	host, _, _ := rs.People.Lookup(rs.Running, t.Chairs[0].User) // after an error a picture more is no harm
	return host.Taste
}

// Pictures is how somebody's pictures are made.
func (rs *readers) Pictures(of people.Taste) screens.Pictures {
	if of.TextOnly {
		return screens.Pictures{}
	}
	return screens.Pictures{Studio: rs.Studio, TwoColours: of.TwoColours}
}

// picturesIn is how the pictures are made of a message in the place.
func (rs *readers) picturesIn(place chat.Place, of people.Taste) screens.Pictures {
	p := rs.Pictures(of)
	p.Unmarked = rs.Outbox.Traits(place).Rations
	return p
}

// LinksTo tell how the line is said on each platform where that can be told.
func (rs *readers) LinksTo(line string) (links []screens.PlatformLink) {
	for _, name := range slices.Sorted(maps.Keys(rs.Platforms)) {
		if linker, ok := rs.Platforms[name].(chat.Linker); ok {
			if link := linker.Link(line); link != "" {
				links = append(links, screens.PlatformLink{Platform: name, Link: link})
			}
		}
	}
	return links
}

// Moment is a time in the reader's own zone; for a board's readers, who live anywhere, in the usual one.
func (rs *readers) Moment(at time.Time, live bool, reader people.Person, w *words.Tongue) chat.Span {
	return screens.When(at, live, rs.People.ZoneOf(reader), reader.ZoneName(), w)
}

// linked returns, by chair, the other accounts of its player or of the one invited.
func (rs *readers) linked(t *match.Table) [][]chat.UserID {
	all := make([][]chat.UserID, len(t.Chairs))
	for s, c := range t.Chairs {
		id := c.Person
		if c.KeptFor != "" {
			id = rs.Facts.PersonOf(c.KeptFor).ID
		}
		for _, x := range rs.People.Links.Of(id).All {
			all[s] = append(all[s], x.User)
		}
	}
	return all
}

// message is the message with all that is true for its reader now.
func (rs *readers) message(s tables.Snapshot, m match.Message, who people.Person, w *words.Tongue) screens.TableMessage {
	t := s.Table
	page := screens.TableMessage{View: ViewOf(s), Message: m, Confirm: who.Confirm, Advised: who.Advised, NeverCut: who.NeverCut, Courses: rs.Courses,
		Pictures: rs.picturesIn(m.Place, rs.tasteAt(t, m, who)), Felt: rs.Outbox.Traits(m.Place).Felt && !rs.tasteAt(t, m, who).AsChat}
	switch t.Stage {
	case match.Open:
		accept := "accept " + string(t.ID)
		if t.Chairs.IsOpen() {
			page.Links = rs.LinksTo(accept)
		}
		page.Typed = rs.Lexicon.Line(accept, w)
	case match.Playing:
		if m.Seat != engine.Nobody {
			page.Chosen = s.ChosenFor(m.Seat)
		} else {
			who = people.Person{} // those who read it may live anywhere
		}
		page.Clocks, page.Unreached, page.OnlyStart = rs.clocks(t), rs.Facts.Unreached(t), rs.Outbox.Traits(m.Place).OnlyPrivate
		page.Zone, page.ZoneName = rs.People.ZoneOf(who), who.ZoneName()
	}
	page.Linked, page.Unlinked = rs.linked(t), !rs.Facts.MayRead(t, m)
	return page
}

// clocks are what is true of the seats' time.
func (rs *readers) clocks(t *match.Table) []screens.SeatClock {
	all := make([]screens.SeatClock, len(t.Chairs))
	for s, c := range t.Chairs {
		all[s].Away = rs.Facts.AwayUntil(c)
		if c.Timer.On != "" {
			all[s].Lost, all[s].Until = rs.Facts.IsLost(c.Timer.On), rs.Now().Add(c.Timer.Remaining(rs.Facts))
		}
		if decks := match.DecksOf(t); decks.WaitsForCut() == engine.Seat(s) {
			all[s].Until = rs.Now().Add(decks.CutAt() - rs.Facts.Ran())
		}
	}
	return all
}

// notice is the notice in the language of the one whom it is for.
func (rs *readers) notice(n outbox.Notice) chat.Screen {
	w, _ := rs.reader(&match.Table{}, match.Message{Place: chat.Place{User: n.To}})
	page := screens.Notice{What: n.What, Name: n.Name, User: n.User, At: n.At}
	return *page.Screen(w)
}
