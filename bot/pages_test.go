package bot_test

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"tarockbot/bot/chat"
	"tarockbot/bot/tables/alarms"
)

func TestPracticeAndReplay(t *testing.T) {
	t.Parallel()
	for _, terms := range []string{"spieleversum 2", "strohmandeln 2", "extended throw-in 2", "forty 2", "illustrated uhu", "beck trischaken", "mayr-sedlaczek"} {
		t.Run(terms, func(t *testing.T) {
			w := newWorld(t)
			w.mustSay("anna", "practice "+terms)
			w.playMatch("anna")
			s := w.mustSay("anna", "history").Screen
			for next := offeredLine(*s, "replay "); next != ""; next = nextStep(*s) {
				s = w.mustSay("anna", next).Screen
				if strings.Contains(text(*s), "bonus.") || strings.Contains(text(*s), "verb.") {
					t.Fatalf("a text is missing:\n%s", text(*s))
				}
			}
		})
	}
}

func nextStep(s chat.Screen) string {
	row := s.Buttons[0]
	if i := slices.IndexFunc(row, func(b chat.Button) bool { return b.Label == "▶▶" }); !strings.Contains(text(s), "step "+strings.Fields(row[i].Line)[2]+" of") {
		return row[i].Line
	}
	return ""
}

func TestEveryPageInEveryLanguage(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.seat("bamberger 2", "anna", "bert")
	w.playMatch("anna", "bert")
	changingCommands := []string{"challenge", "now", "practice", "settings"}
	for _, lang := range []string{"en", "de"} {
		w.mustSay("anna", "settings lang "+lang)
		if len(w.bot.Materials.PrivacyPage(lang)) == 0 {
			t.Errorf("%s: the privacy page is empty", lang)
		}
		pages := []string{"challenge", "setup more illustrated", "help", "help standings", "rules", "rules course", "games", "leaderboard",
			"history", "settings", "replay " + id}
		listed, setups := len(pages), 0
		for i := 0; i < len(pages) && setups < 60; i++ {
			s := w.mustSay("anna", pages[i]).Screen
			if i < listed && (s == nil || s.Lang != lang || len(s.Text) == 0) {
				t.Fatalf("%q in %s got %+v", pages[i], lang, s)
			}
			isSetup := strings.HasPrefix(pages[i], "setup ")
			if isSetup {
				setups++
			}
			if s == nil || i >= listed && !isSetup {
				continue
			}
			for _, next := range offeredLines(*s) {
				if verb, _, _ := strings.Cut(next, " "); !slices.Contains(changingCommands, verb) && !slices.Contains(pages, next) {
					pages = append(pages, next)
				}
			}
		}
		if setups < 60 {
			t.Errorf("%s: only %d setup pages", lang, setups)
		}
	}
}

func TestChangedSettingsAreShownLater(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.seat("bamberger 2", "anna", "bert")
		w.wait(private("anna"), func(s chat.Screen) bool { return s.Lang == "en" })
		id := w.personOf("anna")
		w.edit("person", id, `^\{`, `{"lang":"de",`)
		must(t, w.bot.Documents().Commit(t.Context(), alarms.RedrawDocs(w.time(), chat.PersonID(id), "lang")...))
		w.wait(private("anna"), func(s chat.Screen) bool { return s.Lang == "de" })
	})
}

func TestAnswersCloseQuestions(t *testing.T) {
	t.Parallel()
	w := newLinkWorld(t)
	id := w.seat("bamberger 2", "anna", "bert")
	all := offeredLines(*w.mustSay("anna", "leave "+id).Screen)
	pause := all[slices.IndexFunc(all, func(l string) bool { return strings.HasSuffix(l, " pause") })]
	w.link(annaFake, annaTelegram)
	yes := w.in(annaTelegram, offeredLine(*w.mustSay(annaTelegram, "unlink").Screen, "unlink "))
	for i, tt := range []struct {
		in          chat.Input
		page, alert string
	}{
		{w.in(annaFake, "resign "+id+" no"), "resign", "resign.kept"},
		{w.in(annaFake, pause), "leave", "pause.asked"},
		{w.in(annaFake, "forget no"), "forget", "forget.kept"},
		{w.in("fake:bert", "leave "+id+" yes"), "leave", "leave.done"},
		{w.in(annaFake, "leave "+id+" yes"), "leave", "refuse.match-over"},
		{w.in(annaFake, "resign "+id+" yes"), "resign", "refuse.match-over"},
		{w.in(annaFake, "/Resign "+id+" yes"), "resign", "refuse.match-over"}, // as typed
		{w.in(annaFake, "forget 23456789 yes"), "forget", "refuse.forget-old"},
		{w.in(annaFake, "leave "+id), "", "refuse.match-over"}, // without yes it would ask again
		{yes, "link", "unlink.done"},
		{yes, "link", "refuse.done-already"}, // after the restart
		{w.in(annaTelegram, yes.Line), "link", "refuse.not-linked"},
	} {
		if i == 10 {
			w.restart()
		}
		if a := w.input(tt.in); a.Page != tt.page || a.Screen != nil || a.Alert != inEnglish(tt.alert) {
			t.Errorf("%q gets the answer %+v, want Page %q and Alert %q", tt.in.Line, a, tt.page, inEnglish(tt.alert))
		}
	}
}
