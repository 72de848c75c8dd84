package telegram

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/telegram/telegramtest"
)

// TestFault16Authority: who presses is told by Telegram's number of the
// person, whatever the button or a name says.
func TestFault16Authority(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, nil)
		anna, other := r.someone("Anna"), r.someone("Other")
		other.Name, other.Username = "Anna", "anna"
		r.settled() // what they have said so far was heard
		m := r.posted("Board", fmt.Sprintf("do x telegram:%d", anna.ID))
		r.tap(other, m, m.Keyboard[0][0].Data)
		all := r.heard()
		if in := all[len(all)-1]; in.User != userID(other.ID) || in.Name != "Anna" {
			t.Errorf("got %+v", in)
		}
	})
}

// TestFault19TooOld: a press that can't be answered any more has its effect.
func TestFault19TooOld(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, func(_ context.Context, in chat.Input) (chat.Answer, error) {
			s := board("Page "+in.Line, "more")
			return chat.Answer{Alert: "done", Page: "p", Screen: &s}, nil
		})
		anna := r.known("Anna")
		r.server.Fail(telegramtest.Fault{Match: "answerCallbackQuery", Status: http.StatusBadRequest,
			Text: "Bad Request: query is too old and response timeout expired or query ID is invalid"})
		m := r.reads(anna.Private(), "Page help")
		anna.TapOnly(m, "more")
		r.reads(anna.Private(), "Page more")
		r.settled()
	})
}

// TestFault19Hanging: nothing waits for the answer to a press: it is settled, and
// others in the chat go on.
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
			t.Error("they had to wait until the answer was given up")
		}
	})
}

// TestFault20Anonymous: who writes as a group or channel can't sit down.
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
			t.Errorf("%d inputs of nobody", n)
		}
		if m, ok := r.group.Last("own name"); !ok || m.ReplyTo == 0 {
			t.Errorf("not told: %s", textsIn(r.group))
		}
	})
}

// TestChannel is declined politely, and left.
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

// TestFault54Silence: who is answered with nothing, because it was too much, is
// sent nothing; but no button goes on waiting.
func TestFault54Silence(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		told := false
		r := newRig(t, func(context.Context, chat.Input) (chat.Answer, error) {
			a := chat.Answer{Refused: true}
			if !told {
				told, a.Alert = true, "Slowly"
			}
			return a, nil
		})
		anna, group := r.someone("Anna"), r.server.Group("supergroup", "Loud")
		r.settled()
		for range 100 {
			anna.Says(anna.Private(), "/help")
			anna.Says(group, "/help")
		}
		r.settled()
		r.show(group, "", board("Board", "hand x"))
		m, data := r.button(group, "hand x")
		if a, err := anna.Tap(r.ctx, m, data); err != nil || a != (telegramtest.Answer{}) && a != (telegramtest.Answer{Alert: true}) {
			t.Errorf("a button was answered %+v, %v", a, err)
		}
		if n, all := len(anna.Private().All()), len(group.All()); n != 1 || all != 1 {
			t.Errorf("%d messages to the hasty one, %d to the group:\n%s", n, all-1, textsIn(anna.Private()))
		}
	})
}

// TestPages: a page's buttons change it in its place, a command posts it last
// and takes the old one away, also after a restart, and it can end.
func TestPages(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, func(_ context.Context, in chat.Input) (chat.Answer, error) {
			if in.Line == "end" {
				return chat.Answer{Page: "p"}, nil
			}
			s := board("Page "+in.Line, "more")
			return chat.Answer{Page: "p", Screen: &s}, nil
		})
		anna := r.server.Person("Anna")
		page := func(line string) telegramtest.Message {
			r.t.Helper()
			var m telegramtest.Message
			r.wait("page "+line, func() bool {
				var ok bool
				m, ok = anna.Private().Last("Page " + line)
				return ok && len(anna.Private().Messages()) == 1
			})
			return m
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

// TestPrivateAnswers: what somebody says in a group is answered in private.
func TestPrivateAnswers(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, func(_ context.Context, in chat.Input) (chat.Answer, error) {
			s := board("Rules", "more")
			switch in.Line {
			case "rules":
				return chat.Answer{Page: "rules", Screen: &s}, nil
			case "bad":
				return chat.Answer{Alert: strings.Repeat("no ", 100), Refused: true}, nil
			}
			return chat.Answer{Alert: "fine"}, nil
		})
		anna := r.someone("Anna")
		m := r.posted("Board", "rules")
		if a, err := anna.Tap(r.ctx, m, "rules"); err != nil || a.Alert || !strings.Contains(a.Text, "private") {
			t.Errorf("a page: %+v %v", a, err)
		}
		r.reads(anna.Private(), "Rules")
		if a, err := anna.Tap(r.ctx, m, "bad"); err != nil || !a.Alert || len([]rune(a.Text)) > maxAlert {
			t.Errorf("a refusal: %+v %v", a, err)
		}
		anna.Says(r.group, "/games")
		r.reads(anna.Private(), "fine")
		stranger := r.server.Person("Bert")
		if a, err := stranger.Tap(r.ctx, m, "rules"); err != nil || a.URL != "https://t.me/"+telegramtest.Username+"?start=rules" {
			t.Errorf("not reachable: %+v %v", a, err)
		}
		stranger.Says(r.group, "/rules")
		r.reads(r.group, "only in private")
		if n := len(r.group.Messages()); n != 2 {
			t.Errorf("%d messages in the group: %s", n, textsIn(r.group))
		}
	})
}

