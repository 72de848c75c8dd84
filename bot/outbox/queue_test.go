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

func queueTest(t *testing.T, lasting bool, test func(*testing.T, *rig)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, lasting)
		test(t, r)
	})
}

func TestNextStep(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		try  Try
		s    MessageState
		want Step
	}{
		{"current", Try{}, MessageState{Rev: 2, Ref: "m"}, StepIdle},
		{"current, forced", Try{Force: true}, MessageState{Rev: 2, Ref: "m"}, StepEdit},
		{"stale", Try{}, MessageState{Rev: 2, Ref: "m", Stale: true}, StepEdit},
		{"not posted yet", Try{}, MessageState{Rev: 2, Stale: true}, StepBegin},
		{"not posted yet, post complete", Try{}, MessageState{Rev: 2, Stale: true, PostComplete: true}, StepPost},
		{"reposted", Try{}, MessageState{Rev: 2, Ref: "m", Repost: true}, StepBegin},
		{"old message", Try{}, MessageState{Rev: 2, Ref: "m", Old: "o", Stale: true}, StepRetire},
		{"failing old message", Try{NewFirst: true}, MessageState{Rev: 2, Ref: "m", Old: "o", Stale: true}, StepEdit},
		{"failing old message, else current", Try{NewFirst: true}, MessageState{Rev: 2, Ref: "m", Old: "o"}, StepRetire},
		{"lost", Try{Force: true}, MessageState{Rev: 2, Ref: "m", Stale: true, Lost: true}, StepIdle},
		{"lost and found", Try{Found: true}, MessageState{Rev: 2, Ref: "m", Stale: true, Lost: true}, StepEdit},
		{"hidden", Try{}, MessageState{Rev: 2, Ref: "m", Stale: true, Hidden: true}, StepIdle},
		{"hidden, forced", Try{Force: true}, MessageState{Rev: 2, Ref: "m", Stale: true, Hidden: true}, StepEdit},
		{"suspended", Try{Suspended: 2}, MessageState{Rev: 2, Ref: "m", Stale: true}, StepIdle},
		{"newer than the suspended revision", Try{Suspended: 2}, MessageState{Rev: 3, Ref: "m", Stale: true}, StepEdit},
	} {
		if got := tt.try.Next(tt.s); got != tt.want {
			t.Errorf("%s: got step %d, want %d", tt.name, got, tt.want)
		}
	}
}

func TestChangeDuringDelivery(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		lasting       bool
		err           error
		answersBefore int // the source's answers before the change
	}{{true, nil, 0}, {true, nil, 1}, {true, chat.ErrRefused, 0}, {true, chat.ErrRefused, 1}, {false, nil, 1}, {false, chat.ErrRefused, 1}} {
		synctest.Test(t, func(t *testing.T) {
			r := newRig(t, tt.lasting)
			r.postFirst(outboxtest.Here)
			r.net.FailNext(tt.err)
			hook := func() {
				if !r.deliver(outboxtest.Here) {
					t.Error("Deliver doesn't report the message in flight")
				}
			}
			r.source.afterAnswer = hook
			if tt.answersBefore > 0 {
				r.source.afterAnswer = func() { r.source.afterAnswer = hook }
			}
			r.deliver(outboxtest.Here)
			synctest.Wait()
			if all := r.net.TakeRequests(); len(all) != 2 || all[1] != "0s m1: rev 3 to press" {
				t.Errorf("%+v: got requests %q, want an edit to rev 3 at the end", tt, all)
			}
		})
	}
	synctest.Test(t, func(t *testing.T) { // a change is withdrawn, and another follows
		r := newRig(t, true)
		r.postFirst(outboxtest.Here)
		r.source.afterAnswer = func() {
			r.source.afterAnswer = func() {
				r.deliver(outboxtest.Here)
				r.source.messages[key(outboxtest.Here)].Stale = false
				r.source.afterAnswer = func() { r.deliver(outboxtest.Here) }
			}
		}
		r.deliver(outboxtest.Here)
		r.checkRequests(t, "0s m1: rev 2 to press", "0s m1: rev 4 to press")
	})
}

