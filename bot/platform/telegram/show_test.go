package telegram

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-telegram/bot/models"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/double"
	"tarockbot/bot/platform/telegram/telegramtest"
)

// TestFault23ReplyLost: if a send's answer is lost, only one board has buttons.
func TestFault23ReplyLost(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w := newWorld(t)
		anna, bert := w.two()
		w.server.Fail(telegramtest.Fault{Match: "sendMessage", Times: 3, Cut: true, Done: true})
		w.seat(anna, bert, "easy 2")
		w.button(w.group, "hand ")
		for _, p := range []*telegramtest.Person{anna, bert} {
			w.button(p.Private(), "confirm ")
			if n := len(panels(p)); n != 1 {
				t.Errorf("%s has %d panels: %s", p.Name, n, textsIn(p.Private()))
			}
		}
		if n := len(boards(w.group)); n != 1 {
			t.Errorf("%d boards: %s", n, textsIn(w.group))
		}
		lost := 0
		for _, r := range w.server.Requests("sendMessage") {
			if r.Params["reply_markup"] != "" && strings.Contains(r.Params["reply_markup"], "do ") {
				t.Errorf("a board begins with buttons: %v", r.Params)
			}
			lost++
		}
		if lost < 3 {
			t.Errorf("%d messages were sent: nothing is tested", lost)
		}
	})
}

func TestFault24NotModified(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := stillRig(t)
		ref := r.show(r.group, "", board("Board", "hand x"))
		r.show(r.group, ref, board("Board", "hand x"))
		if n := len(r.server.Requests("editMessageText")); n != 0 {
			t.Errorf("%d needless edits", n)
		}
		r.platform.posts.recent = new(recent) // as after a restart
		if got := r.show(r.group, ref, board("Board", "hand x")); got != ref {
			t.Errorf("got %q, want %q", got, ref)
		}
		if all := r.server.Requests("editMessageText"); len(all) != 1 || all[0].Code != http.StatusBadRequest {
			t.Errorf("got %v", all)
		}
	})
}

func TestFault26TooManyRequests(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		for method, state := range map[string]func(n int) chat.Screen{
			"editMessageText":  func(n int) chat.Screen { return board(fmt.Sprint("state ", n), "hand x") },
			"editMessageMedia": func(n int) chat.Screen { return pictured(board(fmt.Sprint("state ", n), "hand x"), fmt.Sprint(n)) },
		} {
			r := stillRig(t)
			r.clock.step.Store(0)
			ref := r.show(r.group, "", state(0))
			waits, start := 0, r.clock.look()
			const shown = 60
			for n := range shown {
				var later chat.RetryAfter
				_, err := r.platform.Show(r.ctx, placeOf(r.group), ref, state(n+1))
				switch {
				case errors.As(err, &later):
					waits++
					r.clock.add(later.Wait)
				case err != nil:
					t.Fatal(err)
				}
			}
			took := r.clock.look().Sub(start)
			if sent := shown + 1 - waits; waits == 0 || float64(sent) > 20*took.Minutes()+20 {
				t.Errorf("%s: %d sent, %d waits in %v", method, sent, waits, took)
			}
			r.noneRefused()
			r.clock.add(time.Minute)
			r.server.Fail(telegramtest.Fault{Match: method, Status: http.StatusTooManyRequests, Wait: time.Minute})
			if wait := r.showLater(r.group, ref, state(100)); wait != time.Minute {
				t.Errorf("%s: wait for %v", method, wait)
			}
			asked := len(r.server.Requests(method))
			r.clock.add(59 * time.Second)
			r.showLater(r.group, ref, state(101))
			if n := len(r.server.Requests(method)); n != asked {
				t.Errorf("%s: a request during the pause", method)
			}
			r.show(r.server.Group("supergroup", "Other"), "", state(102))
			r.clock.add(2 * time.Second)
			r.show(r.group, ref, state(103))
			if m, ok := r.group.Last("state 103"); !ok || m.Edits == 0 {
				t.Errorf("%s: the newest isn't shown", method)
			}
		}
	})
}

