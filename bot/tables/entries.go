package tables

import (
	"cmp"
	"maps"
	"slices"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/storage"
)

// Entry is a table in memory with its lock. Its state is never changed, but replaced when a
// commit has made the successor durable: all but its messages, of which is noted what they
// show.
type Entry struct {
	ID           chat.TableID
	mu           sync.Mutex
	gone         bool         // another Entry has taken its place; see Lock
	State        *match.Table // nil: not loaded, or forgotten after a fault
	version      int64        // of the stored document
	summary      storage.Doc  // as stored; version 0: not at all
	RefsUnstored bool         // a message's reference isn't stored
	hold         *hold        // its screens wait for the computer; nil: they don't
	used         int64        // when it was locked last, in uses of any table
	drafts       map[engine.Seat]*draft
	texts        map[string][]chat.Line // what everybody reads of the state, by language
	textsOf      *match.Table           // the state that texts are of
	// Prepared are screens that nothing has changed since; each is shown once.
	Prepared Prepared
	// HeldCalls are the numbers of calls that are held back; see bot/messages.
	HeldCalls map[engine.Seat]int
}

// Unlock gives the table's lock back.
func (l *Entry) Unlock() { l.mu.Unlock() }

// TextsLocked are what everybody reads of the state, by language: each is made once.
func (l *Entry) TextsLocked() map[string][]chat.Line {
	if l.textsOf != l.State {
		l.texts, l.textsOf = make(map[string][]chat.Line), l.State
	}
	return l.texts
}

// snapshotLocked is the state as it is now, to be read without the lock.
func (l *Entry) snapshotLocked() *match.Table {
	now := *l.State
	now.Messages = slices.Clone(now.Messages)
	return &now
}

// ChosenFor is the draft that belongs to what the seat is asked now.
func (l *Entry) ChosenFor(s engine.Seat) []string {
	if d := l.drafts[s]; d != nil && d.Step == l.State.Chairs[s].Step {
		return d.Chosen
	}
	return nil
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
	byID map[chat.TableID]*Entry
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

func newEntries() *entries { return &entries{byID: make(map[chat.TableID]*Entry)} }

// Lock is the memory of a table, whether it exists or not, with its lock held. Who waited
// for one that was forgotten meanwhile gets the next: never do two act.
func (ts *entries) Lock(id chat.TableID) *Entry {
	for {
		l := ts.find(id)
		l.mu.Lock()
		if !l.gone {
			return l
		}
		l.mu.Unlock()
	}
}

func (ts *entries) find(id chat.TableID) *Entry {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	l, ok := ts.byID[id]
	if !ok {
		if len(ts.byID) > maxEntries+maxEntries/4 {
			ts.evictSomeLocked(time.Time{})
		}
		l = &Entry{ID: id, drafts: make(map[engine.Seat]*draft), HeldCalls: make(map[engine.Seat]int)}
		ts.byID[id] = l
	}
	ts.uses++
	l.used = ts.uses
	return l
}

// Size is how many tables are in memory.
func (ts *entries) Size() int {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	return len(ts.byID)
}

// TryLock is Lock for a table in memory that nobody is busy with, else nil.
func (ts *entries) TryLock(id chat.TableID) *Entry {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if l := ts.byID[id]; l != nil && l.mu.TryLock() {
		return l
	}
	return nil
}

// How long an untouched table stays in memory, and how many may. One takes about 10 KiB.
const (
	idle       = 6 * time.Hour
	maxEntries = 10_000
)

// Evict forgets tables that nobody has touched for a while, and of too many those used
// longest ago, unless something is being shown of them or a call is held back. They are
// read again when needed.
func (ts *entries) Evict(now time.Time) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	ts.evictSomeLocked(now)
}

// evictSomeLocked is Evict.
func (ts *entries) evictSomeLocked(now time.Time) {
	all := slices.SortedFunc(maps.Values(ts.byID), func(x, y *Entry) int { return cmp.Compare(x.used, y.used) })
	for i, l := range all {
		if !l.mu.TryLock() {
			continue
		}
		old := len(all)-i > maxEntries || l.State != nil && now.Sub(l.State.Touched) > idle && !ts.queue.IsStale(string(l.ID))
		if !ts.queue.IsInFlight(string(l.ID)) && (l.State == nil || old && !l.RefsUnstored && l.hold == nil && !l.HoldsAnyLocked()) {
			ts.queue.Forget(string(l.ID))
			l.gone = true
			delete(ts.byID, l.ID)
		}
		l.mu.Unlock()
	}
}

// dropLocked forgets a table that doesn't exist (any more).
func (ts *entries) dropLocked(l *Entry) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	ts.queue.Forget(string(l.ID))
	l.gone = true
	delete(ts.byID, l.ID)
}

// HoldsLocked says whether a call of the seat is held back.
func (l *Entry) HoldsLocked(s engine.Seat) bool {
	number, held := l.HeldCalls[s]
	return held && l.State.Waiting().Has(s) && l.State.Chairs[s].Call == number
}

// HoldsAnyLocked says whether a call is held back at the table.
func (l *Entry) HoldsAnyLocked() bool {
	for s := range l.HeldCalls {
		if l.HoldsLocked(s) {
			return true
		}
	}
	return false
}
