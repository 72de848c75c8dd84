package bot_test

import (
	"slices"
	"strings"
	"testing"

	"tarockbot/bot/screens/guides"
	"tarockbot/engine/games"
	"tarockbot/render/words"
	"tarockbot/storage/memory"
)

// TestTopics: a topic is found by its name and by the words of its title in any
// language.
func TestTopics(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New())
	want := text(*w.mustSay("anna", "rules contra").Screen)
	for _, line := range []string{"regeln kontra", "rules Kontra", "regeln contra"} {
		if got := text(*w.mustSay("anna", line).Screen); !samePage(got, want) {
			t.Errorf("%q shows\n%s\nwant\n%s", line, got, want)
		}
	}
	w.mustSay("anna", "regeln kurz")
	want = text(*w.mustSay("anna", "rules strohmandeln tricks").Screen)
	if want == text(*w.mustSay("anna", "rules tricks").Screen) {
		t.Errorf("both games have the same page:\n%s", want)
	}
	for _, line := range []string{"rules Strohmandeln Tricks", "regeln strohmandeln stiche"} {
		if got := text(*w.mustSay("anna", line).Screen); got != want {
			t.Errorf("%q shows\n%s\nwant\n%s", line, got, want)
		}
	}
	w.mustSay("anna", "rules undertaking") // only one game has it
	w.mustSay("anna", "rules strohmandeln")
	w.refuses("anna", "rules strohmandeln talon", "no-topic", "Topic", "talon")
	w.refuses("anna", "regeln nichts", "no-topic", "Topic", "nichts")
}

// samePage says that both show the same page of the rules, maybe after what a term means that one
// has asked for.
func samePage(one, other string) bool {
	return strings.HasSuffix(one, other) || strings.HasSuffix(other, one)
}

// TestTopicOfRules: a rule set that is named with its game leads to the page about it, as each button to a page leads to
// that.
func TestTopicOfRules(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, line := range []string{"rules kosakeln beck", "rules kosakeln/beck", "regeln kosakeln beck", "rules beck"} {
		if s := text(*w.mustSay("anna", line).Screen); !strings.Contains(s, "Beck's Kosakeln") {
			t.Errorf("%s shows\n%s", line, s)
		}
	}
	for _, g := range games.All() {
		for _, row := range w.mustSay("anna", "rules "+g.ID).Screen.Buttons {
			for _, b := range row {
				if topic, is := strings.CutPrefix(b.Line, "rules "+g.ID+" "); is && !strings.Contains(text(*w.mustSay("anna", b.Line).Screen), b.Label) {
					t.Errorf("%s: the button %q leads elsewhere", topic, b.Label)
				}
			}
		}
	}
}

// TestTopicOfOwnGame: a word that several games know leads to the page of the
// one that is played, and what only another knows to that one's.
func TestTopicOfOwnGame(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New())
	page := func(line string) string { return text(*w.mustSay("anna", line).Screen) }
	w.mustSay("anna", "practice strohmandeln")
	for line, same := range map[string]string{
		"rules tricks": "rules strohmandeln tricks", "rules": "rules strohmandeln", "rules fold": "rules strohmandeln undertaking",
		"rules unterer": "rules kosakeln auction", "rules illustrated series": "rules illustrated scoring",
	} {
		if got, want := page(line), page(same); !samePage(got, want) {
			t.Errorf("%q shows\n%s\nwant\n%s", line, got, want)
		}
	}
}

