package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
	"tarockbot/engine/enginetest"
	"tarockbot/engine/games"
	"tarockbot/storage/memory"
)

// linking is a network that says how a challenge is taken there.
type linking struct {
	*bottest.Network
	link string // before the code; "" if it isn't known yet
}

func (l linking) Link(line string) string {
	code, is := strings.CutPrefix(line, "accept ")
	if l.link == "" || !is {
		return ""
	}
	return l.link + code
}

// TestChallengeLinks: an open challenge says how it is taken on each network
// that can be told; one for somebody doesn't.
func TestChallengeLinks(t *testing.T) {
	t.Parallel()
	here := linking{bottest.New("discord"), "/tarock accept code:"}
	there := linking{bottest.New("telegram"), "https://t.me/bot?start=join_"}
	late := linking{bottest.New("local"), ""}
	running := bottest.Start(t.Context(), t, bot.Config{Store: memory.New()},
		func(*bot.Bot) chat.Platform { return here }, there, late, bottest.New("fake"))
	<-here.Ready()
	const at = chat.ChatID("discord:channel")
	say := func(id, line string) chat.Screen {
		in := chat.Input{ID: id, User: "discord:anna", Name: "anna", Lang: "en", Chat: at, Line: line}
		if a, err := running.Handle(t.Context(), in); err != nil || a.Refused {
			t.Fatalf("%+v, %v", a, err)
		}
		var shown chat.Screen
		err := here.Wait(t.Context(), func() bool {
			p, ok := here.Last(chat.Place{Chat: at})
			shown = p.Screen
			return ok && line != "decline" && len(shown.Buttons) > 0 || line == "decline" && p.Screen.Ended
		})
		if err != nil {
			t.Fatal(err)
		}
		return shown
	}
	s := say("1", "challenge bamberger")
	code := strings.TrimPrefix(line(s, "accept "), "accept ")
	var links []chat.Span
	for _, l := range s.Text {
		if len(l) == 2 && l[0].Style == chat.Dim && strings.HasSuffix(l[0].Text, ": ") && l[1].Style != chat.Plain {
			links = append(links, l...)
		}
	}
	want := []chat.Span{
		{Text: said("challenge.on", "Platform", "Discord") + " ", Style: chat.Dim}, {Text: "/tarock accept code:" + code, Style: chat.Code},
		{Text: said("challenge.on", "Platform", "Telegram") + " ", Style: chat.Dim}, {Text: "https://t.me/bot?start=join_" + code, Style: chat.Link},
	}
	if !slices.Equal(links, want) {
		t.Errorf("the challenge shows\n%s\nwith %+v", text(s), links)
	}
	if s := say("2", "decline"); contains("t.me")(s) {
		t.Errorf("a challenge that is over leads somewhere:\n%s", text(s))
	}
}

// TestChallengeLinksToPage: the page is spoken of as a page.
func TestChallengeLinksToPage(t *testing.T) {
	t.Parallel()
	here := linking{bottest.New("local"), "http://localhost/?show=accept_"}
	running := bottest.Start(t.Context(), t, bot.Config{Store: memory.New()}, func(*bot.Bot) chat.Platform { return here })
	<-here.Ready()
	for lang, want := range map[string]string{"en": "To accept on the web page: http://localhost/", "de": "Annehmen auf der Webseite: http://localhost/"} {
		in := chat.Input{ID: lang, User: chat.UserID("local:" + lang), Name: "anna", Lang: lang, SpaceLang: lang, Chat: chat.ChatID("local:" + lang), Line: "challenge bamberger"}
		if a, err := running.Handle(t.Context(), in); err != nil || a.Refused {
			t.Fatalf("%+v, %v", a, err)
		}
		err := here.Wait(t.Context(), func() bool {
			p, ok := here.Last(chat.Place{Chat: in.Chat})
			return ok && contains(want)(p.Screen)
		})
		if err != nil {
			t.Errorf("%q is never shown: %v", want, err)
		}
	}
}

