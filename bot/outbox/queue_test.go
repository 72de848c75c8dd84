package outbox

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/outbox/outboxtest"
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
		r.deliver(outboxtest.Here)
		r.asked(t, "0s : rev 1", "0s m1: rev 1 to press")
		r.change(outboxtest.Here, func(*MessageState) {})
		r.asked(t)
		r.deliver(outboxtest.Here)
		r.asked(t, "0s m1: rev 2 to press")
		r.queue.Force(key(outboxtest.Here))
		r.change(outboxtest.Here, func(*MessageState) {})
		r.asked(t, "0s m1: rev 2 to press")
	})
}

// TestNewestWaits tests that a slow place gets the newest state, skips those between, and delays no other place.
func TestNewestWaits(t *testing.T) {
	deliveries(t, true, func(t *testing.T, r *rig) {
		r.begin(outboxtest.Here)
		hold := make(chan struct{})
		r.net.HoldUp(hold)
		r.deliver(outboxtest.Here)
		synctest.Wait()
		for range 5 {
			if !r.deliver(outboxtest.Here) {
				t.Error("the message isn't said to be on its way")
			}
		}
		r.net.HoldUp(nil)
		r.deliver(outboxtest.There)
		r.asked(t, "0s : rev 1", "0s m2: rev 1 to press")
		if !r.queue.IsInFlight("table") || r.queue.IsSettled(key(outboxtest.Here), MessageState{}) {
			t.Error("nothing is said to be on its way")
		}
		close(hold)
		r.asked(t, "0s m1: rev 2 to press", "0s m1: rev 7 to press")
		if r.queue.IsInFlight("table") || !r.queue.IsSettled(key(outboxtest.Here), MessageState{}) {
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
			r.begin(outboxtest.Here)
			r.net.Fail(tt.err)
			hook := func() {
				if !r.deliver(outboxtest.Here) {
					t.Error("the message isn't said to be on its way")
				}
			}
			r.page.after = hook
			if tt.answers > 0 {
				r.page.after = func() { r.page.after = hook }
			}
			r.deliver(outboxtest.Here)
			synctest.Wait()
			if all := r.net.Take(); len(all) != 2 || all[1] != "0s m1: rev 3 to press" {
				t.Errorf("%+v: the network was asked %q", tt, all)
			}
		})
	}
	synctest.Test(t, func(t *testing.T) { // the message disappears, and comes back
		r := newRig(t, true)
		r.begin(outboxtest.Here)
		r.page.after = func() { // after Want
			r.page.after = func() { // after Shown
				r.deliver(outboxtest.Here)
				r.page.by[key(outboxtest.Here)].Behind = false
				r.page.after = func() { r.deliver(outboxtest.Here) } // after Want
			}
		}
		r.deliver(outboxtest.Here)
		r.asked(t, "0s m1: rev 2 to press", "0s m1: rev 4 to press")
	})
}

