package bot_test

import (
	"strings"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/storage/memory"
)

// TestLookAlikesBeside: who is called almost like somebody at the same table, or on the same page, has a sign before the
// name there, in words and pictures.
func TestLookAlikesBeside(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withPictures)
	say := func(who, name, line string) chat.Answer {
		in := press(who, w.newID(), line)
		in.Name = name
		return w.input(in)
	}
	say("bert", "ch1ef", "help")
	say("carl", "chief", "challenge @bert bamberger 2")
	signed := func(where, shown string) {
		t.Helper()
		if !strings.Contains(shown, "⚠ ch1ef") || strings.Contains(shown, "⚠ chief") {
			t.Errorf("%s: the one who imitates isn't marked:\n%s", where, shown)
		}
	}
	s := w.wait(public, func(s chat.Screen) bool { return line(s, "accept ") != "" && drawn(s) })
	signed("challenge", text(s))
	signed("picture of the challenge", s.Picture.Alt)
	if asked := said("picture.asked"); !strings.Contains(s.Picture.Alt, asked) {
		t.Errorf("the picture doesn't tell that somebody %s: %s", asked, s.Picture.Alt)
	}
	say("bert", "ch1ef", "accept "+w.challenge())
	s = w.wait(public, func(s chat.Screen) bool { return isBoard(s) && drawn(s) })
	signed("board", text(s))
	signed("picture of the board", s.Picture.Alt)
	var offered []string
	for _, o := range say("anna", "anna", "challenge").Screen.Menus[0].Options {
		offered = append(offered, o.Label)
	}
	signed("page of a challenge", strings.Join(offered, "\n"))
	say("carl", "chief", "leave yes")
	signed("leaderboard", text(*say("anna", "anna", "leaderboard points").Screen))
}

// TestComputerAtTheDoor: a challenge names the computer player, in the picture as well, and nothing is called "?".
func TestComputerAtTheDoor(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withPictures)
	w.mustSay("Resi", "help")
	w.mustSay("anna", "challenge @Resi illustrated computer")
	s := w.wait(public, func(s chat.Screen) bool { return line(s, "accept ") != "" && drawn(s) })
	for _, name := range []string{"anna", "☺ Resi", "Resi 2"} {
		if !strings.Contains(s.Picture.Alt, name) || !strings.Contains(text(s), name) {
			t.Errorf("nobody is called %s:\n%s\n%s", name, text(s), s.Picture.Alt)
		}
	}
	setup := w.mustSay("anna", "setup illustrated @Resi computer=1").Screen
	if who := isolated("☺ Resi") + ", " + said("name.introduced", "Name", isolated("Resi 2"), "Level", said("computer.level.medium")); !contains(who)(*setup) {
		t.Errorf("the page of the challenge doesn't tell %s:\n%s", who, text(*setup))
	}
	if a := w.mustSay("carl", "challenge computer strong"); !strings.Contains(a.Alert, said("name.computer.strong")) {
		t.Errorf("who challenges the computer is told %q", a.Alert)
	}
}

// TestFault51LookAlikes: who is called almost like somebody else has a sign before the
// name, on boards and panels, in lists and pictures; nobody else has.
func TestFault51LookAlikes(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"Anna": false, "Anna ♥": false, "Анна": false,
		"Аnna": true, // Cyrillic А
		"𝐀nna": true, "ᴀnna": true,
	} {
		w := newWorld(t)
		in := chat.Input{ID: w.newID(), User: "fake:other", Name: name, Lang: "en", Chat: channel, Line: "challenge bamberger 2"}
		if a := w.input(in); a.Refused {
			t.Fatal(a.Alert)
		}
		board := text(w.wait(public, func(s chat.Screen) bool { return line(s, "accept ") != "" }))
		if got := strings.Contains(board, "\u2068⚠ "+name+"\u2069"); got != want || !strings.Contains(board, name) {
			t.Errorf("%s (%+q): marked %v, want %v\n%s", name, name, got, want, board)
		}
	}
}
