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
		r := newRig(t, pageOf("p", func(in chat.Input) chat.Screen { return board("Page "+in.Line, "more") }))
		anna := r.known("Anna")
		r.server.Fail(telegramtest.Fault{Match: "answerCallbackQuery", Status: http.StatusBadRequest,
			Text: "Bad Request: query is too old and response timeout expired or query ID is invalid"})
		anna.TapOnly(r.reads(anna.Private(), "Page help"), "more")
		r.reads(anna.Private(), "Page more")
		r.settled()
	})
}

func TestFault19Hanging(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, nil)
		anna, bert := r.someone("Anna"), r.someone("Bert")
		m := r.posted("Board", "hand x")
		r.settled()
		release := make(chan struct{})
		defer close(release)
		r.server.Fail(telegramtest.Fault{Match: "answerCallbackQuery", Then: func() { <-release }})
		anna.TapOnly(m, "hand x")
		r.wait("the press", func() bool { return slices.Contains(r.lines(), "hand x") })
		bert.Says(r.group, "/rules")
		r.wait("what another says", func() bool { return slices.Contains(r.lines(), "rules") })
		r.settled()
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
		r.settled()
		r.wait("a word to each", func() bool { return len(r.group.Messages()) == 4 })
		if n := len(r.heard()); n != 0 {
			t.Errorf("%d anonymous inputs", n)
		}
		if m, ok := r.group.Last("own name"); !ok || m.ReplyTo == 0 {
			t.Errorf("not refused: %s", textsIn(r.group))
		}
	})
}

func TestChannel(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, nil)
		channel := r.server.Group("channel", "News")
		anna := r.server.Person("Anna")
		anna.Kick(channel, false)
		r.wait("the bot's leaving", func() bool { return len(r.server.Requests("leaveChat")) == 1 })
		if _, ok := channel.Last("channels"); !ok || len(r.heard()) != 0 {
			t.Errorf("said %s, heard %v", textsIn(channel), r.heard())
		}
	})
}

func TestFault54Silence(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		told := false
		r := newRig(t, answers(func(chat.Input) chat.Answer {
			if told {
				return chat.Answer{Refused: true}
			}
			told = true
			return chat.Answer{Refused: true, Alert: "Slowly"}
		}))
		anna, group := r.known("Anna"), r.server.Group("supergroup", "Loud")
		for range 100 {
			anna.Says(anna.Private(), "/help")
			anna.Says(group, "/help")
		}
		r.settled()
		r.show(group, "", board("Board", "hand x"))
		m, data := r.button(group, "hand x")
		if a := r.tap(anna, m, data); a != (telegramtest.Answer{}) && a != (telegramtest.Answer{Alert: true}) {
			t.Errorf("a button was answered %+v", a)
		}
		if n, all := len(anna.Private().All()), len(group.All()); n != 1 || all != 1 {
			t.Errorf("%d messages to the hasty one, %d to the group:\n%s", n, all-1, textsIn(anna.Private()))
		}
	})
}

// TestPages: a button edits its page, a command moves the page to the end.
func TestPages(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, answers(func(in chat.Input) chat.Answer {
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
			return r.only(anna.Private())
		}
		anna.Says(anna.Private(), "one")
		first := page("one")
		anna.TapOnly(first, "more")
		if m := page("more"); m.ID != first.ID || m.Edits != 1 {
			t.Errorf("pressed: %+v", m)
		}
		r.settled()
		r.again()
		anna.Says(anna.Private(), "two")
		second := page("two")
		if second.ID == first.ID {
			t.Error("the page isn't last")
		}
		anna.Private().Delete(second.ID)
		anna.TapOnly(second, "more")
		if m := page("more"); m.ID == second.ID {
			t.Error("a deleted page was edited")
		}
		anna.Says(anna.Private(), "end")
		r.wait("the page's end", func() bool { return len(anna.Private().Messages()) == 0 })
	})
}

// TestPrivateAnswers: answers are private; only commands in groups make a sound.
func TestPrivateAnswers(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, answers(func(in chat.Input) chat.Answer {
			switch in.Line {
			case "rules":
				s := board("Rules", "more")
				return chat.Answer{Page: "rules", Screen: &s}
			case "bad":
				return chat.Answer{Alert: strings.Repeat("no ", 100), Refused: true}
			}
			return chat.Answer{Alert: "said " + in.Line, Refused: in.Line != "practice", Repeated: in.Line == "help"}
		}))
		anna := r.known("Anna")
		for _, said := range []string{"accept x", "practice"} {
			anna.Says(anna.Private(), "/"+said)
			if m := r.reads(anna.Private(), "said "+said); !m.Silent {
				t.Errorf("%q is answered by %+v", said, m)
			}
		}
		if _, told := anna.Private().Last("said help"); told {
			t.Error("a repeated answer is sent again")
		}
		m := r.posted("Board", "rules")
		if a := r.tap(anna, m, "rules"); a.Alert || !strings.Contains(a.Text, "private") {
			t.Errorf("a page: %+v", a)
		}
		r.reads(anna.Private(), "Rules")
		if a := r.tap(anna, m, "bad"); !a.Alert || len([]rune(a.Text)) > maxAlert {
			t.Errorf("a refusal: %+v", a)
		}
		anna.Says(r.group, "/games")
		if m := r.reads(anna.Private(), "said games"); m.Silent {
			t.Errorf("a command in a group is answered by %+v", m)
		}
		r.clock.step.Store(0)
		for range privateRate.max { // a press doesn't wait for its page
			if a := r.tap(anna, m, "rules"); !strings.Contains(a.Text, "private") {
				t.Errorf("a page: %+v", a)
			}
		}
		r.clock.step.Store(int64(hurry))
		stranger := r.server.Person("Bert")
		if a := r.tap(stranger, m, "rules"); a.URL != "https://t.me/"+telegramtest.Username+"?start=rules" {
			t.Errorf("not reachable: %+v", a)
		}
		stranger.Says(r.group, "/rules")
		r.reads(r.group, "only in private")
		if n := len(r.group.Messages()); n != 2 {
			t.Errorf("%d messages in the group: %s", n, textsIn(r.group))
		}
	})
}

func TestFileFails(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		file := chat.Answer{Alert: "Here it is.", File: &chat.File{Name: "tarock.json", Type: "application/json", Data: []byte("[]")}}
		r := newRig(t, answers(func(chat.Input) chat.Answer { return file }))
		anna, bert := r.someone("Anna"), r.server.Person("Bert")
		r.wait("the file", func() bool { return len(anna.Files()) == 1 })
		r.server.Fail(telegramtest.Fault{Match: "sendDocument", Status: http.StatusBadRequest, Text: "Bad Request: IMAGE_PROCESS_FAILED"})
		anna.Says(anna.Private(), "games")
		r.reads(anna.Private(), "I couldn't send the file")
		r.server.Fail(telegramtest.Fault{Match: "sendDocument", Status: http.StatusTooManyRequests, Wait: time.Second})
		anna.Says(anna.Private(), "games")
		r.wait("the file", func() bool { return len(anna.Files()) == 2 })
		bert.Says(r.group, "/history export")
		r.reads(r.group, "only in private")
		hasFile := func(m telegramtest.Message) bool { return m.Document != nil }
		if len(bert.Files()) > 0 || slices.ContainsFunc(r.group.All(), hasFile) {
			t.Error("the file is in the group or in Bert's closed chat")
		}
	})
}