// spelling is a network where everything is typed after a word.
type spelling struct{ *bottest.Network }

func (spelling) FormatCommand(line string) string {
	if strings.HasPrefix(line, "play") {
		return ""
	}
	return "/tarock " + line
}

// TestSpelling: every text says what to type as it is typed where it is read,
// or, with a code to be used elsewhere, there.
func TestSpelling(t *testing.T) {
	t.Parallel()
	here, there := spelling{bottest.New("discord")}, bottest.New("telegram")
	running := bottest.Start(t.Context(), t, bot.Config{Store: memory.New()}, func(*bot.Bot) chat.Platform { return here }, there)
	<-here.Ready()
	n := 0
	say := func(user chat.UserID, line string) string {
		n++
		a, err := running.Handle(t.Context(), chat.Input{ID: fmt.Sprint(n), User: user, Name: "anna", Lang: "en", Line: line})
		if err != nil {
			t.Fatal(err)
		}
		if a.Screen != nil {
			return text(*a.Screen)
		}
		return a.Alert
	}
	for _, tt := range []struct {
		user       chat.UserID
		line       string
		want, lack string
	}{
		{"discord:anna", "nonsense", "/tarock help", "Type help"},
		{"telegram:anna", "nonsense", "Type help", "/"},
		{"discord:anna", "help people", "/tarock accept ab7726sk", "easy"},
		{"telegram:anna", "help play", "play XXI", "/"},
		{"discord:anna", "block", "/tarock block @bert", ""},
		{"discord:anna", "link", "Telegram: link ", "/tarock"},
		{"telegram:anna", "link", "Discord: /tarock link ", "Telegram:"},
	} {
		got := say(tt.user, tt.line)
		if !strings.Contains(got, tt.want) || tt.lack != "" && strings.Contains(got, tt.lack) {
			t.Errorf("%s says %q and reads\n%s\nwant %q, and no %q", tt.user, tt.line, got, tt.want, tt.lack)
		}
	}
}

// crossing is a table with anna on one network and bert on another.
type crossing struct {
	*world
	id      string
	people  []chat.UserID
	chats   map[chat.UserID]chat.ChatID
	old     []chat.Input           // presses that have been decided
	answers map[string]chat.Answer // to them, by their ids
	moves   int
}

// cross lets bert accept anna's challenge by its code, in his own chat.
func cross(t *testing.T) *crossing {
	const anna, bert = chat.UserID("fake:anna"), chat.UserID("telegram:bert")
	c := &crossing{answers: make(map[string]chat.Answer), world: startWorld(t, memory.New(), withOthers("telegram")), people: []chat.UserID{anna, bert},
		chats: map[chat.UserID]chat.ChatID{anna: channel, bert: "telegram:group"}}
	c.mustSay("anna", "challenge bamberger contra 2")
	c.id = c.challenge()
	if a := c.input(c.press(bert, "accept "+c.id)); a.Refused {
		t.Fatal(a.Alert)
	}
	return c
}

// press is what the person says in their own chat.
func (c *crossing) press(u chat.UserID, line string) chat.Input {
	_, name, _ := strings.Cut(string(u), ":")
	return chat.Input{ID: c.newID(), User: u, Name: name, Lang: "en", Chat: c.chats[u], Line: line}
}

// offered is the move that the person is offered now, or "".
func (c *crossing) offered(u chat.UserID) string {
	c.t.Helper()
	s := c.input(c.press(u, "hand "+c.id)).Screen
	if s == nil {
		c.t.Fatalf("%s has no panel", u)
	}
	return move(*s)
}

