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

// A table takes about 10 KiB of memory.
const (
	idle       = 6 * time.Hour
	maxEntries = 10_000
)

type entry struct {
	id       chat.TableID
	mu       sync.Mutex
	gone     bool // removed from memory
	loaded   bool // false: must be read
	now      Snapshot
	version  int64
	summary  storage.Doc // version 0: not stored
	unstored bool
	hold     *hold
	used     int64                      // Memory.uses at the last lock
	prepared map[chat.Place]chat.Screen // not yet shown
}

func (e *entry) fill(now Snapshot, version int64, summary storage.Doc) {
	e.loaded = true
	e.now = now
	e.version = version
	e.summary = summary
	e.unstored = false
	e.prepared = nil
}

// Memory holds tables in memory. Lock order: a table's lock, then mu. Code that holds mu may only try a table's lock.
type Memory struct {
	mu   sync.Mutex
	byID map[chat.TableID]*entry
	uses int64

	queue Queue
}

// Queue delivers the tables' messages.
type Queue interface {
	IsInFlight(table string) bool
	IsStale(table string) bool
	// Forget forgets messages that aren't in flight.
	Forget(table string)
}

func newMemory(q Queue) *Memory { return &Memory{byID: make(map[chat.TableID]*entry), queue: q} }

// lock never returns an evicted entry, so two callers can't hold the same table.
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

// Size returns the number of tables.
func (m *Memory) Size() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.byID)
}

// TryOpen locks a free table in memory, or returns nil.
func (m *Memory) TryOpen(id chat.TableID) *Locked {
	m.mu.Lock()
	defer m.mu.Unlock()
	e := m.byID[id]
	if e == nil || !e.mu.TryLock() {
		return nil
	}
	return (&Locked{e}).unlessEmpty()
}

// Open locks a table in memory, or returns nil.
func (m *Memory) Open(id chat.TableID) *Locked { return m.lock(id).unlessEmpty() }

func (l *Locked) unlessEmpty() *Locked {
	if l.loaded {
		return l
	}
	l.Unlock()
	return nil
}

// Unload unloads the table, because a panic may have left it half changed.
func (m *Memory) Unload(id chat.TableID) {
	l := m.lock(id)
	defer l.Unlock()
	l.loaded = false
}

// Evict removes surplus and idle tables from memory.
func (m *Memory) Evict(now time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.evictSurplusLocked()
	for _, e := range m.byID {
		m.evictLocked(e, func() bool { return now.Sub(e.now.Touched) > idle && !m.queue.IsStale(string(e.id)) })
	}
}

func (m *Memory) evictSurplusLocked() {
	all := slices.SortedFunc(maps.Values(m.byID), func(x, y *entry) int { return cmp.Compare(x.used, y.used) })
	for _, e := range all[:max(len(all)-maxEntries, 0)] {
		m.evictLocked(e, func() bool { return true })
	}
}

// evictLocked keeps an entry with a message in flight or state that isn't stored.
func (m *Memory) evictLocked(e *entry, isOld func() bool) {
	if !e.mu.TryLock() {
		return
	}
	defer e.mu.Unlock()
	if !m.queue.IsInFlight(string(e.id)) && (!e.loaded || !e.unstored && e.hold == nil && isOld()) {
		m.removeLocked(e)
	}
}

func (m *Memory) remove(l *Locked) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.removeLocked(l.entry)
}

// removeLocked needs mu and the table's lock.
func (m *Memory) removeLocked(e *entry) {
	m.queue.Forget(string(e.id))
	e.gone = true
	delete(m.byID, e.id)
}
