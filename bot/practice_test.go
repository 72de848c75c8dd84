package bot_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/engine/games"
	"tarockbot/render/words"
	"tarockbot/storage/memory"
)

// linesWith are the lines of the page's buttons that begin so.
func linesWith(s chat.Screen, prefix string) (found []string) {
	for _, l := range lines(s) {
		if strings.HasPrefix(l, prefix) {
			found = append(found, l)
		}
	}
	return found
}

// TestWhichGame: who names no game, and plays none, chooses from all of them.
func TestWhichGame(t *testing.T) {
	t.Parallel()
	for _, lang := range []string{"en", "de"} {
		w := startWorld(t, memory.New())
		w.mustSay("anna", "settings lang "+lang)
		for _, command := range []string{"practice ", "rules "} {
			s := *w.mustSay("anna", strings.TrimSpace(command)).Screen
			var want []string
			for _, g := range games.All() {
				want = append(want, command+g.ID)
			}
			if got := linesWith(s, command); !slices.Equal(got, want) {
				t.Errorf("%s: %q offers %q, want %q", lang, command, got, want)
			}
		}
		if s := *w.mustSay("anna", "games").Screen; len(linesWith(s, "hand ")) > 0 {
			t.Errorf("a match has begun that nobody has chosen:\n%s", text(s))
		}
		help := w.mustSay("anna", "help").Screen
		for _, g := range games.All() {
			if name := in(lang).Say("game." + g.ID); !contains(name)(*help) || strings.Contains(help.Text[0].String(), name) {
				t.Errorf("the help doesn't name %s among all, or is headed with it:\n%s", name, text(*help))
			}
		}
	}
}

// TestGameAtHand: the game that a person plays is meant first, and after that
// the one they have played last.
func TestGameAtHand(t *testing.T) {
	t.Parallel()
	for _, g := range games.All() {
		t.Run(g.ID, func(t *testing.T) {
			w := startWorld(t, memory.New())
			w.mustSay("anna", linesWith(*w.mustSay("anna", "practice").Screen, "practice "+g.ID)[0])
			for line, want := range map[string]string{"rules": "rules " + g.ID, "rules scoring": "rules " + g.ID + " scoring"} {
				got, all := text(*w.mustSay("anna", line).Screen), text(*w.mustSay("anna", want).Screen)
				if got != all {
					t.Errorf("%q shows\n%s\nwant\n%s", line, got, all)
				}
			}
			first := func() string { return line(*w.mustSay("anna", "practice").Screen, "practice ") }
			if got := first(); got != "practice "+g.ID {
				t.Errorf("while it is played %q is first", got)
			}
			w.mustSay("anna", "leave yes")
			if got := first(); got != "practice "+g.ID {
				t.Errorf("after it was played %q is first", got)
			}
			if got := linesWith(*w.mustSay("anna", "rules").Screen, "rules "); len(got) != len(games.All()) {
				t.Errorf("who plays nothing any more is offered %q", got)
			}
		})
	}
}

// TestPlayNow: who is new plays the first game at once, and is offered the lessons, once;
// everybody else plays by the rules that they have played last, however long ago.
func TestPlayNow(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	offer := map[string]string{"anna": " " + said("learn.offer")} // bert has had it with the challenge
	plays := func(who string, wants ...string) {
		t.Helper()
		if got := w.mustSay(who, "now").Alert; got != said("challenge.accepted", "Name", said("name.introduced", "Name", isolated(said("name.computer.medium")), "Level", said("computer.level.medium")))+offer[who] {
			t.Errorf("%s is told %q", who, got)
		}
		delete(offer, who)
		s := *w.mustSay(who, "now").Screen
		for _, want := range wants {
			if !contains(want)(s) {
				t.Errorf("%s plays\n%s\nwant %s", who, text(s), want)
			}
		}
	}
	plays("anna", said("rules.kosakeln/bamberger"))
	for _, wait := range []time.Duration{0, 48 * time.Hour} {
		w.mustSay("anna", "leave yes")
		w.pass(time.Second)
		w.mustSay("anna", "practice extended throw-in 2")
		w.mustSay("anna", "leave yes")
		w.pass(wait)
		plays("anna", said("rules.strohmandeln/extended"), said("option.simple.throw-in"))
	}
	w.seat("carl", "bert", "spieleversum 2")
	plays("bert", said("rules.kosakeln/spieleversum"))
}

// TestPlayNowLeadsBack: what waits for somebody is gone on with, and nothing else begins.
func TestPlayNowLeadsBack(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.seat("anna", "bert", "bamberger 2")
	w.mustSay("anna", "jetzt")
	begun := linesWith(*w.mustSay("anna", "games").Screen, "hand ")
	if len(begun) != 2 {
		t.Fatalf("anna plays at %q", begun)
	}
	s := w.mustSay("anna", "now").Screen
	if s == nil || !contains(said("name.computer.medium"))(*s) || contains("bert")(*s) {
		t.Errorf("anna is led to %+v", s)
	}
	if now := linesWith(*w.mustSay("anna", "games").Screen, "hand "); !slices.Equal(now, begun) {
		t.Errorf("anna plays at %q, before at %q", now, begun)
	}
}