// race lets both press what they are offered at once, each of them more than
// once, with presses from before and those of strangers in between. Each side's
// move is made once.
func (c *crossing) race() (made int) {
	c.t.Helper()
	var inputs []chat.Input
	for _, u := range c.people {
		m := c.offered(u)
		if m == "" {
			m = "undo 22222222" // not a move
		}
		for range 3 {
			inputs = append(inputs, c.press(u, m))
		}
		inputs = append(inputs, inputs[len(inputs)-1]) // the very same, delivered again
		inputs = append(inputs, c.press("telegram:zoe", m), c.press("fake:zoe", m))
	}
	old := c.old[max(0, len(c.old)-20):]
	answers := c.atOnce(append(inputs, old...)...)
	accepted := make(map[chat.UserID]map[string]bool) // the ids of what had an effect
	for i, in := range inputs {
		if !answers[i].Refused {
			if accepted[in.User] == nil {
				accepted[in.User] = make(map[string]bool)
			}
			accepted[in.User][in.ID] = true
		}
	}
	for u, ids := range accepted {
		if len(ids) != 1 || !slices.Contains(c.people, u) {
			c.t.Fatalf("%d presses of %s were accepted", len(ids), u)
		}
		made++
	}
	for i, in := range old {
		if again := answers[len(inputs)+i]; again != c.answers[in.ID] {
			c.t.Fatalf("%+v is answered %+v, and delivered again %+v", in, c.answers[in.ID], again)
		}
	}
	for i, in := range inputs {
		c.answers[in.ID] = answers[i]
	}
	c.old = append(c.old, inputs...)
	c.moves += made
	return made
}

// TestAcrossNetworks: somebody on one network accepts a challenge from another;
// each sees the board where they are, and presses from both sides at once are
// decided once each, to the end of the match.
func TestAcrossNetworks(t *testing.T) {
	t.Parallel()
	c := cross(t)
	both := false
	for !c.ended() {
		made := c.race()
		both = both || made == 2
		if made == 0 && !c.ended() {
			t.Fatalf("nobody can move:\n%s", text(*c.input(c.press(c.people[0], "hand "+c.id)).Screen))
		}
	}
	if !both {
		t.Error("they never moved at the same moment; this tests nothing")
	}
	for u, at := range c.chats {
		place := chat.Place{Chat: at}
		c.wait(place, isOver)
		c.wait(chat.Place{User: u}, isOver)
		if posts := c.netOf(place).Posts(place); len(posts) != 1 {
			t.Errorf("%d messages in %s, want one board", len(posts), at)
		}
	}
	n := 0
	for _, r := range c.world.finishedDeals() {
		n += len(enginetest.AskedMoves(c.world.t, games.Replay, r))
	}
	if n != c.moves {
		t.Errorf("%d presses were accepted, %d moves are recorded", c.moves, n)
	}
	if s := text(*c.input(c.press(c.people[1], "leaderboard everywhere")).Screen); strings.Count(s, "of 1 match won") != 2 {
		t.Errorf("the match counts so:\n%s", s)
	}
}

// ended says that anna has no table any more.
func (c *crossing) ended() bool {
	return line(*c.input(c.press(c.people[0], "games")).Screen, "hand ") == ""
}

