package discord_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
	"tarockbot/bot/platform/discord"
	"tarockbot/bot/platform/discord/discordtest"
	"tarockbot/bot/platform/double"
	"tarockbot/bot/platform/platformtest"
)

func TestFault23ReplyLost(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		for _, fault := range []discordtest.Fault{
			{Match: "POST /channels", Cut: true, CarriedOut: true, Times: 2},
			{Match: "POST /channels", Status: http.StatusBadGateway, CarriedOut: true},
			{Match: "POST /channels", Cut: true},
		} {
			b := newBench(t, echo)
			b.server.Fail(fault)
			b.show(public, "", screen("a board", "one"))
			b.expectMessages(1)
			b.show(public, "", screen("a board", "one")) // another board with the same words
			b.expectMessages(2)
		}
	})
}

// Each board gets its own message.
func TestFault23Alike(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		board := func(table, text string) chat.Screen {
			s := screen(text)
			s.Table = table
			return s
		}
		for _, second := range []chat.Screen{board("bbbbbbbb", "deal 1 of 2"), board("aaaaaaaa", "deal 2 of 2")} {
			b := newBench(t, echo)
			var otherBoard chat.Ref
			b.server.Fail(discordtest.Fault{Match: "POST /channels", BeforeResponse: func() { otherBoard = b.show(public, "", second) }})
			if first := b.show(public, "", board("aaaaaaaa", "deal 1 of 2")); first == otherBoard || len(b.server.Messages(discordtest.Channel)) != 2 {
				t.Errorf("the boards are the messages %s and %s, want two messages", first, otherBoard)
			}
		}
	})
}

func TestFault25BoardDeleted(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		for want, newer := range map[string]chat.Screen{"- | newer": screen("newer"), "shade 2 | newer": screenWithPicture(newPicture(2), "newer")} {
			b := newBench(t, echo)
			ref := b.show(public, "", screenWithPicture(newPicture(1), "a board"))
			b.server.Fail(discordtest.Fault{Match: "PATCH", Status: http.StatusBadRequest, Code: 30046})
			b.showFails(public, ref, newer, chat.ErrGone)
			if n := b.server.Count("^PATCH"); n != 1 {
				t.Errorf("the board was edited %d times, want once", n)
			}
			b.expectMessages(0)
			ref = b.show(public, "", screenWithPicture(newPicture(1), "a board"))
			b.server.Delete(discordtest.Channel, b.lastMessage().ID)
			b.showFails(public, ref, newer, chat.ErrGone)
			b.show(public, "", newer)
			b.expectLast(want)
		}
	})
}

func TestFault26RateLimit(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, echo)
		ref := b.show(public, "", screen("a board"))
		panel := b.show(direct, "", screen("a panel"))
		b.server.Fail(discordtest.Fault{Match: "PATCH /channels/" + discordtest.Channel, Status: http.StatusTooManyRequests, Wait: 60 * time.Second})
		if wait := b.showMustWait(public, ref, screen("newer")); wait < 60*time.Second {
			t.Errorf("got a wait of %v, want at least 60 s", wait)
		}
		began := time.Now()
		b.showMustWait(public, ref, screen("newer"))
		b.show(direct, panel, screen("a newer panel"))
		if waited := time.Since(began); waited > time.Second {
			t.Errorf("the caller was held up for %v", waited)
		}
		sleep(61 * time.Second)
		b.show(public, ref, screen("newest"))
	})
}

func TestFault26Everything(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b, p := newPageBench(t)
		ref := b.show(public, "", screen("a board"))
		b.server.Fail(discordtest.Fault{Match: "PATCH /channels", Last: true, Wait: 5 * time.Second})
		b.show(public, ref, screen("newer"))
		wait := b.showMustWait(public, ref, screen("too early"))
		if wait < 5*time.Second {
			t.Errorf("after the last allowed request: got a wait of %v, want at least 5 s", wait)
		}
		sleep(wait)
		b.server.Fail(discordtest.Fault{Match: "PATCH /channels", Status: http.StatusTooManyRequests, Wait: time.Minute, Global: true})
		b.showMustWait(public, ref, screen("limited"))
		wait = b.showMustWait(direct, "", screen("a panel"))
		p.set(screenWithPicture(newPicture(1), "one"))
		b.mustSay(b.anna, "hand")
		if got := describe(b.lastPage()); got != "shade 1 | one" {
			t.Errorf("an answer during the limit shows %s", got)
		}
		sleep(wait)
		b.show(direct, "", screen("a panel"))
	})
}