// TestRetry tests that a failure is retried with growing delays, and that the revision is then suspended until a
// newer one comes or time passes.
func TestRetry(t *testing.T) {
	deliveries(t, true, func(t *testing.T, r *rig) {
		r.begin(outboxtest.Here)
		r.net.Fail(repeated(errBad, 2)...)
		r.deliver(outboxtest.Here)
		outboxtest.Pass(time.Minute)
		r.asked(t, "0s m1: rev 2 to press fails", "2s m1: rev 2 to press fails", "6s m1: rev 2 to press")
		r.net.Fail(repeated(errBad, maxFailures)...)
		r.deliver(outboxtest.Here)
		outboxtest.Pass(8 * time.Minute)
		if n := len(r.net.Take()); n != maxFailures || r.queue.IsInFlight("table") {
			t.Errorf("%d tries, busy: %v; want %d", n, r.queue.IsInFlight("table"), maxFailures)
		}
		if log := r.log.String(); strings.Count(log, "message not up to date") != 1 || !strings.Contains(log, "level=ERROR") {
			t.Errorf("the log is\n%s", log)
		}
		r.change(outboxtest.Here, func(*MessageState) {})
		r.asked(t)
		if !r.queue.IsStale("table") {
			t.Error("the message is said to show what it should")
		}
		outboxtest.Pass(10 * time.Minute)
		r.net.Take()
		r.change(outboxtest.Here, func(*MessageState) {})
		synctest.Wait()
		if n := len(r.net.Take()); n != 1 || r.queue.IsStale("table") {
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
		r.begin(outboxtest.Here)
		r.net.Fail(chat.ErrRefused)
		r.deliver(outboxtest.Here)
		outboxtest.Pass(9 * time.Minute)
		r.asked(t, "0s m1: rev 2 to press fails")
		if out := r.page.outcomes(); len(out) != 1 || !out[0].Final {
			t.Errorf("the source is told %+v", out)
		}
		r.deliver(outboxtest.Here)
		r.asked(t, "9m0s m1: rev 3 to press")
	})
}

// TestRateLimit tests that the outbox waits as long as the network asks, that other places go on, and that the
// newest state is shown afterwards. A rate limit counts as no failure and is logged as no error.
func TestRateLimit(t *testing.T) {
	deliveries(t, true, func(t *testing.T, r *rig) {
		r.begin(outboxtest.Here)
		r.net.Fail(chat.RetryAfter{Wait: 90*time.Second + time.Second/2}, chat.RetryAfter{Wait: time.Millisecond})
		r.deliver(outboxtest.Here)
		synctest.Wait()
		r.deliver(outboxtest.Here)
		outboxtest.Pass(89 * time.Second)
		r.asked(t, "0s m1: rev 2 to press fails")
		r.deliver(outboxtest.There)
		r.asked(t, "1m29s : rev 1 fails")
		outboxtest.Pass(2 * time.Second)
		r.asked(t, "1m30s : rev 1", "1m30s m2: rev 1 to press", "1m30.5s m1: rev 3 to press")
		r.net.Fail(chat.RetryAfter{Wait: staleLimit}, chat.RetryAfter{Wait: staleLimit})
		r.deliver(outboxtest.Here)
		outboxtest.Pass(3 * staleLimit)
		if log := r.log.String(); strings.Contains(log, "ERROR") || strings.Count(log, "level=WARN msg=\"message not up to date\"") != 1 {
			t.Errorf("the log is\n%s", log)
		}
	})
}

// TestGone tests that a deleted message is posted again three times at once, then after a pause, which a user who
// wants to see it ends.
func TestGone(t *testing.T) {
	deliveries(t, true, func(t *testing.T, r *rig) {
		r.begin(outboxtest.Here)
		for range maxReposts {
			r.net.Delete(r.stands(outboxtest.Here).Ref)
			r.deliver(outboxtest.Here)
			synctest.Wait()
			if all := r.net.Take(); len(all) != 3 { // the failing edit, Begin and Edit
				t.Errorf("the network was asked %q", all)
			}
		}
		r.net.Delete(r.stands(outboxtest.Here).Ref)
		r.deliver(outboxtest.Here)
		outboxtest.Pass(time.Minute)
		if all := r.net.Take(); len(all) != 1 {
			t.Errorf("the network was asked %q", all)
		}
		if !r.EndSilence(outboxtest.Here) || r.EndSilence(outboxtest.Here) {
			t.Error("the place isn't silent, or twice")
		}
		r.queue.CancelDelay(key(outboxtest.Here))
		synctest.Wait()
		if all := r.net.Take(); len(all) != 2 {
			t.Errorf("the network was asked %q", all)
		}
		r.net.Delete(r.stands(outboxtest.Here).Ref) // counted from zero again
		r.deliver(outboxtest.Here)
		synctest.Wait()
		if all := r.net.Take(); len(all) != 3 {
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
	r.begin(outboxtest.Here)
	hold := make(chan struct{})
	r.net.HoldUp(hold)
	r.net.Fail(chat.ErrBlocked)
	r.deliver(outboxtest.Here)
	synctest.Wait()
	r.queue.MarkFound(key(outboxtest.Here), false)
	want := []string{"0s m1: rev 2 to press fails", "0s m1: rev 2 to press"}
	if lost {
		r.queue.MarkLost(key(outboxtest.Here))
		want = want[:1]
	}
	close(hold)
	r.asked(t, want...)
}

// TestLostMeanwhile tests that a call's success doesn't end the loss of a place that was lost during the call.
func TestLostMeanwhile(t *testing.T) {
	deliveries(t, true, func(t *testing.T, r *rig) {
		r.begin(outboxtest.Here)
		hold := make(chan struct{})
		r.net.HoldUp(hold)
		r.deliver(outboxtest.Here)
		synctest.Wait()
		r.queue.MarkLost(key(outboxtest.Here))
		r.change(outboxtest.Here, func(s *MessageState) { s.Lost = true })
		close(hold)
		r.asked(t, "0s m1: rev 2 to press")
		if !r.stands(outboxtest.Here).Lost {
			t.Error("the place isn't lost any more")
		}
		r.net.HoldUp(nil)
		r.deliver(outboxtest.Here)
		r.asked(t)
	})
}

// TestBlocked tests that nothing is sent to a lost place until somebody writes there.
func TestBlocked(t *testing.T) {
	deliveries(t, true, func(t *testing.T, r *rig) {
		r.begin(outboxtest.Here)
		r.net.Fail(chat.ErrBlocked)
		r.deliver(outboxtest.Here)
		r.asked(t, "0s m1: rev 2 to press fails")
		for range 3 {
			r.deliver(outboxtest.Here)
			outboxtest.Pass(time.Hour)
		}
		r.asked(t)
		if !r.EndSilence(outboxtest.Here) {
			t.Error("the place isn't silent")
		}
		if anew := r.queue.MarkFound(key(outboxtest.Here), true); !anew {
			t.Error("the message may not be posted anew")
		}
		if anew := r.queue.MarkFound(key(outboxtest.Here), true); anew {
			t.Error("the message may be posted anew twice")
		}
		r.change(outboxtest.Here, func(*MessageState) {})
		r.asked(t, "3h0m0s m1: rev 5 to press")
		r.net.Fail(chat.ErrBlocked)
		r.deliver(outboxtest.Here)
		synctest.Wait()
		r.net.Take()
		r.deliver(outboxtest.Here)
		r.asked(t)
		r.queue.MarkFound(key(outboxtest.Here), false)
		r.queue.MarkLost(key(outboxtest.Here))
		r.change(outboxtest.Here, func(*MessageState) {})
		r.asked(t)
	})
}

// TestMoved tests that a message that its source doesn't have any more is forgotten at once.
func TestMoved(t *testing.T) {
	deliveries(t, true, func(t *testing.T, r *rig) {
		r.begin(outboxtest.Here)
		r.net.Fail(chat.Migrated{To: "net:there"})
		r.net.Calls[outboxtest.Here] = func() {
			r.page.mu.Lock()
			delete(r.page.by, key(outboxtest.Here))
			r.page.mu.Unlock()
		}
		r.deliver(outboxtest.Here)
		outboxtest.Pass(time.Hour)
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
		r.begin(outboxtest.Here)
		r.change(outboxtest.Here, func(s *MessageState) { s.Repost = true })
		r.asked(t, "0s : rev 1", "0s m1: retired", "0s m2: rev 1 to press")
		r.net.Fail(nil, errBad)
		r.change(outboxtest.Here, func(s *MessageState) { s.Rev, s.Behind, s.Repost = 2, true, true })
		outboxtest.Pass(time.Minute)
		r.asked(t, "0s : rev 2", "0s m2: retired fails", "0s m3: rev 2 to press", "0s m2: retired")
		r.net.Fail(append([]error{nil}, repeated(errBad, maxFailures)...)...)
		r.change(outboxtest.Here, func(s *MessageState) { s.Repost = true })
		outboxtest.Pass(time.Hour)
		if all := r.net.Take(); len(all) != 2+maxFailures {
			t.Errorf("the network was asked %q", all)
		}
		for _, err := range []error{chat.ErrRefused, chat.ErrBlocked, chat.ErrGone} {
			r.net.Fail(nil, err)
			r.change(outboxtest.Here, func(s *MessageState) { s.Repost = true })
			outboxtest.Pass(time.Hour)
			if all := r.net.Take(); len(all) != 3 {
				t.Errorf("%v: the network was asked %q", err, all)
			}
		}
		r.net.Fail(nil, nil, chat.ErrGone) // the new message is deleted before the old one is retired
		r.change(outboxtest.Here, func(s *MessageState) { s.Repost = true })
		r.asked(t, "4h1m0s : rev 2", "4h1m0s m7: retired", "4h1m0s m8: rev 2 to press fails", "4h1m0s : rev 2", "4h1m0s m9: rev 2 to press")
		if s := r.stands(outboxtest.Here); s.Unfinished() || !strings.Contains(r.log.String(), "old board not retired") {
			t.Errorf("it stands %+v; the log is\n%s", s, r.log)
		}
	})
}

// TestFault23Crash tests that at most one message has buttons in the end if the process dies between a post and
// the storing of its reference.
func TestFault23Crash(t *testing.T) {
	deliveries(t, true, func(t *testing.T, r *rig) {
		for _, repost := range []bool{false, true} {
			r.net.Calls[outboxtest.Here] = func() { // the process dies during the post
				r.page.mu.Lock()
				r.page.crashed = true
				r.page.mu.Unlock()
			}
			r.change(outboxtest.Here, func(s *MessageState) { s.Rev, s.Behind, s.Repost = s.Rev+1, true, repost })
			synctest.Wait()
			r.end()
			for ref, pressed := range r.net.Pressed {
				if pressed && ref != r.stands(outboxtest.Here).Ref {
					t.Errorf("%s can be pressed and isn't noted", ref)
				}
			}
			delete(r.net.Calls, outboxtest.Here)
			r.page.crashed = false
			r.start(t, true)
			r.change(outboxtest.Here, func(*MessageState) {})
			synctest.Wait()
			live := 0
			for _, pressed := range r.net.Pressed {
				if pressed {
					live++
				}
			}
			if live != 1 {
				t.Errorf("repost %v: %d messages can be pressed, want 1: %v", repost, live, r.net.Posts)
			}
		}
	})
}

// TestStandsUncalled tests that a message whose notification failed is recorded and not posted again, and that a
// refused notification is given up.
func TestStandsUncalled(t *testing.T) {
	deliveries(t, true, func(t *testing.T, r *rig) {
		r.begin(outboxtest.Here)
		r.net.Standing = "m1"
		r.net.Fail(chat.RetryAfter{Wait: time.Minute}, chat.ErrRefused)
		r.deliver(outboxtest.Here)
		outboxtest.Pass(2 * time.Minute)
		r.asked(t, "0s m1: rev 2 to press fails", "1m0s m1: rev 2 to press fails")
		if s := r.stands(outboxtest.Here); s.Unfinished() || s.Ref != "m1" {
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
		r.begin(outboxtest.Here)
		once := true
		r.net.Calls[outboxtest.Here] = func() {
			if once {
				once = false
				panic("secret")
			}
		}
		r.deliver(outboxtest.Here)
		outboxtest.Pass(time.Minute)
		r.asked(t, "2s m1: rev 2 to press")
		r.page.broken = true
		r.deliver(outboxtest.Here)
		r.asked(t)
		if r.queue.IsInFlight("table") {
			t.Error("the delivery isn't over")
		}
		r.deliver(outboxtest.Here)
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
			r.begin(outboxtest.Here)
			r.net.Fail(tt.errs...)
			r.deliver(outboxtest.Here)
			outboxtest.Pass(3 * time.Hour)
			if n := len(r.net.Take()); n != len(tt.errs) {
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
		r.net.Fail(repeated(errBad, 2)...)
		r.deliver(outboxtest.Here)
		outboxtest.Pass(time.Second)
		r.end()
		if out := r.page.outcomes(); len(out) != 2 || !out[1].Final {
			t.Errorf("as the outbox ends the source is told %+v", out)
		}
	})
}

// TestForget tests that Forget removes deliveries unless they are in flight.
func TestForget(t *testing.T) {
	deliveries(t, true, func(t *testing.T, r *rig) {
		r.begin(outboxtest.Here)
		r.queue.Force(key(outboxtest.There))
		r.net.Fail(errBad)
		r.deliver(outboxtest.Here)
		synctest.Wait()
		r.queue.Forget("table")
		if !r.queue.IsInFlight("table") || r.known() != 1 {
			t.Errorf("%d deliveries are remembered, want 1", r.known())
		}
		outboxtest.Pass(time.Minute)
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
			t.Errorf("%d tables are begun at once, want %d", begun, maxCatchingUp)
		}
		r.deliver(outboxtest.Here) // without waiting
		r.net.HoldUp(nil)
		close(hold)
		outboxtest.Pass(time.Second)
		if begun != len(ids) || len(r.net.Take()) != 2*len(ids)+2 {
			t.Errorf("%d tables are begun, want %d", begun, len(ids))
		}
		r.end()
		r.CatchUp("net", ids, func(chat.TableID) { t.Error("it goes on after the end") })
	})
}