// TestPracticeWithFriend: a friend who is named for a match with the computer
// is challenged, or it is said why that can't be.
func TestPracticeWithFriend(t *testing.T) {
	t.Parallel()
	for line, refused := range map[string]string{
		"practice illustrated @bert": "", "practice @bert": "", "practice @bert computer=1": "",
		"practice kosakeln @bert": "kosakeln", "practice illustrated @bert @carl": "illustrated", "practice forty @bert": "strohmandeln",
	} {
		t.Run(line, func(t *testing.T) {
			w := introduced(t, "bert", "carl")
			if refused != "" {
				w.refuses("anna", line, "practice-friend", "Game", said("game."+refused))
				return
			}
			w.mustSay("anna", line)
			id := w.challenge()
			w.panel("bert", func(s chat.Screen) bool { return strings.Contains(text(s), asked("bert")) })
			w.mustSay("bert", "accept "+id)
			w.atTable(id, "anna", "bert")
		})
	}
}

// TestSeatsImplyTheGame: who names two others, and no game, means one for three.
func TestSeatsImplyTheGame(t *testing.T) {
	t.Parallel()
	for _, others := range []string{"@bert @carl", "@bert computer", "@bert computer=1", "computer=2"} {
		w := introduced(t, "bert", "carl")
		w.mustSay("anna", "challenge "+others)
		if strings.HasPrefix(others, "@") {
			id := w.challenge()
			w.mustSay("bert", "accept "+id)
			if strings.Contains(others, "carl") {
				w.mustSay("carl", "accept "+id)
			}
			w.atTable(id, "anna", "bert")
		}
		s := w.hand("anna", "")
		if !contains(said("rules.illustrated/loew"))(s) {
			t.Errorf("%q: anna plays\n%s", others, text(s))
		}
	}
}

// TestTwoComputers: they have different names, in words and in what is said of
// the picture.
func TestTwoComputers(t *testing.T) {
	t.Parallel()
	for _, lang := range []string{"en", "de"} {
		w := startWorld(t, memory.New(), withPictures)
		w.mustSay("anna", "settings lang "+lang)
		w.mustSay("anna", "practice illustrated")
		id := w.practiceTable()
		first := in(lang).Say("name.computer.medium")
		second := in(lang).Say("name.computer.nth", "Name", first, "Number", 2)
		check := func(where, text string) {
			t.Helper()
			rest := strings.ReplaceAll(strings.NewReplacer("\u2068", "", "\u2069", "").Replace(text), second, "")
			if rest == text || !strings.Contains(rest, first) {
				t.Errorf("%s, %s: want %q and %q in\n%s", lang, where, first, second, text)
			}
		}
		s := w.hand("anna", id)
		check("picture", s.Picture.Alt)
		w.mustSay("anna", "settings text")
		check("text", text(w.hand("anna", id)))
		check("games", text(*w.mustSay("anna", "games").Screen))
		w.mustSay("anna", "leave yes")
		check("history", text(*w.mustSay("anna", "history").Screen))
	}
}

// TestLengthIsSaid: a challenge and the page that puts it together say how long
// the match will be.
func TestLengthIsSaid(t *testing.T) {
	t.Parallel()
	for terms, want := range map[string]map[string]string{
		"illustrated":           {"en": "Series to 100, with 10 extra", "de": "Serie bis 100, 10 extra"},
		"mayr-sedlaczek":        {"en": "Series to 100, with 10 extra", "de": "Serie bis 100, 10 extra"},
		"strohmandeln":          {"en": "4 deals (2 rounds)", "de": "4 Spiele (2 Runden)"},
		"forty 2":               {"en": "2 deals (1 round)", "de": "2 Spiele (1 Runde)"},
		"kosakeln/bamberger 12": {"en": "12 deals (6 rounds)", "de": "12 Spiele (6 Runden)"},
	} {
		for lang, want := range want {
			w := newWorld(t)
			w.mustSay("anna", "settings lang "+lang)
			if s := *w.mustSay("anna", "setup "+terms).Screen; !contains(want)(s) {
				t.Errorf("%s: the page says\n%s, want %q", terms, text(s), want)
			}
			w.input(chat.Input{ID: w.newID(), User: user("anna"), Name: "anna", Chat: w.chat, SpaceLang: lang, Line: "challenge " + terms})
			w.wait(public, contains(want))
		}
	}
}

// in is the tongue of people who speak the language.
func in(lang string) *words.Tongue {
	catalogue, err := words.Load()
	if err != nil {
		panic(err)
	}
	return catalogue.In(lang)
}
