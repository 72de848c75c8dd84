package bot_test

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/bot/people"
	"tarockbot/storage/memory"
)

func TestChallenge(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustSay("bert", "help")
	w.mustSay("anna", "challenge @bert spieleversum 6")
	id := w.challenge()
	w.panel("bert", func(s chat.Screen) bool { return line(s, "accept "+id) != "" && callee(s) == user("bert") })
	w.refuses("carl", "accept "+id, "for-another", "Name", "\u2068bert\u2069")
	w.refuses("carl", "decline "+id, "for-another", "Name", "\u2068bert\u2069")
	w.refuses("anna", "accept "+id, "own-challenge")
	w.mustSay("bert", "accept "+id)
	w.refuses("carl", "accept "+id, "taken")
	w.refuses("bert", "decline "+id, "taken")
	w.panel("anna", func(s chat.Screen) bool { return s.Choice != nil && s.Protect })
	w.panel("bert", func(s chat.Screen) bool { return s.Choice != nil && s.Protect })
	w.wait(public, func(s chat.Screen) bool { return line(s, "hand ") != "" && s.Choice == nil && !s.Protect })
}

func TestOpenChallenge(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustSay("anna", "challenge bamberger")
	id := w.challenge()
	w.refuses("carl", "decline "+id, "open-to-all")
	w.mustSay("carl", "accept")
	w.refuses("bert", "accept "+id, "taken")
}

// TestPrivateChallenge: one that was made in private is for those who have its
// code, not for the next stranger who says "accept" in private.
func TestPrivateChallenge(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	in := press("anna", "1", "challenge bamberger")
	in.Chat = ""
	w.input(in)
	s := w.panel("anna", func(s chat.Screen) bool { return line(s, "decline ") != "" })
	if line(s, "accept ") != "" {
		t.Error("anna may accept her own challenge")
	}
	in = press("carl", "2", "accept")
	in.Chat = ""
	w.refusesInput(in, "none-open")
	w.mustSay("bert", "accept "+strings.TrimPrefix(line(s, "decline "), "decline "))
}

// TestAcceptElsewhere: whoever accepts in another chat sees the board there, and
// both boards go on.
func TestAcceptElsewhere(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustSay("anna", "challenge bamberger")
	in := press("bert", "1", "accept "+w.challenge())
	in.Chat = "fake:elsewhere"
	if a := w.input(in); a.Refused {
		t.Fatal(a.Alert)
	}
	for _, at := range []chat.ChatID{channel, in.Chat} {
		w.wait(chat.Place{Chat: at}, isBoard)
	}
}

func TestDecline(t *testing.T) {
	t.Parallel()
	for _, reason := range []string{"now", "rules", "shorter"} {
		t.Run(reason, func(t *testing.T) {
			w := newWorld(t)
			w.mustSay("bert", "help")
			w.mustSay("anna", "challenge @bert")
			id := w.challenge()
			w.mustSay("bert", "decline "+id+" "+reason)
			w.wait(public, contains(said("closed."+reason, "Guest", "\u2068bert\u2069")))
			w.refuses("bert", "accept "+id, "challenge-over")
			w.mustSay("anna", "challenge @bert") // there is room for the next
		})
	}
}

// TestDeclineReachesTheHost: the host, who may have left the channel, hears of
// it in private.
func TestDeclineReachesTheHost(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustSay("bert", "help")
	w.mustSay("anna", "challenge @bert")
	id := w.challenge()
	if posts := w.net.Posts(private("anna")); len(posts) > 0 {
		t.Errorf("anna is written to before: %s", text(posts[0].Screen))
	}
	w.mustSay("bert", "decline "+id+" rules")
	no := contains(said("closed.rules", "Guest", "\u2068bert\u2069"))
	for _, place := range []chat.Place{private("anna"), private("bert"), public} {
		w.wait(place, func(s chat.Screen) bool { return no(s) && s.Ended && len(lines(s)) == 0 && callee(s) == "" })
	}
}

