package tables

import (
	"testing"

	"tarockbot/bot/people/standing"
)

// TestOneLock: a change locks the standings once, until Release, and takes over the lock of a table that starts
// with it, but no second one.
func TestOneLock(t *testing.T) {
	t.Parallel()
	var mine, other standing.Standings
	c, next := new(Change), new(Change)
	locked := next.lockStandings(&mine)
	if next.lockStandings(&mine) != locked {
		t.Error("the change has locked twice")
	}
	c.StartWith(next)
	if next.Release(); c.lockStandings(&mine) != locked {
		t.Error("the lock of the table that starts isn't kept")
	}
	second := new(Change)
	second.lockStandings(&other)
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the change holds a second lock")
			}
		}()
		c.StartWith(second)
	}()
	c.Release()
	mine.Lock().Unlock() // would wait for ever if it weren't free
}
