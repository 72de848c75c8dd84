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
)

var errBad = errors.New("bad gateway")

func repeated(err error, n int) (all []error) {
	for range n {
		all = append(all, err)
	}
	return all
}

// deliveries runs a test with a rig in a synctest bubble.
func deliveries(t *testing.T, lasting bool, test func(*testing.T, *rig)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, lasting)
		test(t, r)
	})
}

// asked checks the network's requests since the last check.
func (r *rig) asked(t *testing.T, want ...string) {
	t.Helper()
	synctest.Wait()
	if got := r.net.take(); !slices.Equal(got, want) {
		t.Errorf("the network was asked\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

// TestNext tests which step each state takes.
func TestNext(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		try  Try
		s    MessageState
		want Step
	}{
		{"all is shown", Try{}, MessageState{Rev: 2, Ref: "m"}, Idle},
		{"all is shown, forced", Try{Force: true}, MessageState{Rev: 2, Ref: "m"}, Edit},
		{"behind", Try{}, MessageState{Rev: 2, Ref: "m", Behind: true}, Edit},
		{"none yet", Try{}, MessageState{Rev: 2, Behind: true}, Begin},
		{"none yet, whole", Try{}, MessageState{Rev: 2, Behind: true, PostComplete: true}, Post},
		{"reposted", Try{}, MessageState{Rev: 2, Ref: "m", Repost: true}, Begin},
		{"an old one", Try{}, MessageState{Rev: 2, Ref: "m", Old: "o", Behind: true}, Retire},
		{"an old one that fails", Try{NewFirst: true}, MessageState{Rev: 2, Ref: "m", Old: "o", Behind: true}, Edit},
		{"an old one that fails, else all is shown", Try{NewFirst: true}, MessageState{Rev: 2, Ref: "m", Old: "o"}, Retire},
		{"lost", Try{Force: true}, MessageState{Rev: 2, Ref: "m", Behind: true, Lost: true}, Idle},
		{"lost and found", Try{Found: true}, MessageState{Rev: 2, Ref: "m", Behind: true, Lost: true}, Edit},
		{"hidden", Try{}, MessageState{Rev: 2, Ref: "m", Behind: true, Hidden: true}, Idle},
		{"hidden, forced", Try{Force: true}, MessageState{Rev: 2, Ref: "m", Behind: true, Hidden: true}, Edit},
		{"resting", Try{Suspended: 2}, MessageState{Rev: 2, Ref: "m", Behind: true}, Idle},
		{"newer than what rests", Try{Suspended: 2}, MessageState{Rev: 3, Ref: "m", Behind: true}, Edit},
	} {
		if got := tt.try.Next(tt.s); got != tt.want {
			t.Errorf("%s: step %d, want %d", tt.name, got, tt.want)
		}
	}
}

// TestDelivered tests that a new message is first posted without buttons, and that a current one isn't sent.
func TestDelivered(t *testing.T) {
	deliveries(t, true, func(t *testing.T, r *rig) {
		r.deliver(here)
		r.asked(t, "0s : rev 1", "0s m1: rev 1 to press")
		r.change(here, func(*MessageState) {})
		r.asked(t)
		r.deliver(here)
		r.asked(t, "0s m1: rev 2 to press")
		r.queue.Force(key(here))
		r.change(here, func(*MessageState) {})
		r.asked(t, "0s m1: rev 2 to press")
	})
}

// TestNewestWaits tests that a slow place gets the newest state, skips those between, and delays no other place.
func TestNewestWaits(t *testing.T) {
	deliveries(t, true, func(t *testing.T, r *rig) {
		r.begin(here)
		hold := make(chan struct{})
		r.net.holdUp(hold)
		r.deliver(here)
		synctest.Wait()
		for range 5 {
			if !r.deliver(here) {
				t.Error("the message isn't said to be on its way")
			}
		}
		r.net.holdUp(nil)
		r.deliver(there)
		r.asked(t, "0s : rev 1", "0s m2: rev 1 to press")
		if !r.queue.IsInFlight("table") || r.queue.IsSettled(key(here), MessageState{}) {
			t.Error("nothing is said to be on its way")
		}
		close(hold)
		r.asked(t, "0s m1: rev 2 to press", "0s m1: rev 7 to press")
		if r.queue.IsInFlight("table") || !r.queue.IsSettled(key(here), MessageState{}) {
			t.Error("something is said to be on its way")
		}
	})
}

// TestChangeMeanwhile tests that a change during a source's answer is shown, whatever the step's outcome.
func TestChangeMeanwhile(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		lasting bool
		err     error
		answers int // how many answers of the source come before the change: Want, then Shown
	}{{true, nil, 0}, {true, nil, 1}, {true, chat.ErrRefused, 0}, {true, chat.ErrRefused, 1}, {false, nil, 1}, {false, chat.ErrRefused, 1}} {
		synctest.Test(t, func(t *testing.T) {
			r := newRig(t, tt.lasting)
			r.begin(here)
			r.net.fail(tt.err)
			hook := func() {
				if !r.deliver(here) {
					t.Error("the message isn't said to be on its way")
				}
			}
			r.page.after = hook
			if tt.answers > 0 {
				r.page.after = func() { r.page.after = hook }
			}
			r.deliver(here)
			synctest.Wait()
			if all := r.net.take(); len(all) != 2 || all[1] != "0s m1: rev 3 to press" {
				t.Errorf("%+v: the network was asked %q", tt, all)
			}
		})
	}
	synctest.Test(t, func(t *testing.T) { // the message disappears, and comes back
		r := newRig(t, true)
		r.begin(here)
		r.page.after = func() { // after Want
			r.page.after = func() { // after Shown
				r.deliver(here)
				r.page.by[key(here)].Behind = false
				r.page.after = func() { r.deliver(here) } // after Want
			}
		}
		r.deliver(here)
		r.asked(t, "0s m1: rev 2 to press", "0s m1: rev 4 to press")
	})
}

// TestRetry tests that a failure is retried with growing delays, and that the revision is then suspended until a
// newer one comes or time passes.
func TestRetry(t *testing.T) {
	deliveries(t, true, func(t *testing.T, r *rig) {
		r.begin(here)
		r.net.fail(repeated(errBad, 2)...)
		r.deliver(here)
		pass(time.Minute)
		r.asked(t, "0s m1: rev 2 to press fails", "2s m1: rev 2 to press fails", "6s m1: rev 2 to press")
		r.net.fail(repeated(errBad, maxFailures)...)
		r.deliver(here)
		pass(8 * time.Minute)
		if n := len(r.net.take()); n != maxFailures || r.queue.IsInFlight("table") {
			t.Errorf("%d tries, busy: %v; want %d", n, r.queue.IsInFlight("table"), maxFailures)
		}
		if log := r.log.String(); strings.Count(log, "message not up to date") != 1 || !strings.Contains(log, "level=ERROR") {
			t.Errorf("the log is\n%s", log)
		}
		r.change(here, func(*MessageState) {})
		r.asked(t)
		if !r.queue.IsStale("table") {
			t.Error("the message is said to show what it should")
		}
		pass(10 * time.Minute)
		r.net.take()
		r.change(here, func(*MessageState) {})
		synctest.Wait()
		if n := len(r.net.take()); n != 1 || r.queue.IsStale("table") {
			t.Errorf("%d tries after a rest, want 1", n)
		}
		if log := r.log.String(); strings.Count(log, "message up to date again") != 1 {
			t.Errorf("the log is\n%s", log)
		}
	})
}

// TestRefused tests that a refused revision isn't retried, and that a newer one is sent.
func TestRefused(t *testing.T) {
	deliveries(t, true, func(t *testing.T, r *rig) {
		r.begin(here)
		r.net.fail(chat.ErrRefused)
		r.deliver(here)
		pass(9 * time.Minute)
		r.asked(t, "0s m1: rev 2 to press fails")
		if out := r.page.outcomes(); len(out) != 1 || !out[0].Final {
			t.Errorf("the source is told %+v", out)
		}
		r.deliver(here)
		r.asked(t, "9m0s m1: rev 3 to press")
	})
}

// TestRateLimit tests that the outbox waits as long as the network asks, that other places go on, and that the
// newest state is shown afterwards. A rate limit counts as no failure and is logged as no error.
func TestRateLimit(t *testing.T) {
	deliveries(t, true, func(t *testing.T, r *rig) {
		r.begin(here)
		r.net.fail(chat.RetryAfter{Wait: 90*time.Second + time.Second/2}, chat.RetryAfter{Wait: time.Millisecond})
		r.deliver(here)
		synctest.Wait()
		r.deliver(here)
		pass(89 * time.Second)
		r.asked(t, "0s m1: rev 2 to press fails")
		r.deliver(there)
		r.asked(t, "1m29s : rev 1 fails")
		pass(2 * time.Second)
		r.asked(t, "1m30s : rev 1", "1m30s m2: rev 1 to press", "1m30.5s m1: rev 3 to press")
		r.net.fail(chat.RetryAfter{Wait: staleLimit}, chat.RetryAfter{Wait: staleLimit})
		r.deliver(here)
		pass(3 * staleLimit)
		if log := r.log.String(); strings.Contains(log, "ERROR") || strings.Count(log, "level=WARN msg=\"message not up to date\"") != 1 {
			t.Errorf("the log is\n%s", log)
		}
	})
}

// TestGone tests that a deleted message is posted again three times at once, then after a pause, which a user who
// wants to see it ends.
func TestGone(t *testing.T) {
	deliveries(t, true, func(t *testing.T, r *rig) {
		r.begin(here)
		for range maxReposts {
			r.net.delete(r.stands(here).Ref)
			r.deliver(here)
			synctest.Wait()
			if all := r.net.take(); len(all) != 3 { // the failing edit, Begin and Edit
				t.Errorf("the network was asked %q", all)
			}
		}
		r.net.delete(r.stands(here).Ref)
		r.deliver(here)
		pass(time.Minute)
		if all := r.net.take(); len(all) != 1 {
			t.Errorf("the network was asked %q", all)
		}
		if !r.EndSilence(here) || r.EndSilence(here) {
			t.Error("the place isn't silent, or twice")
		}
		r.queue.CancelDelay(key(here))
		synctest.Wait()
		if all := r.net.take(); len(all) != 2 {
			t.Errorf("the network was asked %q", all)
		}
		r.net.delete(r.stands(here).Ref) // counted from zero again
		r.deliver(here)
		synctest.Wait()
		if all := r.net.take(); len(all) != 3 {
			t.Errorf("the network was asked %q", all)
		}
	})
}

// TestHeardMeanwhile tests that ErrBlocked is retried if somebody wrote in the place during the call.
func TestHeardMeanwhile(t *testing.T) {
	for name, lost := range map[string]bool{"heard": false, "heard, and gone again": true} {
		t.Run(name, func(t *testing.T) {
			deliveries(t, true, func(t *testing.T, r *rig) { testHeardMeanwhile(t, r, lost) })
		})
	}
}

func testHeardMeanwhile(t *testing.T, r *rig, lost bool) {
	r.begin(here)
	hold := make(chan struct{})
	r.net.holdUp(hold)
	r.net.fail(chat.ErrBlocked)
	r.deliver(here)
	synctest.Wait()
	r.queue.MarkFound(key(here), false)
	want := []string{"0s m1: rev 2 to press fails", "0s m1: rev 2 to press"}
	if lost {
		r.queue.MarkLost(key(here))
		want = want[:1]
	}
	close(hold)
	r.asked(t, want...)
}

// TestLostMeanwhile tests that a call's success doesn't end the loss of a place that was lost during the call.
func TestLostMeanwhile(t *testing.T) {
	deliveries(t, true, func(t *testing.T, r *rig) {
		r.begin(here)
		hold := make(chan struct{})
		r.net.holdUp(hold)
		r.deliver(here)
		synctest.Wait()
		r.queue.MarkLost(key(here))
		r.change(here, func(s *MessageState) { s.Lost = true })
		close(hold)
		r.asked(t, "0s m1: rev 2 to press")
		if !r.stands(here).Lost {
			t.Error("the place isn't lost any more")
		}
		r.net.holdUp(nil)
		r.deliver(here)
		r.asked(t)
	})
}

// TestBlocked tests that nothing is sent to a lost place until somebody writes there.
func TestBlocked(t *testing.T) {
	deliveries(t, true, func(t *testing.T, r *rig) {
		r.begin(here)
		r.net.fail(chat.ErrBlocked)
		r.deliver(here)
		r.asked(t, "0s m1: rev 2 to press fails")
		for range 3 {
			r.deliver(here)
			pass(time.Hour)
		}
		r.asked(t)
		if !r.EndSilence(here) {
			t.Error("the place isn't silent")
		}
		if anew := r.queue.MarkFound(key(here), true); !anew {
			t.Error("the message may not be posted anew")
		}
		if anew := r.queue.MarkFound(key(here), true); anew {
			t.Error("the message may be posted anew twice")
		}
		r.change(here, func(*MessageState) {})
		r.asked(t, "3h0m0s m1: rev 5 to press")
		r.net.fail(chat.ErrBlocked)
		r.deliver(here)
		synctest.Wait()
		r.net.take()
		r.deliver(here)
		r.asked(t)
		r.queue.MarkFound(key(here), false)
		r.queue.MarkLost(key(here))
		r.change(here, func(*MessageState) {})
		r.asked(t)
	})
}

// TestMoved tests that a message that its source doesn't have any more is forgotten at once.
func TestMoved(t *testing.T) {
	deliveries(t, true, func(t *testing.T, r *rig) {
		r.begin(here)
		r.net.fail(chat.Migrated{To: "net:there"})
		r.net.calls[here] = func() {
			r.page.mu.Lock()
			delete(r.page.by, key(here))
			r.page.mu.Unlock()
		}
		r.deliver(here)
		pass(time.Hour)
		r.asked(t, "0s m1: rev 2 to press fails")
		if r.known() > 0 {
			t.Error("the delivery is remembered")
		}
	})
}

// TestRepost tests that a repost begins without buttons, retires the old message, then gets its buttons, and
// doesn't wait for an old message that can't be retired.
func TestRepost(t *testing.T) {
	deliveries(t, true, func(t *testing.T, r *rig) {
		r.begin(here)
		r.change(here, func(s *MessageState) { s.Repost = true })
		r.asked(t, "0s : rev 1", "0s m1: retired", "0s m2: rev 1 to press")
		r.net.fail(nil, errBad)
		r.change(here, func(s *MessageState) { s.Rev, s.Behind, s.Repost = 2, true, true })
		pass(time.Minute)
		r.asked(t, "0s : rev 2", "0s m2: retired fails", "0s m3: rev 2 to press", "0s m2: retired")
		r.net.fail(append([]error{nil}, repeated(errBad, maxFailures)...)...)
		r.change(here, func(s *MessageState) { s.Repost = true })
		pass(time.Hour)
		if all := r.net.take(); len(all) != 2+maxFailures {
			t.Errorf("the network was asked %q", all)
		}
		for _, err := range []error{chat.ErrRefused, chat.ErrBlocked, chat.ErrGone} {
			r.net.fail(nil, err)
			r.change(here, func(s *MessageState) { s.Repost = true })
			pass(time.Hour)
			if all := r.net.take(); len(all) != 3 {
				t.Errorf("%v: the network was asked %q", err, all)
			}
		}
		if s := r.stands(here); s.Unfinished() || !strings.Contains(r.log.String(), "old board not retired") {
			t.Errorf("it stands %+v; the log is\n%s", s, r.log)
		}
	})
}

// TestFault23Crash tests that at most one message has buttons in the end if the process dies between a post and
// the storing of its reference.
func TestFault23Crash(t *testing.T) {
	deliveries(t, true, func(t *testing.T, r *rig) {
		for _, repost := range []bool{false, true} {
			r.net.calls[here] = func() { // the process dies during the post
				r.page.mu.Lock()
				r.page.crashed = true
				r.page.mu.Unlock()
			}
			r.change(here, func(s *MessageState) { s.Rev, s.Behind, s.Repost = s.Rev+1, true, repost })
			synctest.Wait()
			r.end()
			for ref, pressed := range r.net.pressed {
				if pressed && ref != r.stands(here).Ref {
					t.Errorf("%s can be pressed and isn't noted", ref)
				}
			}
			delete(r.net.calls, here)
			r.page.crashed = false
			r.start(t, true)
			r.change(here, func(*MessageState) {})
			synctest.Wait()
			live := 0
			for _, pressed := range r.net.pressed {
				if pressed {
					live++
				}
			}
			if live != 1 {
				t.Errorf("repost %v: %d messages can be pressed, want 1: %v", repost, live, r.net.posts)
			}
		}
	})
}

// TestStandsUncalled tests that a message whose notification failed is recorded and not posted again, and that a
// refused notification is given up.
func TestStandsUncalled(t *testing.T) {
	deliveries(t, true, func(t *testing.T, r *rig) {
		r.begin(here)
		r.net.standing = "m1"
		r.net.fail(chat.RetryAfter{Wait: time.Minute}, chat.ErrRefused)
		r.deliver(here)
		pass(2 * time.Minute)
		r.asked(t, "0s m1: rev 2 to press fails", "1m0s m1: rev 2 to press fails")
		if s := r.stands(here); s.Unfinished() || s.Ref != "m1" {
			t.Errorf("it stands %+v", s)
		}
		if !strings.Contains(r.log.String(), "a call was refused") {
			t.Errorf("the log is\n%s", r.log)
		}
	})
}

// TestPanics tests that a panic of the network counts as a failure, and that one of the source ends the delivery
// but not the next.
func TestPanics(t *testing.T) {
	deliveries(t, true, func(t *testing.T, r *rig) {
		r.begin(here)
		once := true
		r.net.calls[here] = func() {
			if once {
				once = false
				panic("secret")
			}
		}
		r.deliver(here)
		pass(time.Minute)
		r.asked(t, "2s m1: rev 2 to press")
		r.page.broken = true
		r.deliver(here)
		r.asked(t)
		if r.queue.IsInFlight("table") {
			t.Error("the delivery isn't over")
		}
		r.deliver(here)
		r.asked(t, "1m0s m1: rev 4 to press")
		if log := r.log.String(); strings.Count(log, "msg=fault") != 2 || strings.Contains(log, "secret") {
			t.Errorf("the log is\n%s", log)
		}
	})
}

// TestPassing tests that the source of a transient message learns that it is given up: deleted, blocked, refused,
// after many failures, or as the outbox ends.
func TestPassing(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		errs []error
		last error
	}{
		{[]error{chat.ErrGone}, chat.ErrGone},
		{[]error{errBad, chat.ErrBlocked}, chat.ErrBlocked},
		{[]error{chat.RetryAfter{Wait: time.Hour}, chat.ErrRefused}, chat.ErrRefused},
		{repeated(errBad, maxFailures), errBad},
	} {
		synctest.Test(t, func(t *testing.T) {
			r := newRig(t, false)
			r.begin(here)
			r.net.fail(tt.errs...)
			r.deliver(here)
			pass(3 * time.Hour)
			if n := len(r.net.take()); n != len(tt.errs) {
				t.Errorf("%v: %d requests, want %d", tt.last, n, len(tt.errs))
			}
			out := r.page.outcomes()
			if last := out[len(out)-1]; len(out) != len(tt.errs) || !last.Final || !errors.Is(last.Err, tt.last) {
				t.Errorf("%v: the source is told %+v", tt.last, out)
			}
			if r.known() > 0 || strings.Contains(r.log.String(), "not up to date") {
				t.Errorf("%v: it is remembered, or in the log:\n%s", tt.last, r.log)
			}
		})
	}
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, false)
		r.net.fail(repeated(errBad, 2)...)
		r.deliver(here)
		pass(time.Second)
		r.end()
		if out := r.page.outcomes(); len(out) != 2 || !out[1].Final {
			t.Errorf("as the outbox ends the source is told %+v", out)
		}
	})
}

