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
		anna, bert := w.twoPeople()
		w.server.Fail(telegramtest.Fault{Match: "sendMessage", Times: 3, Cut: true, CarriedOut: true})
		w.seat(anna, bert, "easy 2")
		w.awaitButton(w.group, "hand ")
		for _, p := range []*telegramtest.Person{anna, bert} {
			w.awaitButton(p.Private(), "confirm ")
			if n := len(panelsOf(p)); n != 1 {
				t.Errorf("%s has %d panels, want 1: %s", p.Name, n, textsIn(p.Private()))
			}
		}
		if n := len(boardTexts(w.group)); n != 1 {
			t.Errorf("the group has %d boards, want 1: %s", n, textsIn(w.group))
		}
		sent := 0
		for _, r := range w.server.Requests("sendMessage") {
			if r.Params["reply_markup"] != "" && strings.Contains(r.Params["reply_markup"], "do ") {
				t.Errorf("a new board has buttons: %v", r.Params)
			}
			sent++
		}
		if sent < 3 {
			t.Errorf("%d messages were sent, too few to test the loss", sent)
		}
	})
}

func TestFault24NotModified(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := stoppedRig(t)
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
			t.Errorf("got edits %v, want one, which Telegram refuses", all)
		}
	})
}

func TestFault26TooManyRequests(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		for method, state := range map[string]func(n int) chat.Screen{
			"editMessageText":  func(n int) chat.Screen { return board(fmt.Sprint("state ", n), "hand x") },
			"editMessageMedia": func(n int) chat.Screen { return pictured(board(fmt.Sprint("state ", n), "hand x"), fmt.Sprint(n)) },
		} {
			r := stoppedRig(t)
			r.clock.step.Store(0)
			ref := r.show(r.group, "", state(0))
			waits, start := 0, r.clock.now()
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
			took := r.clock.now().Sub(start)
			if sent := shown + 1 - waits; waits == 0 || float64(sent) > 20*took.Minutes()+20 {
				t.Errorf("%s: %d sent, %d waits in %v", method, sent, waits, took)
			}
			r.expectWithinLimits()
			r.clock.add(time.Minute)
			r.server.Fail(telegramtest.Fault{Match: method, Status: http.StatusTooManyRequests, Wait: time.Minute})
			if wait := r.expectRetryAfter(r.group, ref, state(100)); wait != time.Minute {
				t.Errorf("%s: got a wait of %v, want a minute", method, wait)
			}
			before := len(r.server.Requests(method))
			r.clock.add(59 * time.Second)
			r.expectRetryAfter(r.group, ref, state(101))
			if n := len(r.server.Requests(method)); n != before {
				t.Errorf("%s: the bot sends a request during the pause", method)
			}
			r.show(r.server.Group("supergroup", "Other"), "", state(102))
			r.clock.add(2 * time.Second)
			r.show(r.group, ref, state(103))
			if m, ok := r.group.Last("state 103"); !ok || m.Edits == 0 {
				t.Errorf("%s: the newest state isn't shown", method)
			}
		}
	})
}

func TestFault27Blocked(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		secret := chat.Screen{Lang: "en", Protect: true, Text: []chat.Line{{{Text: "Table"}}, nil, {{Text: "Hand: XXI"}}}}
		r := newRig(t, answerWith(func(in chat.Input) chat.Answer { return chat.Answer{Page: "hand", Screen: &secret} }))
		anna := r.server.Person("Anna")
		r.expectShowError(anna.Private(), "", secret, chat.ErrBlocked)
		anna.Home = r.group
		id := anna.Says(r.group, "/hand")
		if m := r.awaitText(r.group, "in private"); m.ReplyTo == 0 || m.Keyboard[0][0].URL != "https://t.me/"+telegramtest.Username+"?start=hand" {
			t.Errorf("update %d is answered %+v", id, m)
		}
		ref := r.show(r.group, "", board("Board", "hand x"))
		m := r.awaitText(r.group, "Board")
		a, err := anna.Tap(r.ctx, m, "hand x")
		if err != nil || !a.Alert || a.Text != "Hand: XXI" {
			t.Errorf("the press for a peek is answered %+v %v", a, err)
		}
		anna.Says(anna.Private(), "/start")
		panel := r.show(anna.Private(), "", secret)
		anna.Block(true)
		r.expectShowError(anna.Private(), panel, board("next", "hand x"), chat.ErrBlocked)
		r.awaitConfirmed()
		r.show(r.group, ref, board("Board continues", "hand x"))
		for _, m := range r.group.All() {
			if strings.Contains(m.Text, "XXI") {
				t.Errorf("a hand in the group: %s", m.Text)
			}
		}
		if got := r.receivedEvents(chat.EventBotRemoved); len(got) != 1 || got[0].User != userID(anna.ID) || got[0].Chat != "" {
			t.Errorf("got the removals %+v", got)
		}
		anna.Block(false)
		r.awaitConfirmed()
		if got := r.receivedEvents(chat.EventReachable); len(got) != 2 {
			t.Errorf("got the reachable events %+v", got)
		}
	})
}