func TestFault27DirectClosed(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b, events := newEventBench(t)
		b.server.CloseDirect(annaID, true)
		for range 3 {
			b.showFails(direct, "", screen("a panel"), chat.ErrBlocked)
		}
		if tries := b.server.Count("^POST /channels"); tries != 1 {
			t.Errorf("%d messages to a closed direct channel, want 1", tries)
		}
		b.server.CloseDirect(annaID, false)
		b.mustSayIn(b.anna, b.anna.Direct(), "games")
		if in := <-events; in.What != chat.EventReachable || in.User != "discord:"+annaID {
			t.Errorf("got the event %+v", in)
		}
		b.show(direct, "", screen("a panel"))
	})
}

func TestFault27Called(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.mustSay(w.bert, "settings calls now")
		w.server.CloseDirect(bertID, true)
		w.mustSay(w.anna, "challenge @"+bertID+" "+terms)
		w.wait("the call to the challenge", func() bool { return w.countCallMessages(bertID) == 1 })
		w.press(w.bert, "accept ")
		w.wait("the call to the table", func() bool {
			board, ok := w.bert.Board()
			return ok && w.countCallMessages(bertID) == 1 && strings.Contains(board.Text(), "press “My hand” here")
		})
		w.press(w.bert, "hand ")
		w.press(w.bert, "confirm ")
		w.wait("the end of the turn", func() bool { return w.countCallMessages(bertID) == 0 })
		w.server.CloseDirect(bertID, false)
		w.mustSayIn(w.bert, w.bert.Direct(), "games")
		w.wait("the panel in private", func() bool {
			board, ok := w.bert.Board()
			hasPanel := slices.ContainsFunc(w.bert.Private(), func(m discordtest.Message) bool {
				return m.Owner == "" && platformtest.ShowsHand(m.Text())
			})
			return ok && hasPanel && !strings.Contains(board.Text(), "press “My hand” here")
		})
	})
}

func (w *world) countCallMessages(person string) int {
	n := 0
	for _, m := range w.server.Messages(discordtest.Channel) {
		if slices.Contains(m.Pinged, person) {
			n++
		}
	}
	return n
}

func TestGreeting(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b, events := newEventBench(t)
		b.mustSay(b.anna, "games")
		channel := func(id string, kind, position int) map[string]any {
			return map[string]any{"id": id, "type": kind, "position": position}
		}
		for i, guild := range []map[string]any{
			{"id": "71", "system_channel_id": nil, "channels": []any{channel("81", 2, 0), channel("82", 0, 5), channel("83", 0, 1)}},
			{"id": "72", "system_channel_id": "84", "channels": []any{channel("82", 0, 0)}},
			{"id": "73", "channels": []any{}},
			{"id": discordtest.Guild, "system_channel_id": "85"}, // known since READY
			{"id": "74", "system_channel_id": "86", "preferred_locale": "de"},
		} {
			if !b.server.Gateway.Dispatch("GUILD_CREATE", guild) {
				t.Fatalf("no bot received the event of guild %d", i)
			}
		}
		joined := make(map[chat.ChatID]string)
		for range 3 {
			if in := <-events; in.What == chat.EventBotJoined {
				joined[in.Chat] = in.SpaceLang
			}
		}
		if want := map[chat.ChatID]string{"discord:83": "", "discord:84": "", "discord:86": "de"}; !maps.Equal(joined, want) {
			t.Errorf("joined %v, want %v", joined, want)
		}
	})
}

func TestFault28Kicked(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b, events := newEventBench(t)
		b.mustSay(b.anna, "games")
		ref := b.show(public, "", screen("a board"))
		b.server.Kick(true)
		if in := <-events; in.What != chat.EventBotRemoved || in.Chat != public.Chat {
			t.Errorf("got the event %+v", in)
		}
		b.showFails(public, ref, screen("newer"), chat.ErrBlocked)
		b.server.Kick(false)
		if in := <-events; in.What != chat.EventBotJoined || in.Chat != public.Chat || in.SpaceLang != "en-US" || in.Space != "discord:g"+discordtest.Guild {
			t.Errorf("got the event %+v", in)
		}
		b.show(public, ref, screen("newest"))
	})
}

