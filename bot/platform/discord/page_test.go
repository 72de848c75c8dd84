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

// pages answers "hand" with pages, and echoes other lines.
type pages struct {
	next chat.Screen
	late time.Duration // until the bot has decided
}

func (p *pages) set(s chat.Screen) {
	s.Protect = true
	p.next = s
}

func (p *pages) handle(ctx context.Context, in chat.Input) (chat.Answer, error) {
	s, late := p.next, p.late
	if in.Line != "hand" {
		return echo(ctx, in)
	}
	pass(late)
	return chat.Answer{Screen: &s}, nil
}

func newBook(t *testing.T) (*bench, *pages) {
	t.Helper()
	p := new(pages)
	return newBench(t, p.handle), p
}

// newAwaited shows Anna a page whose picture is drawn once ready is closed.
func newAwaited(t *testing.T) (b *bench, p *pages, ready chan struct{}) {
	t.Helper()
	b, p = newBook(t)
	ready = make(chan struct{})
	p.set(illustrated(drawn(1, ready), "one"))
	b.mustSay(b.anna, "hand")
	return b, p, ready
}

func (w *world) page() discordtest.Message {
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
		return len(all) > 0 && seen(all[len(all)-1]) == want
	})
}

func TestPictureFollows(t *testing.T) {
	t.Parallel()
	for _, late := range []time.Duration{0, 2 * time.Second} { // in time, and after a provisional answer
		synctest.Test(t, func(t *testing.T) {
			b, p := newBook(t)
			p.late = late
			p.set(illustrated(picture(1), "one"))
			b.mustSay(b.anna, "hand")
			if got := seen(b.page()); got != "shade 1 | one" || b.uploads() != 1 {
				t.Errorf("late %v: a ready picture: %q after %d uploads", late, got, b.uploads())
			}

			ready := make(chan struct{})
			p.set(illustrated(drawn(2, ready), "two"))
			began := time.Now()
			b.mustSay(b.anna, "hand")
			if got := seen(b.page()); got != "- | two" || time.Since(began) > late+100*time.Millisecond {
				t.Errorf("late %v: while it is drawn: %q after %v", late, got, time.Since(began))
			}
			pass(time.Minute)
			close(ready)
			b.expectPage("shade 2 | two")

			ready = make(chan struct{})
			p.set(illustrated(drawn(3, ready), "three"))
			b.press(b.anna, "hand")
			b.expectPage("shade 2 | three")
			close(ready)
			b.expectPage("shade 3 | three")

			sent := b.uploads()
			p.set(illustrated(picture(3), "three, still"))
			b.press(b.anna, "hand")
			b.expectPage("shade 3 | three, still")
			if b.uploads() != sent {
				t.Errorf("late %v: the same picture was sent twice", late)
			}
			p.set(screen("four"))
			b.press(b.anna, "hand")
			b.expectPage("- | four")

			b.show(public, "", illustrated(picture(9), "a board", "hand"))
			board, _ := b.anna.Board()
			ready = make(chan struct{})
			p.set(illustrated(drawn(1, ready), "five"))
			b.presses(b.anna, discordtest.ControlsOf(board)[0])
			b.expectPage("- | five")
			close(ready)
			b.expectPage("shade 1 | five")
			b.sees("shade 9 | a board")
		})
	}
}

func TestPictureOutdated(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b, p := newBook(t)
		for _, next := range []chat.Screen{illustrated(drawn(2, make(chan struct{})), "two"), screen("two")} {
			ready := make(chan struct{})
			p.set(illustrated(drawn(1, ready), "one"))
			b.mustSay(b.anna, "hand")
			p.set(next)
			b.press(b.anna, "hand")
			close(ready)
			synctest.Wait()
			if got := seen(b.page()); got != "- | two" || b.uploads() != 0 {
				t.Errorf("shows %q after %d uploads", got, b.uploads())
			}
		}
	})
}

func TestPictureAndPress(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b, p, ready := newAwaited(t)
		b.server.Fail(discordtest.Fault{Match: "PATCH.*file$", Delay: 4 * time.Second})
		hand := b.find(b.anna, "hand")
		close(ready)
		synctest.Wait() // the picture is being sent
		p.set(screen("two"))
		b.presses(b.anna, hand)
		pass(time.Minute)
		if got := seen(b.page()); got != "- | two" {
			t.Errorf("shows %q", got)
		}
	})
}

func TestPictureTooSlow(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]discordtest.Fault{
		"slow":    {Delay: 5 * time.Second, Done: true, Cut: true},
		"cut":     {Cut: true},
		"limited": {Status: http.StatusTooManyRequests, Wait: time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			b, p := newBook(t)
			fault.Match = "callback.*file$"
			b.server.Fail(fault)
			b.server.Fail(discordtest.Fault{Match: "PATCH.*file$", Status: http.StatusTooManyRequests, Wait: 30 * time.Second})
			p.set(illustrated(picture(1), "one"))
			if word := b.mustSay(b.anna, "hand"); word != "one" {
				t.Errorf("%s: answered %q", name, word)
			}
			b.expectPage("shade 1 | one")
		})
	}
}

func TestPictureOfPageRefused(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusRequestEntityTooLarge, http.StatusBadRequest} {
		synctest.Test(t, func(t *testing.T) {
			b, p := newBook(t)
			b.server.Fail(discordtest.Fault{Match: "file$", Times: -1, Status: status})
			p.set(illustrated(picture(1), "one"))
			b.mustSay(b.anna, "hand")
			ready := make(chan struct{})
			close(ready)
			p.set(illustrated(drawn(2, ready), "two"))
			b.mustSay(b.anna, "hand")
			synctest.Wait()
			if got := seen(b.page()); got != "- | two" || b.uploads() != 1 || b.server.Count("^PATCH") > 0 {
				t.Errorf("shows %q after %d uploads and %d edits", got, b.uploads(), b.server.Count("^PATCH"))
			}
		})
	}
}

// An old token gets no picture, nor does a dismissed page.
func TestFault18PictureTooLate(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		for uploads, end := range []func(*bench){func(*bench) { pass(16 * time.Minute) }, func(b *bench) { b.anna.Dismiss() }} {
			b, _, ready := newAwaited(t)
			end(b)
			close(ready)
			synctest.Wait()
			for _, m := range b.anna.Private() {
				if got := seen(m); got != "- | one" {
					t.Errorf("shows %q", got)
				}
			}
			if b.uploads() != uploads || strings.Contains(b.log.String(), "picture") {
				t.Errorf("%d uploads; the log is\n%s", b.uploads(), &b.log)
			}
		}
	})
}
