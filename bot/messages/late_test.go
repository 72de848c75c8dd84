package messages

import (
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
)

func TestCallTimers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ts, began, rechecks := newCallTimers(), time.Now(), make(chan string)
		hold := func(table chat.TableID, number int, wait time.Duration) {
			ts.hold(callee{table, 0}, number, wait, func() { rechecks <- string(table) + " " + time.Since(began).String() })
		}
		hold("a", 1, time.Hour)
		hold("b", 1, 10*time.Minute)
		hold("d", 1, 5*time.Minute)
		hold("c", 2, 0)
		ts.release(callee{"d", 0}, 1)
		ts.release(callee{"c", 0}, 1)
		hold("a", 1, 2*time.Hour)
		for _, want := range []string{"c 0s", "b 10m0s", "a 2h0m0s"} {
			if recheck := <-rechecks; recheck != want {
				t.Errorf("got recheck %q, want %q", recheck, want)
			}
		}
	})
}