// TestChallengeButtons: in public there is all that anybody may press, in
// private what the reader may.
func TestChallengeButtons(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustSay("bert", "help")
	in := press("anna", w.newID(), "challenge @bert")
	in.Chat = ""
	w.input(in)
	host := w.panel("anna", func(s chat.Screen) bool { return line(s, "decline ") != "" })
	guest := w.panel("bert", func(s chat.Screen) bool { return line(s, "accept ") != "" })
	id := strings.TrimPrefix(line(guest, "accept "), "accept ")
	withdraw := "decline " + id
	w.mustSay("anna", withdraw)
	w.mustSay("anna", "challenge @bert")
	board := w.wait(public, func(s chat.Screen) bool { return line(s, "accept ") != "" })
	other := strings.TrimPrefix(line(board, "accept "), "accept ")
	no := func(id string) []string {
		return []string{"decline " + id + " now", "decline " + id + " rules", "decline " + id + " shorter"}
	}
	for _, tt := range []struct {
		reader string
		screen chat.Screen
		want   []string
	}{
		{"the host", host, []string{"rules kosakeln course", withdraw}},
		{"the guest", guest, append(append([]string{"accept " + id, "rules kosakeln course"}, no(id)...), "block "+id)},
		{"everybody", board, append([]string{"accept " + other, "rules kosakeln course", "decline " + other}, no(other)...)},
	} {
		if got := lines(tt.screen); !slices.Equal(got, tt.want) {
			t.Errorf("%s may press %q, want %q", tt.reader, got, tt.want)
		}
	}
}

// TestChatLanguage: a chat speaks the language that its platform tells of it, once
// and for all, whatever those speak who challenge and play there; where nothing is
// told, the bot's.
func TestChatLanguage(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	say := func(who, lang, told string, at chat.ChatID, line string) {
		in := press(who, w.newID(), line)
		in.Lang, in.SpaceLang, in.Chat = lang, told, at
		if a := w.input(in); a.Refused {
			t.Fatalf("%s: %q: %s", who, line, a.Alert)
		}
	}
	// A board gets its buttons when its reference is stored.
	board := func(at chat.ChatID, n int) chat.Screen {
		return w.wait(chat.Place{Chat: at}, func(s chat.Screen) bool {
			return len(w.net.Posts(chat.Place{Chat: at})) == n && line(s, "accept ") != ""
		})
	}
	say("anna", "en", "de", channel, "challenge bamberger")
	if s := board(channel, 1); s.Lang != "de" {
		t.Errorf("anna's challenge is shown in %q", s.Lang)
	}
	say("bert", "en", "en-GB", channel, "challenge bamberger")
	s := board(channel, 2)
	if s.Lang != "de" || strings.Contains(text(s), said("challenge.open", "Name", "\u2068bert\u2069")) {
		t.Errorf("bert's challenge is shown in %q:\n%s", s.Lang, text(s))
	}
	id := strings.TrimPrefix(line(s, "accept "), "accept ")
	say("carl", "en", "", channel, "accept "+id)
	w.wait(public, func(s chat.Screen) bool { return isBoard(s) && s.Lang == "de" })
	w.panel("bert", func(s chat.Screen) bool { return s.Choice != nil && s.Lang == "en" })
	w.mustSay("bert", "leave yes")
	say("bert", "de", "", "fake:elsewhere", "challenge bamberger")
	if s := board("fake:elsewhere", 1); s.Lang != "en" {
		t.Errorf("a chat of which nothing is told is spoken to in %q", s.Lang)
	}
}

