package messages

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/outbox/notice"
	"tarockbot/bot/people"
	"tarockbot/bot/screens"
	"tarockbot/bot/tables"
	"tarockbot/engine"
	"tarockbot/render/words"
)

// Readers knows the languages and settings of readers, and makes what they read.
type Readers struct{ config Config }

// Tongue returns the texts in the person's language for the platform.
func (rs *Readers) Tongue(p people.Person, platform string) *words.Tongue {
	return rs.WithCommands(platform, rs.config.Words.In(p.Lang, p.Heard, rs.config.Language))
}

// WithCommands returns the texts with commands as the platform's users type them.
func (rs *Readers) WithCommands(platform string, t *words.Tongue) *words.Tongue {
	if s, ok := rs.config.Platforms[platform].(chat.CommandFormatter); ok {
		return t.WithCommands(s.FormatCommand)
	}
	return t.WithCommands(nil)
}

// readerOf returns the language of the message and, for a private message, its reader.
func (rs *Readers) readerOf(t *match.Table, m match.Message) (people.Person, *words.Tongue) {
	if m.Place.User != "" {
		if who, known, _ := rs.config.People.LookupLinked(rs.config.Running, m.Place.User); known {
			return who, rs.Tongue(who, m.Place.Platform())
		}
	}
	return people.Person{}, rs.WithCommands(m.Place.Platform(), rs.config.Words.In(rs.langAt(t, m), rs.config.Language))
}

// langAt returns the language of a board: that of its space; else the table's in its first space, the bot's
// elsewhere.
func (rs *Readers) langAt(t *match.Table, m match.Message) string {
	id, lang := t.Places().SpaceOf(m), t.Lang
	if id != "" && id != t.Space {
		lang = rs.config.Language
	}
	s, err := rs.config.Spaces.At(rs.config.Running, id)
	if err != nil {
		rs.config.Log.Warn("the language of a place can't be read", "platform", m.Place.Platform(), "err", err)
	}
	return cmp.Or(s.Lang, lang)
}

// tasteAt returns the picture settings for the message: the reader's in private, the host's in public.
func (rs *Readers) tasteAt(t *match.Table, m match.Message, reader people.Person) people.Taste {
	if m.Place.Chat == "" {
		return reader.Taste
	}
	host, _, _ := rs.config.People.Lookup(rs.config.Running, t.Chairs[0].User) // after an error the defaults do no harm
	return host.Taste
}

// Pictures returns how pictures are drawn with the settings.
func (rs *Readers) Pictures(of people.Taste) screens.Pictures {
	if of.TextOnly {
		return screens.Pictures{}
	}
	return screens.Pictures{Studio: rs.config.Studio, TwoColours: of.TwoColours}
}

// picturesIn returns how pictures are drawn with the settings in the place.
func (rs *Readers) picturesIn(place chat.Place, of people.Taste) screens.Pictures {
	p := rs.Pictures(of)
	p.Unmarked = rs.config.Outbox.Traits(place).Rations
	return p
}

// LinksTo returns, per platform, a link that enters the line.
func (rs *Readers) LinksTo(line string) (links []screens.PlatformLink) {
	for _, name := range slices.Sorted(maps.Keys(rs.config.Platforms)) {
		if linker, ok := rs.config.Platforms[name].(chat.Linker); ok {
			if link := linker.Link(line); link != "" {
				links = append(links, screens.PlatformLink{Platform: name, Link: link})
			}
		}
	}
	return links
}

// DeadlineFor formats a time in the reader's zone. For boards, whose reader is the zero Person, it uses the bot's
// zone.
func (rs *Readers) DeadlineFor(at time.Time, live bool, reader people.Person, w *words.Tongue) chat.Span {
	return screens.When(at, live, rs.config.People.ZoneOf(reader), reader.ZoneName(), w)
}

// linked returns, by chair, all accounts of its player or of the person invited.
func (rs *Readers) linked(t *match.Table) [][]chat.UserID {
	all := make([][]chat.UserID, len(t.Chairs))
	for s, c := range t.Chairs {
		id := c.Person
		if c.KeptFor != "" {
			id = rs.config.Facts.PersonOf(c.KeptFor).ID
		}
		for _, x := range rs.config.People.Links.Of(id).All {
			all[s] = append(all[s], x.User)
		}
	}
	return all
}

