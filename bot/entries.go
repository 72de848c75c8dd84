package bot

import (
	"cmp"
	"maps"
	"slices"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/pages"
	"tarockbot/engine"
	"tarockbot/storage"
)

// live is a table in memory with its lock. The state is replaced as a whole
// when a commit has made its successor durable, never changed before.
type live struct {
	id      chat.TableID
	mu      sync.Mutex
	gone    bool         // another live has taken its place; see tables.lock
	state   *match.Table // nil: not loaded, or forgotten after a fault
	version int64        // of the stored document
	brief   storage.Doc  // as stored; version 0: not at all
	unkept  bool         // a message's reference isn't stored
	used    int64        // when it was locked last, in uses of any table
	drafts  map[engine.Seat]*draft
	read    pages.View // of the state; see view
	// prepared are screens that nothing has changed since; each is shown once.
	prepared prepared
	// heldCalls are the numbers of calls that are held back; see heldBack.
	heldCalls map[engine.Seat]int
}

// close gives the table's lock back.
func (l *live) close() { l.mu.Unlock() }

// draft is a half-made choice, kept so that a reload or restart doesn't lose it.
type draft struct {
	Step   int      `json:"step"`
	Chosen []string `json:"chosen"`

	version int64
}

// entries are the tables in memory.
type entries struct {
	mu    sync.Mutex
	lives map[chat.TableID]*live
	uses  int64 // of any table

	messages deliveries
}

// deliveries knows what of a table's messages is on its way.
type deliveries interface {
	// Busy says that a message is being delivered; Unfinished, that one doesn't show what
	// it should yet.
	Busy(table string) bool
	Unfinished(table string) bool
	// Forget forgets what isn't being delivered.
	Forget(table string)
}

func newEntries(messages deliveries) *entries {
	return &entries{lives: make(map[chat.TableID]*live), messages: messages}
}

// lock is the memory of a table, whether it exists or not, with its lock held.
// Who waited for the lock of one that was forgotten meanwhile gets the next:
// there are never two that act.
func (ts *entries) lock(id chat.TableID) *live {
	for {
		l := ts.get(id)
		l.mu.Lock()
		if !l.gone {
			return l
		}
		l.mu.Unlock()
	}
}

func (ts *entries) get(id chat.TableID) *live {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	l, ok := ts.lives[id]
	if !ok {
		if len(ts.lives) > maxLive+maxLive/4 {
			ts.evictSome(time.Time{})
		}
		l = &live{id: id, drafts: make(map[engine.Seat]*draft), heldCalls: make(map[engine.Seat]int)}
		ts.lives[id] = l
	}
	ts.uses++
	l.used = ts.uses
	return l
}

// size is how many tables are in memory.
func (ts *entries) size() int {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	return len(ts.lives)
}

// tryLock is lock for a table in memory that nobody is busy with, else nil.
func (ts *entries) tryLock(id chat.TableID) *live {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if l := ts.lives[id]; l != nil && l.mu.TryLock() {
		return l
	}
	return nil
}

// How long an untouched table stays in memory, and how many may be there. A table
// takes about 10 KiB.
const (
	idle    = 6 * time.Hour
	maxLive = 10_000
)

// evict forgets tables that nobody has touched for a while, and those used longest
// ago of too many, unless something is being shown of them or a call is held back.
// They are read again when needed.
func (ts *entries) evict(now time.Time) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	ts.evictSome(now)
}

// evictSome is evict with the lock held.
func (ts *entries) evictSome(now time.Time) {
	all := slices.SortedFunc(maps.Values(ts.lives), func(x, y *live) int { return cmp.Compare(x.used, y.used) })
	for i, l := range all {
		if !l.mu.TryLock() {
			continue
		}
		old := len(all)-i > maxLive || l.state != nil && now.Sub(l.state.Touched) > idle && !ts.messages.Unfinished(string(l.id))
		if !ts.messages.Busy(string(l.id)) && (l.state == nil || old && !l.unkept && !l.holdsAnyLocked()) {
			ts.messages.Forget(string(l.id))
			l.gone = true
			delete(ts.lives, l.id)
		}
		l.mu.Unlock()
	}
}

// drop forgets a table that doesn't exist (any more). Its lock must be held.
func (ts *entries) drop(l *live) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	ts.messages.Forget(string(l.id))
	l.gone = true
	delete(ts.lives, l.id)
}
