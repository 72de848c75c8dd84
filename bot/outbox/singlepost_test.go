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

func word() chat.Screen { return outboxtest.Screen("a word") }

func TestPost(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		errs []error
		want error
		asks int
	}{
		{nil, nil, 1},
		{[]error{outboxtest.ErrBad, chat.RetryAfter{Wait: time.Minute}}, nil, 3},
		{[]error{chat.ErrBlocked}, chat.ErrBlocked, 1},
		{[]error{chat.ErrRefused}, chat.ErrRefused, 1},
		{slices.Repeat([]error{outboxtest.ErrBad}, maxFailures), outboxtest.ErrBad, maxFailures},
		{slices.Repeat([]error{chat.ErrGone}, maxFailures), chat.ErrGone, maxFailures},
	} {
		synctest.Test(t, func(t *testing.T) {
			r := newRig(t, false)
			var told []error
			r.net.Fail(tt.errs...)
			r.Post("word", outboxtest.Here, word, func(err error) { told = append(told, err) })
			r.Post("word", outboxtest.Here, word, func(error) { t.Error("the second post is delivered too") })
			outboxtest.Pass(time.Hour)
			if n := len(r.net.TakeAsked()); n != tt.asks {
				t.Errorf("%v: %d requests, want %d", tt.want, n, tt.asks)
			}
			if len(told) != 1 || !errors.Is(told[0], tt.want) {
				t.Errorf("%v: over got %v", tt.want, told)
			}
			if r.EndSilence(outboxtest.Here) != errors.Is(tt.want, chat.ErrBlocked) {
				t.Errorf("%v: EndSilence is wrong", tt.want)
			}
			r.Post("word", outboxtest.Here, word, func(err error) { told = append(told, err) })
			synctest.Wait()
			if len(told) != 2 || told[1] != nil {
				t.Errorf("%v: the next message isn't posted: %v", tt.want, told)
			}
		})
	}
}

func TestPostStands(t *testing.T) {
	deliveries(t, false, func(t *testing.T, r *rig) {
		told := 0
		r.net.Stand(outboxtest.Here, "m1")
		r.net.Fail(chat.RetryAfter{Wait: time.Minute})
		r.Post("word", outboxtest.Here, word, func(error) { told++ })
		outboxtest.Pass(time.Hour)
		r.asked(t, "0s : a word to press fails", "1m0s m1: a word to press")
		if told != 1 {
			t.Errorf("over was called %d times, want 1", told)
		}
	})
}

func TestPostAtTheEnd(t *testing.T) {
	deliveries(t, false, func(t *testing.T, r *rig) {
		var told []error
		r.net.Fail(outboxtest.ErrBad)
		r.Post("early", outboxtest.Here, word, func(err error) { told = append(told, err) })
		synctest.Wait()
		r.end()
		r.Post("late", outboxtest.Here, word, func(err error) { told = append(told, err) })
		if len(told) != 2 || told[0] == nil || told[1] == nil {
			t.Errorf("over got %v", told)
		}
	})
}

func TestPostFault(t *testing.T) {
	deliveries(t, false, func(t *testing.T, r *rig) {
		var faults []error
		r.Post("word", outboxtest.Here, func() chat.Screen { panic("broken") }, func(err error) { faults = append(faults, err) })
		synctest.Wait()
		if len(faults) != 1 || faults[0] == nil {
			t.Errorf("over got %v, want one fault", faults)
		}
		told := 0
		r.Post("word", outboxtest.Here, word, func(error) {
			r.Post("word", outboxtest.Here, word, func(error) { told++ })
		})
		synctest.Wait()
		r.asked(t, "0s : a word to press", "0s : a word to press")
		if told != 1 {
			t.Errorf("over was called %d times, want 1", told)
		}
	})
}