// screen returns what the message shows its reader now.
func (rs *Readers) screen(s tables.Snapshot, m match.Message, who people.Person, w *words.Tongue) *chat.Screen {
	t, taste := s.Table, rs.tasteAt(s.Table, m, who)
	switch hasLeft := m.Last > 0; {
	case t.Closed == match.ClosedVoid:
		return screens.Lost(t, "closed.void", w)
	case t.Closed == match.ClosedAbandoned:
		return screens.Lost(t, "closed.abandoned", w)
	case hasLeft && t.Stage == match.Finished:
		return screens.Parted(t, "panel.left", w)
	case hasLeft && t.Stage != match.Closed:
		return screens.Parted(t, "challenge.without-you", w)
	case t.Stage == match.Open || t.Stage == match.Closed:
		return rs.challenge(t, m, taste, w).Screen(w)
	case m.Seat == engine.Nobody:
		return screens.Board{Table: t, Shared: rs.shared(s, m, people.Person{}, taste)}.Screen(w) // in the bot's zone
	case !rs.config.Facts.MayRead(t, m):
		return screens.Parted(t, "panel.unlinked", w)
	}
	return screens.Panel{
		Hand:     screens.Hand{Table: t, Seat: m.Seat, Confirm: who.Confirm, Chosen: s.ChosenFor(m.Seat)},
		Shared:   rs.shared(s, m, who, taste),
		Coach:    screens.Coach{Advises: who.Advised, Courses: rs.config.Courses},
		NeverCut: who.NeverCut, Felt: rs.config.Outbox.Traits(m.Place).Felt && !taste.AsChat,
	}.Screen(w)
}

// challenge returns the message of a table that isn't played yet.
func (rs *Readers) challenge(t *match.Table, m match.Message, taste people.Taste, w *words.Tongue) screens.Challenge {
	accept := "accept " + string(t.ID)
	page := screens.Challenge{Table: t, Reader: m.Place.User, Linked: rs.linked(t), Typed: rs.config.Lexicon.Line(accept, w), Pictures: rs.picturesIn(m.Place, taste)}
	if t.Chairs.IsOpen() {
		page.Links = rs.LinksTo(accept)
	}
	return page
}

// shared returns what the message of a table that is played has in common with its other messages.
func (rs *Readers) shared(s tables.Snapshot, m match.Message, who people.Person, taste people.Taste) screens.Shared {
	t := s.Table
	page := screens.Shared{Texts: s.Texts, Linked: rs.linked(t), Pictures: rs.picturesIn(m.Place, taste)}
	if t.Stage == match.Playing {
		page.Waits = screens.Waits{Message: m, Clocks: rs.clocks(t), Zone: rs.config.People.ZoneOf(who), ZoneName: who.ZoneName(),
			Unreached: rs.config.Facts.Unreached(t), OnlyStart: rs.config.Outbox.Traits(m.Place).OnlyPrivate}
	}
	return page
}

// clocks returns the seats' deadlines and absences.
func (rs *Readers) clocks(t *match.Table) []screens.SeatClock {
	all := make([]screens.SeatClock, len(t.Chairs))
	for s, c := range t.Chairs {
		all[s].Away = rs.config.Facts.AwayUntil(c)
		if c.Timer.On != "" {
			all[s].Lost, all[s].Until = rs.config.Facts.IsLost(c.Timer.On), rs.config.Now().Add(c.Timer.Remaining(rs.config.Facts))
		}
		if decks := t.Decks(); decks.WaitsForCut() == engine.Seat(s) {
			all[s].Until = rs.config.Now().Add(decks.CutAt() - rs.config.Facts.Ran())
		}
	}
	return all
}

// notice returns the notice's screen in its reader's language.
func (rs *Readers) notice(n notice.Notice) chat.Screen {
	_, w := rs.readerOf(&match.Table{}, match.Message{Place: chat.Place{User: n.To}})
	page := screens.Notice{What: n.What, Name: n.Name, User: n.User, At: n.At}
	return *page.Screen(w)
}
