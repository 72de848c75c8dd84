package screens_test

import (
	"strings"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/match/terms"
	"tarockbot/bot/screens"
	"tarockbot/engine/games"
)

func typedTerms(t *testing.T, line string) terms.Terms {
	t.Helper()
	catalogue := loadCatalogue(t)
	typed := terms.NewPhrases(catalogue).Read(strings.Fields(line))
	all, said, err := terms.Parse(terms.GameFor(games.All(), typed), typed, catalogue.In("en"))
	if err == nil {
		err = all.Complete(said, catalogue.In("en"))
	}
	if err == nil {
		err = all.SetPace(match.DefaultPace)
	}
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestSetup(t *testing.T) {
	t.Parallel()
	near := []screens.Bystander{{ID: "17", Name: "Bert"}, {ID: "18", Name: "Carl"}}
	three := typedTerms(t, "illustrated @17 computer=1 pace=5d timeout=settle points=hidden")
	there, cut := typedTerms(t, "kosakeln"), typedTerms(t, "@17 pace=live cut=deal")
	three.InLastChat, there.InLastChat = true, true
	checkPages(t, "setup",
		pageCase{"for anybody, in private", screens.Setup{Terms: typedTerms(t, "kosakeln")}.Screen},
		pageCase{"for anybody, in the page's channel", screens.Setup{Terms: there, Network: "local"}.Screen},
		pageCase{"for a friend and the computer, in a chat", screens.Setup{Terms: three, Names: []string{"Bert"}, Nearby: near}.Screen},
		pageCase{"more choices, for two players", screens.Setup{Terms: typedTerms(t, "kosakeln contra 6 stake=10c"), More: true, Stakes: true}.Screen},
		pageCase{"more choices, for three players", screens.Setup{Terms: three, Names: []string{"Bert"}, More: true, Stakes: true}.Screen},
		pageCase{"a live match with a cut before each deal", screens.Setup{Terms: cut, Names: []string{"Bert"}}.Screen},
		pageCase{"the same with more choices", screens.Setup{Terms: cut, Names: []string{"Bert"}, More: true, Stakes: true}.Screen},
		pageCase{"with two strong computer players", screens.Setup{Terms: typedTerms(t, "illustrated level=strong")}.Screen},
		pageCase{"with the computer alone", screens.Setup{Terms: typedTerms(t, "strohmandeln computer")}.Screen},
	)
}

func TestConfig(t *testing.T) {
	t.Parallel()
	on := true
	usual := screens.Config{Home: "telegram:-5", Here: "telegram:-5", Languages: bothLanguages, Lang: "de", Pace: match.DefaultPace, DefaultTables: 3}
	other := screens.Config{
		Home: "discord:1", Here: "discord:1/3", Languages: bothLanguages, Rules: "kosakeln/bamberger", Length: 8, Pace: 5 * match.DayPace,
		Channels: []chat.ChatID{"discord:1/2"}, Tables: 7, DefaultTables: 3, Closed: true, Threaded: true, Threads: &on,
		Chats: map[chat.ChatID]chat.Span{"discord:1/2": {Text: "<#2>", Style: chat.Link}, "discord:1/3": {Text: "<#3>", Style: chat.Link}},
	}
	checkPages(t, "config",
		pageCase{"a group with the default values", usual.Screen},
		pageCase{"a server with all other values", other.Screen},
	)
}
