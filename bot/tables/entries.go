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

// entry is a table in memory with its lock.
type entry struct {
	id       chat.TableID
	mu       sync.Mutex
	gone     bool                       // another entry has taken its place; see lock
	loaded   bool                       // now is what the store has; false: it has to be read
	now      Snapshot                   // replaced when a commit has made its successor durable
	version  int64                      // of the stored document
	summary  storage.Doc                // as stored; version 0: not at all
	unstored bool                       // a message's reference isn't stored
	hold     *hold                      // its screens wait for the computer; nil: they don't
	used     int64                      // when it was locked last, in uses of any table
	prepared map[chat.Place]chat.Screen // screens of now, until something else changes
}

// draft is a half-made choice, kept so that a reload or restart doesn't lose it.
type draft struct {
	Step   int      `json:"step"`
	Chosen []string `json:"chosen"`

	version int64
}

// entries are the tables in memory.
type entries struct {
	mu   sync.Mutex
	byID map[chat.TableID]*entry
	uses int64 // of any table

	queue Queue
}

// Queue knows what of a table's messages is on its way.
type Queue interface {
	// IsInFlight says that a message is being delivered; IsStale, that one doesn't show yet
	// what it should.
	IsInFlight(table string) bool
	IsStale(table string) bool
	// Forget forgets what isn't being delivered.
	Forget(table string)
}

func newEntries(q Queue) *entries { return &entries{byID: make(map[chat.TableID]*entry), queue: q} }

// lock locks the table's entry, and makes it if need be, whether the table exists or not. If the
// entry was forgotten meanwhile, it locks the next: never do two callers hold one table.
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

func (ts *entries) find(id chat.TableID) *entry {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	e, ok := ts.byID[id]
	if !ok {
		if len(ts.byID) > maxEntries+maxEntries/4 {
			ts.evictSomeLocked(time.Time{})
		}
		e = &entry{id: id}
		ts.byID[id] = e
	}
	ts.uses++
	e.used = ts.uses
	return e
}

// Size is how many tables are in memory.
func (ts *entries) Size() int {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	return len(ts.byID)
}

// TryOpen is Open for a table in memory that nobody is busy with, else nil.
func (ts *entries) TryOpen(id chat.TableID) *Locked {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	e := ts.byID[id]
	if e == nil || !e.mu.TryLock() {
		return nil
	}
	return (&Locked{e}).unlessEmpty()
}

// OpenInMemory is Open for a table in memory, else nil.
func (ts *entries) OpenInMemory(id chat.TableID) *Locked { return ts.lock(id).unlessEmpty() }

// unlessEmpty unlocks a table that isn't loaded, and returns nil for it.
func (l *Locked) unlessEmpty() *Locked {
	if l.loaded {
		return l
	}
	l.Unlock()
	return nil
}

// Reread has the table read from the store when it is next opened: a fault may have left it
// half changed in memory.
func (ts *entries) Reread(id chat.TableID) {
	l := ts.lock(id)
	defer l.Unlock()
	l.loaded = false
}

// How long an untouched table stays in memory, and how many may. One takes about 10 KiB.
const (
	idle       = 6 * time.Hour
	maxEntries = 10_000
)

// Evict forgets tables that nobody has touched for a while, and of too many those used
// longest ago, unless something is being shown of them. They are read again when needed.
func (ts *entries) Evict(now time.Time) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	ts.evictSomeLocked(now)
}

// evictSomeLocked is Evict.
func (ts *entries) evictSomeLocked(now time.Time) {
	all := slices.SortedFunc(maps.Values(ts.byID), func(x, y *entry) int { return cmp.Compare(x.used, y.used) })
	for i, e := range all {
		if !e.mu.TryLock() {
			continue
		}
		id := string(e.id)
		old := len(all)-i > maxEntries || e.loaded && now.Sub(e.now.Touched) > idle && !ts.queue.IsStale(id)
		if !ts.queue.IsInFlight(id) && (!e.loaded || old && !e.unstored && e.hold == nil) {
			ts.forgetLocked(e)
		}
		e.mu.Unlock()
	}
}

// drop forgets a table that doesn't exist (any more).
func (ts *entries) drop(l *Locked) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	ts.forgetLocked(l.entry)
}

// forgetLocked takes the table out of memory. Both locks must be held.
func (ts *entries) forgetLocked(e *entry) {
	ts.queue.Forget(string(e.id))
	e.gone = true
	delete(ts.byID, e.id)
}
