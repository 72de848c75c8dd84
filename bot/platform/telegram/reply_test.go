package telegram

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/telegram/telegramtest"
)

func TestFault19TooOld(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, pageHandler("p", func(in chat.Input) chat.Screen { return board("Page "+in.Line, "more") }))
		anna := r.knownPerson("Anna")
		r.server.Fail(telegramtest.Fault{Match: "answerCallbackQuery", Status: http.StatusBadRequest,
			Text: "Bad Request: query is too old and response timeout expired or query ID is invalid"})
		anna.TapOnly(r.awaitText(anna.Private(), "Page help"), "more")
		r.awaitText(anna.Private(), "Page more")
		r.awaitConfirmed()
	})
}

func TestFault19Hanging(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, nil)
		anna, bert := r.newPerson("Anna"), r.newPerson("Bert")
		m := r.postBoard("Board", "hand x")
		r.awaitConfirmed()
		release := make(chan struct{})
		defer close(release)
		r.server.Fail(telegramtest.Fault{Match: "answerCallbackQuery", BeforeResponse: func() { <-release }})
		anna.TapOnly(m, "hand x")
		r.wait("the press", func() bool { return slices.Contains(r.lines(), "hand x") })
		bert.Says(r.group, "/rules")
		r.wait("the other person's message", func() bool { return slices.Contains(r.lines(), "rules") })
		r.awaitConfirmed()
		if strings.Contains(r.log.String(), "press not answered") {
			t.Error("the next update waited for the answer")
		}
	})
}

func TestFault20Anonymous(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, nil)
		p := r.server.Person("Group")
		for _, sender := range []int64{r.group.ID, -100777} {
			fields := map[string]any{
				"sender_chat": map[string]any{"id": sender, "type": "supergroup", "title": "Stammtisch"},
				"from":        map[string]any{"id": 1087968824, "is_bot": true, "first_name": "Group", "username": "GroupAnonymousBot"},
			}
			p.SaysAs(r.group, "/accept abcd2345", fields)
			fields["from"] = map[string]any{"id": 777000, "is_bot": false, "first_name": "Telegram"}
			p.SaysAs(r.group, "/accept abcd2345", fields)
		}
		p.SaysAs(r.group, "/accept abcd2345", map[string]any{"is_automatic_forward": true, "sender_chat": map[string]any{"id": -100777, "type": "channel"}})
		p.SaysAs(r.group, "talk", map[string]any{"sender_chat": map[string]any{"id": r.group.ID, "type": "supergroup"}})
		r.awaitConfirmed()
		r.wait("four refusals", func() bool { return len(r.group.Messages()) == 4 })
		if n := len(r.received()); n != 0 {
			t.Errorf("got %d anonymous inputs, want 0", n)
		}
		if m, ok := r.group.Last("own name"); !ok || m.ReplyTo == 0 {
			t.Errorf("not refused: %s", textsIn(r.group))
		}
	})
}

func TestBotLeavesChannel(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, nil)
		channel := r.server.Group("channel", "News")
		anna := r.server.Person("Anna")
		anna.AddBot(channel)
		r.wait("the bot's departure", func() bool { return len(r.server.Requests("leaveChat")) == 1 })
		if _, ok := channel.Last("channels"); !ok || len(r.received()) != 0 {
			t.Errorf("the channel got %s; inputs %v", textsIn(channel), r.received())
		}
	})
}

func TestFault54Silence(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		warned := false
		r := newRig(t, answerWith(func(chat.Input) chat.Answer {
			if warned {
				return chat.Answer{Refused: true}
			}
			warned = true
			return chat.Answer{Refused: true, Alert: "Slowly"}
		}))
		anna, group := r.knownPerson("Anna"), r.server.Group("supergroup", "Loud")
		for range 100 {
			anna.Says(anna.Private(), "/help")
			anna.Says(group, "/help")
		}
		r.awaitConfirmed()
		r.show(group, "", board("Board", "hand x"))
		m, data := r.awaitButton(group, "hand x")
		if a := r.tap(anna, m, data); a != (telegramtest.Answer{}) && a != (telegramtest.Answer{Alert: true}) {
			t.Errorf("a button was answered %+v", a)
		}
		if n, all := len(anna.Private().All()), len(group.All()); n != 1 || all != 1 {
			t.Errorf("%d messages to Anna, want 1, and %d to the group, want 0:\n%s", n, all-1, textsIn(anna.Private()))
		}
	})
}