// TestBoardsInTheirChatsLanguage: each chat's board is in that chat's language,
// wherever the table began, and in another as soon as that is set there.
func TestBoardsInTheirChatsLanguage(t *testing.T) {
	t.Parallel()
	const group = chat.ChatID("telegram:group")
	w := startWorld(t, memory.New(), withOthers("telegram"))
	w.happens(chat.Input{ID: "english", What: chat.Joined, Chat: channel, Space: "fake:server", SpaceLang: "en-US"})
	w.happens(chat.Input{ID: "german", What: chat.Joined, Chat: group, User: "telegram:carl", Lang: "de"})
	w.wait(public, contains(said("greeting.title")))
	w.wait(chat.Place{Chat: group}, contains(german().Say("greeting.title")))
	w.space = "fake:server"
	w.mustSay("anna", "challenge bamberger 2")
	id := w.challenge()
	if a := w.input(chat.Input{ID: "accept", User: "telegram:bert", Name: "bert", Lang: "en", Chat: group, Line: "accept " + id}); a.Refused {
		t.Fatal(a.Alert)
	}
	shown := func(at chat.ChatID, lang string) {
		t.Helper()
		w.wait(chat.Place{Chat: at}, func(s chat.Screen) bool { return isBoard(s) && s.Lang == lang })
	}
	shown(channel, "en")
	shown(group, "de")
	a := w.input(chat.Input{ID: "config", User: "fake:anna", Name: "anna", Lang: "en", Chat: channel, Space: "fake:server", Admin: true, Line: "config lang de"})
	if a.Refused {
		t.Fatal(a.Alert)
	}
	shown(channel, "de")
	shown(group, "de")
}

// TestBoardsBroughtInTheirChatsLanguage: so is a board that comes where nobody has
// played yet: in what is told of the place, which keeps that, or else in the bot's
// language. Who brings it there doesn't matter, nor where the table began.
func TestBoardsBroughtInTheirChatsLanguage(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withOthers("telegram"))
	say := func(u chat.UserID, at, space chat.ChatID, told, line string) chat.Answer {
		t.Helper()
		in := w.inputOf(u, line)
		in.Chat, in.Space, in.SpaceLang = at, space, told
		a := w.input(in)
		if a.Refused {
			t.Fatalf("%s: %q is refused: %s", u, line, a.Alert)
		}
		return a
	}
	shown := func(at chat.ChatID, lang string) {
		t.Helper()
		w.wait(chat.Place{Chat: at}, func(s chat.Screen) bool { return isBoard(s) && s.Lang == lang })
	}
	began := func(line string) (id string) {
		_, rest, _ := strings.Cut(line, "by the code ")
		id, _, _ = strings.Cut(rest, ":")
		return id
	}
	const anna, bert = chat.UserID("fake:anna"), chat.UserID("telegram:bert")
	german := began(say(anna, "fake:one", "fake:german", "de", "challenge bamberger 2").Alert)
	say(bert, "telegram:accepted", "", "", "accept "+german) // nothing is told of the group
	english := began(say(anna, "fake:two", "fake:english", "en-US", "challenge bamberger 2").Alert)
	say(bert, "", "", "", "accept "+english)
	private := began(say(bert, "", "", "", "challenge bamberger 2").Alert)
	say(anna, "", "", "", "accept "+private)
	for _, tt := range []struct {
		id, chat, space, told, want string
	}{
		{german, "telegram:asked", "", "", "en"},
		{german, "fake:three", "fake:austrian", "de-AT", "de"},
		{english, "fake:four", "fake:swiss", "de-CH", "de"},
		{english, "fake:five", "fake:swiss", "en-GB", "de"},
		{english, "fake:six", "fake:german", "", "de"},
		{german, "fake:seven", "fake:english", "", "en"},
		{private, "fake:eight", "fake:belgian", "de", "de"},
	} {
		u := anna
		if strings.HasPrefix(tt.chat, "telegram") {
			u = bert
		}
		say(u, chat.ChatID(tt.chat), chat.ChatID(tt.space), tt.told, "table "+tt.id)
		shown(chat.ChatID(tt.chat), tt.want)
	}
	shown("fake:one", "de")
	shown("fake:two", "en")
	shown("telegram:accepted", "en")
	say(anna, "fake:nine", "fake:tyrolean", "de", "challenge")
	say(anna, "", "", "", "challenge bamberger 2 there") // in private nothing is told
	w.wait(chat.Place{Chat: "fake:nine"}, func(s chat.Screen) bool { return line(s, "accept ") != "" && s.Lang == "de" })
}

