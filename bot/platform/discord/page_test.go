package discord_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/discord/discordtest"
)

// pageHandler answers "hand" with a page, and echoes other lines.
type pageHandler struct {
	next  chat.Screen
	delay time.Duration // before each page
}

func (p *pageHandler) set(s chat.Screen) {
	s.Protect = true
	p.next = s
}

func (p *pageHandler) handle(ctx context.Context, in chat.Input) (chat.Answer, error) {
	s, late := p.next, p.delay
	if in.Line != "hand" {
		return echo(ctx, in)
	}
	sleep(late)
	return chat.Answer{Screen: &s}, nil
}

func newPageBench(t *testing.T) (*bench, *pageHandler) {
	t.Helper()
	p := new(pageHandler)
	return newBench(t, p.handle), p
}

// newPageAwaitingPicture shows Anna a page whose picture is drawn once ready is closed.
func newPageAwaitingPicture(t *testing.T) (b *bench, p *pageHandler, ready chan struct{}) {
	t.Helper()
	b, p = newPageBench(t)
	ready = make(chan struct{})
	p.set(screenWithPicture(slowPicture(1, ready), "one"))
	b.mustSay(b.anna, "hand")
	return b, p, ready
}

func (w *world) lastPage() discordtest.Message {
	w.t.Helper()
	all := w.anna.Private()
	if len(all) == 0 {
		w.t.Fatalf("nothing in private\n%s", &w.log)
	}
	return all[len(all)-1]
}

func (w *world) expectPage(want string) {
	w.t.Helper()
	w.wait("the page "+want, func() bool {
		all := w.anna.Private()
		return len(all) > 0 && describe(all[len(all)-1]) == want
	})
}

func TestPictureFollowsPage(t *testing.T) {
	t.Parallel()
	for _, late := range []time.Duration{0, 2 * time.Second} { // in time, and after a provisional answer
		synctest.Test(t, func(t *testing.T) {
			b, p := newPageBench(t)
			p.delay = late
			p.set(screenWithPicture(newPicture(1), "one"))
			b.mustSay(b.anna, "hand")
			if got := describe(b.lastPage()); got != "shade 1 | one" || b.uploads() != 1 {
				t.Errorf("late %v: a ready picture: %q after %d uploads", late, got, b.uploads())
			}

			ready := make(chan struct{})
			p.set(screenWithPicture(slowPicture(2, ready), "two"))
			began := time.Now()
			b.mustSay(b.anna, "hand")
			if got := describe(b.lastPage()); got != "- | two" || time.Since(began) > late+100*time.Millisecond {
				t.Errorf("late %v: while it is drawn: %q after %v", late, got, time.Since(began))
			}
			sleep(time.Minute)
			close(ready)
			b.expectPage("shade 2 | two")

			ready = make(chan struct{})
			p.set(screenWithPicture(slowPicture(3, ready), "three"))
			b.press(b.anna, "hand")
			b.expectPage("shade 2 | three")
			close(ready)
			b.expectPage("shade 3 | three")

			sent := b.uploads()
			p.set(screenWithPicture(newPicture(3), "three, still"))
			b.press(b.anna, "hand")
			b.expectPage("shade 3 | three, still")
			if b.uploads() != sent {
				t.Errorf("late %v: the same picture was sent twice", late)
			}
			p.set(screen("four"))
			b.press(b.anna, "hand")
			b.expectPage("- | four")

			b.show(public, "", screenWithPicture(newPicture(9), "a board", "hand"))
			board, _ := b.anna.Board()
			ready = make(chan struct{})
			p.set(screenWithPicture(slowPicture(1, ready), "five"))
			b.pressControl(b.anna, discordtest.ControlsOf(board)[0])
			b.expectPage("- | five")
			close(ready)
			b.expectPage("shade 1 | five")
			b.expectLast("shade 9 | a board")
		})
	}
}

func TestOutdatedPictureNotSent(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b, p := newPageBench(t)
		for _, next := range []chat.Screen{screenWithPicture(slowPicture(2, make(chan struct{})), "two"), screen("two")} {
			ready := make(chan struct{})
			p.set(screenWithPicture(slowPicture(1, ready), "one"))
			b.mustSay(b.anna, "hand")
			p.set(next)
			b.press(b.anna, "hand")
			close(ready)
			synctest.Wait()
			if got := describe(b.lastPage()); got != "- | two" || b.uploads() != 0 {
				t.Errorf("shows %q after %d uploads", got, b.uploads())
			}
		}
	})
}

func TestPressDuringUpload(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b, p, ready := newPageAwaitingPicture(t)
		b.server.Fail(discordtest.Fault{Match: "PATCH.*file$", Delay: 4 * time.Second})
		hand := b.find(b.anna, "hand")
		close(ready)
		synctest.Wait() // the picture is being sent
		p.set(screen("two"))
		b.pressControl(b.anna, hand)
		sleep(time.Minute)
		if got := describe(b.lastPage()); got != "- | two" {
			t.Errorf("shows %q", got)
		}
	})
}

func TestPictureAfterFailedUpload(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]discordtest.Fault{
		"slow":    {Delay: 5 * time.Second, CarriedOut: true, Cut: true},
		"cut":     {Cut: true},
		"limited": {Status: http.StatusTooManyRequests, Wait: time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			b, p := newPageBench(t)
			fault.Match = "callback.*file$"
			b.server.Fail(fault)
			b.server.Fail(discordtest.Fault{Match: "PATCH.*file$", Status: http.StatusTooManyRequests, Wait: 30 * time.Second})
			p.set(screenWithPicture(newPicture(1), "one"))
			if answer := b.mustSay(b.anna, "hand"); answer != "one" {
				t.Errorf("%s: answered %q", name, answer)
			}
			b.expectPage("shade 1 | one")
		})
	}
}

func TestPictureOfPageRefused(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusRequestEntityTooLarge, http.StatusBadRequest} {
		synctest.Test(t, func(t *testing.T) {
			b, p := newPageBench(t)
			b.server.Fail(discordtest.Fault{Match: "file$", Times: -1, Status: status})
			p.set(screenWithPicture(newPicture(1), "one"))
			b.mustSay(b.anna, "hand")
			ready := make(chan struct{})
			close(ready)
			p.set(screenWithPicture(slowPicture(2, ready), "two"))
			b.mustSay(b.anna, "hand")
			synctest.Wait()
			if got := describe(b.lastPage()); got != "- | two" || b.uploads() != 1 || b.server.Count("^PATCH") > 0 {
				t.Errorf("shows %q after %d uploads and %d edits", got, b.uploads(), b.server.Count("^PATCH"))
			}
		})
	}
}

// The bot sends no picture with an old token or to a dismissed page.
func TestFault18PictureTooLate(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		for uploads, end := range []func(*bench){func(*bench) { sleep(16 * time.Minute) }, func(b *bench) { b.anna.Dismiss() }} {
			b, _, ready := newPageAwaitingPicture(t)
			end(b)
			close(ready)
			synctest.Wait()
			for _, m := range b.anna.Private() {
				if got := describe(m); got != "- | one" {
					t.Errorf("shows %q", got)
				}
			}
			if b.uploads() != uploads || strings.Contains(b.log.String(), "picture") {
				t.Errorf("%d uploads; the log is\n%s", b.uploads(), &b.log)
			}
		}
	})
}
