package discord_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/discord/discordtest"
)

// asker asks for a text if the line has none, and echoes the answer.
type asker struct {
	inputs []chat.Input
	silent bool
	delay  time.Duration // before each answer
}

func (a *asker) handle(_ context.Context, in chat.Input) (chat.Answer, error) {
	sleep(a.delay)
	if in.What != chat.EventSaid {
		return chat.Answer{}, nil
	}
	a.inputs = append(a.inputs, in)
	line, _, typed := strings.Cut(in.Line, "2345 ")
	switch {
	case in.Line == "games", strings.HasSuffix(in.Line, "turn"):
		s := screen("page "+in.Line, "accept abcd2345")
		s.Protect = true // a press without a window opens it again
		return chat.Answer{Screen: &s}, nil
	case !typed || strings.HasSuffix(in.Line, "again"):
		line, _, _ = strings.Cut(line, "2345")
		return chat.Answer{Ask: &chat.Ask{Title: "Cut the deck", Label: "Any text", Hint: "Whatever comes to mind", Line: line + "2345", Max: 80}}, nil
	case a.silent:
		return chat.Answer{}, nil
	}
	return chat.Answer{Alert: "heard"}, nil
}

func (a *asker) lastInput() chat.Input {
	return a.inputs[len(a.inputs)-1]
}

func (b *bench) window(p *discordtest.Person) discordtest.Window {
	b.t.Helper()
	w, ok := p.Window()
	if !ok {
		b.t.Fatalf("no window opened\n%s", &b.log)
	}
	return w
}

func (b *bench) submit(p *discordtest.Person, text string) string {
	b.t.Helper()
	answer, err := p.Submit(b.ctx, b.window(p), text)
	if err != nil {
		b.t.Fatal(err)
	}
	return answer
}

const typeInstead = "/tarock accept code:abcd2345 …"

var escaped = strings.NewReplacer("/", `\/`, ":", `\:`)

// The bot gets the window's line followed by the unchanged text.
func TestAsk(t *testing.T) {
	inBubbleOrUpstream(t, func(t *testing.T) {
		a := new(asker)
		b := newBenchOn(t, upstreamOptions(), a.handle)
		long := "accept " + strings.Repeat("x", 100) + "2345" // too long for an ID
		b.show(public, "", screen("a board", "accept abcd2345", long))
		var ids []string
		for _, tt := range []struct{ press, typed, want string }{
			{"accept abcd2345", "Grüß Gott", "Grüß Gott"},
			{"accept abcd2345", "  🂡 ÄÖ  ", "  🂡 ÄÖ  "},
			{"accept abcd2345", "@everyone <@1001> **x** `y` ~t #2", "@everyone <@1001> **x** `y` ~t #2"},
			{"accept abcd2345", "two\r\nlines\nor three", "two lines or three"},
			{long, "behind a long line", "behind a long line"},
		} {
			c := b.find(b.anna, "accept")
			if tt.press == long {
				board, _ := b.anna.Board()
				c = discordtest.ControlsOf(board)[1]
			}
			b.pressControl(b.anna, c)
			ids = append(ids, a.lastInput().ID)
			if w := b.window(b.anna); w.Title != "Cut the deck" || w.Label != "Any text" || w.Hint != "Whatever comes to mind" || w.Max != 80 {
				t.Errorf("%+v", w)
			}
			if answer := b.submit(b.anna, tt.typed); answer != "heard" {
				t.Errorf("answered %q", answer)
			}
			in := a.lastInput()
			if in.Line != tt.press+" "+tt.want || in.User != "discord:"+annaID || in.Chat != public.Chat || slices.Contains(ids, in.ID) {
				t.Errorf("the bot got %+v\nwant %q", in, tt.press+" "+tt.want)
			}
			ids = append(ids, in.ID)
		}
	})
}

func TestAskAfterRestart(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		a := new(asker)
		b := newBench(t, a.handle)
		line := "accept " + strings.Repeat("x", 100) + "2345"
		b.show(public, "", screen("a board", line))
		b.press(b.anna, "")
		b.restartWith(b.notes, a.handle)
		if answer := b.submit(b.anna, "still here"); answer != "heard" || a.lastInput().Line != line+" still here" {
			t.Errorf("answered %q, the bot got %q", answer, a.lastInput().Line)
		}
	})
}

