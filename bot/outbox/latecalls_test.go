package outbox

import (
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
)

// TestLateCalls: a table is looked at when it is time, and again if that fails; an
// earlier time ends the wait for a later one, and the earliest of a table counts.
func TestLateCalls(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r, began := newRig(t, true), time.Now()
		c := NewLateCalls()
		var looks []string
		fails := true
		r.Work.Go(func() {
			c.Run(r.Outbox, time.Now, func(id chat.TableID) error {
				looks = append(looks, string(id)+" "+time.Since(began).String())
				if id == "b" && fails {
					fails = false
					return errors.New("disk")
				}
				return nil
			})
		})
		synctest.Wait()
		for id, after := range map[chat.TableID]time.Duration{"a": time.Hour, "b": 10 * time.Minute} {
			c.At(id, began.Add(after))
		}
		c.At("a", began.Add(2*time.Hour))
		pass(5 * time.Minute)
		c.At("c", time.Now())
		pass(3 * time.Hour)
		r.end()
		if want := []string{"c 5m0s", "b 10m0s", "b 11m0s", "a 1h0m0s"}; !slices.Equal(looks, want) {
			t.Errorf("looked at %q, want %q", looks, want)
		}
	})
}