// TestFault27Called: blocked players are called on the board, by one mention a turn.
func TestFault27Called(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := stoppedRig(t)
		anna, bert := r.server.Person("Anna @all"), r.server.Person("Bert")
		r.platform.people.record(r.ctx, &models.User{ID: anna.ID, FirstName: anna.Name})
		r.platform.self.me.Store(&models.User{Username: telegramtest.Username})
		s := board("Board", "hand k7q2p4xa")
		var ref chat.Ref
		for i, called := range []*telegramtest.Person{nil, anna, bert, nil, bert} {
			s.Call = nil
			if called != nil {
				s.Call = callTo(called, i)
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
			link := all[0].Keyboard[len(all[0].Keyboard)-1][0]
			if link.URL != "https://t.me/"+telegramtest.Username+"?start=hand_k7q2p4xa" {
				t.Errorf("step %d: the link is %+v", i, link)
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
		anna.KickBot(r.group)
		r.awaitConfirmed()
		if got := r.receivedEvents(chat.EventBotRemoved); len(got) != 1 || got[0].Chat != chatID(r.group.ID, 0) || got[0].User != "" {
			t.Errorf("got the removals %+v", got)
		}
		r.expectShowError(r.group, ref, board("next", "hand x"), chat.ErrBlocked)
		anna.AddBot(r.group)
		r.awaitConfirmed()
		if got := r.receivedEvents(chat.EventBotJoined); len(got) != 1 || got[0].Chat != chatID(r.group.ID, 0) {
			t.Errorf("got the joins %+v", got)
		}
		r.show(r.group, ref, board("next", "hand x"))
	})
}

// TestFault29Migrated: service messages, a failed send and old buttons report the move.
func TestFault29Migrated(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, nil)
		group := r.server.Group("group", "Stammtisch")
		anna := r.newPerson("Anna")
		r.show(group, "", board("Another table", "hand y"))
		ref := r.show(group, "", board("Board", "hand x"))
		old := r.awaitText(group, "Board")
		next := r.server.Migrate(group, anna)
		cfg := r.config()
		cfg.Notes = new(double.Notes) // the new platform learns of the move by sending
		var moved chat.Migrated
		if _, err := r.open(cfg).Show(r.ctx, placeOf(group), ref, board("Board 2", "hand x")); !errors.As(err, &moved) || moved.To != chatID(next.ID, 0) {
			t.Errorf("got %v, want Migrated", err)
		}
		if cfg.Notes.(*double.Notes).Keys("moved/") == nil {
			t.Error("the new platform didn't store the move")
		}
		r.awaitConfirmed()
		r.restart()
		got := r.receivedEvents(chat.EventChatMoved)
		if len(got) != 2 || got[0].Chat != chatID(group.ID, 0) || got[0].MovedTo != chatID(next.ID, 0) || got[1].Chat != got[0].Chat || got[1].MovedTo != got[0].MovedTo {
			t.Errorf("got the moves %+v", got)
		}
		r.show(next, "", board("Board 2", "hand x"))
		if m, _ := next.Last("Board 2"); m.ID != old.ID {
			t.Fatalf("the messages' numbers %d and %d must be equal for this test", old.ID, m.ID)
		}
		r.expectShowError(next, ref, board("Board 3", "hand x"), chat.ErrGone)
		r.tap(anna, old, "hand x")
		all := r.received()
		if in := all[len(all)-1]; in.Chat != chatID(next.ID, 0) || in.Line != "hand x" || in.User != userID(anna.ID) {
			t.Errorf("the press in the old group gives the input %+v", in)
		}
	})
}