// Discord refuses a window as the answer to a window.
func TestAskFollowUps(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		a := &asker{silent: true}
		b := newBench(t, a.handle)
		b.show(public, "", screen("a board", "accept abcd2345"))
		if b.press(b.anna, "accept"); b.submit(b.anna, "from the board") != "" {
			t.Error("the window is answered, but the bot had nothing to say")
		}
		if n := len(b.anna.Private()); n > 0 {
			t.Errorf("%d private messages", n)
		}
		b.mustSay(b.anna, "games")
		b.press(b.anna, "accept")
		if in := a.lastInput(); in.Line != "accept abcd2345" {
			t.Errorf("the question reopened the page: the bot got %q", in.Line)
		}
		b.submit(b.anna, "turn")
		if all := b.anna.Private(); len(all) != 1 || !strings.Contains(all[0].Text(), "page accept abcd2345 turn") {
			t.Errorf("private messages after the window: %+v", all)
		}
		if b.mustSay(b.anna, "accept abcd2345"); b.submit(b.anna, "from a command") != "✓" {
			t.Error("the window of a command isn't answered with ✓")
		}
		b.press(b.anna, "accept")
		if answer := b.submit(b.anna, "again"); !strings.Contains(answer, escaped.Replace(typeInstead)) {
			t.Errorf("a second question is answered %q", answer)
		}
		if _, open := b.anna.Window(); open {
			t.Error("a window opens another window")
		}
	})
}

func TestAskTextsTruncated(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		long := strings.Repeat("Ü", 200)
		b := newBench(t, func(context.Context, chat.Input) (chat.Answer, error) {
			return chat.Answer{Ask: &chat.Ask{Title: long, Label: long, Hint: long, Line: "accept abcd2345", Max: 5000}}, nil
		})
		b.mustSay(b.anna, "games")
		if w := b.window(b.anna); w.Title != long[:2*44]+"…" || w.Label != w.Title || w.Hint != long[:2*99]+"…" || w.Max != 4000 {
			t.Errorf("%+v", w)
		}
	})
}

// A late answer can't open a window. It names the command to type.
func TestAskTooLateForWindow(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		a := &asker{delay: 2 * time.Second}
		b := newBench(t, a.handle)
		b.show(public, "", screen("a board", "accept abcd2345", "do abcd2345"))
		for _, tt := range []struct{ press, want string }{{"accept", typeInstead}, {"do", "Please try once more"}} {
			b.press(b.anna, tt.press)
			b.wait("the late answer", func() bool { return hasPrivateText(b.anna, escaped.Replace(tt.want)) })
		}
		if answer := b.mustSay(b.anna, "accept abcd2345"); !strings.Contains(answer, escaped.Replace(typeInstead)) {
			t.Errorf("a late question to a command is answered %q", answer)
		}
		if _, open := b.anna.Window(); open {
			t.Error("a window opens after another answer")
		}
		a.delay = 0
		b.press(b.anna, "accept")
		a.delay = 2 * time.Second
		b.submit(b.anna, "slow")
		b.wait("the answer", func() bool { return hasPrivateText(b.anna, "heard") })
	})
}

func TestAskForgedWindow(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		a := new(asker)
		b := newBench(t, a.handle)
		b.show(public, "", screen("a board", "accept abcd2345"))
		b.press(b.bert, "accept")
		w := b.window(b.bert)
		w.ID = "do efgh2345 17 ~t"
		if _, err := b.bert.Submit(b.ctx, w, "play XXI"); err != nil {
			t.Fatal(err)
		}
		if in := a.lastInput(); in.Line != "do efgh2345 17 play XXI" || in.User != "discord:"+bertID {
			t.Errorf("the bot got %+v", in)
		}
		before := len(a.inputs)
		w.ID = "0123456789abcdef01234567 ~l"
		if answer, err := b.bert.Submit(b.ctx, w, "play XXI"); err != nil || !strings.Contains(answer, "too old") || len(a.inputs) != before {
			t.Errorf("answered %q, %v, the bot got %q", answer, err, a.lastInput().Line)
		}
	})
}