// TestAcceptTwice: of people on two networks who accept in the same moment one
// sits down.
func TestAcceptTwice(t *testing.T) {
	t.Parallel()
	for range 20 {
		w := startWorld(t, memory.New(), withOthers("telegram"))
		w.mustSay("anna", "challenge bamberger")
		c := crossing{world: w, id: w.challenge()}
		var inputs []chat.Input
		for _, u := range []chat.UserID{"fake:bert", "telegram:carl", "fake:dora", "telegram:emil"} {
			inputs = append(inputs, c.press(u, "accept "+c.id))
		}
		if n := accepted(w.atOnce(inputs...)); n != 1 {
			t.Fatalf("%d people sat down", n)
		}
		if err := w.end(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestAcceptInPrivate: who accepts by a link has the table in private; the other
// side's board goes on.
func TestAcceptInPrivate(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withOthers("telegram"))
	w.mustSay("anna", "challenge bamberger 2")
	c := crossing{answers: make(map[string]chat.Answer), world: w, id: w.challenge(), people: []chat.UserID{"fake:anna", "telegram:bert"}}
	c.input(c.press("telegram:bert", "accept "+c.id))
	for range 10 {
		c.race()
	}
	w.wait(public, contains("bert"))
	w.wait(chat.Place{User: "telegram:bert"}, func(s chat.Screen) bool { return s.Protect })
}

// TestAnsweredTwice: an update that is delivered twice is answered the same twice,
// whatever it changes, and changes it once; after a restart it is done already.
func TestAnsweredTwice(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ who, line string }{
		{who: "bert", line: "accept CODE"},
		{who: "anna", line: "decline CODE"},
		{who: "anna", line: "settings confirm on"},
		{who: "anna", line: "settings ranking hidden"},
		{who: "anna", line: "away 2"},
		{who: "anna", line: "block @bert"},
		{who: "anna", line: "config pace 1d"},
		{who: "anna", line: "link"},
		{who: "carl", line: "practice bamberger 2"},
		{who: "carl", line: "challenge bamberger 2"},
	} {
		t.Run(tt.line, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := newLinkWorld(t)
				w.mustSay("bert", "help")
				w.mustSay("anna", "challenge bamberger 2")
				in := press(tt.who, "the act", strings.ReplaceAll(tt.line, "CODE", w.challenge()))
				in.Admin = true
				first := w.input(in)
				if first.Refused {
					t.Fatalf("it is refused: %s", first.Alert)
				}
				synctest.Wait()
				w.unchanged("the second delivery", func() {
					if again := w.input(in); again != first {
						t.Errorf("answered %+v, delivered again %+v", first, again)
					}
				})
				w.restart()
				if tt.line == "link" {
					return // which changes no more than that an older code doesn't count
				}
				synctest.Wait()
				w.unchanged("the delivery after a restart", func() { w.refusesInput(in, "done-already") })
			})
		})
	}
}

// TestPressedOnTwoSides: the same press from two sides of one person is done once,
// and they are told that it is done, not that somebody else was quicker or that the
// button is an old one.
func TestPressedOnTwoSides(t *testing.T) {
	t.Parallel()
	w := newLinkWorld(t)
	w.link(here, telegram)
	twice := func(line string) {
		t.Helper()
		both := []chat.Input{w.inputOf(here, line), w.inputOf(telegram, line)}
		answers := w.atOnce(both...)
		if n := accepted(answers); n != 1 {
			t.Fatalf("%d presses of %q had an effect, want 1: %+v", n, line, answers)
		}
		for _, a := range answers {
			if a.Refused && a.Alert != said("refuse.done-already") {
				t.Errorf("%q is answered %q", line, a.Alert)
			}
		}
	}
	w.mustSay("bert", "challenge bamberger 2")
	id := w.challenge()
	twice("accept " + id)
	for range 12 { // the choice, the words, the cards
		if m := move(w.hand("bert", id)); m != "" {
			w.mustSay("bert", m)
		}
		if m := move(w.hand("anna", id)); m != "" {
			twice(m)
		}
	}
	twice(line(*w.must(telegram, "resign "+id).Screen, "resign "))
	twice(line(*w.must(here, "leave "+id).Screen, "leave "))
}

// TestTableWhereNoBoardIs: who asks for a table where it has no board is told so, and
// it has one there from then on; nobody else can bring it there.
func TestTableWhereNoBoardIs(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := startWorld(t, memory.New(), withOthers("telegram"))
		id := w.seat("anna", "bert", "bamberger 2")
		synctest.Wait()
		before := w.net.Posts(public)
		elsewhere := func(who, line string) chat.Input {
			in := press(who, w.newID(), line)
			in.Chat = "fake:elsewhere"
			return in
		}
		w.refusesInput(elsewhere("carl", "table "+id), "not-seated")
		muted := elsewhere("anna", "table "+id)
		muted.Mute = true
		w.refusesInput(muted, "mute")
		if a := w.input(elsewhere("anna", "table")); a.Alert != said("table.new") || a.Refused {
			t.Errorf("asked where there is no board it is answered %+v", a)
		}
		synctest.Wait()
		there := chat.Place{Chat: "fake:elsewhere"}
		if posts := w.net.Posts(there); len(posts) != 1 || !isBoard(posts[0].Screen) || !contains(id)(posts[0].Screen) {
			t.Errorf("it shows %+v", posts)
		}
		if posts := w.net.Posts(public); len(posts) != len(before) {
			t.Errorf("elsewhere the board is posted anew: %+v", posts)
		}
		w.mustSay("anna", move(w.hand("anna", id)))
		synctest.Wait()
		w.upToDate(there, id, "anna")
		if a := w.input(elsewhere("carl", "table")); a.Alert != said("table.comes") { // who reads it there may ask
			t.Errorf("asked where there is a board it is answered %+v", a)
		}
		synctest.Wait()
		if posts := w.net.Posts(there); len(posts) != 2 {
			t.Errorf("%d messages, want the old one and the new", len(posts))
		}
	})
}

