package bot_test

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/storage/memory"
)

// TestTablesPerOrigin: those who come from one place on the net open only so many tables
// that go on, and the tables don't tell where they come from.
func TestTablesPerOrigin(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withLimits(bot.Limits{TablesPerOrigin: 2}))
	const home, other = "192.0.2.1/32", "198.51.100.7/32"
	practice := func(who, origin string, allowed bool) {
		t.Helper()
		in := w.in(who, "practice kosakeln")
		in.Origin = origin
		if a := w.input(in); a.Refused == allowed || a.Refused && a.Alert != said("refuse.tables-origin", "Max", 2) {
			t.Errorf("%s from %q: %v %q", who, origin, a.Refused, a.Alert)
		}
	}
	practice("anna", home, true)
	practice("bert", home, true)
	practice("carl", home, false)
	practice("anna", home, false)
	practice("carl", other, true)
	practice("anna", "", true)
	practice("anna", "", true)
	for id, data := range w.documents("table") {
		if strings.Contains(string(data), "192.0.2") {
			t.Errorf("table %s tells where it was opened: %s", id, data)
		}
	}
	w.mustSay("bert", "leave yes")
	practice("carl", home, true)
}

// TestLimitsAtOnce: many challenges accepted in the same moment don't pass the
// limit of matches; challenges that wait don't count.
func TestLimitsAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var inputs []chat.Input
	for i := range 12 {
		host, guest := "host"+string(rune('a'+i)), "guest"+string(rune('a'+i))
		w.mustSay(host, "challenge bamberger")
		inputs = append(inputs, w.in(guest, "accept "+w.challenge()))
	}
	if n := accepted(w.atOnce(inputs...)); n != bot.DefaultTablesPerChat {
		t.Errorf("%d matches in one chat, want %d", n, bot.DefaultTablesPerChat)
	}
}

// TestSetupByButtons: all that the page that puts a challenge together offers leads to
// another such page, and its challenge is taken.
func TestSetupByButtons(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustSay("bert", "help")
	seen := map[string]bool{}
	pages := []string{"challenge", "setup more illustrated"}
	for len(pages) > 0 && len(seen) < 90 {
		s := w.mustSay("anna", pages[0]).Screen
		pages = pages[1:]
		for _, l := range lines(*s) {
			if strings.HasPrefix(l, "setup ") && !seen[l] {
				seen[l] = true
				pages = append(pages, l)
			}
		}
		post := line(*s, "challenge ")
		w.mustSay("anna", post)
		if strings.HasSuffix(post, "computer") {
			w.mustSay("anna", line(*w.mustSay("anna", "leave").Screen, "leave "))
		} else {
			w.mustSay("anna", "decline")
		}
	}
	if len(seen) < 60 {
		t.Errorf("only %d choices", len(seen))
	}
}

// linesWith are the lines of the page's buttons that begin so.
func linesWith(s chat.Screen, prefix string) (found []string) {
	for _, l := range lines(s) {
		if strings.HasPrefix(l, prefix) {
			found = append(found, l)
		}
	}
	return found
}

// TestNamesInPictures: the words for the picture call people and computer players as the board does, with a sign before
// who is called almost like somebody else.
func TestNamesInPictures(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withPictures)
	told := func(s chat.Screen, all ...string) {
		t.Helper()
		for _, name := range all {
			if !strings.Contains(s.Picture.Alt, name) || !strings.Contains(text(s), name) {
				t.Errorf("nobody is called %s:\n%s\n%s", name, text(s), s.Picture.Alt)
			}
		}
	}
	open := func(name string) chat.Screen {
		return w.wait(public, func(s chat.Screen) bool { return line(s, "accept ") != "" && contains(name)(s) && drawn(s) })
	}
	w.mustSay("ch1ef", "help")
	w.mustSay("chief", "challenge @ch1ef bamberger 2")
	s := open("ch1ef")
	if told(s, "⚠ ch1ef", "chief"); !strings.Contains(s.Picture.Alt, said("picture.asked")) || strings.Contains(s.Picture.Alt, "⚠ chief") {
		t.Errorf("the challenge is drawn as %s", s.Picture.Alt)
	}
	w.mustSay("ch1ef", "accept")
	told(w.wait(public, func(s chat.Screen) bool { return isBoard(s) && drawn(s) }), "⚠ ch1ef", "chief")
	w.mustSay("Resi", "practice illustrated")
	told(w.hand("Resi", ""), "☺ Resi", "Resi 2", "Resi 3")
	w.mustSay("anna", "challenge @Resi illustrated computer")
	told(open("anna"), "anna", "☺ Resi", "Resi 2")
}

// TestFault54Honest: fifty people shout as fast as they can; a table elsewhere
// is played as if they didn't, for most of what they shout isn't listened to.
func TestFault54Honest(t *testing.T) {
	t.Parallel()
	const most = 1000
	w := startWorld(t, memory.New(), withLimits(bot.Limits{InputsPerPerson: most, InputsPerChat: most}))
	id := w.seat("bamberger 2", "anna", "bert")
	const shouters, shouts = 50, 100 // each
	var shouting sync.WaitGroup
	var listened atomic.Int64
	for i := range shouters {
		shouting.Go(func() {
			for range shouts {
				in := w.in(fmt.Sprint("p", i), "challenge bamberger")
				in.Chat = "fake:loud"
				if a := w.input(in); a.Alert != said("refuse.slow", "Seconds", 1) {
					listened.Add(1)
				}
			}
		})
	}
	defer shouting.Wait()
	for range 100 {
		who, m := w.anyMove(id, "anna", "bert")
		if who == "" {
			who, m = "anna", "games"
		}
		w.mustSay(who, m)
	}
	shouting.Wait()
	if n := listened.Load(); n > most {
		t.Errorf("%d of %d shouts were listened to", n, shouters*shouts)
	}
}
