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

// deliveries runs a test with a rig in a bubble of its own.
func deliveries(t *testing.T, lasting bool, test func(*testing.T, *rig)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, lasting)
		test(t, r)
	})
}

// asked checks what the network was asked since the last look.
func (r *rig) asked(t *testing.T, want ...string) {
	t.Helper()
	synctest.Wait()
	if got := r.net.take(); !slices.Equal(got, want) {
		t.Errorf("the network was asked\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

// TestNext: the step that a message takes.
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

// TestDelivered: a new message begins with nothing to press, and one that shows all is
// left alone.
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

// TestNewestWaits: a slow place is shown the newest, not what was between, and holds up
// no other.
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

// TestChangeMeanwhile: what changes while the source answers is shown, too, whatever has
// come of the step before.
func TestChangeMeanwhile(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		lasting bool
		err     error
		answers int // of the source before the change: what it wants, and that it has noted what was shown
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
	synctest.Test(t, func(t *testing.T) { // nothing is wanted any more, and then something is
		r := newRig(t, true)
		r.begin(here)
		r.page.after = func() { // of what it wants
			r.page.after = func() { // of what was shown
				r.deliver(here)
				r.page.by[key(here)].Behind = false
				r.page.after = func() { r.deliver(here) } // of what it wants
			}
		}
		r.deliver(here)
		r.asked(t, "0s m1: rev 2 to press", "0s m1: rev 4 to press")
	})
}

// TestRetry: a failure is tried again, later after each; then that rests until there is
// something newer, or for a while.
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

// TestRefused: what the network refuses for good it isn't asked for again; what is newer
// it is.
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

// TestRateLimit: the network's wait is kept to, however long; other places go on, and
// then the newest is shown. It counts as no failure, and is no error.
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

// TestGone: a message that is deleted is posted anew, three times at once, then after a
// pause; who wants to see it ends that.
func TestGone(t *testing.T) {
	deliveries(t, true, func(t *testing.T, r *rig) {
		r.begin(here)
		for range maxReposts {
			r.net.delete(r.stands(here).Ref)
			r.deliver(here)
			synctest.Wait()
			if all := r.net.take(); len(all) != 3 { // the edit that fails, the beginning and the rest
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
		r.net.delete(r.stands(here).Ref) // and counts from the beginning
		r.deliver(here)
		synctest.Wait()
		if all := r.net.take(); len(all) != 3 {
			t.Errorf("the network was asked %q", all)
		}
	})
}

// TestHeardMeanwhile: a refusal that was on its way when somebody was heard of says nothing of now.
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

// TestLostMeanwhile: what went well that was on its way when the place was lost says nothing of now.
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

// TestBlocked: nothing is sent where nobody can be reached, until somebody is heard of.
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

// TestMoved: a message that its source has no more in the place, as when the chat goes
// on elsewhere, is forgotten at once.
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

// TestRepost: a message that is wanted anew is posted bare, the old one retired, then it
// gets its buttons; one that can't be retired doesn't hold that up.
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

// TestFault23Crash: whenever the process dies between a post and the note of its
// reference, at most one message can be pressed when the next has done its work.
func TestFault23Crash(t *testing.T) {
	deliveries(t, true, func(t *testing.T, r *rig) {
		for _, repost := range []bool{false, true} {
			r.net.calls[here] = func() { // the process dies while the network posts
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

// TestStandsUncalled: a message that stands though somebody can't be called by it yet is
// known, and isn't posted again; if they never can be, that is left.
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

// TestPanics: a fault of the network is a failure like any other; one of the source ends
// the delivery, and the next goes on.
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

// TestPassing: of a message that isn't kept up to date the source is told when it is
// given up: deleted, blocked, refused, after many failures, or as the outbox ends.
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

// TestForget: what rests is forgotten with its table, what is on its way is not.
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

// TestCatchUp: who brings many messages up to date waits while as many as are allowed are
// on their way on the platform, and ends with the outbox.
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
		r.deliver(here) // doesn't wait
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
