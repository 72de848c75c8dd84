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

// entries are the tables in memory. Lock order: a table's lock, then mu. Code that holds mu only tries a table's lock.
type entries struct {
	mu   sync.Mutex // guards byID and uses
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
func (es *entries) lock(id chat.TableID) *Locked {
	for {
		e := es.find(id)
		e.mu.Lock()
		if !e.gone {
			return &Locked{e}
		}
		e.mu.Unlock()
	}
}

// find returns the table's entry, new if there is none.
func (es *entries) find(id chat.TableID) *entry {
	es.mu.Lock()
	defer es.mu.Unlock()
	e, ok := es.byID[id]
	if !ok {
		if len(es.byID) > maxEntries+maxEntries/4 {
			es.evictSurplusLocked()
		}
		e = &entry{id: id}
		es.byID[id] = e
	}
	es.uses++
	e.used = es.uses
	return e
}

// Size returns how many tables are in memory.
func (es *entries) Size() int {
	es.mu.Lock()
	defer es.mu.Unlock()
	return len(es.byID)
}

// TryOpen is Open for a table in memory that nobody has locked; otherwise it returns nil.
func (es *entries) TryOpen(id chat.TableID) *Locked {
	es.mu.Lock()
	defer es.mu.Unlock()
	e := es.byID[id]
	if e == nil || !e.mu.TryLock() {
		return nil
	}
	return (&Locked{e}).unlessEmpty()
}

// OpenInMemory is Open for a table in memory; otherwise it returns nil.
func (es *entries) OpenInMemory(id chat.TableID) *Locked { return es.lock(id).unlessEmpty() }

// unlessEmpty unlocks a table that isn't loaded, and returns nil for it.
func (l *Locked) unlessEmpty() *Locked {
	if l.loaded {
		return l
	}
	l.Unlock()
	return nil
}

// Reread makes the next Open read the table from the store, because a panic may have left it half changed.
func (es *entries) Reread(id chat.TableID) {
	l := es.lock(id)
	defer l.Unlock()
	l.loaded = false
}

// Evict removes tables from memory that nobody has touched for a while, unless a message is out of date, and of too
// many those locked longest ago. Open reads evicted tables again.
func (es *entries) Evict(now time.Time) {
	es.mu.Lock()
	defer es.mu.Unlock()
	es.evictSurplusLocked()
	for _, e := range es.byID {
		es.evictLocked(e, func() bool { return now.Sub(e.now.Touched) > idle && !es.queue.IsStale(string(e.id)) })
	}
}

// evictSurplusLocked evicts the tables above maxEntries that were locked longest ago.
func (es *entries) evictSurplusLocked() {
	all := slices.SortedFunc(maps.Values(es.byID), func(x, y *entry) int { return cmp.Compare(x.used, y.used) })
	for _, e := range all[:max(len(all)-maxEntries, 0)] {
		es.evictLocked(e, func() bool { return true })
	}
}

// evictLocked removes the entry from memory if it isn't loaded or isOld returns true. It keeps entries
// that are locked or have a message in flight, and those with state that isn't stored.
func (es *entries) evictLocked(e *entry, isOld func() bool) {
	if !e.mu.TryLock() {
		return
	}
	defer e.mu.Unlock()
	if !es.queue.IsInFlight(string(e.id)) && (!e.loaded || !e.unstored && e.hold == nil && isOld()) {
		es.removeLocked(e)
	}
}

// removeLocked removes the entry from memory. The caller must hold both locks.
func (es *entries) removeLocked(e *entry) {
	es.queue.Forget(string(e.id))
	e.gone = true
	delete(es.byID, e.id)
}
