package tables

import (
	"sync"
	"testing"
)

// TestOneLock: a change holds a lock until Release, also the one of a table that starts with it, and no second.
func TestOneLock(t *testing.T) {
	t.Parallel()
	var mine, other sync.Mutex
	c, next := new(Change), new(Change)
	next.holdUntilCommit(&mine)
	next.holdUntilCommit(&mine)
	c.StartWith(next)
	next.Release()
	if mine.TryLock() {
		t.Error("the lock of the table that starts is free")
	}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the change holds a second lock")
			}
		}()
		c.holdUntilCommit(&other)
	}()
	if c.Release(); !mine.TryLock() {
		t.Error("the lock isn't free after Release")
	}
}