// TestCountsWhereItsBoardsAre: a match counts on the leaderboard of every chat where
// it had its board: also where the table came later, or where somebody took a
// challenge that was made elsewhere or in private; its rematch is shown, and counts,
// in all of them.
func TestCountsWhereItsBoardsAre(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withOthers("telegram"))
	said := func(u chat.UserID, at, space chat.ChatID, line string) chat.Answer {
		t.Helper()
		in := w.inputOf(u, line)
		in.Chat, in.Space = at, space
		a := w.input(in)
		if a.Refused {
			t.Fatalf("%s: %q is refused: %s", u, line, a.Alert)
		}
		return a
	}
	const anna, bert = chat.UserID("fake:anna"), chat.UserID("telegram:bert")
	type place struct{ chat, space chat.ChatID }
	home, away, later := place{"fake:home", "fake:guild"}, place{"telegram:group/7", "telegram:group"}, place{"fake:later", "fake:other"}
	for n, from := range []place{home, {}} {
		_, rest, _ := strings.Cut(said(anna, from.chat, from.space, "challenge bamberger 2").Alert, "by the code ")
		id, _, _ := strings.Cut(rest, ":")
		said(bert, away.chat, away.space, "accept "+id)
		said(anna, later.chat, later.space, "table "+id)
		said(anna, "", "", "leave "+id+" yes")
		said(anna, "", "", "rematch "+id)
		said(bert, "", "", "rematch "+id)
		again := strings.TrimPrefix(line(*said(anna, "", "", "games").Screen, "hand "), "hand ")
		said(bert, "", "", "leave "+again+" yes")
		for _, p := range []place{home, away, later} {
			matches := 2 * (n + 1)
			if p == home {
				matches = 2
			}
			u := map[bool]chat.UserID{true: bert, false: anna}[p == away]
			if s := text(*said(u, p.chat, p.space, "leaderboard kosakeln points here").Screen); strings.Count(s, fmt.Sprintf("of %d match", matches)) != 2 {
				t.Errorf("%v shows, and should show %d matches:\n%s", p, matches, s)
			}
			if s := text(*said(u, p.chat, p.space, "history here").Screen); !strings.Contains(s, fmt.Sprintf("%d. ", matches)) || strings.Contains(s, fmt.Sprintf("%d. ", matches+1)) {
				t.Errorf("the history of %v, and should show %d matches:\n%s", p, matches, s)
			}
		}
	}
	w.audited()
}

// TestHandTwice: the panel is brought where its person asks for it, and a second
// delivery of that shows the hand as well.
func TestHandTwice(t *testing.T) {
	t.Parallel()
	w := newLinkWorld(t, withPictures)
	id := w.seat("anna", "bert", "bamberger 2")
	w.link(here, telegram)
	w.must(here, move(w.hand("anna", id)))
	in := w.inputOf(telegram, "hand "+id)
	first, again := w.input(in), w.input(in)
	if again.Screen == nil || text(*again.Screen) != text(*first.Screen) {
		t.Errorf("answered %+v, and delivered again %+v", first, again)
	}
}
