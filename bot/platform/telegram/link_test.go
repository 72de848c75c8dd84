package telegram

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
)

var linkLine = regexp.MustCompile(`link [0-9a-z]{4}(-[0-9a-z]{4}){3}`)

// twoNetworks is a bot at Telegram and at another network, where the function
// says something in somebody's name.
func twoNetworks(t *testing.T) (w *world, there func(line string) chat.Answer) {
	t.Helper()
	w = stillWorld(t)
	other := bottest.New("discord")
	w.more = []chat.Platform{other}
	w.boot()
	<-other.Ready()
	n := 0
	return w, func(line string) chat.Answer {
		t.Helper()
		n++
		a, err := w.bot.Handle(w.ctx, chat.Input{ID: fmt.Sprint("there", n), User: "discord:7", Name: "Anna D", Lang: "en", Line: line})
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
}

// codeIn waits for a code in the person's private chat.
func (w *world) codeIn(ctx context.Context, texts func() string) string {
	w.t.Helper()
	code := ""
	if err := w.server.Wait(ctx, func() bool { code = linkLine.FindString(texts()); return code != "" }); err != nil {
		w.t.Fatalf("no code: %v\n%s\n%s", err, texts(), w.log)
	}
	return code
}

// TestLink: a code asked for in a group comes in the private chat; whoever asked
// is told there that it was used, and can undo it by a button.
func TestLink(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w, there := twoNetworks(t)
		group := w.server.Group("supergroup", "Stammtisch")
		anna, _ := w.two(group)
		anna.Says(group, "/link")
		code := w.codeIn(w.ctx, func() string { return textsIn(anna.Private()) })
		if a := there(code); a.Refused {
			t.Fatal(a.Alert)
		}
		told := func() bool { _, ok := anna.Private().Last("Anna D"); return ok }
		if err := w.server.Wait(w.ctx, told); err != nil {
			t.Fatalf("not told: %v\n%s", err, textsIn(anna.Private()))
		}
		if all := textsIn(group); strings.Contains(all, strings.TrimPrefix(code, "link ")) {
			t.Errorf("the group reads the code:\n%s", all)
		}
		anna.Says(group, "/unlink")
		m, data := w.button(anna.Private(), "unlink ")
		if a, err := anna.Tap(w.ctx, m, data); err != nil || a.Alert {
			t.Errorf("unlinking is answered %+v, %v", a, err)
		}
		if a := there("unlink"); !a.Refused {
			t.Errorf("after undoing it they are linked: %+v", a)
		}
	})
}

// TestFault52Link: a link that leads to the bot uses no code: somebody else has
// made it.
func TestFault52Link(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w, there := twoNetworks(t)
		anna := w.server.Person("Anna")
		code := ""
		for _, l := range there("link").Screen.Text {
			code += linkLine.FindString(l.String())
		}
		payload := strings.Replace(code, " ", "_", 1)
		if err := anna.Start(w.ctx, payload); err != nil {
			t.Fatal(err)
		}
		if a := there("unlink"); !a.Refused {
			t.Errorf("Anna is linked by a link: %+v", a)
		}
		anna.Says(anna.Private(), "/"+code)
		linked := func() bool { _, ok := anna.Private().Last("one person"); return ok }
		if err := w.server.Wait(w.ctx, linked); err != nil {
			t.Errorf("typed, the code doesn't count: %v\n%s", err, textsIn(anna.Private()))
		}
	})
}

// TestLinkAfterStart: the links of challenges are there from the start, before
// Telegram has said who the bot is.
func TestLinkAfterStart(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, nil)
		r.settled()
		want := r.platform.Link("accept abcd2345")
		if err := r.end(); err != nil {
			t.Fatal(err)
		}
		if got := r.open(r.config()).Link("accept abcd2345"); got == "" || got != want {
			t.Errorf("after a start the link is %q, before it was %q", got, want)
		}
	})
}