// TestTopicsSuggested: what somebody types may mean a page of any game; the
// pages of the game that is played come first, and there are some of each.
func TestTopicsSuggested(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New())
	w.mustSay("anna", "practice strohmandeln")
	lines := func(typed string) (all []string) {
		for _, row := range w.mustSay("anna", "topics "+typed).Screen.Buttons {
			all = append(all, row[0].Line)
		}
		return all
	}
	all := lines("")
	for i, want := range map[int]string{0: "rules strohmandeln course", 15: "rules kosakeln course", 16: "rules illustrated course"} {
		if len(all) < 40 || all[i] != want {
			t.Errorf("place %d of %q isn't %s", i, all, want)
		}
	}
	for typed, want := range map[string]string{
		"nullrunde": "rules strohmandeln scoring", "Ablö": "rules illustrated auction", "trischaken": "rules illustrated trischaken",
		"tausch": "rules kosakeln exchange", "illustrated contra": "rules illustrated contra",
	} {
		if got := lines(typed); !slices.Contains(got, want) || len(got) > 12 {
			t.Errorf("%q suggests %q, want %s among a few", typed, got, want)
		}
	}
	if got := lines("xyz"); len(got) > 0 {
		t.Errorf("xyz suggests %q", got)
	}
}

// TestHandOfManyTables: with several tables the hand lists them, with a button
// for each.
func TestHandOfManyTables(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New())
	w.mustSay("anna", "practice kosakeln")
	w.mustSay("anna", "practice kosakeln")
	s := w.mustSay("anna", "hand").Screen
	n := 0
	for _, row := range s.Buttons {
		if len(row) > 0 && len(row[0].Line) > len("hand ") && row[0].Line[:5] == "hand " {
			n++
		}
	}
	if n != 2 {
		t.Errorf("%d hands to choose from in\n%s", n, text(*s))
	}
}

// TestRefusalLeadsToItsGame: what the rules don't allow leads to the rules of
// that game, and says which they are.
func TestRefusalLeadsToItsGame(t *testing.T) {
	t.Parallel()
	for _, g := range games.All() {
		for _, set := range g.Rules {
			w := startWorld(t, memory.New())
			w.mustSay("anna", "practice "+set.ID)
			page := w.hand("anna", w.practiceTable())
			a := w.says("anna", "talon 3") // not yet, or never
			if want := said("hint.rules", "Rules", said("rules."+set.ID), "Game", g.ID, "Topic", "course"); !strings.HasSuffix(a.Alert, want) {
				t.Errorf("%s: anna is told %q, want at its end %q\n%s", set.ID, a.Alert, want, text(page))
			}
			w.mustSay("anna", "rules "+g.ID+" course")
		}
	}
}

// TestCourseOfEachGame: the short course of one game leads on to that
// of each other game; so does a topic that several have.
func TestCourseOfEachGame(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New())
	page := w.mustSay("anna", "rules course").Screen
	for _, g := range games.All()[1:] {
		want := text(*w.mustSay("anna", "rules "+g.ID+" course").Screen)
		if got := text(*w.mustSay("anna", line(*page, "rules "+g.ID+" ")).Screen); got != want {
			t.Errorf("the button leads to\n%s\nwant\n%s", got, want)
		}
	}
	if got := line(*w.mustSay("anna", "rules auction").Screen, "rules illustrated"); got != "rules illustrated auction" {
		t.Errorf("the page about the auction leads to %q", got)
	}
	if got := line(*w.mustSay("anna", "rules kosakeln auction").Screen, "rules illustrated"); got != "" {
		t.Errorf("the page of one game leads to %q", got)
	}
}

// TestTermTold: who asks for a term reads first what the glossary says of it.
func TestTermTold(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New())
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	topics, err := guides.NewTopics(games.All(), catalogue)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range games.All() {
		for _, term := range topics.Glossary(g.ID, english()) {
			for _, word := range term.Words {
				s := text(*w.mustSay("anna", "rules "+g.ID+" "+word).Screen)
				if title := strings.HasPrefix(s, term.Meaning); !title && !strings.Contains(strings.ToLower(strings.SplitN(s, "\n", 2)[0]), strings.ToLower(word)) {
					t.Errorf("rules %s %s shows\n%s\nwant %q first", g.ID, word, s, term.Meaning)
				}
			}
		}
	}
	if s := text(*w.mustSay("anna", "rules personal talon").Screen); !strings.HasPrefix(s, "Personal talon: ") {
		t.Errorf("the words of one game's glossary lead to\n%s", s)
	}
}
