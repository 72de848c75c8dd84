package bot_test

import (
	"strings"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
)

// hostile are names that try to be something else (faults 50 and 51).
var hostile = []string{
	"@everyone", "<@123456>", "**bold** `code` [x](http://evil.example)", "<b>x</b><script>alert(1)</script>", "&lt;", "{{.Name}}",
	"_*[]()~`>#+-=|{}.!\\", "\u202etxet\u202c", "a\u200b\u200dna", "Аnnа", "\u2069\u2069① anna", strings.Repeat("W", 400), "دانيال", "",
	"\x1b[31mred", "anna\n\nbert", "%s %d %!", "\\*b*", "①", "Computer",
}

// TestFault50HostileNames: a name stands literally in the text of a span, within
// marks that keep its writing direction to itself, on every screen there is.
func TestFault50HostileNames(t *testing.T) {
	t.Parallel()
	for _, name := range hostile {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			say := func(who, name, line string) chat.Answer {
				in := press(who, w.newID(), line)
				in.Name = name
				return w.input(in)
			}
			say("bert", name, "help")
			say("anna", name, "challenge @bert bamberger 2")
			board := w.wait(public, func(s chat.Screen) bool { return line(s, "accept ") != "" })
			id := w.challenge()
			say("bert", name, "accept "+id)
			screens := []chat.Screen{board, *say("anna", name, "games").Screen, *say("anna", name, "hand").Screen}
			for range 4 {
				for _, who := range []string{"anna", "bert"} {
					if m := move(*say(who, name, "hand").Screen); m != "" {
						say(who, name, m)
					}
				}
			}
			say("anna", name, "undo")
			screens = append(screens, *say("bert", name, "hand").Screen)
			say("anna", name, line(*say("anna", name, "leave").Screen, "leave "))
			screens = append(screens, w.wait(public, isOver), *say("anna", name, "leaderboard").Screen, *say("anna", name, "history").Screen,
				*say("carl", name, "challenge").Screen)

			clean := displayname.Clean(name)
			found := 0
			for _, s := range screens {
				for _, shown := range texts(s) {
					found += countName(t, shown, clean)
				}
			}
			if found < 6 && clean != "" {
				t.Errorf("the name stands in %d places", found)
			}
		})
	}
}

// texts are all that a person reads of the screen.
func texts(s chat.Screen) []string {
	var all []string
	for _, l := range s.Text {
		all = append(all, l.String())
	}
	for _, row := range s.Buttons {
		for _, b := range row {
			all = append(all, b.Label)
		}
	}
	return all
}

// countName counts the isolated names in the text; what stands between the
// marks is the name as it is, behind a sign if it can be taken for another, or another's.
func countName(t *testing.T, shown, clean string) int {
	t.Helper()
	shown = strings.NewReplacer("\u2068⚠ ", "\u2068", "\u2068☺ ", "\u2068").Replace(shown)
	n := strings.Count(shown, "\u2068"+clean+"\u2069")
	rest := strings.ReplaceAll(shown, "\u2068"+clean+"\u2069", "")
	if strings.Count(rest, "\u2068") != strings.Count(rest, "\u2069") {
		t.Errorf("%+q has loose direction marks", shown)
	}
	if len(clean) > 3 && clean != "Computer" && strings.Contains(rest, clean) {
		t.Errorf("%+q has the name outside of its marks", shown)
	}
	return n
}