func TestFault27Blocked(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		secret := chat.Screen{Lang: "en", Protect: true, Text: []chat.Line{{{Text: "Table"}}, nil, {{Text: "Hand: XXI"}}}}
		r := newRig(t, answers(func(in chat.Input) chat.Answer { return chat.Answer{Page: "hand", Screen: &secret} }))
		anna := r.server.Person("Anna")
		r.showFails(anna.Private(), "", secret, chat.ErrBlocked)
		anna.Home = r.group
		id := anna.Says(r.group, "/hand")
		if m := r.reads(r.group, "in private"); m.ReplyTo == 0 || m.Keyboard[0][0].URL != "https://t.me/"+telegramtest.Username+"?start=hand" {
			t.Errorf("update %d: %+v", id, m)
		}
		ref := r.show(r.group, "", board("Board", "hand x"))
		m := r.reads(r.group, "Board")
		a, err := anna.Tap(r.ctx, m, "hand x")
		if err != nil || !a.Alert || a.Text != "Hand: XXI" {
			t.Errorf("the peek: %+v %v", a, err)
		}
		anna.Says(anna.Private(), "/start")
		panel := r.show(anna.Private(), "", secret)
		anna.Block(true)
		r.showFails(anna.Private(), panel, board("next", "hand x"), chat.ErrBlocked)
		r.settled()
		r.show(r.group, ref, board("Board goes on", "hand x"))
		for _, m := range r.group.All() {
			if strings.Contains(m.Text, "XXI") {
				t.Errorf("a hand in the group: %s", m.Text)
			}
		}
		if got := r.happened(chat.Removed); len(got) != 1 || got[0].User != userID(anna.ID) || got[0].Chat != "" {
			t.Errorf("told of the block: %+v", got)
		}
		anna.Block(false)
		r.settled()
		if got := r.happened(chat.Reachable); len(got) != 2 {
			t.Errorf("told to be reachable: %+v", got)
		}
	})
}

// TestFault27Called: blocked players are called on the board, by one mention a turn.
func TestFault27Called(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := stillRig(t)
		anna, bert := r.server.Person("Anna @all"), r.server.Person("Bert")
		r.platform.people.record(r.ctx, &models.User{ID: anna.ID, FirstName: anna.Name})
		r.platform.self.me.Store(&models.User{Username: telegramtest.Username})
		s := board("Board", "hand k7q2p4xa")
		var ref chat.Ref
		for i, called := range []*telegramtest.Person{nil, anna, bert, nil, bert} {
			s.Call = nil
			if called != nil {
				s.Call = calling(called, i)
			}
			s.Text[0][0].Text = fmt.Sprint("Board ", i)
			ref = r.show(r.group, ref, s)
			all := r.group.Messages()
			if called == nil {
				if len(all) != 1 {
					t.Errorf("step %d: %d messages, want only the board", i, len(all))
				}
				continue
			}
			if len(all) != 2 {
				t.Fatalf("step %d: %d messages, want the board and a call", i, len(all))
			}
			door := all[0].Keyboard[len(all[0].Keyboard)-1][0]
			if door.URL != "https://t.me/"+telegramtest.Username+"?start=hand_k7q2p4xa" {
				t.Errorf("step %d: the link is %+v", i, door)
			}
			mention := all[1].Entities[0]
			if all[1].Silent || mention.Type != "text_mention" || !strings.Contains(string(mention.User), fmt.Sprint(called.ID)) {
				t.Errorf("step %d: called by %+v", i, all[1])
			}
			if strings.Contains(all[1].Text, "@all") {
				t.Errorf("step %d: %q mentions others", i, all[1].Text)
			}
		}
		if n := len(r.group.All()); n != 4 {
			t.Errorf("%d messages in all, want the board and three calls", n)
		}
	})
}

func TestFault28Kicked(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, nil)
		anna := r.server.Person("Anna")
		ref := r.show(r.group, "", board("Board", "hand x"))
		anna.Kick(r.group, true)
		r.settled()
		if got := r.happened(chat.Removed); len(got) != 1 || got[0].Chat != chatID(r.group.ID, 0) || got[0].User != "" {
			t.Errorf("removed: %+v", got)
		}
		r.showFails(r.group, ref, board("next", "hand x"), chat.ErrBlocked)
		anna.Kick(r.group, false)
		r.settled()
		if got := r.happened(chat.Joined); len(got) != 1 || got[0].Chat != chatID(r.group.ID, 0) {
			t.Errorf("joined: %+v", got)
		}
		r.show(r.group, ref, board("next", "hand x"))
	})
}