// TestAcceptWithoutCode: a challenge to me goes before one to anybody.
func TestAcceptWithoutCode(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustSay("bert", "help")
	open := w.seatless("carl", "challenge bamberger")
	mine := w.seatless("anna", "challenge @bert")
	w.seatless("dora", "challenge bamberger")
	w.mustSay("bert", "accept")
	w.mustSay("bert", "hand "+mine)
	w.refuses("bert", "hand "+open, "not-seated")
	w.refuses("bert", "accept", "which-table", "Line", "accept "+open)
}

// seatless lets the host say a challenge and returns its code.
func (w *world) seatless(host, line string) string {
	w.t.Helper()
	w.now.Add(1) // challenges are told apart by age
	w.mustSay(host, line)
	return w.challenge()
}

// TestGamesWithdraws: my own challenge is among my games and can be withdrawn
// there; one that waits for me is there, too, with its answers.
func TestGamesWithdraws(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustSay("bert", "help")
	w.mustSay("anna", "challenge @bert")
	id := w.challenge()
	asked := *w.mustSay("bert", "games").Screen
	want := []string{"accept " + id, "decline " + id}
	if got := lines(asked); !slices.Equal(got, want) || !contains("anna")(asked) || contains(said("games.none"))(asked) {
		t.Errorf("bert's games have %q, want %q:\n%s", got, want, text(asked))
	}
	s := w.mustSay("anna", "games").Screen
	if got := lines(*s); !slices.Equal(got, []string{"decline " + id}) || !contains(said("games.challenge"))(*s) {
		t.Fatalf("anna's games have %q:\n%s", got, text(*s))
	}
	w.mustSay("anna", "decline "+id)
	w.wait(public, contains(said("closed.withdrawn")))
	if got := lines(*w.mustSay("anna", "games").Screen); slices.Contains(got, "decline "+id) {
		t.Errorf("a withdrawn challenge is among anna's games: %q", got)
	}
}

func TestWithdraw(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustSay("anna", "challenge bamberger")
	id := w.challenge()
	w.mustSay("anna", "decline")
	w.wait(public, contains(said("closed.withdrawn")))
	w.refuses("bert", "accept "+id, "challenge-over")
}

// TestExpiry: a challenge waits for a day, whether somebody touches it then or
// the bot is started again.
func TestExpiry(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	w := newWorld(t)
	w.mustSay("anna", "challenge bamberger")
	id := w.challenge()
	w.now.Add(int64(day.Seconds()) - 1)
	w.refuses("anna", "challenge bamberger", "one-challenge", "Code", id)
	w.now.Add(1)
	w.refuses("bert", "accept "+id, "challenge-over")
	w.mustSay("anna", "challenge spieleversum") // the old one is in nobody's way
	w.restart()
	w.wait(public, func(chat.Screen) bool {
		return strings.Contains(text(w.net.Posts(public)[0].Screen), said("closed.expired"))
	})
	w.mustSay("bert", "accept "+w.challenge())
}

func TestLimits(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.seat("anna", "bert", "")
	w.seat("anna", "carl", "")
	w.seat("anna", "dora", "")
	w.refuses("anna", "challenge bamberger", "tables-chat", "Max", 3)
	for range bot.DefaultTablesPerPerson - 3 {
		w.mustSay("anna", "practice kosakeln")
	}
	w.refuses("anna", "practice kosakeln", "tables-person", "Max", bot.DefaultTablesPerPerson)
	in := press("emil", "emil", "challenge @anna")
	in.Chat = "fake:elsewhere"
	if a := w.input(in); a.Refused {
		t.Fatal(a.Alert)
	}
	w.refuses("anna", "accept", "tables-person", "Max", bot.DefaultTablesPerPerson)
}

