package bot_test

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/engine/games"
	"tarockbot/storage/memory"
)

// TestLeaderboardsOfAllGames: a match leads to the leaderboard of its game, the
// page of a game to that of each other in the same scope, and its scopes are its
// own.
func TestLeaderboardsOfAllGames(t *testing.T) {
	t.Parallel()
	w := introduced(t, "bert", "carl")
	w.three("loew leaving=ends")
	w.mustSay("carl", line(*w.mustSay("carl", "leave").Screen, "leave "))
	over := w.wait(public, isOver)
	page := w.mustSay("anna", line(over, "leaderboard")).Screen
	if title := said("leaderboard.title", "Game", said("game.illustrated"), "Where", said("leaderboard.here")); !contains(title)(*page) {
		t.Errorf("the match leads to\n%s\nwant %s", text(*page), title)
	}
	if unnamed := w.mustSay("anna", "leaderboard").Screen; text(*unnamed) != text(*page) {
		t.Errorf("without a name, after a match of one game:\n%s\nwant\n%s", text(*unnamed), text(*page))
	}
	for _, scope := range []string{"everywhere", "here"} {
		page = w.mustSay("anna", line(*page, "leaderboard illustrated "+scope)).Screen
		if !contains("anna")(*page) {
			t.Errorf("%s the match isn't on\n%s", scope, text(*page))
		}
		for _, g := range games.All() {
			other := w.mustSay("anna", line(*page, "leaderboard "+g.ID+" "+scope)).Screen
			if title := said("leaderboard.title", "Game", said("game."+g.ID), "Where", said("leaderboard."+scope)); !contains(title)(*other) {
				t.Errorf("the button leads to\n%s\nwant %s", text(*other), title)
			}
		}
	}
	ordered, other := text(*w.mustSay("anna", "leaderboard strohmandeln week").Screen), text(*w.mustSay("anna", "leaderboard week strohmandeln").Screen)
	if other != ordered {
		t.Errorf("in another order the words lead to\n%s\nwant\n%s", other, ordered)
	}
	alone := w.input(chat.Input{ID: w.newID(), User: user("anna"), Name: "anna", Lang: "en", Line: "leaderboard"}).Screen
	if got := lines(*alone); !slices.Equal(got, []string{
		"leaderboard illustrated rating", "leaderboard illustrated points", "leaderboard illustrated week", "leaderboard illustrated month",
		"leaderboard kosakeln rating", "leaderboard illustrated rating", "leaderboard strohmandeln rating",
	}) {
		t.Errorf("in private the page leads to %s", strings.Join(got, ", "))
	}
}

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

// TestLeaderboardWishes: who is hidden is on no list, nobody's rank counts them, and
// they read their own rank; who is unrated as well plays unrated. It goes back.
func TestLeaderboardWishes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.ladder([]string{"anna", "bert", "carl"})
	w.mustSay("carl", "settings ranking hidden")
	for who, want := range map[string][]string{"anna": {"1 bert", "2 anna"}, "carl": {"1 bert", "2 anna"}} {
		for _, by := range []string{"rating", "points", "week", "month"} {
			s := *w.mustSay(who, "leaderboard "+by).Screen
			if got := places(s); !slices.Equal(got, want) {
				t.Errorf("by %s %s reads %q, want %q", by, who, got, want)
			}
			own := said("leaderboard.unlisted", "Rank", 1, "Line", "settings ranking shown")
			if contains(own)(s) != (who == "carl") {
				t.Errorf("by %s %s reads\n%s", by, who, text(s))
			}
		}
	}
	w.match("carl", "anna", "bamberger 2") // rated all the same
	if c := w.career(user("carl")); len(c.Stats.Curve) != 2 {
		t.Errorf("hidden, carl has the ratings %+v", c.Stats.Curve)
	}
	w.mustSay("carl", "einstellungen rangliste aus")
	w.match("carl", "bert", "bamberger 2")
	w.wait(public, contains(said("unrated.off")))
	if c := w.career(user("carl")); len(c.Stats.Curve) != 2 || c.Totals.Matches != 3 {
		t.Errorf("unrated, carl has the ratings %+v of %d matches", c.Stats.Curve, c.Totals.Matches)
	}
	w.refuses("carl", "settings ranking never", "no-ranking")
	w.audited()
	w.mustSay("carl", "settings ranking shown")
	if got := places(*w.mustSay("anna", "leaderboard points").Screen); got[0] != "1 carl" {
		t.Errorf("listed again, the leaderboard is %q", got)
	}
	w.audited()
}