// The cleanup of prepareWorld searches the log of every test.
func TestFault46TokenInLogs(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, echo)
		b.server.Fail(discordtest.Fault{Match: "callback", Times: 2, Cut: true})
		if _, err := b.anna.Command(b.ctx, "games"); !errors.Is(err, platformtest.ErrUnanswered) {
			t.Errorf("an incomplete answer: got the error %v, want ErrUnanswered", err)
		}
		synctest.Wait() // see world.quiet
		b.server.Close()
		_, err := b.platform.Show(b.ctx, public, "", screen("a board"))
		if err == nil || strings.Contains(err.Error(), discordtest.Token) {
			t.Errorf("got the error %v, want one without the token", err)
		}
		if !strings.Contains(b.log.String(), "answer an interaction") {
			t.Errorf("the failure isn't logged:\n%s", &b.log)
		}
		b.checkLogForSecrets()
	})
}

func TestFault46RefusedForGood(t *testing.T) {
	t.Parallel()
	for trap, want := range map[discordtest.Trap]string{discordtest.BadToken: "token", discordtest.BadIntents: "intents"} {
		b := prepareBench(t, discordtest.Options{})
		b.server.Gateway.Trap(trap)
		err := b.platform.Run(b.ctx, echo)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), discordtest.Token) {
			t.Errorf("%v", err)
		}
	}
	b := prepareBench(t, discordtest.Options{})
	wrong, err := discord.New(discord.Config{Token: "wrong", APIURL: b.server.URL(), Vocabularies: bottest.Vocabularies(t), Notes: new(double.Notes), Log: b.log.Logger()})
	if err != nil {
		t.Fatal(err)
	}
	if err := wrong.Run(b.ctx, echo); err == nil || !strings.Contains(err.Error(), "token") {
		t.Errorf("a wrong token: %v", err)
	}
}

func TestFault47HandInPublic(t *testing.T) {
	t.Parallel()
	const secret = "♥K XXI Sküs"
	synctest.Test(t, func(t *testing.T) {
		delay := time.Duration(0)
		b := newBench(t, func(_ context.Context, in chat.Input) (chat.Answer, error) {
			sleep(delay)
			s := screen(secret, "do it")
			s.Protect = true
			return chat.Answer{Screen: &s}, nil
		})
		b.show(public, "", screen("a board", "hand"))
		countHands := func() (n int) {
			for _, m := range b.anna.Private() {
				if strings.Contains(m.Text(), "Sküs") {
					n += 1 + m.Edits
				}
			}
			return n
		}
		expected := 0
		awaitNextHand := func() {
			expected++
			b.wait("the hand", func() bool { return countHands() >= expected })
		}
		for _, delay = range []time.Duration{0, 2 * time.Second} {
			b.mustSay(b.anna, "hand")
			awaitNextHand()
			for _, c := range []platformtest.Control{b.find(b.bert, "hand"), b.find(b.anna, "do it")} {
				b.pressControl(b.anna, c)
				awaitNextHand()
			}
		}
		for _, m := range b.server.Messages(discordtest.Channel) {
			if strings.Contains(m.Text(), "Sküs") {
				t.Errorf("in public: %s", m.Text())
			}
		}
	})
}

func TestFault50MarkupInNames(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, echo)
		for _, name := range []string{"@everyone", "<@1001>", "**bold**", "[x](https://evil.example)", "`code`", "||secret||", "\\*", "# head", "> quote", "1. list", "- list", "-# small", "~~x~~", "https://evil.example", "<t:1:R>", "_x_", "+ list", "</resign:1>"} {
			ref := b.show(public, "", screen(name))
			messages := b.server.Messages(discordtest.Channel)
			got := messages[len(messages)-1]
			if len(got.Pinged) > 0 {
				t.Errorf("%q notified %q", name, got.Pinged)
			}
			if unescaped := unescape(got.Text()); unescaped != name {
				t.Errorf("%q was sent as %q", name, got.Text())
			}
			b.show(public, ref, screen(name+"!"))
		}
		b.show(public, "", screen("two\n# lines"))
		messages := b.server.Messages(discordtest.Channel)
		if got := unescape(messages[len(messages)-1].Text()); got != "two # lines" {
			t.Errorf("two lines were sent as %q", got)
		}
	})
}