// TestForget tests that Forget removes deliveries unless they are in flight.
func TestForget(t *testing.T) {
	deliveries(t, true, func(t *testing.T, r *rig) {
		r.begin(here)
		r.queue.Force(key(there))
		r.net.fail(errBad)
		r.deliver(here)
		synctest.Wait()
		r.queue.Forget("table")
		if !r.queue.IsInFlight("table") || r.known() != 1 {
			t.Errorf("%d deliveries are remembered, want 1", r.known())
		}
		pass(time.Minute)
		r.queue.Forget("table")
		if r.known() > 0 {
			t.Error("a delivery that is over isn't forgotten")
		}
	})
}

// TestCatchUp tests that CatchUp waits while maxCatchingUp messages are in flight, and stops with the outbox.
func TestCatchUp(t *testing.T) {
	deliveries(t, true, func(t *testing.T, r *rig) {
		hold, begun := make(chan struct{}), 0
		r.net.holdUp(hold)
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
		pass(time.Second)
		if begun != maxCatchingUp {
			t.Errorf("%d tables are begun at once, want %d", begun, maxCatchingUp)
		}
		r.deliver(here) // without waiting
		r.net.holdUp(nil)
		close(hold)
		pass(time.Second)
		if begun != len(ids) || len(r.net.take()) != 2*len(ids)+2 {
			t.Errorf("%d tables are begun, want %d", begun, len(ids))
		}
		r.end()
		r.CatchUp("net", ids, func(chat.TableID) { t.Error("it goes on after the end") })
	})
}