// TestFriendly: a friendly match is said to be one, counts, and changes no rating.
func TestFriendly(t *testing.T) {
	t.Parallel()
	for _, typed := range []string{"rated=off", "friendly", "freundschaftlich"} {
		w := newWorld(t)
		w.seat("anna", "bert", "bamberger 2 "+typed)
		w.panel("anna", contains(said("option.rated.off")))
		w.mustSay("bert", "leave yes")
		w.wait(public, func(s chat.Screen) bool { return isOver(s) && contains(said("unrated.friendly"))(s) })
		s := *w.mustSay("anna", "leaderboard").Screen
		if c := w.career(user("anna")); c.RatedMatches > 0 || c.Totals.Matches != 1 || !slices.Equal(places(s), []string{"1 anna", "2 bert"}) {
			t.Errorf("%s: anna has %+v, the leaderboard is\n%s", typed, c, text(s))
		}
		w.audited()
	}
}

// TestRatingShown: at the end of a match everybody reads how their rating has
// changed, beside a picture as well; a provisional one is marked.
func TestRatingShown(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.match("anna", "bert", "bamberger 2")
	want := said("outcome.ratings", "Changes",
		said("outcome.rating", "Name", "① \u2068anna\u2069", "Before", 1500, "After", "1662?", "Change", "+162")+" · "+
			said("outcome.rating", "Name", "② \u2068bert\u2069", "Before", 1500, "After", "1338?", "Change", "−162"))
	w.wait(public, func(s chat.Screen) bool { return isOver(s) && contains(want)(s) })
	w.panel("bert", contains(want))
}

// TestLeaderboardOfWeeks: a week or month is Vienna's, begins with nobody, and is
// cleared away once it is over.
func TestLeaderboardOfWeeks(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	vienna, err := time.LoadLocation("Europe/Vienna")
	if err != nil {
		t.Fatal(err)
	}
	w.now.Store(time.Date(2027, 1, 31, 23, 30, 0, 0, vienna).Unix()) // a Sunday
	w.match("anna", "bert", "bamberger 2")
	w.pass(time.Hour)
	for _, by := range []string{"week", "month"} {
		s := *w.mustSay("anna", "leaderboard "+by).Screen
		if !contains(said("leaderboard.empty."+by, "Game", said("game.kosakeln")))(s) || len(places(s)) > 0 {
			t.Errorf("a new %s begins with\n%s", by, text(s))
		}
	}
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
	s := *w.mustSay("anna", "leaderboard month").Screen
	if got := places(s); !slices.Equal(got, []string{"1 bert", "2 anna"}) || strings.Count(text(s), "of 1 match won") != 2 {
		t.Errorf("the month has\n%s", text(s))
	}
}

// TestLinkedAreOne: linked accounts are one on every board; they are rated on the
// account with the most rated matches, which keeps that when they part.
func TestLinkedAreOne(t *testing.T) {
	t.Parallel()
	w := newLinkWorld(t)
	w.must(telegram, "help")
	w.ladder([]string{"carl", "bert", "anna"})
	w.match("anna", "bert", "bamberger 2")
	before := w.career(here)
	w.link(here, telegram)
	w.audited()
	w.must(telegram, "challenge bamberger 2")
	w.mustSay("carl", "accept "+w.openCode(telegram))
	w.mustSay("carl", "leave yes")
	w.audited()
	one := w.career(telegram)
	if len(one.Stats.Curve) != len(before.Stats.Curve)+1 || one.Totals.Matches != before.Totals.Matches+1 {
		t.Errorf("linked they have %+v, before %+v", one, before)
	}
	if got := places(*w.mustSay("carl", "leaderboard everywhere").Screen); len(got) != 3 {
		t.Errorf("the leaderboard has %q", got)
	}
	w.must(here, "unlink yes")
	w.audited()
	if x, y := w.career(here), w.career(telegram); x.Rating != one.Rating || y.RatedMatches > 0 || x.Totals.Matches+y.Totals.Matches != one.Totals.Matches {
		t.Errorf("parted they have %+v and %+v, linked %+v", x, y, one)
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

// TestThreeAreThreePairs: at a table of three the winner's rating rises, and who has
// left falls.
func TestThreeAreThreePairs(t *testing.T) {
	t.Parallel()
	w := introduced(t, "bert", "carl")
	w.three("loew leaving=ends")
	w.mustSay("carl", line(*w.mustSay("carl", "leave").Screen, "leave "))
	over := w.wait(public, isOver)
	var ratings []int
	for _, rating := range regexp.MustCompile(`(\d+)\? \(`).FindAllStringSubmatch(text(over), -1) {
		n, err := strconv.Atoi(rating[1])
		if err != nil {
			t.Fatal(err)
		}
		ratings = append(ratings, n)
	}
	if want := []int{1624, 1624, 1253}; !slices.Equal(ratings, want) { // a draw and a win, twice, and two lost
		t.Errorf("the ratings are %v, want %v, after\n%s", ratings, want, text(over))
	}
	if s := text(*w.mustSay("anna", "leaderboard illustrated rating").Screen); !strings.Contains(s, "anna") || strings.Index(s, "carl") < strings.Index(s, "anna") {
		t.Errorf("the leaderboard is\n%s", s)
	}
	w.audited()
}
