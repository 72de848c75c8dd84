package outbox

import (
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/outbox/outboxtest"
)

func testScreen() chat.Screen { return outboxtest.Screen("a word") }

func TestPost(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		errs     []error
		want     error
		requests int
	}{
		{nil, nil, 1},
		{[]error{outboxtest.ErrBadGateway, chat.RetryAfter{Wait: time.Minute}}, nil, 3},
		{[]error{chat.ErrBlocked}, chat.ErrBlocked, 1},
		{[]error{chat.ErrRefused}, chat.ErrRefused, 1},
		{slices.Repeat([]error{outboxtest.ErrBadGateway}, maxFailures), outboxtest.ErrBadGateway, maxFailures},
		{slices.Repeat([]error{chat.ErrGone}, maxFailures), chat.ErrGone, maxFailures},
	} {
		synctest.Test(t, func(t *testing.T) {
			r := newRig(t, false)
			var results []error
			r.net.FailNext(tt.errs...)
			r.Post("word", outboxtest.Here, testScreen, func(err error) { results = append(results, err) })
			r.Post("word", outboxtest.Here, testScreen, func(error) { t.Error("a post with the same id is delivered twice") })
			outboxtest.AdvanceTime(time.Hour)
			if n := len(r.net.TakeRequests()); n != tt.requests {
				t.Errorf("%v: %d requests, want %d", tt.want, n, tt.requests)
			}
			if len(results) != 1 || !errors.Is(results[0], tt.want) {
				t.Errorf("%v: over was called with %v", tt.want, results)
			}
			if r.EndSilence(outboxtest.Here) != errors.Is(tt.want, chat.ErrBlocked) {
				t.Errorf("%v: EndSilence doesn't report whether the post was blocked", tt.want)
			}
			r.Post("word", outboxtest.Here, testScreen, func(err error) { results = append(results, err) })
			synctest.Wait()
			if len(results) != 2 || results[1] != nil {
				t.Errorf("%v: the next message isn't posted: over was called with %v", tt.want, results)
			}
		})
	}
}

func TestFailedPostThatStandsIsEdited(t *testing.T) {
	queueTest(t, false, func(t *testing.T, r *rig) {
		overCalls := 0
		r.net.PostUnknown(outboxtest.Here, "m1")
		r.net.FailNext(chat.RetryAfter{Wait: time.Minute})
		r.Post("word", outboxtest.Here, testScreen, func(error) { overCalls++ })
		outboxtest.AdvanceTime(time.Hour)
		r.checkRequests(t, "0s : a word to press fails", "1m0s m1: a word to press")
		if overCalls != 1 {
			t.Errorf("over was called %d times, want 1", overCalls)
		}
	})
}

func TestPostWhenOutboxEnds(t *testing.T) {
	queueTest(t, false, func(t *testing.T, r *rig) {
		var results []error
		r.net.FailNext(outboxtest.ErrBadGateway)
		r.Post("early", outboxtest.Here, testScreen, func(err error) { results = append(results, err) })
		synctest.Wait()
		r.end()
		r.Post("late", outboxtest.Here, testScreen, func(err error) { results = append(results, err) })
		if len(results) != 2 || results[0] == nil || results[1] == nil {
			t.Errorf("over was called with %v, want two errors", results)
		}
	})
}

func TestPostOfPanickingScreen(t *testing.T) {
	queueTest(t, false, func(t *testing.T, r *rig) {
		var faults []error
		r.Post("word", outboxtest.Here, func() chat.Screen { panic("broken") }, func(err error) { faults = append(faults, err) })
		synctest.Wait()
		if len(faults) != 1 || faults[0] == nil {
			t.Errorf("over was called with %v, want one error", faults)
		}
		overCalls := 0
		r.Post("word", outboxtest.Here, testScreen, func(error) {
			r.Post("word", outboxtest.Here, testScreen, func(error) { overCalls++ })
		})
		synctest.Wait()
		r.checkRequests(t, "0s : a word to press", "0s : a word to press")
		if overCalls != 1 {
			t.Errorf("over was called %d times, want 1", overCalls)
		}
	})
}
