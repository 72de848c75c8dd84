package outbox

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/outbox/outboxtest"
)

func deliveries(t *testing.T, lasting bool, test func(*testing.T, *rig)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, lasting)
		test(t, r)
	})
}

func TestNext(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		try  Try
		s    MessageState
		want Step
	}{
		{"current", Try{}, MessageState{Rev: 2, Ref: "m"}, Idle},
		{"current, forced", Try{Force: true}, MessageState{Rev: 2, Ref: "m"}, Edit},
		{"behind", Try{}, MessageState{Rev: 2, Ref: "m", Stale: true}, Edit},
		{"none yet", Try{}, MessageState{Rev: 2, Stale: true}, Begin},
		{"none yet, post complete", Try{}, MessageState{Rev: 2, Stale: true, PostComplete: true}, Post},
		{"reposted", Try{}, MessageState{Rev: 2, Ref: "m", Repost: true}, Begin},
		{"old message", Try{}, MessageState{Rev: 2, Ref: "m", Old: "o", Stale: true}, Retire},
		{"failing old message", Try{NewFirst: true}, MessageState{Rev: 2, Ref: "m", Old: "o", Stale: true}, Edit},
		{"failing old message, else current", Try{NewFirst: true}, MessageState{Rev: 2, Ref: "m", Old: "o"}, Retire},
		{"lost", Try{Force: true}, MessageState{Rev: 2, Ref: "m", Stale: true, Lost: true}, Idle},
		{"lost and found", Try{Found: true}, MessageState{Rev: 2, Ref: "m", Stale: true, Lost: true}, Edit},
		{"hidden", Try{}, MessageState{Rev: 2, Ref: "m", Stale: true, Hidden: true}, Idle},
		{"hidden, forced", Try{Force: true}, MessageState{Rev: 2, Ref: "m", Stale: true, Hidden: true}, Edit},
		{"suspended", Try{Suspended: 2}, MessageState{Rev: 2, Ref: "m", Stale: true}, Idle},
		{"newer than the suspended revision", Try{Suspended: 2}, MessageState{Rev: 3, Ref: "m", Stale: true}, Edit},
	} {
		if got := tt.try.Next(tt.s); got != tt.want {
			t.Errorf("%s: step %d, want %d", tt.name, got, tt.want)
		}
	}
}

func TestChangeMeanwhile(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		lasting bool
		err     error
		answers int // of the source before the change
	}{{true, nil, 0}, {true, nil, 1}, {true, chat.ErrRefused, 0}, {true, chat.ErrRefused, 1}, {false, nil, 1}, {false, chat.ErrRefused, 1}} {
		synctest.Test(t, func(t *testing.T) {
			r := newRig(t, tt.lasting)
			r.begin(outboxtest.Here)
			r.net.Fail(tt.err)
			hook := func() {
				if !r.deliver(outboxtest.Here) {
					t.Error("Deliver doesn't report the message in flight")
				}
			}
			r.page.after = hook
			if tt.answers > 0 {
				r.page.after = func() { r.page.after = hook }
			}
			r.deliver(outboxtest.Here)
			synctest.Wait()
			if all := r.net.TakeAsked(); len(all) != 2 || all[1] != "0s m1: rev 3 to press" {
				t.Errorf("%+v: the network was asked %q", tt, all)
			}
		})
	}
	synctest.Test(t, func(t *testing.T) { // the message disappears, and comes back
		r := newRig(t, true)
		r.begin(outboxtest.Here)
		r.page.after = func() {
			r.page.after = func() {
				r.deliver(outboxtest.Here)
				r.page.by[key(outboxtest.Here)].Stale = false
				r.page.after = func() { r.deliver(outboxtest.Here) }
			}
		}
		r.deliver(outboxtest.Here)
		r.asked(t, "0s m1: rev 2 to press", "0s m1: rev 4 to press")
	})
}

