package tables

import (
	"testing"

	"tarockbot/bot/people/standing"
)

func TestChangeLocksStandingsOnce(t *testing.T) {
	t.Parallel()
	var mine, other standing.Standings
	c, next := new(Change), new(Change)
	locked := next.lockStandings(&mine)
	if next.lockStandings(&mine) != locked {
		t.Error("the change has locked twice")
	}
	c.StartWith(next)
	if next.Release(); c.lockStandings(&mine) != locked {
		t.Error("the new table's lock isn't kept")
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
	mine.Lock().Unlock() // blocks unless the change has unlocked it
}