// unescape removes backslashes. It returns another text if the markup isn't escaped.
func unescape(text string) string {
	var out strings.Builder
	escaped := false
	for i, r := range text {
		switch {
		case escaped:
			escaped = false
		case r == '\\':
			escaped = true
			continue
		case strings.ContainsRune("*_~`|<>@[]()#:/", r), i == 0 && strings.ContainsRune("-+", r),
			r == '.' && strings.Trim(text[:i], "0123456789") == "":
			return "markup: " + text
		}
		out.WriteRune(r)
	}
	return out.String()
}

func TestFault51OddTexts(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, echo)
		long := strings.Repeat("Ж*", 5000)
		for _, text := range []string{long, "", "\u202e\u200b", strings.Repeat("x\n", 3000), "\u2068a\u2069"} {
			s := screen(text, "one", "one", strings.Repeat("long ", 60), "")
			s.Text = append(s.Text, chat.Line{{Text: text, Style: chat.Strong}, {Text: text, Style: chat.Code}})
			b.show(public, "", s)
		}
		if answer, err := b.anna.Press(b.ctx, b.find(b.anna, "")); err != nil {
			t.Errorf("a press on a button without a label: answered %q, %v", answer, err)
		}
	})
}

func newCall(number int) *chat.Call {
	return &chat.Call{Subject: "k7q2p4xa.0", Number: number, User: "discord:" + annaID, Text: chat.Line{{Text: "your turn, @everyone."}}}
}

// countCalls counts Anna's calls in the place, including deleted ones.
func (b *bench) countCalls(place chat.Place) int {
	return b.server.CountPings(b.channel(place), annaID)
}

func (b *bench) countMessages(place chat.Place) int { return len(b.server.Messages(b.channel(place))) }

func (b *bench) channel(place chat.Place) string {
	if place.Chat == "" {
		return b.anna.Direct()
	}
	return strings.TrimPrefix(string(place.Chat), "discord:")
}

func TestOneCallPerNumber(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		for _, place := range []chat.Place{public, direct} {
			b := newBench(t, echo)
			waiting := func(n int) chat.Screen {
				s := screen("board", "one")
				s.Call = newCall(n)
				return s
			}
			ref := b.show(place, "", screen("board", "one"))
			for i, step := range []struct {
				screen       chat.Screen
				calls, posts int
			}{{waiting(1), 1, 2}, {screen("board", "one"), 1, 1}, {waiting(2), 2, 2}, {waiting(2), 2, 2}} {
				ref = b.show(place, ref, step.screen)
				if got := b.countCalls(place); got != step.calls || b.countMessages(place) != step.posts {
					t.Errorf("step %d: %d calls, %d messages, want %d and %d", i, got, b.countMessages(place), step.calls, step.posts)
				}
			}
			b.show(place, b.show(place, "", waiting(3)), waiting(3))
			if got := b.countCalls(place); got != 3 {
				t.Errorf("after a new post: %d calls, want 3", got)
			}
		}
	})
}

func TestCallDeletedDespiteErrors(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		for _, tt := range []struct {
			status, code int
			retries      bool
		}{
			{http.StatusTooManyRequests, 0, true}, {http.StatusBadGateway, 0, true}, {0, 0, true},
			{http.StatusForbidden, 50013, false}, {http.StatusNotFound, 10008, false},
		} {
			b := newBench(t, echo)
			waiting := screen("board", "one")
			waiting.Call = newCall(1)
			ref := b.show(public, b.show(public, "", screen("board", "one")), waiting)
			b.server.Fail(discordtest.Fault{Match: "DELETE /channels", Times: -1, Status: tt.status, Code: tt.code, Cut: tt.status == 0, Wait: time.Millisecond})
			_, err := b.platform.Show(b.ctx, public, ref, screen("board", "one"))
			if errors.As(err, new(chat.RetryAfter)) != tt.retries || b.countMessages(public) != 2 {
				t.Errorf("DELETE answered with %d: Show returned %v; %d messages, want 2", tt.status, err, b.countMessages(public))
			}
			b.server.ClearWaits()
		}
	})
}

