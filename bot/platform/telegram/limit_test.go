package telegram

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/telegram/telegramtest"
)

// TestFault26RepostInBusyGroup: a requested board moves to the chat's end even in a group at its limit.
func TestFault26RepostInBusyGroup(t *testing.T) {
	t.Parallel()
	studio := sharedStudio(t)
	for _, pictures := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			w := newLimitedWorld(t)
			if pictures {
				w.pictures = studio
			}
			w.boot()
			anna, bert := w.twoPeople()
			for _, p := range []*telegramtest.Person{anna, bert} {
				p.Says(p.Private(), "/settings text") // only the board needs drawing
			}
			w.seat(anna, bert, "easy 2")
			w.awaitButton(w.group, "hand ")
			sleepInBubble(2 * time.Minute)
			before := w.sentTo(w.group)
			w.playUntil(func() bool { return w.sentTo(w.group) >= before+12 }, func() {}, anna, bert)
			old, _ := w.awaitButton(w.group, "hand ")
			anna.Says(w.group, "/table")
			sleepInBubble(45 * time.Second)
			live := 0
			for _, m := range w.group.Messages() {
				if len(m.Keyboard) > 0 {
					live++
				}
			}
			if now, _ := w.awaitButton(w.group, "hand "); live != 1 || now.ID <= old.ID {
				t.Errorf("pictures %v: %d boards with buttons, want 1; the newest is message %d, before /table it was %d:\n%s", pictures, live, now.ID, old.ID, textsIn(w.group))
			}
			w.expectWithinLimits()
		})
	}
}

func sleepInBubble(d time.Duration) {
	<-time.After(d)
	synctest.Wait()
}

func (w *world) expectWithinLimits() {
	w.t.Helper()
	for _, q := range w.server.Requests("") {
		if q.Code == http.StatusTooManyRequests {
			w.t.Errorf("a request exceeds Telegram's limit: %s %v", q.Method, q.At)
		}
	}
}

func TestTableCommandMovesPanel(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newLimitedWorld(t)
		w.boot()
		anna, bert := w.seatTwo("easy 2")
		sleepInBubble(time.Minute)
		for range 2 {
			before, messageID := panelsOf(anna), anna.Says(anna.Private(), "/table")
			sleepInBubble(time.Minute)
			now := panelsOf(anna)
			if len(before) != 1 || len(now) != 1 || now[0].ID <= before[0].ID || len(now[0].Keyboard) == 0 {
				t.Errorf("after message %d: %d panels, before it %d:\n%s", messageID, len(now), len(before), textsIn(anna.Private()))
			}
			if err := w.stop(); err != nil {
				t.Fatal(err)
			}
			w.boot()
			sleepInBubble(time.Minute)
		}
		w.playUntil(func() bool { _, ok := anna.Private().Last("To bid"); return ok }, func() {}, anna, bert)
		if n := len(panelsOf(anna)); n != 1 {
			t.Errorf("%d panels at the end, want 1:\n%s", n, textsIn(anna.Private()))
		}
	})
}

// TestPanelRecordedBeforeNotification: a moved panel is recorded before its player is called. A second request for the
// panel leaves no copy behind.
func TestPanelRecordedBeforeNotification(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		panel := handPanel("My hand")
		r := newRig(t, answerHandWith(panel))
		anna := r.knownPerson("Anna")
		private := anna.Private()
		ask := func() { r.requestHand(anna) }
		ref := r.show(private, "", panel)
		for number := range 3 {
			ask()
			r.clock.step.Store(0)
			for room := r.platform.client.limits.check(target{chat: private.ID}); room != nil || !r.hasOneSlotLeft(private); room = r.platform.client.limits.check(target{chat: private.ID}) {
				if room == nil {
					ignoreError(r.platform.client.limits.reserve(target{chat: private.ID}, false))
				} else {
					r.clock.add(100 * time.Millisecond)
				}
			}
			turn := panel
			turn.Text, turn.Call = []chat.Line{{{Text: fmt.Sprint("your turn ", number)}}}, callTo(anna, number+1)
			now, err := r.platform.Show(r.ctx, placeOf(private), ref, turn)
			if later := (chat.RetryAfter{}); !errors.As(err, &later) || now == "" || now == ref {
				t.Fatalf("got %q, %v; want the reference and RetryAfter", now, err)
			}
			ref = now
			r.clock.step.Store(int64(fastStep))
			ask()
			ref = r.show(private, ref, turn)
		}
		if shown := protectedMessages(private); len(shown) != 1 || !strings.HasPrefix(shown[0].Text, "your turn 2") {
			t.Errorf("%d panels, want one:\n%s", len(shown), textsIn(private))
		}
	})
}

// TestRequestedPanelIsReused: the first Show edits a panel that was posted as an answer.
func TestRequestedPanelIsReused(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		panel := handPanel("My hand")
		r := newRig(t, answerHandWith(panel))
		anna := r.knownPerson("Anna")
		r.requestHand(anna)
		first := r.show(anna.Private(), "", panel)
		if again := r.show(anna.Private(), first, panel); again != first {
			t.Errorf("shown as %q, then as %q", first, again)
		}
		if shown := protectedMessages(anna.Private()); len(shown) != 1 {
			t.Errorf("%d panels, want one:\n%s", len(shown), textsIn(anna.Private()))
		}
		ended := panel
		ended.Dismissable = true
		r.show(anna.Private(), first, ended)
		if next := r.show(anna.Private(), "", panel); next == first {
			t.Error("a new panel edits an ended panel's message")
		}
	})
}