// TestFault29Migrated: service messages, a failed send and old buttons report the move.
func TestFault29Migrated(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, nil)
		group := r.server.Group("group", "Stammtisch")
		anna := r.someone("Anna")
		r.show(group, "", board("Another table", "hand y"))
		ref := r.show(group, "", board("Board", "hand x"))
		old := r.reads(group, "Board")
		next := r.server.Migrate(group, anna)
		cfg := r.config()
		cfg.Notes = new(double.Notes) // it learns of the move by sending
		var moved chat.Migrated
		if _, err := r.open(cfg).Show(r.ctx, placeOf(group), ref, board("Board 2", "hand x")); !errors.As(err, &moved) || moved.To != chatID(next.ID, 0) {
			t.Errorf("got %v", err)
		}
		if cfg.Notes.(*double.Notes).Keys("moved/") == nil {
			t.Error("it has forgotten the move")
		}
		r.settled()
		r.again()
		got := r.happened(chat.Moved)
		if len(got) != 2 || got[0].Chat != chatID(group.ID, 0) || got[0].To != chatID(next.ID, 0) || got[1].Chat != got[0].Chat || got[1].To != got[0].To {
			t.Errorf("told: %+v", got)
		}
		r.show(next, "", board("Board 2", "hand x"))
		if m, _ := next.Last("Board 2"); m.ID != old.ID {
			t.Fatalf("the messages' numbers are %d and %d: nothing is tested", old.ID, m.ID)
		}
		r.showFails(next, ref, board("Board 3", "hand x"), chat.ErrGone)
		r.tap(anna, old, "hand x")
		all := r.heard()
		if in := all[len(all)-1]; in.Chat != chatID(next.ID, 0) || in.Line != "hand x" || in.User != userID(anna.ID) {
			t.Errorf("pressed in the old group: %+v", in)
		}
	})
}

func TestFault30Down(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := stillRig(t)
		ref := r.show(r.group, "", board("state", "hand x"))
		const tries = 200
		r.server.Fail(telegramtest.Fault{Times: tries, Status: http.StatusBadGateway})
		for n := range tries {
			if err := second(r.platform.Show(r.ctx, placeOf(r.group), ref, board(fmt.Sprint("state ", n), "hand x"))); err == nil {
				t.Fatal("no error")
			}
		}
		r.show(r.group, ref, board("newest", "hand x"))
		if n := len(r.server.Requests("editMessageText")); n != tries+1 {
			t.Errorf("%d requests for %d tries and one more", n, tries)
		}
		for chat := range int64(3 * maxWindows) {
			r.platform.client.limits.reserve(target{chat: -1 - chat}, false)
		}
		if n := len(r.platform.client.limits.chats); n > maxWindows {
			t.Errorf("%d chats are counted", n)
		}
	})
}

func calling(who *telegramtest.Person, number int) *chat.Call {
	return &chat.Call{Thread: fmt.Sprint("k7q2p4xa.", who.ID), Number: number, User: userID(who.ID), Text: chat.Line{{Text: "your turn, @all"}}}
}

// TestCalled: an edit calls by a ping, which is deleted after the call; a new message calls by itself.
func TestCalled(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, nil)
		anna := r.known("Anna")
		place := anna.Private()
		screen := func(text string, number int) chat.Screen {
			s := pictured(board(text, "hand x"), text)
			s.Protect = true
			if number > 0 {
				s.Call = calling(anna, number)
			}
			return s
		}
		ref := r.show(place, "", screen("wait", 0))
		if m, _ := place.Last("wait"); !m.Silent || !m.Protected {
			t.Errorf("posted: %+v", m)
		}
		for i, step := range []struct {
			number, messages, loud int
		}{{1, 2, 1}, {0, 1, 1}, {2, 2, 2}, {2, 2, 2}} {
			ref = r.show(place, ref, screen(fmt.Sprint("step ", i), step.number))
			if n := len(place.Messages()); n != step.messages || loud(place) != step.loud {
				t.Errorf("step %d: %d messages, %d calls, want %d and %d", i, n, loud(place), step.messages, step.loud)
			}
		}
		gone := screen("without a picture", 2)
		gone.Picture = nil
		r.showFails(place, ref, gone, chat.ErrGone)
		if n := len(place.Messages()); n != 0 {
			t.Errorf("left: %s", textsIn(place))
		}
		r.show(place, "", screen("another", 3))
		if n := len(place.Messages()); n != 1 || loud(place) != 3 {
			t.Errorf("%d messages, %d with a sound; want one with a sound", n, loud(place))
		}
	})
}

func TestCallTakenAwayAtLast(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		for _, tt := range []struct {
			status int
			text   string
			again  bool
		}{
			{http.StatusTooManyRequests, "", true}, {http.StatusBadGateway, "", true},
			{http.StatusBadRequest, "Bad Request: message can't be deleted", false}, {http.StatusForbidden, "Forbidden: bot was kicked", false},
		} {
			r := newRig(t, nil)
			anna := r.known("Anna")
			waits, turn := board("board", "hand x"), board("board", "hand x")
			turn.Call = calling(anna, 1)
			ref := r.show(anna.Private(), r.show(anna.Private(), "", waits), turn)
			r.server.Fail(telegramtest.Fault{Match: "deleteMessage", Status: tt.status, Text: tt.text, Wait: time.Second})
			if _, err := r.platform.Show(r.ctx, placeOf(anna.Private()), ref, waits); errors.As(err, new(chat.RetryAfter)) != tt.again {
				t.Errorf("%d: ends with %v", tt.status, err)
			}
		}
	})
}

