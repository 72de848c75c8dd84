package bot_test

import (
	"slices"
	"strings"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/platform/bottest"
)

// topicsOf are the pages that the help leads to, by what leads there.
func (w *world) topicsOf(who string) map[string]chat.Screen {
	w.t.Helper()
	all := make(map[string]chat.Screen)
	for _, l := range linesWith(*w.mustSay(who, "help").Screen, "help ") {
		all[l] = *w.mustSay(who, l).Screen
	}
	return all
}

// TestHelpIsWhole: the help names all that can be typed, each command on the page of one
// topic, in the reader's words, and how pace, filters and quiet hours are said; each page
// fits into one message.
func TestHelpIsWhole(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for lang, wants := range map[string][]string{
		"en": {"queue XXI", "consent yes", "1 day", "live", "history @bert won 2026-10", "leaderboard week", "settings quiet", "friendly"},
		"de": {"vormerken XXI", "erlauben ja", "1 tag", "live", "verlauf @bert gewonnen 2026-10", "rangliste woche", "einstellungen ruhe", "ohne wertung"},
	} {
		w.mustSay("anna", "settings lang "+lang)
		told, listed := "", make(map[string]int)
		for topic, s := range w.topicsOf("anna") {
			for _, l := range s.Text {
				if len(l) > 0 && l[0].Style == chat.Code {
					listed[strings.Fields(l[0].Text)[0]]++
				}
			}
			told += text(s)
			if n := len([]rune(text(s))); n > 2000 {
				t.Errorf("%s: the page %q is %d characters long", lang, topic, n)
			}
		}
		for _, want := range wants {
			if !strings.Contains(told, want) {
				t.Errorf("%s: %q isn't told of in\n%s", lang, want, told)
			}
		}
		names := commandNames(t)
		for _, name := range names {
			if word := (speech.Command{Name: name}).Names(in(lang))[0]; listed[word] != 1 {
				t.Errorf("%s: %q is listed %d times", lang, word, listed[word])
			}
		}
		if len(listed) != len(names) {
			t.Errorf("%s: %d commands are listed, of %d", lang, len(listed), len(names))
		}
	}
}

// TestHelpButtons: what can be said as it stands has a button beside it, and there is a
// way back to all topics.
func TestHelpButtons(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustSay("anna", "settings lang de")
	var pressed []string
	for topic, s := range w.topicsOf("anna") {
		all := lines(s)
		if last := len(all) - 1; all[last] != "help" {
			t.Errorf("%q ends with %q", topic, all[last])
		}
		pressed = append(pressed, all[:len(all)-1]...)
		for _, b := range s.Buttons[0] {
			if !contains(b.Label + " – ")(s) {
				t.Errorf("%q offers %q, which isn't told of in\n%s", topic, b.Label, text(s))
			}
		}
	}
	more := []string{"accept", "decline", "consent", "verify"}
	want := slices.DeleteFunc(commandNames(t), func(name string) bool { return slices.Contains(more, name) })
	if slices.Sort(pressed); !slices.Equal(pressed, slices.Sorted(slices.Values(want))) {
		t.Errorf("%q can be pressed, want %q", pressed, want)
	}
}

// commandNames are the commands that people type.
func commandNames(t *testing.T) (all []string) {
	t.Helper()
	for _, c := range bottest.Vocabularies(t)[0].Commands {
		all = append(all, c.Name)
	}
	return all
}

// TestHelpTopicTyped: a topic can be typed, in either language.
func TestHelpTopicTyped(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for typed, want := range map[string]string{"hilfe mitspieler": "people", "help OPPONENTS": "people", "help time": "tables", "help spielen": "play"} {
		if got, all := text(*w.mustSay("anna", typed).Screen), text(*w.mustSay("anna", "help "+want).Screen); got != all {
			t.Errorf("%q shows\n%s\nwant\n%s", typed, got, all)
		}
	}
	if s := *w.mustSay("anna", "help nonsense").Screen; line(s, "help ") == "" {
		t.Errorf("no topics are offered:\n%s", text(s))
	}
}

// TestStart: who is new reads a sentence for each of three buttons, and is asked nothing.
func TestStart(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, lang := range []string{"en", "de"} {
		w.mustSay("anna", "settings lang "+lang)
		s := *w.mustSay("anna", "/start").Screen
		if got, want := lines(s), []string{"now", "learn", "challenge"}; !slices.Equal(got, want) {
			t.Errorf("%s: %q is offered, want %q", lang, got, want)
		}
		if len(s.Text) != 1+3 {
			t.Errorf("%s: the greeting says\n%s", lang, text(s))
		}
		for i, b := range s.Buttons[0] {
			if !strings.Contains(s.Text[1+i].String(), b.Label) {
				t.Errorf("%s: %q doesn't tell of %q", lang, s.Text[1+i].String(), b.Label)
			}
		}
	}
}

// TestDidYouMean: who mistypes a command is asked whether they meant it, and gets with a
// press what they would have got, with all that they have said besides.
func TestDidYouMean(t *testing.T) {
	t.Parallel()
	w := introduced(t, "bert")
	for typed, meant := range map[string]string{
		"chalenge @bert strohmandeln": "challenge @bert strohmandeln", "/HERAUSFORDEN @bert": "herausfordern @bert", "rulse kosakeln": "rules kosakeln",
		"Zürück": "zurueck", "paly XXI": "play XXI",
	} {
		a := w.says("anna", typed)
		word, _, _ := strings.Cut(typed, " ")
		want := said("refuse.misspelt", "Command", speech.PlainWord(strings.TrimPrefix(word, "/")), "Meant", strings.Fields(meant)[0])
		if !a.Refused || a.Alert != "" || a.Screen == nil || !contains(want)(*a.Screen) || !slices.Equal(lines(*a.Screen), []string{meant}) {
			t.Errorf("%q is answered %+v, want %q and a button for %q", typed, a, want, meant)
		}
	}
	w.refuses("anna", "xylophone @bert", "unknown-command", "Command", "xylophone")
	w.refuses("anna", "stup", "unknown-command", "Command", "stup") // nobody types what only buttons say
	w.mustSay("anna", line(*w.says("anna", "chalenge @bert").Screen, "challenge"))
	w.mustSay("bert", "accept "+w.challenge())
}