// TestPageEditsAndMoves: a button edits its page; a command moves the page to the chat's end.
func TestPageEditsAndMoves(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, answerWith(func(in chat.Input) chat.Answer {
			if in.Line == "end" {
				return chat.Answer{Page: "p"}
			}
			s := board("Page "+in.Line, "more")
			return chat.Answer{Page: "p", Screen: &s}
		}))
		anna := r.server.Person("Anna")
		page := func(line string) telegramtest.Message {
			r.wait("page "+line+" alone", func() bool {
				_, ok := anna.Private().Last("Page " + line)
				return ok && len(anna.Private().Messages()) == 1
			})
			return r.onlyMessage(anna.Private())
		}
		anna.Says(anna.Private(), "one")
		first := page("one")
		anna.TapOnly(first, "more")
		if m := page("more"); m.ID != first.ID || m.Edits != 1 {
			t.Errorf("the press didn't edit the page: %+v", m)
		}
		r.awaitConfirmed()
		r.restart()
		anna.Says(anna.Private(), "two")
		second := page("two")
		if second.ID == first.ID {
			t.Error("the command didn't move the page to the end")
		}
		anna.Private().Delete(second.ID)
		anna.TapOnly(second, "more")
		if m := page("more"); m.ID == second.ID {
			t.Error("a deleted page was edited")
		}
		anna.Says(anna.Private(), "end")
		r.wait("the page's deletion", func() bool { return len(anna.Private().Messages()) == 0 })
	})
}

// TestPrivateAnswers: all answers are private; only the answers to commands in groups make a sound.
func TestPrivateAnswers(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, answerWith(func(in chat.Input) chat.Answer {
			switch in.Line {
			case "rules":
				s := board("Rules", "more")
				return chat.Answer{Page: "rules", Screen: &s}
			case "bad":
				return chat.Answer{Alert: strings.Repeat("no ", 100), Refused: true}
			}
			return chat.Answer{Alert: "said " + in.Line, Refused: in.Line != "practice", Repeated: in.Line == "help"}
		}))
		anna := r.knownPerson("Anna")
		for _, said := range []string{"accept x", "practice"} {
			anna.Says(anna.Private(), "/"+said)
			if m := r.awaitText(anna.Private(), "said "+said); !m.Silent {
				t.Errorf("%q is answered by %+v", said, m)
			}
		}
		if _, again := anna.Private().Last("said help"); again {
			t.Error("a repeated answer is sent again")
		}
		m := r.postBoard("Board", "rules")
		if a := r.tap(anna, m, "rules"); a.Alert || !strings.Contains(a.Text, "private") {
			t.Errorf("a press for a page is answered %+v", a)
		}
		r.awaitText(anna.Private(), "Rules")
		if a := r.tap(anna, m, "bad"); !a.Alert || len([]rune(a.Text)) > maxAlert {
			t.Errorf("a refused press is answered %+v", a)
		}
		anna.Says(r.group, "/games")
		if m := r.awaitText(anna.Private(), "said games"); m.Silent {
			t.Errorf("a command in a group is answered by %+v", m)
		}
		r.clock.step.Store(0)
		for range privateRate.max { // a press doesn't wait for its page
			if a := r.tap(anna, m, "rules"); !strings.Contains(a.Text, "private") {
				t.Errorf("a press for a page is answered %+v", a)
			}
		}
		r.clock.step.Store(int64(fastStep))
		stranger := r.server.Person("Bert")
		if a := r.tap(stranger, m, "rules"); a.URL != "https://t.me/"+telegramtest.Username+"?start=rules" {
			t.Errorf("a stranger's press is answered %+v", a)
		}
		stranger.Says(r.group, "/rules")
		r.awaitText(r.group, "only in private")
		if n := len(r.group.Messages()); n != 2 {
			t.Errorf("got %d messages in the group, want 2: %s", n, textsIn(r.group))
		}
	})
}

func TestFileFails(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		file := chat.Answer{Alert: "Here it is.", File: &chat.File{Name: "tarock.json", Type: "application/json", Data: []byte("[]")}}
		r := newRig(t, answerWith(func(chat.Input) chat.Answer { return file }))
		anna, bert := r.newPerson("Anna"), r.server.Person("Bert")
		r.wait("the file", func() bool { return len(anna.Files()) == 1 })
		r.server.Fail(telegramtest.Fault{Match: "sendDocument", Status: http.StatusBadRequest, Text: "Bad Request: IMAGE_PROCESS_FAILED"})
		anna.Says(anna.Private(), "games")
		r.awaitText(anna.Private(), "I couldn't send the file")
		r.server.Fail(telegramtest.Fault{Match: "sendDocument", Status: http.StatusTooManyRequests, Wait: time.Second})
		anna.Says(anna.Private(), "games")
		r.wait("the file", func() bool { return len(anna.Files()) == 2 })
		bert.Says(r.group, "/history export")
		r.awaitText(r.group, "only in private")
		hasFile := func(m telegramtest.Message) bool { return m.Document != nil }
		if len(bert.Files()) > 0 || slices.ContainsFunc(r.group.All(), hasFile) {
			t.Error("the file is in the group or in Bert's closed chat")
		}
	})
}
