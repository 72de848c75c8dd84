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
	heard []chat.Input
	quiet bool
	late  time.Duration // until it has decided
}

func (a *asker) handle(_ context.Context, in chat.Input) (chat.Answer, error) {
	pass(a.late)
	if in.What != chat.Said {
		return chat.Answer{}, nil
	}
	a.heard = append(a.heard, in)
	line, _, typed := strings.Cut(in.Line, "2345 ")
	switch {
	case in.Line == "games", strings.HasSuffix(in.Line, "turn"):
		s := screen("page "+in.Line, "accept abcd2345")
		s.Protect = true // a press without a window opens it again
		return chat.Answer{Screen: &s}, nil
	case !typed || strings.HasSuffix(in.Line, "again"):
		line, _, _ = strings.Cut(line, "2345")
		return chat.Answer{Ask: &chat.Ask{Title: "Cut the deck", Label: "Any text", Hint: "Whatever comes to mind", Line: line + "2345", Max: 80}}, nil
	case a.quiet:
		return chat.Answer{}, nil
	}
	return chat.Answer{Alert: "heard"}, nil
}

func (a *asker) last() chat.Input {
	return a.heard[len(a.heard)-1]
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
	word, err := p.Submit(b.ctx, b.window(p), text)
	if err != nil {
		b.t.Fatal(err)
	}
	return word
}

const typeInstead = "/tarock accept code:abcd2345 …"

var escaped = strings.NewReplacer("/", `\/`, ":", `\:`)

// The bot gets the typed text unchanged, behind the window's line.
func TestAsk(t *testing.T) {
	inBubbleOrUpstream(t, func(t *testing.T) {
		a := new(asker)
		b := newBenchOn(t, options(), a.handle)
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
			b.presses(b.anna, c)
			ids = append(ids, a.last().ID)
			if w := b.window(b.anna); w.Title != "Cut the deck" || w.Label != "Any text" || w.Hint != "Whatever comes to mind" || w.Max != 80 {
				t.Errorf("%+v", w)
			}
			if word := b.submit(b.anna, tt.typed); word != "heard" {
				t.Errorf("answered %q", word)
			}
			in := a.last()
			if in.Line != tt.press+" "+tt.want || in.User != "discord:"+annaID || in.Chat != public.Chat || slices.Contains(ids, in.ID) {
				t.Errorf("handed in %+v\nwant %q", in, tt.press+" "+tt.want)
			}
			ids = append(ids, in.ID)
		}
	})
}

func TestAskRestart(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		a := new(asker)
		b := newBench(t, a.handle)
		line := "accept " + strings.Repeat("x", 100) + "2345"
		b.show(public, "", screen("a board", line))
		b.press(b.anna, "")
		b.again(b.notes, a.handle)
		if word := b.submit(b.anna, "still here"); word != "heard" || a.last().Line != line+" still here" {
			t.Errorf("answered %q, handed in %q", word, a.last().Line)
		}
	})
}

// Discord refuses a window as the answer to a window.
func TestAskAnswers(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		a := &asker{quiet: true}
		b := newBench(t, a.handle)
		b.show(public, "", screen("a board", "accept abcd2345"))
		if b.press(b.anna, "accept"); b.submit(b.anna, "from the board") != "" {
			t.Error("a word without a text")
		}
		if n := len(b.anna.Private()); n > 0 {
			t.Errorf("%d private messages", n)
		}
		b.mustSay(b.anna, "games")
		b.press(b.anna, "accept")
		if in := a.last(); in.Line != "accept abcd2345" {
			t.Errorf("the question reopened the page: %q", in.Line)
		}
		b.submit(b.anna, "turn")
		if all := b.anna.Private(); len(all) != 1 || !strings.Contains(all[0].Text(), "page accept abcd2345 turn") {
			t.Errorf("the pressed page: %+v", all)
		}
		if b.mustSay(b.anna, "accept abcd2345"); b.submit(b.anna, "from a command") != "✓" {
			t.Error("a command is not answered")
		}
		b.press(b.anna, "accept")
		if word := b.submit(b.anna, "again"); !strings.Contains(word, escaped.Replace(typeInstead)) {
			t.Errorf("asked again: %q", word)
		}
		if _, open := b.anna.Window(); open {
			t.Error("a window opens another window")
		}
	})
}

func TestAskCut(t *testing.T) {
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

// A late answer can't open a window: it tells the person what to type.
func TestAskLate(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		a := &asker{late: 2 * time.Second}
		b := newBench(t, a.handle)
		b.show(public, "", screen("a board", "accept abcd2345", "do abcd2345"))
		for _, tt := range []struct{ press, want string }{{"accept", typeInstead}, {"do", "Please try once more"}} {
			b.press(b.anna, tt.press)
			b.wait("the words", func() bool { return saysTo(b.anna, escaped.Replace(tt.want)) })
		}
		if word := b.mustSay(b.anna, "accept abcd2345"); !strings.Contains(word, escaped.Replace(typeInstead)) {
			t.Errorf("a command: %q", word)
		}
		if _, open := b.anna.Window(); open {
			t.Error("a window opens after another answer")
		}
		a.late = 0
		b.press(b.anna, "accept")
		a.late = 2 * time.Second
		b.submit(b.anna, "slow")
		b.wait("the answer", func() bool { return saysTo(b.anna, "heard") })
	})
}

func TestAskForged(t *testing.T) {
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
		if in := a.last(); in.Line != "do efgh2345 17 play XXI" || in.User != "discord:"+bertID {
			t.Errorf("handed in %+v", in)
		}
		before := len(a.heard)
		w.ID = "0123456789abcdef01234567 ~l"
		if word, err := b.bert.Submit(b.ctx, w, "play XXI"); err != nil || !strings.Contains(word, "too old") || len(a.heard) != before {
			t.Errorf("answered %q, %v, handed in %q", word, err, a.last().Line)
		}
	})
}