// TestFault23Crash lets the process die between a post and the storing of its reference.
func TestFault23Crash(t *testing.T) {
	deliveries(t, true, func(t *testing.T, r *rig) {
		for _, repost := range []bool{false, true} {
			r.net.Calls[outboxtest.Here] = func() { // during the post
				r.page.mu.Lock()
				r.page.crashed = true
				r.page.mu.Unlock()
			}
			r.change(outboxtest.Here, func(s *MessageState) { s.Rev, s.Stale, s.Repost = s.Rev+1, true, repost })
			synctest.Wait()
			r.end()
			for ref, pressed := range r.net.Pressable {
				if pressed && ref != r.stands(outboxtest.Here).Ref {
					t.Errorf("%s has buttons, but its reference isn't stored", ref)
				}
			}
			delete(r.net.Calls, outboxtest.Here)
			r.page.crashed = false
			r.start(t, true)
			r.change(outboxtest.Here, func(*MessageState) {})
			synctest.Wait()
			live := 0
			for _, pressed := range r.net.Pressable {
				if pressed {
					live++
				}
			}
			if live != 1 {
				t.Errorf("repost %v: %d messages have buttons, want 1: %v", repost, live, r.net.Posts)
			}
		}
	})
}

func TestTransient(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		errs []error
		last error
	}{
		{[]error{chat.ErrGone}, chat.ErrGone},
		{[]error{outboxtest.ErrBad, chat.ErrBlocked}, chat.ErrBlocked},
		{[]error{chat.RetryAfter{Wait: time.Hour}, chat.ErrRefused}, chat.ErrRefused},
		{slices.Repeat([]error{outboxtest.ErrBad}, maxFailures), outboxtest.ErrBad},
	} {
		synctest.Test(t, func(t *testing.T) {
			r := newRig(t, false)
			r.begin(outboxtest.Here)
			r.net.Fail(tt.errs...)
			r.deliver(outboxtest.Here)
			outboxtest.Pass(3 * time.Hour)
			if n := len(r.net.TakeAsked()); n != len(tt.errs) {
				t.Errorf("%v: %d requests, want %d", tt.last, n, len(tt.errs))
			}
			out := r.page.outcomes()
			if last := out[len(out)-1]; len(out) != len(tt.errs) || !last.Final || !errors.Is(last.Err, tt.last) {
				t.Errorf("%v: the source got %+v", tt.last, out)
			}
			if r.known() > 0 || strings.Contains(r.log.String(), "not up to date") {
				t.Errorf("%v: the message is still in memory, or in the log:\n%s", tt.last, r.log)
			}
		})
	}
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, false)
		r.net.Fail(outboxtest.ErrBad, outboxtest.ErrBad)
		r.deliver(outboxtest.Here)
		outboxtest.Pass(time.Second)
		r.end()
		if out := r.page.outcomes(); len(out) != 2 || !out[1].Final {
			t.Errorf("when the outbox ends, the source gets %+v", out)
		}
	})
}

func TestCatchUp(t *testing.T) {
	deliveries(t, true, func(t *testing.T, r *rig) {
		hold, begun := make(chan struct{}), 0
		r.net.HoldUp(hold)
		places := make(map[chat.TableID]chat.Place)
		var ids []chat.TableID
		for i := range 3 * maxCatchingUp {
			id := chat.TableID(fmt.Sprint(i))
			ids, places[id] = append(ids, id), chat.Place{Chat: chat.ChatID(fmt.Sprint("net:", i))}
		}
		r.Work.Go(func() {
			r.CatchUp("net", ids, func(id chat.TableID) {
				begun++
				r.deliver(places[id])
			})
		})
		outboxtest.Pass(time.Second)
		if begun != maxCatchingUp {
			t.Errorf("%d tables were begun at once, want %d", begun, maxCatchingUp)
		}
		r.deliver(outboxtest.Here)
		r.net.HoldUp(nil)
		close(hold)
		outboxtest.Pass(time.Second)
		if begun != len(ids) || len(r.net.TakeAsked()) != 2*len(ids)+2 {
			t.Errorf("%d tables were begun, want %d", begun, len(ids))
		}
		r.end()
		r.CatchUp("net", ids, func(chat.TableID) { t.Error("CatchUp goes on after the outbox ended") })
	})
}