func TestFault30Down(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := stoppedRig(t)
		ref := r.show(r.group, "", board("state", "hand x"))
		const tries = 200
		r.server.Fail(telegramtest.Fault{Times: tries, Status: http.StatusBadGateway})
		for n := range tries {
			if err := errorOf(r.platform.Show(r.ctx, placeOf(r.group), ref, board(fmt.Sprint("state ", n), "hand x"))); err == nil {
				t.Fatal("Show succeeds although the network fails")
			}
		}
		r.show(r.group, ref, board("newest", "hand x"))
		if n := len(r.server.Requests("editMessageText")); n != tries+1 {
			t.Errorf("got %d requests for %d failed tries and one success", n, tries)
		}
		for chat := range int64(3 * maxWindows) {
			r.platform.client.limits.reserve(target{chat: -1 - chat}, false)
		}
		if n := len(r.platform.client.limits.chats); n > maxWindows {
			t.Errorf("the limiter counts %d chats", n)
		}
	})
}

func callTo(who *telegramtest.Person, number int) *chat.Call {
	return &chat.Call{Subject: fmt.Sprint("k7q2p4xa.", who.ID), Number: number, User: userID(who.ID), Text: chat.Line{{Text: "your turn, @all"}}}
}

// TestCallByPing: after an edit, a separate ping calls the player, and is deleted after the turn. A new message needs
// no ping.
func TestCallByPing(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, nil)
		anna := r.knownPerson("Anna")
		place := anna.Private()
		screen := func(text string, number int) chat.Screen {
			s := pictured(board(text, "hand x"), text)
			s.Protect = true
			if number > 0 {
				s.Call = callTo(anna, number)
			}
			return s
		}
		ref := r.show(place, "", screen("wait", 0))
		if m, _ := place.Last("wait"); !m.Silent || !m.Protected {
			t.Errorf("the message must be silent and protected: %+v", m)
		}
		for i, step := range []struct {
			number, messages, loud int
		}{{1, 2, 1}, {0, 1, 1}, {2, 2, 2}, {2, 2, 2}} {
			ref = r.show(place, ref, screen(fmt.Sprint("step ", i), step.number))
			if n := len(place.Messages()); n != step.messages || countLoud(place) != step.loud {
				t.Errorf("step %d: %d messages, %d with a sound, want %d and %d", i, n, countLoud(place), step.messages, step.loud)
			}
		}
		plainText := screen("without a picture", 2)
		plainText.Picture = nil
		r.expectShowError(place, ref, plainText, chat.ErrGone)
		if n := len(place.Messages()); n != 0 {
			t.Errorf("messages are left: %s", textsIn(place))
		}
		r.show(place, "", screen("another", 3))
		if n := len(place.Messages()); n != 1 || countLoud(place) != 3 {
			t.Errorf("%d messages, %d with a sound; want one with a sound", n, countLoud(place))
		}
	})
}

func TestPingDeletedOrRetried(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		for _, tt := range []struct {
			status int
			text   string
			retry  bool
		}{
			{http.StatusTooManyRequests, "", true}, {http.StatusBadGateway, "", true},
			{http.StatusBadRequest, "Bad Request: message can't be deleted", false}, {http.StatusForbidden, "Forbidden: bot was kicked", false},
		} {
			r := newRig(t, nil)
			anna := r.knownPerson("Anna")
			waiting, turn := board("board", "hand x"), board("board", "hand x")
			turn.Call = callTo(anna, 1)
			ref := r.show(anna.Private(), r.show(anna.Private(), "", waiting), turn)
			r.server.Fail(telegramtest.Fault{Match: "deleteMessage", Status: tt.status, Text: tt.text, Wait: time.Second})
			if _, err := r.platform.Show(r.ctx, placeOf(anna.Private()), ref, waiting); errors.As(err, new(chat.RetryAfter)) != tt.retry {
				t.Errorf("status %d: got %v, want RetryAfter %v", tt.status, err, tt.retry)
			}
		}
	})
}