func TestOneCallDespiteCrash(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		for _, done := range []bool{true, false} {
			b := newBench(t, echo)
			waiting := screen("board", "one")
			waiting.Call = newCall(1)
			ref := b.show(direct, "", screen("board", "one"))
			b.server.Fail(discordtest.Fault{Match: "POST /channels/.*/messages", Times: -1, CarriedOut: done, Cut: true,
				BeforeResponse: func() { b.notes.Fail(errors.New("the process is dead")) }})
			_, err := b.platform.Show(b.ctx, direct, ref, waiting)
			b.server.Heal()
			b.notes.Fail(nil)
			b.newPlatform()
			b.show(direct, b.show(direct, ref, waiting), waiting)
			if got := b.countCalls(direct); err == nil || got != 1 {
				t.Errorf("request carried out %v: called %d times, want once; Show returned %v", done, got, err)
			}
		}
	})
}

// Discord refuses a registration that lacks the entry point's command.
func TestEntryPointStaysRegistered(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		launch := discordtest.Command{ID: "77", Type: 4, Name: "launch", Names: map[string]string{"de": "starten"}, Contexts: []int{0, 1}, Installs: []int{1}, Handler: 2, Permissions: new("8"), Adult: true}
		old := discordtest.Command{ID: "78", Type: 1, Name: "old", Description: "removed"}
		w := newWorldOn(t, discordtest.Options{Memory: true, Commands: []discordtest.Command{old, launch}})
		w.mustSay(w.anna, "help")
		all, _ := w.server.App.Registered()
		if n := len(all); n < 2 || !reflect.DeepEqual(all[n-1], launch) {
			t.Errorf("the last of %d commands is %+v, want %+v", n, all[n-1], launch)
		}
		if slices.ContainsFunc(all, func(c discordtest.Command) bool { return c.Name == old.Name }) {
			t.Error("an unknown command remains")
		}
	})
}

func TestCommandsRegisteredOnce(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.mustSay(w.anna, "help")
		w.restart()
		if _, n := w.server.App.Registered(); n != 1 {
			t.Errorf("registered %d times, want once", n)
		}
	})
}

func newRecordingBench(t *testing.T, lines *[]string) *bench {
	t.Helper()
	return newBench(t, func(_ context.Context, in chat.Input) (chat.Answer, error) {
		*lines = append(*lines, in.Line)
		return chat.Answer{}, nil
	})
}

// Discord sends a select only after a change: a button confirms an unchanged choice.
func TestChoiceOfCards(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		var lines []string
		b := newRecordingBench(t, &lines)
		offer := func(n int, c chat.Choice, setOption func(o *chat.Option, i int)) []platformtest.Control {
			s := screen("choose")
			s.Choice = &c
			c.Label, c.Line, c.Toggle, c.Confirm = "cards", "confirm t 1", "pick t 1", "Done"
			for i := range n {
				o := chat.Option{Value: fmt.Sprint("v", i), Label: fmt.Sprint("v", i)}
				setOption(&o, i)
				c.Options = append(c.Options, o)
			}
			b.show(public, "", s)
			return b.controls(b.anna)
		}
		expectLines := func(want string) {
			t.Helper()
			if got := strings.Join(lines, ","); got != want {
				t.Errorf("got the lines %s, want %s", got, want)
			}
			lines = nil
		}
		offer(27, chat.Choice{Min: 1, Max: 3}, func(o *chat.Option, i int) { o.Chosen = i == 2 })
		b.pressControl(b.anna, b.find(b.anna, "pick "), "v3")
		b.press(b.anna, "confirm ")
		expectLines("pick t 1 v2,pick t 1 v3,confirm t 1")
		controls := offer(8, chat.Choice{Min: 8, Max: 8}, func(o *chat.Option, _ int) { o.Chosen, o.Fixed = true, true })
		if !slices.ContainsFunc(controls, func(c platformtest.Control) bool { return len(c.Fixed) == 8 && len(c.Values) == 0 }) {
			t.Errorf("the cards aren't preselected: %+v", controls)
		}
		b.pressControl(b.anna, b.findByLabel(b.anna, "Done"))
		expectLines("confirm t 1")
		for _, tt := range []struct {
			tarocks, suits int
			want           []int
		}{{15, 12, []int{15, 12}}, {20, 7, []int{20, 7}}, {13, 12, []int{25}}, {27, 0, []int{25, 2}}} {
			var got []int
			setPart := func(o *chat.Option, i int) { o.Group = fmt.Sprint(i < tt.tarocks) }
			for _, c := range offer(tt.tarocks+tt.suits, chat.Choice{Min: 1, Max: 1}, setPart) {
				if len(c.Values) > 0 && c.Max == 1 {
					got = append(got, len(c.Values))
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("%d tarocks and %d others: selects of %v, want %v", tt.tarocks, tt.suits, got, tt.want)
			}
		}
	})
}