// TestRepeatedWord: for what is written a message more is sent only if the person
// hasn't had its word.
func TestRepeatedWord(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, answers(func(in chat.Input) chat.Answer {
			return chat.Answer{Alert: "slowly with " + in.Line, Refused: true, Repeated: in.Line == "games"}
		}))
		anna := r.someone("Anna")
		anna.Says(anna.Private(), "/games")
		r.settled()
		anna.Says(anna.Private(), "/help")
		r.reads(anna.Private(), "slowly with help")
		if _, told := anna.Private().Last("slowly with games"); told {
			t.Error("a word that the person has had is sent again")
		}
	})
}

// fileRig answers everything with a file.
func fileRig(t *testing.T) *rig {
	t.Helper()
	return newRig(t, func(context.Context, chat.Input) (chat.Answer, error) {
		return chat.Answer{Alert: "Here it is.", File: &chat.File{Name: "tarock.json", Type: "application/json", Data: []byte("[]")}}, nil
	})
}

// TestFileFails: a file that Telegram doesn't take is told of; one that it wants
// later comes later.
func TestFileFails(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := fileRig(t)
		anna := r.someone("Anna")
		r.wait("the file", func() bool { return len(anna.Files()) == 1 })
		r.server.Fail(telegramtest.Fault{Match: "sendDocument", Status: http.StatusBadRequest, Text: "Bad Request: IMAGE_PROCESS_FAILED"})
		anna.Says(anna.Private(), "games")
		r.reads(anna.Private(), "The file couldn't be sent")
		r.server.Fail(telegramtest.Fault{Match: "sendDocument", Status: http.StatusTooManyRequests, Wait: time.Second})
		anna.Says(anna.Private(), "games")
		r.wait("the file", func() bool { return len(anna.Files()) == 2 })
	})
}

// TestFileToStranger: who can't be written to is shown the way, as with anything
// else that is for one pair of eyes.
func TestFileToStranger(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := fileRig(t)
		bert := r.server.Person("Bert")
		bert.Says(r.group, "/history export")
		r.reads(r.group, "only in private")
		if n := len(bert.Files()); n > 0 {
			t.Errorf("%d files", n)
		}
		for _, m := range r.group.All() {
			if m.Document != nil {
				t.Error("a file in the group")
			}
		}
	})
}

// TestAnswersAreSilent: what answers a command in private makes no sound: the person is there.
// Of what they have said in a group they are told aloud.
func TestAnswersAreSilent(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, func(_ context.Context, in chat.Input) (chat.Answer, error) {
			a := chat.Answer{Alert: "said " + in.Line}
			if in.Line == "accept x" {
				a.Refused = true
			}
			return a, nil
		})
		anna := r.server.Person("Anna")
		for _, said := range []string{"accept x", "practice"} {
			anna.Says(anna.Private(), "/"+said)
			if m := r.reads(anna.Private(), "said "+said); !m.Silent {
				t.Errorf("%q is answered by %+v", said, m)
			}
		}
		anna.Says(r.group, "/games")
		if m := r.reads(anna.Private(), "said games"); m.Silent {
			t.Errorf("what was said in a group is answered by %+v", m)
		}
	})
}
