package tables

import (
	"cmp"
	"maps"
	"slices"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/storage"
)

// How long an untouched table stays in memory, and how many tables may. One takes about 10 KiB.
const (
	idle       = 6 * time.Hour
	maxEntries = 10_000
)

// entry is a table in memory with its lock.
type entry struct {
	id       chat.TableID
	mu       sync.Mutex
	gone     bool                       // removed from memory; see lock
	loaded   bool                       // now is the stored state; false: it must be read
	now      Snapshot                   // replaced after each commit
	version  int64                      // of the stored document
	summary  storage.Doc                // as stored; version 0: not stored
	unstored bool                       // a message's reference is only in memory
	hold     *hold                      // delays its screens; nil: they aren't held
	used     int64                      // value of entries.uses when it was last locked
	prepared map[chat.Place]chat.Screen // unused screens of now
}

// entries are the tables in memory.
type entries struct {
	mu   sync.Mutex
	byID map[chat.TableID]*entry
	uses int64 // how often any table was locked

	queue Queue
}

// Queue knows which of a table's messages are being delivered.
type Queue interface {
	// IsInFlight reports whether a message of the table is being delivered.
	IsInFlight(table string) bool
	// IsStale reports whether a message of the table is out of date.
	IsStale(table string) bool
	// Forget forgets messages of the table that aren't being delivered.
	Forget(table string)
}

func newEntries(q Queue) *entries { return &entries{byID: make(map[chat.TableID]*entry), queue: q} }

// lock locks the table's entry. It makes one if there is none, whether the table exists or not. If the entry was
// removed meanwhile it locks the next, so that two callers never hold one table.
func (ts *entries) lock(id chat.TableID) *Locked {
	for {
		e := ts.find(id)
		e.mu.Lock()
		if !e.gone {
			return &Locked{e}
		}
		e.mu.Unlock()
	}
}

// find returns the table's entry, new if there is none.
func (ts *entries) find(id chat.TableID) *entry {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	e, ok := ts.byID[id]
	if !ok {
		if len(ts.byID) > maxEntries+maxEntries/4 {
			ts.evictSurplusLocked()
		}
		e = &entry{id: id}
		ts.byID[id] = e
	}
	ts.uses++
	e.used = ts.uses
	return e
}

// Size returns how many tables are in memory.
func (ts *entries) Size() int {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	return len(ts.byID)
}

// TryOpen is Open for a table in memory that nobody has locked; otherwise it returns nil.
func (ts *entries) TryOpen(id chat.TableID) *Locked {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	e := ts.byID[id]
	if e == nil || !e.mu.TryLock() {
		return nil
	}
	return (&Locked{e}).unlessEmpty()
}

// OpenInMemory is Open for a table in memory; otherwise it returns nil.
func (ts *entries) OpenInMemory(id chat.TableID) *Locked { return ts.lock(id).unlessEmpty() }

// unlessEmpty unlocks a table that isn't loaded, and returns nil for it.
func (l *Locked) unlessEmpty() *Locked {
	if l.loaded {
		return l
	}
	l.Unlock()
	return nil
}

// Reread makes the next Open read the table from the store, because a panic may have left it half changed.
func (ts *entries) Reread(id chat.TableID) {
	l := ts.lock(id)
	defer l.Unlock()
	l.loaded = false
}

// Evict removes tables from memory that nobody has touched for a while, unless a message is out of date, and of too
// many those locked longest ago. Open reads evicted tables again.
func (ts *entries) Evict(now time.Time) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	ts.evictSurplusLocked()
	for _, e := range ts.byID {
		ts.evictLocked(e, func() bool { return now.Sub(e.now.Touched) > idle && !ts.queue.IsStale(string(e.id)) })
	}
}

// evictSurplusLocked evicts the tables above maxEntries that were locked longest ago.
func (ts *entries) evictSurplusLocked() {
	all := slices.SortedFunc(maps.Values(ts.byID), func(x, y *entry) int { return cmp.Compare(x.used, y.used) })
	for _, e := range all[:max(len(all)-maxEntries, 0)] {
		ts.evictLocked(e, func() bool { return true })
	}
}

// evictLocked removes the entry from memory if it isn't loaded or isOld returns true. It keeps entries
// that are locked or have a message in flight, and those with state that isn't stored.
func (ts *entries) evictLocked(e *entry, isOld func() bool) {
	if !e.mu.TryLock() {
		return
	}
	defer e.mu.Unlock()
	if !ts.queue.IsInFlight(string(e.id)) && (!e.loaded || !e.unstored && e.hold == nil && isOld()) {
		ts.removeLocked(e)
	}
}

// removeLocked removes the entry from memory. The caller must hold both locks.
func (ts *entries) removeLocked(e *entry) {
	ts.queue.Forget(string(e.id))
	e.gone = true
	delete(ts.byID, e.id)
}
