package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/storage/memory"
)

// places are the lines of a leaderboard that are places, without what they have
// reached.
func places(s chat.Screen) (all []string) {
	for _, l := range s.Text[1:] {
		if len(l) == 3 {
			rank, name, _ := strings.Cut(strings.NewReplacer("\u2068", "", "\u2069", "").Replace(l[0].Text), ".")
			all = append(all, rank+strings.TrimRight(name, " "))
		}
	}
	return all
}

// ladder lets everybody win a match against the one before.
func (w *world) ladder(people []string) {
	w.t.Helper()
	for i, who := range people[1:] {
		w.match(who, people[i], "bamberger 2")
	}
}

// TestLeaderboardPages: turning pages forwards and backwards shows everybody once,
// in order, with equal ranks for equal scores; one's own place is on every page,
// with those beside it, and there is a page around it.
func TestLeaderboardPages(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withLimits(bot.Limits{InputsPerPerson: 1 << 20, InputsPerChat: 1 << 20}))
	var people []string
	for i := range 27 {
		people = append(people, fmt.Sprintf("p%02d", i))
	}
	w.ladder(people)
	pages, at := [][]string{}, *w.mustSay("p13", "leaderboard kosakeln here points").Screen
	var forwards []string
	for {
		pages = append(pages, places(at))
		own := places(at)
		if !slices.ContainsFunc(own, func(s string) bool { return strings.HasSuffix(s, " p13") }) {
			t.Errorf("the reader isn't on the page\n%s", text(at))
		}
		forwards = append(forwards, own[:min(10, len(own))]...)
		next := line(at, "leaderboard kosakeln here points after=")
		if next == "" {
			break
		}
		at = *w.mustSay("p13", next).Screen
	}
	if len(pages) != 3 {
		t.Fatalf("27 people are on %d pages:\n%v", len(pages), pages)
	}
	seen := make(map[string]bool)
	for _, place := range forwards {
		_, who, _ := strings.Cut(place, " ")
		seen[who] = true
	}
	if len(seen) != len(people) {
		t.Errorf("the pages show %d people of %d:\n%v", len(seen), len(people), forwards)
	}
	if first, second, last := forwards[0], forwards[1], pages[2][6]; first != "1 p26" || !strings.HasPrefix(second, "2 ") || last != "27 p00" {
		t.Errorf("first is %q, second %q, last %q", first, second, last)
	}
	if others := pages[0][1:10]; strings.Count(strings.Join(others, "|"), "2 p") != 9 { // have won one and lost one
		t.Errorf("those with the same points have ranks %q", others)
	}
	for i := len(pages) - 2; i >= 0; i-- {
		at = *w.mustSay("p13", line(at, "leaderboard kosakeln here points before=")).Screen
		if got := places(at); !slices.Equal(got, pages[i]) {
			t.Errorf("page %d backwards is %q, forwards %q", i, got, pages[i])
		}
	}
	if before := line(at, "leaderboard kosakeln here points before="); before != "" {
		t.Errorf("before the first page there is %q", before)
	}
	if me := places(*w.mustSay("p00", "leaderboard me points").Screen); !slices.Contains(me, "27 p00") || len(me) != 5 {
		t.Errorf("the page with the last is %q", me)
	}
	gone := *w.mustSay("p13", "leaderboard points after=zzzzzzzzzzzzzz").Screen
	if got := places(gone); !slices.Equal(got, pages[0]) {
		t.Errorf("behind everybody comes %q, want the first page", got)
	}
	w.audited()
}

// TestLeaderboardOfWeeks: a week or month is cleared away once it is over.
func TestLeaderboardOfWeeks(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.now.Store(time.Date(2027, 1, 31, 22, 30, 0, 0, time.UTC).Unix()) // a Sunday
	w.match("anna", "bert", "bamberger 2")
	w.pass(time.Hour)
	w.match("bert", "anna", "bamberger 2")
	w.audited()
	if err := w.bot.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{"rank", "band"} {
		for id := range w.documents(kind) {
			if strings.HasPrefix(id, "w2027-04") || strings.HasPrefix(id, "m2027-01") {
				t.Errorf("%s %s is left", kind, id)
			}
		}
	}
	w.audited()
}

// TestLinkedAreAudited: what is counted for hidden, unrated, linked and parted accounts adds up.
func TestLinkedAreAudited(t *testing.T) {
	t.Parallel()
	w := newLinkWorld(t)
	w.must(telegram, "help")
	w.ladder([]string{"carl", "bert", "anna"})
	for _, act := range []func(){
		func() { w.mustSay("carl", "settings ranking hidden"); w.match("carl", "bert", "bamberger 2") },
		func() { w.mustSay("carl", "settings ranking off"); w.match("carl", "bert", "bamberger 2") },
		func() { w.mustSay("carl", "settings ranking shown") },
		func() { w.link(here, telegram) },
		func() {
			w.must(telegram, "challenge bamberger 2")
			w.mustSay("carl", "accept "+w.openCode(telegram))
			w.mustSay("carl", "leave yes")
		},
		func() { w.must(here, "unlink yes") },
	} {
		act()
		w.audited()
	}
}

// TestManyEndAtOnce: matches of the same people that end at the same moment are all
// counted and rated, each once.
func TestManyEndAtOnce(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withLimits(bot.Limits{TablesPerChat: 50, TablesPerPerson: 50, InputsPerPerson: 1 << 20, InputsPerChat: 1 << 20}))
	var inputs []chat.Input
	people := []string{"anna", "bert", "carl", "dora"}
	for i := range 12 {
		host, guest := people[i%4], people[(i+1+i/4)%4]
		id := w.seat(host, guest, "bamberger 2")
		in := press(guest, w.newID(), "leave "+id+" yes")
		inputs = append(inputs, in, in) // delivered twice
	}
	if n := w.acts(inputs...); n != 12 {
		t.Errorf("%d were accepted, want 12", n)
	}
	if report := w.audited(); report.Matches != 12 {
		t.Errorf("%d matches count, want 12", report.Matches)
	}
}
