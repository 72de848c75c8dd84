package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"tarockbot/bot/chat"
)

// called is how a name stands in a text.
func called(who string) string { return "\u2068" + who + "\u2069" }

// TestBlock: who is blocked can't challenge or join the one who blocks, gets a
// word that doesn't say why, and others can; the other way round it can't be
// forgotten. Unblocked, all is as before. It outlives a restart.
func TestBlock(t *testing.T) {
	t.Parallel()
	for _, words := range [][2]string{
		{"block @mallory", "block off @mallory"}, {"blockieren @mallory", "blockieren @mallory aus"},
		{"block @mallory", "block off mallory"},
	} {
		t.Run(words[0]+", "+words[1], func(t *testing.T) {
			w := newWorld(t)
			w.mustSay("anna", "help")
			w.mustSay("mallory", "help")
			if a := w.mustSay("anna", words[0]); a.Alert != said("block.done", "Name", called("mallory")) || a.Page != "block" {
				t.Errorf("anna is told %+v", a)
			}
			w.restart()
			w.refuses("mallory", "challenge @anna", "not-now", "Name", called("anna"))
			w.refuses("anna", "challenge @mallory", "you-block", "Name", called("mallory"))
			w.mustSay("anna", "challenge bamberger")
			code := w.challenge()
			w.unchanged("the blocked one", func() {
				w.refuses("mallory", "accept "+code, "not-for-you")
				w.refuses("mallory", "accept", "not-for-you")
			})
			if a := w.mustSay("anna", words[1]); a.Alert != said("block.undone", "Name", called("mallory")) {
				t.Errorf("anna is told %+v", a)
			}
			w.refuses("anna", words[1], "not-blocked", "Name", "mallory")
			w.mustSay("mallory", "accept "+code)
		})
	}
}

// TestBlockPage: those who are blocked are listed, with buttons that end it.
func TestBlockPage(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	if s := w.mustSay("anna", "block").Screen; !contains(said("block.none"))(*s) || len(s.Buttons) > 0 {
		t.Errorf("nobody is blocked:\n%s", text(*s))
	}
	w.mustSay("anna", "block") // twice is as once
	for _, who := range []string{"mallory", "trudy", "mallory"} {
		w.mustSay(who, "help")
		w.mustSay("anna", "block @"+who)
	}
	s := w.mustSay("anna", "block").Screen
	want := []string{"block off fake:mallory", "block off fake:trudy"}
	if got := lines(*s); !slices.Equal(got, want) || s.Buttons[0][0].Label != said("block.end", "Name", called("mallory")) {
		t.Fatalf("the page offers %q, want %q", got, want)
	}
	s = w.mustSay("anna", want[0]).Screen
	if got := lines(*s); !slices.Equal(got, want[1:]) {
		t.Errorf("then the page offers %q, want %q", got, want[1:])
	}
	w.mustSay("mallory", "challenge @anna")
}

// TestBlockFromAChallenge: a challenge to me can be answered so; that declines
// it, and whatever else is open from them to me.
func TestBlockFromAChallenge(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustSay("anna", "help")
	w.mustSay("mallory", "challenge @anna")
	button := line(w.panel("anna", func(s chat.Screen) bool { return line(s, "block ") != "" }), "block ")
	w.mustSay("anna", button)
	w.wait(public, contains(said("closed.now", "Guest", called("anna"))))
	w.refuses("mallory", "challenge @anna", "not-now", "Name", called("anna"))
	w.mustSay("mallory", "challenge bamberger") // the old one is in nobody's way
}

// TestBlockAtTheTable: the opponent at a table can be blocked by its code,
// wherever they are from. The match goes on, but has no rematch unless the one
// who blocks asks for it.
func TestBlockAtTheTable(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		id := w.seat("anna", "mallory", "bamberger 2")
		w.mustSay("anna", "block "+strings.ToUpper(id))
		w.play("anna", "mallory")
		w.unchanged("the blocked one", func() { w.refuses("mallory", "rematch "+id, "no-rematch") })
		w.mustSay("anna", "rematch "+id)
		w.mustSay("mallory", "rematch "+id)
	})
}

// TestBlockOffers: whoever is blocked isn't offered as a friend any more.
func TestBlockOffers(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustSay("mallory", "help")
	offered := func() bool {
		s := w.mustSay("anna", "challenge").Screen
		return slices.ContainsFunc(lines(*s), func(l string) bool { return strings.HasSuffix(l, "@mallory") })
	}
	if !offered() {
		t.Fatal("mallory isn't offered before")
	}
	w.mustSay("anna", "block @mallory")
	if offered() {
		t.Error("mallory is offered")
	}
}

// TestBlockRefused: what makes no sense is refused, and the list is bounded.
func TestBlockRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustSay("anna", "help")
	for _, tt := range []struct{ line, reason string }{
		{"block @anna", "block-yourself"}, {"block anna", "block-whom"}, {"block @bert @carl", "block-whom"},
		{"block off", "block-whom"}, {"block 22222222", "no-table"}, {"block 2222222x", "no-table"},
	} {
		w.refuses("anna", tt.line, tt.reason)
	}
	w.refuses("anna", "block @nobody", "nobody", "Name", "nobody")
	w.refuses("anna", "block off @nobody", "not-blocked", "Name", "nobody")
	w.mustSay("anna", "practice bamberger 2")
	w.refuses("anna", "block "+strings.TrimPrefix(line(*w.mustSay("anna", "games").Screen, "hand "), "hand "), "block-whom")
	for i := range 100 {
		who := fmt.Sprint("p", i)
		w.mustSay(who, "help")
		w.mustSay("anna", "block @"+who)
	}
	w.mustSay("mallory", "help")
	w.refuses("anna", "block @mallory", "blocked-many", "Max", 100)
}

// TestBlockOnce: the same press handed in again blocks nobody anew.
func TestBlockOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustSay("mallory", "help")
	in := press("anna", "the act", "block @mallory")
	first := w.input(in)
	w.mustSay("anna", "block off @mallory")
	if again := w.input(in); again.Alert != first.Alert || again.Screen != first.Screen {
		t.Errorf("delivered again it is answered %+v, before %+v", again, first)
	}
	w.restart()
	w.refusesInput(in, "done-already")
	w.mustSay("mallory", "challenge @anna")
}

// TestBlockLinked: who is blocked is it through all identities, also through one
// that was linked later; and who blocks does so through all of theirs.
func TestBlockLinked(t *testing.T) {
	t.Parallel()
	const mallory, other = chat.UserID("fake:mallory"), chat.UserID("telegram:mallory")
	w := newLinkWorld(t)
	for _, u := range []chat.UserID{here, telegram, local, mallory, other} {
		w.must(u, "help")
	}
	w.must(here, "block @mallory")
	w.link(mallory, other)
	w.link(telegram, here)
	w.mustNot(other, "challenge @anna", "not-now", "Name", called("anna"))
	w.must(telegram, "challenge bamberger")
	code := strings.TrimPrefix(line(*w.must(telegram, "games").Screen, "decline "), "decline ")
	w.mustNot(other, "accept "+code, "not-for-you")
	w.mustNot(telegram, "challenge @mallory", "you-block", "Name", called("mallory"))
	w.must(telegram, "block off fake:mallory")
	w.must(other, "accept "+code)
}
