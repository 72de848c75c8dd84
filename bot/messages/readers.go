package messages

import (
	"cmp"
	"context"
	"log/slog"
	"maps"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/screens"
	"tarockbot/bot/tables/players"
	"tarockbot/bot/tables/spaces"
	"tarockbot/render/words"
)

// Readers knows the languages and picture settings of readers, and of boards' spaces and hosts.
type Readers struct {
	running   context.Context
	log       *slog.Logger
	words     *words.Catalogue
	language  string // of people and spaces without one
	platforms map[string]chat.Platform
	facts     *players.Facts
	spaces    *spaces.Spaces
}

// Tongue returns the texts in the person's language.
func (rs *Readers) Tongue(p people.Person, platform string) *words.Tongue {
	return rs.TongueIn(platform, p.Lang, p.ReportedLang)
}

// TongueIn returns the texts in the first supported language of wanted, else in the bot's.
func (rs *Readers) TongueIn(platform string, wanted ...string) *words.Tongue {
	t := rs.words.In(append(wanted, rs.language)...)
	if s, ok := rs.platforms[platform].(chat.CommandFormatter); ok {
		return t.WithCommands(s.FormatCommand)
	}
	return t.WithCommands(nil)
}

func (rs *Readers) readerOf(t *match.Table, m match.Message) (people.Person, *words.Tongue) {
	if m.Place.User != "" {
		if person := rs.facts.PersonOf(m.Place.User); person.ID != "" {
			return person, rs.Tongue(person, m.Place.Platform())
		}
	}
	return people.Person{}, rs.TongueIn(m.Place.Platform(), rs.langAt(t, m))
}

// langAt returns a board's language: its space's or, in the first space, else the table's, or else the bot's.
func (rs *Readers) langAt(t *match.Table, m match.Message) string {
	id, lang := t.Places().SpaceOf(m), t.Lang
	if id != "" && id != t.Space {
		lang = rs.language
	}
	s, err := rs.spaces.At(rs.running, id)
	if err != nil {
		rs.log.Warn("language of a space not read", "platform", m.Place.Platform(), "err", err)
	}
	return cmp.Or(s.Lang, lang)
}

// displayAt returns the reader's settings for a private message, and the host's for a board.
func (rs *Readers) displayAt(t *match.Table, m match.Message, reader people.Person) people.DisplaySettings {
	if m.Place.Chat == "" {
		return reader.DisplaySettings
	}
	return rs.facts.PersonOf(t.Chairs[0].User).DisplaySettings
}

// LinksTo returns each platform's link that sends the command line.
func (rs *Readers) LinksTo(line string) (links []screens.PlatformLink) {
	for _, name := range slices.Sorted(maps.Keys(rs.platforms)) {
		if linker, ok := rs.platforms[name].(chat.Linker); ok {
			if link := linker.Link(line); link != "" {
				links = append(links, screens.PlatformLink{Platform: name, Link: link})
			}
		}
	}
	return links
}
