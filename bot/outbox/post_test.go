package outbox

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
)

// TestPost: a message that nothing becomes of is posted once, as it is, and tried again
// for a while; then whoever wanted it is told.
func TestPost(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		errs []error
		want error
		asks int
	}{
		{nil, nil, 1},
		{[]error{errBad, chat.RetryAfter{Wait: time.Minute}}, nil, 3},
		{[]error{chat.ErrBlocked}, chat.ErrBlocked, 1},
		{[]error{chat.ErrRefused}, chat.ErrRefused, 1},
		{repeated(errBad, maxFailures), errBad, maxFailures},
		{repeated(chat.ErrGone, maxFailures), chat.ErrGone, maxFailures},
	} {
		synctest.Test(t, func(t *testing.T) {
			r := newRig(t, false)
			var told []error
			r.net.fail(tt.errs...)
			r.Post("word", here, func() chat.Screen { return screen("a word") }, func(err error) { told = append(told, err) })
			r.Post("word", here, func() chat.Screen { return screen("a word") }, func(error) { t.Error("the second is posted, too") })
			pass(time.Hour)
			if n := len(r.net.take()); n != tt.asks {
				t.Errorf("%v: %d requests, want %d", tt.want, n, tt.asks)
			}
			if len(told) != 1 || !errors.Is(told[0], tt.want) {
				t.Errorf("%v: told was %v", tt.want, told)
			}
			if r.Heard(here) != errors.Is(tt.want, chat.ErrBlocked) {
				t.Errorf("%v: the place is silent, or it isn't", tt.want)
			}
			r.Post("word", here, func() chat.Screen { return screen("again") }, func(err error) { told = append(told, err) })
			synctest.Wait()
			if len(told) != 2 || told[1] != nil {
				t.Errorf("%v: the next isn't posted: %v", tt.want, told)
			}
		})
	}
}

// TestPostStands: a message that stands isn't posted again for a call that must wait.
func TestPostStands(t *testing.T) {
	deliveries(t, false, func(t *testing.T, r *rig) {
		told := 0
		r.net.stand(here, "m1")
		r.net.fail(chat.RetryAfter{Wait: time.Minute})
		r.Post("word", here, func() chat.Screen { return screen("a word") }, func(error) { told++ })
		pass(time.Hour)
		r.asked(t, "0s : a word to press fails", "1m0s m1: a word to press")
		if told != 1 {
			t.Errorf("told %d times, want 1", told)
		}
	})
}

// TestPostAtTheEnd: whoever wanted a message that waits as the outbox ends is told, and
// who comes later.
func TestPostAtTheEnd(t *testing.T) {
	deliveries(t, false, func(t *testing.T, r *rig) {
		var told []error
		r.net.fail(errBad)
		post := func(id string) {
			r.Post(id, here, func() chat.Screen { return screen("a word") }, func(err error) { told = append(told, err) })
		}
		post("early")
		synctest.Wait()
		r.end()
		post("late")
		if len(told) != 2 || told[0] == nil || told[1] == nil {
			t.Errorf("told was %v", told)
		}
	})
}