func (r *rig) hasOneSlotLeft(c *telegramtest.Chat) bool {
	l := r.platform.client.limits
	l.mu.Lock()
	defer l.mu.Unlock()
	n := len(l.usage(target{chat: c.ID}, l.now()).sent)
	return n == privateRate.burst-1
}

func ignoreError(error) {}

// TestFault26Restart: a new process writes at once if the limits allow it, else Telegram refuses one request.
func TestFault26Restart(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		for sent, wait := range map[int]time.Duration{1: 0, 5: 0, 10: 0, 15: 0, 19: 0, 20: 12 * time.Second, 40: 0} {
			r := stoppedRig(t)
			r.clock.step.Store(0)
			anna := r.server.Person("Anna")
			anna.Says(anna.Private(), "/help")
			shown := 0
			refs := map[*telegramtest.Chat]chat.Ref{}
			show := func(c *telegramtest.Chat) error {
				shown++
				now, err := r.platform.Show(r.ctx, placeOf(c), refs[c], board(fmt.Sprint("state ", shown), "hand x"))
				if err == nil {
					refs[c] = now
				}
				return err
			}
			for n := 0; n < sent; {
				if show(r.group) == nil {
					n++
				}
				ignoreError(show(anna.Private()))
				r.clock.add(50 * time.Millisecond)
			}
			r.platform = r.open(r.config())
			r.clock.add(-settleTime)
			began := r.clock.now()
			first := time.Duration(-1) // never
			for r.clock.now().Sub(began) < 2*time.Minute {
				if show(r.group) == nil && first < 0 {
					first = r.clock.now().Sub(began)
				}
				ignoreError(show(anna.Private()))
				r.clock.add(250 * time.Millisecond)
			}
			refused := map[string]int{}
			for _, q := range r.server.Requests("") {
				if q.Code == http.StatusTooManyRequests {
					refused[q.Params["chat_id"]]++
				}
			}
			for chat, times := range refused {
				if times > 1 || sent > 25 {
					t.Errorf("after %d messages before the restart Telegram refuses %d in %s", sent, times, chat)
				}
			}
			if first < 0 || first > wait+time.Second {
				t.Errorf("after %d messages before the restart the first new one is sent after %v", sent, first)
			}
		}
	})
}

// TestFault26TwoRequests: a message that needs two requests takes two slots.
func TestFault26TwoRequests(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		refused := telegramtest.Fault{Status: http.StatusBadRequest, Text: "Bad Request: IMAGE_PROCESS_FAILED"}
		for _, tt := range []struct {
			method, want string // refused call; all calls
			begin        func(*rig, *telegramtest.Chat) chat.Ref
		}{
			{"sendPhoto", "sendPhoto+ sendMessage", func(*rig, *telegramtest.Chat) chat.Ref { return "" }},
			{"editMessageMedia", "editMessageMedia+ editMessageText", func(r *rig, c *telegramtest.Chat) chat.Ref {
				return r.show(c, "", board("words", "hand x"))
			}},
		} {
			r := stoppedRig(t)
			r.clock.step.Store(0)
			ref, seen := tt.begin(r, r.group), 0
			r.methodsSince(&seen)
			for r.platform.client.limits.check(target{chat: r.group.ID}) == nil { // until one slot is left
				ignoreError(r.platform.client.limits.reserve(target{chat: r.group.ID}, false))
			}
			r.clock.add(groupRate.minGap)
			refused.Match = tt.method
			r.server.Fail(refused)
			s := pictured(board("next", "hand x"), "k")
			_, err := r.platform.Show(r.ctx, placeOf(r.group), ref, s)
			if later := (chat.RetryAfter{}); !errors.As(err, &later) {
				t.Errorf("%s: two requests took one slot: %v", tt.method, err)
			} else {
				r.clock.add(later.Wait)
				r.show(r.group, ref, s)
			}
			r.expectMethods(&seen, tt.want)
		}
	})
}

func TestBadRequestIsFinal(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := stoppedRig(t)
		ref := r.show(r.group, "", board("Board", "hand x"))
		for status, final := range map[int]bool{http.StatusBadRequest: true, http.StatusBadGateway: false} {
			r.server.Fail(telegramtest.Fault{Match: "editMessageText", Status: status, Text: "Bad Request: ENTITY_BOUNDS_INVALID"})
			if _, err := r.platform.Show(r.ctx, placeOf(r.group), ref, board(fmt.Sprint(status), "hand x")); err == nil || errors.Is(err, chat.ErrRefused) != final {
				t.Errorf("status %d: got %v, want final %v", status, err, final)
			}
		}
	})
}

func TestPollingWithoutLongPolls(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newLimitedWorld(t)
		w.server.Updates.DisableLongPolling()
		w.boot()
		sleepInBubble(time.Minute)
		if n := len(w.server.Requests("getUpdates")); n > 62 {
			t.Errorf("got %d requests for updates in a minute, want at most 62", n)
		}
		anna := w.server.Person("Anna")
		w.start(anna, "")
		for n := range 5 {
			began := time.Now()
			anna.Says(anna.Private(), fmt.Sprint("/help ", n))
			if err := w.server.Wait(w.ctx, w.server.Updates.AllConfirmed); err != nil || time.Since(began) > 3*time.Second {
				t.Errorf("got the message after %v, %v, want 3 s at most", time.Since(began), err)
			}
		}
	})
}