// TestTablesPerOrigin: those who come from one place on the net open only so many tables
// that go on.
func TestTablesPerOrigin(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withLimits(bot.Limits{TablesPerOrigin: 2}))
	practice := func(who, origin string) chat.Answer {
		in := press(who, w.newID(), "practice kosakeln")
		in.Origin = origin
		return w.input(in)
	}
	for i, tt := range []struct {
		who, origin string
		refused     bool
	}{
		{"anna", "192.0.2.1/32", false}, {"bert", "192.0.2.1/32", false}, {"carl", "192.0.2.1/32", true}, {"anna", "192.0.2.1/32", true},
		{"carl", "198.51.100.7/32", false}, {"anna", "", false}, {"anna", "", false},
	} {
		a := practice(tt.who, tt.origin)
		if a.Refused != tt.refused || tt.refused && a.Alert != said("refuse.tables-origin", "Max", 2) {
			t.Errorf("%d: %s from %q: %v %q", i, tt.who, tt.origin, a.Refused, a.Alert)
		}
	}
	for doc, err := range w.store.Scan(t.Context(), "table", "", "") {
		if err != nil || strings.Contains(string(doc.Data), "192.0.2") {
			t.Errorf("the table tells where it was opened: %v %s", err, doc.Data)
		}
	}
	games := *w.mustSay("bert", "games").Screen
	w.mustSay("bert", line(*w.mustSay("bert", "leave").Screen, "leave "))
	if a := practice("carl", "192.0.2.1/32"); a.Refused {
		t.Errorf("after one is over: %s; %s", a.Alert, text(games))
	}
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
		inputs = append(inputs, press(guest, guest, "accept "+w.challenge()))
	}
	if n := accepted(w.atOnce(inputs...)); n != bot.DefaultTablesPerChat {
		t.Errorf("%d matches in one chat, want %d", n, bot.DefaultTablesPerChat)
	}
}

func TestTerms(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ line, refused string }{
		{"challenge bamberger easy contra 12", ""},
		{"challenge BAMBERGER exchange=tactical contra=on", ""},
		{"challenge kosakeln/spieleversum 24", ""},
		{"challenge kosakeln", ""},
		{"challenge bamberger classic 2", ""},
		{"challenge strohmandeln", ""},
		{"challenge strohmandeln classic", ""},
		{"challenge classic throw-in strohmandeln", ""},
		{"challenge forty simple=throw-in 2", ""},
		{"challenge forty 2 deals", ""},
		{"challenge strohmandeln classic extended", "said-twice"},
		{"challenge strohmandeln uhu", "no-term"},
		{"herausfordern spieleversum", ""},
		{"challenge bamberger 5", "no-length"},
		{"challenge spieleversum contra", "no-options"},
		{"challenge whist", "no-term"},
		{"challenge @", "no-term"},
		{"challenge @nobody", "no-friend"},
		{"challenge @anna", "yourself"},
		{"challenge bamberger points=hidden", ""},
		{"challenge points=shown points=hidden", "said-twice"},
		{"challenge points=none", "no-term"},
		{"challenge bamberger 2 4", "said-twice"},
		{"challenge bamberger easy exchange=medium", "said-twice"},
		{"challenge @bert computer", "no-friend"}, // there is a chair, but no Bert
		{"challenge @bert @carl", "no-friend"},
		{"challenge computer=2", ""},
		{"challenge @bert @carl @dora", "no-chair"},
		{"challenge @bert computer=2", "no-chair-computer"},
		{"challenge kosakeln @bert computer", "no-chair-computer"},
		{"challenge bamberger @bert @carl", "no-chair"},
		{"challenge illustrated @bert @bert", "said-twice"},
		{"challenge illustrated @bert computer=2", "no-chair-computer"},
		{"challenge illustrated computer=3", "no-chair"},
		{"challenge illustrated computer=x", "no-term"},
		{"challenge illustrated computer computer=1", "said-twice"},
		{"challenge illustrated computer=1", ""},
		{"challenge illustrated computer", ""},
		{"challenge computer=0", ""},
		{"challenge uhu loew", ""},
		{"challenge trischaken beck", ""},
		{"challenge throw-in extended", ""},
		{"challenge 2 THROW-IN Forty", ""},
		{"challenge classic bamberger", ""},
		{"challenge uhu beck", "no-option"},
		{"challenge extended classic", "said-twice"},
		{"challenge illustrated bamberger", "other-game"},
		{"challenge kosakeln/bamberger strohmandeln", "other-game"},
		{"challenge classic illustrated", "other-game"},
		{"challenge illustrated kosakeln", "said-twice"},
		{"challenge 1 woche", ""},
		{"challenge pace=2w", ""},
		{"challenge ohne zeitlimit", ""},
		{"challenge 14 days", ""},
		{"challenge 15 days", "no-pace"},
		{"challenge 20 tage", "no-pace"},
		{"challenge 3 Wochen", "no-pace"},
		{"challenge pace=soon", "no-pace"},
	} {
		t.Run(tt.line, func(t *testing.T) {
			w := newWorld(t)
			a := w.says("anna", tt.line)
			const gap = "\x00"
			want, _, _ := strings.Cut(said("refuse."+tt.refused, "Lengths", gap, "Term", gap, "Typed", gap, "Name", gap, "Others", gap, "Game", gap, "Rules", gap, "Options", gap), gap)
			if tt.refused == "" && a.Refused || tt.refused != "" && !strings.HasPrefix(a.Alert, want) {
				t.Errorf("got %+v, want refusal %q", a, tt.refused)
			}
		})
	}
}

