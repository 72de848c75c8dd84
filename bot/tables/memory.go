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
	used     int64                      // value of Memory.uses when it was last locked
	prepared map[chat.Place]chat.Screen // unused screens of now
}

// fill makes what was just read from the store the entry's state.
func (e *entry) fill(now Snapshot, version int64, summary storage.Doc) {
	e.loaded = true
	e.now = now
	e.version = version
	e.summary = summary
	e.unstored = false
	e.prepared = nil
}

// Memory holds the tables that are in memory, each with its lock. It is safe for concurrent use.
//
// Lock order: a table's lock, then mu. Code that holds mu only tries a table's lock.
type Memory struct {
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

// newMemory returns a Memory without tables.
func newMemory(q Queue) *Memory { return &Memory{byID: make(map[chat.TableID]*entry), queue: q} }

// lock locks the table's entry. It makes one if there is none, whether the table exists or not. If the entry was
// removed meanwhile it locks the next, so that two callers never hold one table.
func (m *Memory) lock(id chat.TableID) *Locked {
	for {
		e := m.find(id)
		e.mu.Lock()
		if !e.gone {
			return &Locked{e}
		}
		e.mu.Unlock()
	}
}

// find returns the table's entry, new if there is none.
func (m *Memory) find(id chat.TableID) *entry {
	m.mu.Lock()
	defer m.mu.Unlock()
	e, ok := m.byID[id]
	if !ok {
		if len(m.byID) > maxEntries+maxEntries/4 {
			m.evictSurplusLocked()
		}
		e = &entry{id: id}
		m.byID[id] = e
	}
	m.uses++
	e.used = m.uses
	return e
}

// Size returns how many tables are in memory.
func (m *Memory) Size() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.byID)
}

// TryOpen locks the table if it is in memory and nobody has locked it; otherwise it returns nil.
func (m *Memory) TryOpen(id chat.TableID) *Locked {
	m.mu.Lock()
	defer m.mu.Unlock()
	e := m.byID[id]
	if e == nil || !e.mu.TryLock() {
		return nil
	}
	return (&Locked{e}).unlessEmpty()
}

// Open locks the table if it is in memory; otherwise it returns nil.
func (m *Memory) Open(id chat.TableID) *Locked { return m.lock(id).unlessEmpty() }

// unlessEmpty unlocks a table that isn't loaded, and returns nil for it.
func (l *Locked) unlessEmpty() *Locked {
	if l.loaded {
		return l
	}
	l.Unlock()
	return nil
}

// Reread makes the next Tables.Open read the table from the store, because a panic may have left it half changed.
func (m *Memory) Reread(id chat.TableID) {
	l := m.lock(id)
	defer l.Unlock()
	l.loaded = false
}

// Evict removes tables from memory: the tables above maxEntries that were locked longest ago, and tables that nobody has
// touched for a while, unless a message is out of date. Tables.Open reads evicted tables again.
func (m *Memory) Evict(now time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.evictSurplusLocked()
	for _, e := range m.byID {
		m.evictLocked(e, func() bool { return now.Sub(e.now.Touched) > idle && !m.queue.IsStale(string(e.id)) })
	}
}

// evictSurplusLocked evicts the tables above maxEntries that were locked longest ago.
func (m *Memory) evictSurplusLocked() {
	all := slices.SortedFunc(maps.Values(m.byID), func(x, y *entry) int { return cmp.Compare(x.used, y.used) })
	for _, e := range all[:max(len(all)-maxEntries, 0)] {
		m.evictLocked(e, func() bool { return true })
	}
}

// evictLocked removes the entry from memory if it isn't loaded or isOld returns true. It keeps entries
// that are locked or have a message in flight, and those with state that isn't stored.
func (m *Memory) evictLocked(e *entry, isOld func() bool) {
	if !e.mu.TryLock() {
		return
	}
	defer e.mu.Unlock()
	if !m.queue.IsInFlight(string(e.id)) && (!e.loaded || !e.unstored && e.hold == nil && isOld()) {
		m.removeLocked(e)
	}
}

// remove removes a locked table from memory.
func (m *Memory) remove(l *Locked) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.removeLocked(l.entry)
}

// removeLocked removes the entry from memory. The caller must hold both locks.
func (m *Memory) removeLocked(e *entry) {
	m.queue.Forget(string(e.id))
	e.gone = true
	delete(m.byID, e.id)
}
