package messages

import (
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/tables/spaces"
	"tarockbot/engine"
)

func TestReadersLanguages(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	table, _ := r.table() // in German, in net:club
	r.person("net:anna", func(p *people.Account) { p.Lang = "en" })
	r.person("net:bert", func(p *people.Account) { p.ReportedLang = "de-AT" })
	r.person("net:carl", func(p *people.Account) { p.Lang, p.ReportedLang = "en", "de" })
	r.put(spaces.KindSpace, "net:english", spaces.Space{Lang: "en"})
	r.put(spaces.KindSpace, "net:german", spaces.Space{Lang: "de"})
	for _, tt := range []struct {
		name         string
		place        chat.Place
		space, first chat.ChatID
		want         string
	}{
		{"chosen language", chat.Place{User: "net:anna"}, "", "net:club", "en"},
		{"language reported by the platform", chat.Place{User: "net:bert"}, "", "net:club", "de"},
		{"chosen language, not the reported one", chat.Place{User: "net:carl"}, "", "net:club", "en"},
		{"an unknown reader", chat.Place{User: "net:dora"}, "", "net:club", "de"},
		{"a board in the first space", chat.Place{Chat: "net:club"}, "", "net:club", "de"},
		{"a board in the first space, which has a language", chat.Place{Chat: "net:club"}, "", "net:english", "en"},
		{"a board in another space", chat.Place{Chat: "net:pub"}, "net:pub", "net:club", "en"},
		{"a board in another space, which has a language", chat.Place{Chat: "net:pub"}, "net:german", "net:club", "de"},
		{"a board in no space", chat.Place{Chat: "net:pub"}, "", "net:club", "de"},
	} {
		table.Space = tt.first
		reader, w := r.Readers.readerOf(table, match.Message{Place: tt.place, Space: tt.space, Seat: engine.Nobody})
		if got := w.Tag(); got != tt.want {
			t.Errorf("%s: the language is %s, want %s", tt.name, got, tt.want)
		}
		if hasReader := reader.ID != ""; hasReader != (tt.place.User != "" && tt.place.User != "net:dora") {
			t.Errorf("%s: the message has a reader: %v, want the opposite", tt.name, hasReader)
		}
	}
}

func TestCommandsOfNetworks(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	for platform, want := range map[string]string{"net": "games", "slash": "/games", "elsewhere": "games"} {
		if got := r.Readers.TongueIn(platform, "de").Command("games"); got != want {
			t.Errorf("on %s the command is %q, want %q", platform, got, want)
		}
	}
	if got := r.Readers.TongueIn("net", "", "xx").Tag(); got != "en" {
		t.Errorf("without a known language, texts are in %s, want en", got)
	}
}

func TestPictureSettings(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	table, _ := r.table()
	host, head := r.config.Facts.PersonOf("net:anna"), r.person("page:anna", func(p *people.Account) { p.TwoColours = true })
	r.put(people.KindLink, "000000000001", people.LinkEntry{At: time.Now(), Person: host.ID, Into: head.ID})
	r.must(r.config.People.LoadLinks(t.Context()))
	reader := people.Person{Account: people.Account{DisplaySettings: people.DisplaySettings{TextOnly: true}}}
	panel, board := match.Message{Place: chat.Place{User: "net:bert"}}, match.Message{Place: chat.Place{Chat: "net:club"}}
	if got := r.Readers.displayAt(table, panel, reader); got != reader.DisplaySettings {
		t.Errorf("the panel's settings are %+v, want the reader's", got)
	}
	if got := r.Readers.displayAt(table, board, reader); got != head.DisplaySettings {
		t.Errorf("the board's settings are %+v, want the host's", got)
	}
}
