package screens_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"tarockbot/bot/chat"
	"tarockbot/bot/screens"
	"tarockbot/bot/screens/guides"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render/words"
)

func gameWithGuide(id string, files map[string][2]string) engine.Game {
	guide := make(fstest.MapFS)
	for name, texts := range files {
		guide["en/"+name] = &fstest.MapFile{Data: []byte(texts[0])}
		guide["de/"+name] = &fstest.MapFile{Data: []byte(texts[1])}
	}
	return engine.Game{ID: id, Seats: 2, Guide: guide}
}

func TestGuide(t *testing.T) {
	t.Parallel()
	all := []engine.Game{
		gameWithGuide("kosakeln", map[string][2]string{
			"01-aim.md": {"# The aim\n\nTake **tricks**.\n", "# Das Ziel\n\nMach **Stiche**.\n"},
			"02-auction.md": {
				"# The auction\n\nWho bids plays.\n\n## Calls\n\n- Solo: alone\n- **Dreiblatt**\n\n\nIt ends with a pass.\n",
				"# Das Lizitieren\n\nWer bietet, spielt.\n\n## Gebote\n\n- Solo: allein\n- **Dreiblatt**\n\n\nEs endet mit Weiter.\n",
			},
			"03-scoring.md": {"# Scoring\n\nPoints.\n", "# Abrechnung\n\nPunkte.\n"},
		}),
		gameWithGuide("illustrated", map[string][2]string{"01-auction.md": {"# Bidding\n\nDifferent.\n", "# Bieten\n\nAnders.\n"}}),
		gameWithGuide("strohmandeln", map[string][2]string{"01-aim.md": {"# What for\n\nFun; a **solo** too.\n", "# Wozu\n\nSpaß; auch ein **Solo**.\n"}}),
	}
	catalogue := loadCatalogue(t)
	topics, err := guides.NewTopics(all, catalogue)
	if err != nil {
		t.Fatal(err)
	}
	page := func(played int, want string) func(*words.Tongue) *chat.Screen {
		return func(w *words.Tongue) *chat.Screen {
			s, err := screens.Rules{Topics: topics, Games: all, PlayedCount: played, TypedTopic: want}.Screen(w)
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
	}
	checkPages(t, "guide",
		pageCase{"a new player asks for the rules", page(0, "")},
		pageCase{"a Kosakeln player asks for the rules", page(1, "")},
		pageCase{"a new player asks about the auction", page(0, "auction")},
		pageCase{"a new player asks about a Solo", page(0, "what is a solo")},
		pageCase{"suggestions for “auc” to a Kosakeln player", func(w *words.Tongue) *chat.Screen {
			return screens.Rules{Topics: topics, Games: all, PlayedCount: 1, TypedTopic: "auc"}.Suggestions(w)
		}},
	)
	if _, err := (screens.Rules{Topics: topics, Games: all, TypedTopic: "chess"}).Screen(catalogue.In("en")); !chat.IsRefusal(err, "no-topic") {
		t.Errorf("asked for chess: %v, want the refusal no-topic", err)
	}
}

func TestTermsAreAnsweredFirst(t *testing.T) {
	t.Parallel()
	catalogue, topics := readTopics(t)
	w := catalogue.In("en")
	for _, g := range games.All() {
		openPage := func(want string) (s *chat.Screen, first string) {
			s, err := screens.Rules{Topics: topics, Games: []engine.Game{g}, PlayedCount: 1, TypedTopic: want}.Screen(w)
			if err != nil {
				t.Fatalf("%s: %q: %v", g.ID, want, err)
			}
			return s, s.Text[0].String()
		}
		for _, term := range topics.Glossary(g.ID, w) {
			for _, word := range term.Words {
				if _, first := openPage(word); !strings.HasPrefix(first, term.Meaning) && !strings.Contains(strings.ToLower(first), strings.ToLower(word)) {
					t.Errorf("%s: the page about %q begins with %q, want %q", g.ID, word, first, term.Meaning)
				}
			}
		}
		list, _ := openPage("")
		for _, row := range list.Buttons {
			for _, b := range row {
				if topic, is := strings.CutPrefix(b.Line, "rules "+g.ID+" "); is {
					if _, first := openPage(topic); first != b.Label {
						t.Errorf("%s: the button %q leads to %q", g.ID, b.Label, first)
					}
				}
			}
		}
	}
}