// TestRefusedOption: a refused option is told apart from what there is.
func TestRefusedOption(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.refuses("anna", "challenge uhu beck", "no-option", "Term", "uhu", "Rules", said("rules.illustrated/beck"), "Options", said("option.trischaken.on"))
	w.refuses("anna", "challenge contra spieleversum", "no-options", "Term", "contra", "Rules", said("rules.kosakeln/spieleversum"))
	w.refuses("anna", "challenge rated=maybe", "no-value", "Term", "rated=maybe", "Values", "rated match · friendly")
	w.refuses("anna", "challenge strohmandeln simple=maybe", "no-value", "Term", "simple=maybe", "Values", "simple games · throw in")
	w.refuses("anna", "challenge colour=red", "no-term", "Term", "colour=red")
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

// TestSetupChosen: the page that puts a challenge together marks what is chosen
// and nothing else, says it in words, and how the same is typed: that is it.
func TestSetupChosen(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	page := w.mustSay("anna", "challenge").Screen
	press := func(label string) {
		t.Helper()
		for _, m := range page.Menus {
			for _, o := range m.Options {
				if o.Label == label {
					page = w.mustSay("anna", m.After(o)).Screen
					return
				}
			}
		}
		for _, row := range page.Buttons {
			for _, b := range row {
				if b.Label == label {
					page = w.mustSay("anna", b.Line).Screen
					return
				}
			}
		}
		t.Fatalf("no %q on\n%s", label, text(*page))
	}
	check := func(summary string, want ...string) {
		t.Helper()
		var marked []string
		for _, m := range page.Menus {
			for _, o := range m.Options {
				if o.Chosen {
					marked = append(marked, o.Label)
				}
			}
		}
		if !slices.Equal(marked, want) {
			t.Errorf("marked are %q, want %q", marked, want)
		}
		if got := text(*page); !strings.Contains(got, summary) {
			t.Errorf("the page says\n%s\nwant %q in it", got, summary)
		}
	}
	three := english().Count("pace.days", 3)
	check(said("rules.kosakeln/bamberger"), said("setup.to.anybody"), said("preset.kosakeln"), three)
	press(said("preset.kosakeln-short"))
	check(said("option.exchange.easy"), said("setup.to.anybody"), said("preset.kosakeln-short"), three)
	press(said("preset.illustrated-mayr"))
	press(said("setup.more"))
	press(said("option.points.hidden"))
	press(said("option.leaving.ends"))
	press(said("option.rated.off"))
	all := []string{said("rules.illustrated/mayr-sedlaczek"), said("option.points.hidden"), said("option.leaving.ends"), said("option.rated.off")}
	marked := append(slices.Insert(slices.Clone(all), 1, said("setup.length.series", "Goal", 100)), said("option.timeout.computer"), said("stake.none"))
	check(strings.Join(all, " · "), marked...)
	typed := "challenge illustrated mayr points hidden over when one leaves friendly"
	check(said("setup.typed", "Line", typed), marked...)
	press(said("setup.less"))
	check(strings.Join(all, " · "), said("setup.to.anybody"), said("preset.illustrated-mayr"), three)
	w.mustSay("anna", typed)

	page = w.mustSay("bert", "setup kosakeln contra 6").Screen
	check(said("option.contra.on"), said("setup.to.anybody"), said("setup.own"), three)
}

// TestGameNames: a game is called by what people call it.
func TestGameNames(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for typed, same := range map[string]string{
		"rangliste illustriertes Tarock": "leaderboard illustrated", "leaderboard illustriert": "leaderboard illustrated",
		"regeln illustriertes tarock lizitieren": "rules illustrated auction", "rules Illustriertes": "rules illustrated",
	} {
		if got, want := text(*w.mustSay("anna", typed).Screen), text(*w.mustSay("anna", same).Screen); got != want {
			t.Errorf("%q shows\n%s\nwant\n%s", typed, got, want)
		}
	}
}

// TestSweep: what is long over is forgotten; its deals and history stay.
func TestSweep(t *testing.T) {
	t.Parallel()
	store := memory.New()
	w := startWorld(t, store)
	id := w.seat("anna", "bert", "bamberger tactical 2")
	c := w.hand("anna", id).Choice
	w.mustSay("anna", c.Toggle+" "+freeOf(c).Value)
	w.play("anna", "bert")
	w.wait(public, isOver)
	w.now.Add(int64((49 * time.Hour).Seconds()))
	w.restart()
	w.refuses("anna", "rematch "+id, "no-table")
	if state := w.state(); strings.Contains(state, "table "+id) || strings.Contains(state, "draft ") {
		t.Errorf("the table is still there:\n%s", state)
	}
	if s := w.mustSay("anna", "history").Screen; line(*s, "replay "+id) == "" {
		t.Errorf("the history has no such match:\n%s", text(*s))
	}
	w.mustSay("anna", "replay "+id+"-1")
}

// TestChallengeThere: a challenge that somebody asks for in a chat and puts
// together in private is posted in that chat; nobody reaches a chat in which
// they haven't asked.
func TestChallengeThere(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	post := line(*w.mustSay("anna", "challenge").Screen, "challenge ")
	in := press("anna", "1", post)
	in.Chat = ""
	if a := w.input(in); a.Refused {
		t.Fatal(a.Alert)
	}
	w.challenge()
	in = press("carl", "2", post)
	in.Chat = ""
	if a := w.input(in); a.Refused {
		t.Fatal(a.Alert)
	}
	w.panel("carl", func(s chat.Screen) bool { return line(s, "decline ") != "" })
	if n := len(w.net.Posts(public)); n != 1 {
		t.Errorf("%d messages in the chat", n)
	}
}

// TestRematchLater: the latest match is known as long as its table is kept, in
// memory or not.
func TestRematchLater(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.seat("anna", "bert", "bamberger 2")
		w.play("anna", "bert")
		w.now.Add(int64((7 * time.Hour).Seconds()))
		pass(2 * time.Hour) // what nobody has touched is put out of memory
		w.mustSay("anna", "rematch")
		w.mustSay("bert", "rematch")
	})
}

// TestSettingsTyped: settings are typed in German as they are spelt.
func TestSettingsTyped(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, typed := range []struct {
		line string
		want func(people.Person) bool
	}{
		{"einstellungen bestätigen an", func(p people.Person) bool { return p.Confirm }},
		{"einstellungen wörter", func(p people.Person) bool { return p.TextOnly }},
		{"einstellungen bilder", func(p people.Person) bool { return !p.TextOnly }},
		{"einstellungen karten zwei", func(p people.Person) bool { return p.TwoColours }},
		{"einstellungen sprache deutsch", func(p people.Person) bool { return p.Lang == "de" }},
	} {
		w.mustSay("anna", typed.line)
		if p, _, err := w.bot.Services().People.LookupLinked(w.ctx, user("anna")); err != nil || !typed.want(p) {
			t.Errorf("after %q: %+v, %v", typed.line, p, err)
		}
	}
}
