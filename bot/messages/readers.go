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
	id, lang := t.Places().SpaceOf(m), t.Lang
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
			id = rs.Facts.CallsTo(c.KeptFor).ID
		}
		for _, x := range rs.People.Links.Of(id).All {
			all[s] = append(all[s], x.User)
		}
	}
	return all
}

// screen returns what the message shows its reader now.
func (rs *readers) screen(s tables.Snapshot, m match.Message, who people.Person, w *words.Tongue) *chat.Screen {
	t, taste := s.Table, rs.tasteAt(s.Table, m, who)
	switch hasLeft := m.Last > 0; {
	case t.Closed == "void", t.Closed == "abandoned":
		return screens.Lost(t, w)
	case hasLeft && t.Stage == match.Finished:
		return screens.Parted(t, "panel.left", w)
	case hasLeft && t.Stage != match.Closed:
		return screens.Parted(t, "challenge.without-you", w)
	case t.Stage == match.Open || t.Stage == match.Closed:
		return rs.challenge(t, m, taste, w).Screen(w)
	case m.Seat == engine.Nobody:
		return screens.Board{Table: t, Shared: rs.shared(s, m, people.Person{}, taste)}.Screen(w) // its readers may live anywhere
	case !rs.Facts.MayRead(t, m):
		return screens.Parted(t, "panel.unlinked", w)
	}
	return screens.Panel{
		Hand:     screens.Hand{Table: t, Seat: m.Seat, Confirm: who.Confirm, Chosen: s.ChosenFor(m.Seat)},
		Shared:   rs.shared(s, m, who, taste),
		Coach:    screens.Coach{Advises: who.Advised, Courses: rs.Courses},
		NeverCut: who.NeverCut, Felt: rs.Outbox.Traits(m.Place).Felt && !taste.AsChat,
	}.Screen(w)
}

// challenge returns the message of a table that isn't played yet.
func (rs *readers) challenge(t *match.Table, m match.Message, taste people.Taste, w *words.Tongue) screens.Challenge {
	accept := "accept " + string(t.ID)
	page := screens.Challenge{Table: t, Reader: m.Place.User, Linked: rs.linked(t), Typed: rs.Lexicon.Line(accept, w), Pictures: rs.picturesIn(m.Place, taste)}
	if t.Chairs.IsOpen() {
		page.Links = rs.LinksTo(accept)
	}
	return page
}

// shared returns what the message shows of a table that is played as its other messages do.
func (rs *readers) shared(s tables.Snapshot, m match.Message, who people.Person, taste people.Taste) screens.Shared {
	t := s.Table
	page := screens.Shared{Texts: s.Texts, Linked: rs.linked(t), Pictures: rs.picturesIn(m.Place, taste)}
	if t.Stage == match.Playing {
		page.Waits = screens.Waits{Message: m, Clocks: rs.clocks(t), Zone: rs.People.ZoneOf(who), ZoneName: who.ZoneName(),
			Unreached: rs.Facts.Unreached(t), OnlyStart: rs.Outbox.Traits(m.Place).OnlyPrivate}
	}
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
		if decks := t.Decks(); decks.WaitsForCut() == engine.Seat(s) {
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