// TestFault23Crash lets the process die between a post and the storing of its reference.
func TestFault23Crash(t *testing.T) {
	queueTest(t, true, func(t *testing.T, r *rig) {
		for _, repost := range []bool{false, true} {
			r.net.OnRequest[outboxtest.Here] = func() { // during the post
				r.source.mu.Lock()
				r.source.crashed = true
				r.source.mu.Unlock()
			}
			r.change(outboxtest.Here, func(s *MessageState) { s.Rev, s.Stale, s.Repost = s.Rev+1, true, repost })
			synctest.Wait()
			r.end()
			for ref, pressed := range r.net.Pressable {
				if pressed && ref != r.stateOf(outboxtest.Here).Ref {
					t.Errorf("%s has buttons, but its reference isn't stored", ref)
				}
			}
			delete(r.net.OnRequest, outboxtest.Here)
			r.source.crashed = false
			r.start(t, true)
			r.change(outboxtest.Here, func(*MessageState) {})
			synctest.Wait()
			pressable := 0
			for _, pressed := range r.net.Pressable {
				if pressed {
					pressable++
				}
			}
			if pressable != 1 {
				t.Errorf("repost %v: %d messages have buttons, want 1: %v", repost, pressable, r.net.Posts)
			}
		}
	})
}

func TestTransientQueueGivesUp(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		errs     []error
		wantLast error
	}{
		{[]error{chat.ErrGone}, chat.ErrGone},
		{[]error{outboxtest.ErrBadGateway, chat.ErrBlocked}, chat.ErrBlocked},
		{[]error{chat.RetryAfter{Wait: time.Hour}, chat.ErrRefused}, chat.ErrRefused},
		{slices.Repeat([]error{outboxtest.ErrBadGateway}, maxFailures), outboxtest.ErrBadGateway},
	} {
		synctest.Test(t, func(t *testing.T) {
			r := newRig(t, false)
			r.postFirst(outboxtest.Here)
			r.net.FailNext(tt.errs...)
			r.deliver(outboxtest.Here)
			outboxtest.AdvanceTime(3 * time.Hour)
			if n := len(r.net.TakeRequests()); n != len(tt.errs) {
				t.Errorf("%v: %d requests, want %d", tt.wantLast, n, len(tt.errs))
			}
			out := r.source.outcomes()
			if last := out[len(out)-1]; len(out) != len(tt.errs) || !last.Final || !errors.Is(last.Err, tt.wantLast) {
				t.Errorf("%v: the source got outcomes %+v", tt.wantLast, out)
			}
			if r.countDeliveries() > 0 || strings.Contains(r.log.String(), "not up to date") {
				t.Errorf("%v: the message is still in memory, or in the log:\n%s", tt.wantLast, r.log)
			}
		})
	}
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, false)
		r.net.FailNext(outboxtest.ErrBadGateway, outboxtest.ErrBadGateway)
		r.deliver(outboxtest.Here)
		outboxtest.AdvanceTime(time.Second)
		r.end()
		if out := r.source.outcomes(); len(out) != 2 || !out[1].Final {
			t.Errorf("when the outbox ends, the source gets %+v, want a final outcome", out)
		}
	})
}

func TestCatchUpLimitsDeliveries(t *testing.T) {
	queueTest(t, true, func(t *testing.T, r *rig) {
		hold, begun := make(chan struct{}), 0
		r.net.HoldRequests(hold)
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
		outboxtest.AdvanceTime(time.Second)
		if begun != maxCatchingUp {
			t.Errorf("%d tables were refreshed at once, want %d", begun, maxCatchingUp)
		}
		r.deliver(outboxtest.Here)
		r.net.HoldRequests(nil)
		close(hold)
		outboxtest.AdvanceTime(time.Second)
		if begun != len(ids) || len(r.net.TakeRequests()) != 2*len(ids)+2 {
			t.Errorf("%d tables were refreshed, want %d", begun, len(ids))
		}
		r.end()
		r.CatchUp("net", ids, func(chat.TableID) { t.Error("CatchUp goes on after the outbox ended") })
	})
}