func TestFault25NoCallStays(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, echo)
		waiting := screen("a board", "one")
		waiting.Call = newCall(1)
		deleted := b.show(public, "", waiting)
		board := b.server.Messages(discordtest.Channel)[0]
		b.server.Delete(discordtest.Channel, board.ID)
		b.showFails(public, deleted, waiting, chat.ErrGone)
		reposted := b.show(public, "", screen("a board", "one"))
		waiting.Call = newCall(2)
		b.show(public, reposted, waiting)
		if n := b.countCallMessages(annaID); n != 1 {
			t.Fatalf("called %d times, want once", n)
		}
		b.show(public, reposted, screen("a board", "one"))
		if n := b.countCallMessages(annaID); n != 0 {
			t.Errorf("%d calls remain, want 0", n)
		}
	})
}

func TestLongLineLost(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w := prepareWorld(t, simulated)
		var notes double.Notes
		b := &bench{world: w, platform: w.platform(&notes)}
		b.run(echo)
		long := "challenge " + strings.Repeat("x", 100)
		notes.Fail(errors.New("disk gone"))
		b.show(public, "", screen("a board", long))
		notes.Fail(nil)
		controls := b.controls(b.anna)
		if answer := b.pressControl(b.anna, controls[len(controls)-1]); !strings.Contains(answer, "too old") {
			t.Errorf("answered %q, want that the button is too old", answer)
		}
	})
}

func TestMomentMarkup(t *testing.T) {
	t.Parallel()
	until := chat.Span{Text: "Fri 15 Jan, 09:00 (Vienna)", At: time.Unix(1_800_000_000, 0)}
	line := func(style chat.Style) chat.Line {
		until.Style = style
		return chat.Line{{Text: "*Anna* has until ", Style: style}, until, {Text: "!", Style: style}}
	}
	for style, want := range map[chat.Style]string{
		chat.Plain:  `\*Anna\* has until <t:1800000000:f> (<t:1800000000:R>)!`,
		chat.Dim:    `-# \*Anna\* has until <t:1800000000:f> (<t:1800000000:R>)!`,
		chat.Strong: `**\*Anna\* has until** <t:1800000000:f> (<t:1800000000:R>)**!**`,
	} {
		if got := discord.Markdown(line(style)); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	halfNames := chat.Line{{Text: "An", Style: chat.Strong}, {Text: "na", Style: chat.Strong}}
	if got := discord.Markdown(halfNames); got != "**Anna**" {
		t.Errorf("two spans of one style: %q", got)
	}
}

// A message with a thread stays.
func TestRetiredMessageDeleted(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		for _, obstacle := range []string{"", "forbidden", "thread"} {
			b := newBench(t, echo)
			ref := b.show(public, "", screen("the board", "hand"))
			_, message, _ := strings.Cut(string(ref), "/")
			retired := screen("it has moved")
			retired.Retired = true
			want := 1
			switch obstacle {
			case "":
				want = 0
			case "forbidden":
				b.server.Fail(discordtest.Fault{Match: "DELETE", Status: http.StatusForbidden, Code: 50013})
			case "thread":
				if err := b.notes.Write(b.ctx, "thread/"+message, []byte(discordtest.Channel)); err != nil {
					t.Fatal(err)
				}
			}
			b.show(public, ref, retired)
			left := b.server.Messages(discordtest.Channel)
			if len(left) != want || want > 0 && !strings.Contains(left[0].Text(), "it has moved") {
				t.Errorf("%q: there are %d messages, want %d: %+v", obstacle, len(left), want, left)
			}
		}
	})
}