func loud(c *telegramtest.Chat) (n int) {
	for _, m := range c.All() {
		if !m.Silent {
			n++
		}
	}
	return n
}

// TestCallAnswerLost: a call isn't repeated if its answer is lost, because Telegram recognizes no duplicates.
func TestCallAnswerLost(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		for _, post := range []bool{true, false} {
			r := newRig(t, nil)
			anna := r.known("Anna")
			place := anna.Private()
			var ref chat.Ref
			if !post {
				ref = r.show(place, "", board("wait", "hand x"))
			}
			s := board("turn", "hand x")
			s.Call = calling(anna, 1)
			r.server.Fail(telegramtest.Fault{Match: "sendMessage", Cut: true, Done: true})
			_, _ = r.platform.Show(r.ctx, placeOf(place), ref, s)
			r.show(place, r.show(place, ref, s), s)
			if n := loud(place); n != 1 {
				t.Errorf("by a post %v: called %d times\n%s", post, n, textsIn(place))
			}
		}
	})
}

func TestFault47Protect(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		withPicture := func(text, line string) chat.Screen { return pictured(board(text, line), text) }
		for _, screen := range []func(text, line string) chat.Screen{board, withPicture} {
			r := newRig(t, nil)
			private := r.known("Anna").Private()
			ref := r.show(private, "", screen("Challenge", "accept abcd2345"))
			hand := screen("Hand", "do x")
			hand.Protect = true
			r.showFails(private, ref, hand, chat.ErrGone)
			r.show(private, "", hand)
			if m := r.only(private); m.Text != "Hand" || !m.Protected || m.Edits != 0 || (m.Photo != nil) != (hand.Picture != nil) {
				t.Errorf("got %+v", m)
			}
		}
	})
}

func panels(p *telegramtest.Person) []telegramtest.Message {
	return slices.DeleteFunc(p.Private().Messages(), func(m telegramtest.Message) bool { return len(m.Keyboard) == 0 || !m.Protected })
}

func handPanel(title string) chat.Screen {
	s := board(title, "do x")
	s.Table, s.Panel, s.Protect = "abcd2345", true, true
	return s
}

func handsOut(panel chat.Screen) func(context.Context, chat.Input) (chat.Answer, error) {
	return func(_ context.Context, in chat.Input) (chat.Answer, error) {
		if in.Line != "hand" {
			return chat.Answer{}, nil
		}
		return chat.Answer{Screen: &panel}, nil
	}
}

func (r *rig) asksForHand(p *telegramtest.Person) {
	r.t.Helper()
	before := len(r.heard())
	p.Says(p.Private(), "/hand")
	r.wait("a panel", func() bool { return len(r.heard()) > before+1 })
}

func panelsIn(c *telegramtest.Chat) []telegramtest.Message {
	return slices.DeleteFunc(c.Messages(), func(m telegramtest.Message) bool { return !m.Protected })
}

// TestPanelMoves: a panel requested during its edit moves, and begins only once.
func TestPanelMoves(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, handsOut(handPanel("begun")))
		anna := r.known("Anna")
		private := anna.Private()
		ask := func() { r.asksForHand(anna) }
		ref := r.show(private, "", handPanel("one"))
		r.server.Fail(telegramtest.Fault{Match: "editMessageText", Then: ask})
		ref = r.show(private, ref, handPanel("two"))
		ask()
		ref = r.show(private, ref, handPanel("three"))
		r.show(private, ref, handPanel("four"))
		if shown := panelsIn(private); len(shown) != 1 || shown[0].Text != "four" || shown[0].ID != private.All()[len(private.All())-1].ID {
			t.Errorf("%d panels, want one, last in the chat:\n%s", len(shown), textsIn(private))
		}
	})
}

func TestRetired(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		for _, old := range []bool{false, true} {
			r := newRig(t, nil)
			ref := r.show(r.group, "", board("the board", "hand"))
			if old {
				r.server.Fail(telegramtest.Fault{Match: "deleteMessage", Status: http.StatusBadRequest, Text: "Bad Request: message can't be deleted"})
			}
			gone := board("it has moved", "")
			gone.Retired, gone.Buttons = true, nil
			r.show(r.group, ref, gone)
			if _, told := r.group.Last("it has moved"); told != old || !old && len(r.group.Messages()) > 0 {
				t.Errorf("too old %v: the group shows %+v", old, r.group.Messages())
			}
		}
	})
}
