package messages

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/screens"
	"tarockbot/render/words"
)

// Readers knows what readers have chosen: languages, time zones, and how pictures look. For boards, it knows what their
// spaces and hosts have chosen.
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