func countLoud(c *telegramtest.Chat) (n int) {
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
			anna := r.knownPerson("Anna")
			place := anna.Private()
			var ref chat.Ref
			if !post {
				ref = r.show(place, "", board("wait", "hand x"))
			}
			s := board("turn", "hand x")
			s.Call = callTo(anna, 1)
			r.server.Fail(telegramtest.Fault{Match: "sendMessage", Cut: true, CarriedOut: true})
			_, _ = r.platform.Show(r.ctx, placeOf(place), ref, s)
			r.show(place, r.show(place, ref, s), s)
			if n := countLoud(place); n != 1 {
				t.Errorf("by a new message %v: %d sounds, want 1\n%s", post, n, textsIn(place))
			}
		}
	})
}

func TestFault47Protect(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		withPicture := func(text, line string) chat.Screen { return pictured(board(text, line), text) }
		for _, screen := range []func(text, line string) chat.Screen{board, withPicture} {
			r := newRig(t, nil)
			private := r.knownPerson("Anna").Private()
			ref := r.show(private, "", screen("Challenge", "accept abcd2345"))
			hand := screen("Hand", "do x")
			hand.Protect = true
			r.expectShowError(private, ref, hand, chat.ErrGone)
			r.show(private, "", hand)
			if m := r.onlyMessage(private); m.Text != "Hand" || !m.Protected || m.Edits != 0 || (m.Photo != nil) != (hand.Picture != nil) {
				t.Errorf("the panel is %+v, want a new protected message", m)
			}
		}
	})
}

func panelsOf(p *telegramtest.Person) []telegramtest.Message {
	return slices.DeleteFunc(p.Private().Messages(), func(m telegramtest.Message) bool { return len(m.Keyboard) == 0 || !m.Protected })
}

func handPanel(title string) chat.Screen {
	s := board(title, "do x")
	s.Table, s.Panel, s.Protect = "abcd2345", true, true
	return s
}

func answerHandWith(panel chat.Screen) func(context.Context, chat.Input) (chat.Answer, error) {
	return func(_ context.Context, in chat.Input) (chat.Answer, error) {
		if in.Line != "hand" {
			return chat.Answer{}, nil
		}
		return chat.Answer{Screen: &panel}, nil
	}
}

func (r *rig) requestHand(p *telegramtest.Person) {
	r.t.Helper()
	before := len(r.received())
	p.Says(p.Private(), "/hand")
	r.wait("a panel", func() bool { return len(r.received()) > before+1 })
}

func protectedMessages(c *telegramtest.Chat) []telegramtest.Message {
	return slices.DeleteFunc(c.Messages(), func(m telegramtest.Message) bool { return !m.Protected })
}

// TestPanelMoves: a panel requested during its edit moves to the chat's end, as a single message.
func TestPanelMoves(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, answerHandWith(handPanel("begun")))
		anna := r.knownPerson("Anna")
		private := anna.Private()
		ask := func() { r.requestHand(anna) }
		ref := r.show(private, "", handPanel("one"))
		r.server.Fail(telegramtest.Fault{Match: "editMessageText", BeforeResponse: ask})
		ref = r.show(private, ref, handPanel("two"))
		ask()
		ref = r.show(private, ref, handPanel("three"))
		r.show(private, ref, handPanel("four"))
		if shown := protectedMessages(private); len(shown) != 1 || shown[0].Text != "four" || shown[0].ID != private.All()[len(private.All())-1].ID {
			t.Errorf("%d panels, want one, last in the chat:\n%s", len(shown), textsIn(private))
		}
	})
}

func TestRetiredBoardIsDeleted(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		for _, tooOld := range []bool{false, true} {
			r := newRig(t, nil)
			ref := r.show(r.group, "", board("the board", "hand"))
			if tooOld {
				r.server.Fail(telegramtest.Fault{Match: "deleteMessage", Status: http.StatusBadRequest, Text: "Bad Request: message can't be deleted"})
			}
			retired := board("it has moved", "")
			retired.Retired, retired.Buttons = true, nil
			r.show(r.group, ref, retired)
			if _, shown := r.group.Last("it has moved"); shown != tooOld || !tooOld && len(r.group.Messages()) > 0 {
				t.Errorf("too old to delete %v: the group shows %+v", tooOld, r.group.Messages())
			}
		}
	})
}
