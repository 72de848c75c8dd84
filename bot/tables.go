package bot

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/bot/match"
	"tarockbot/bot/outbox"
	"tarockbot/bot/pages"
	"tarockbot/bot/people"
	"tarockbot/bot/tables"
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

// draft is a half-made choice, kept so that a reload or restart doesn't lose it.
type draft struct {
	Step   int      `json:"step"`
	Chosen []string `json:"chosen"`

	version int64
}

// loadedTables is the loadedTables in memory, and their messages.
type loadedTables struct {
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

func newTables(messages deliveries) *loadedTables {
	return &loadedTables{lives: make(map[chat.TableID]*live), messages: messages}
}

// lock is the memory of a table, whether it exists or not, with its lock held.
// Who waited for the lock of one that was forgotten meanwhile gets the next:
// there are never two that act.
func (ts *loadedTables) lock(id chat.TableID) *live {
	for {
		l := ts.get(id)
		l.mu.Lock()
		if !l.gone {
			return l
		}
		l.mu.Unlock()
	}
}

func (ts *loadedTables) get(id chat.TableID) *live {
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
func (ts *loadedTables) size() int {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	return len(ts.lives)
}

// tryLock is lock for a table in memory that nobody is busy with, else nil.
func (ts *loadedTables) tryLock(id chat.TableID) *live {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if l := ts.lives[id]; l != nil && l.mu.TryLock() {
		return l
	}
	return nil
}

// drop forgets a table that doesn't exist (any more). Its lock must be held.
func (b *Bot) drop(l *live) {
	b.register.Drop(l.id)
	b.messages.Forget(string(l.id))
	b.tables.mu.Lock()
	defer b.tables.mu.Unlock()
	l.gone = true
	delete(b.tables.lives, l.id)
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
func (ts *loadedTables) evict(now time.Time) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	ts.evictSome(now)
}

// evictSome is evict with the lock held.
func (ts *loadedTables) evictSome(now time.Time) {
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

const (
	garbage   = 400       // percent of what is kept that may lie about before it is cleared away
	memoryMax = 350 << 20 // bytes beyond which it is cleared away sooner
)

// TuneMemory sets how the process clears away what isn't needed any more. A
// bot keeps little, a few KiB a table, and throws every screen away at once:
// by default it would clear away after every few dozen moves. It is for who
// owns the process to call, before Run.
func TuneMemory() {
	debug.SetGCPercent(garbage)
	debug.SetMemoryLimit(memoryMax)
}

// loadTable makes sure that the table's state is in memory. The lock must be held.
func (b *Bot) loadTable(ctx context.Context, l *live) error {
	if l.state != nil {
		return nil
	}
	doc, err := b.store.Get(ctx, storage.Key{Kind: tables.KindTable, ID: string(l.id)})
	if errors.Is(err, storage.ErrNotFound) {
		b.drop(l)
		return chat.Refuse("no-table")
	}
	if err != nil {
		return err
	}
	state, err := match.Parse(doc.Key.ID, doc.Data)
	if err != nil {
		return err
	}
	if err := b.loadDrafts(ctx, l, len(state.Chairs)); err != nil {
		return err
	}
	brief, err := b.store.Get(ctx, storage.Key{Kind: tables.KindBrief, ID: string(l.id)})
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		return err
	}
	l.state, l.version, l.brief, l.unkept = state, doc.Version, brief, false
	b.settleLocked(l)
	return nil
}

// loadDrafts reads every seat's draft, also of those that are not asked now:
// the next draft needs the version of the one before.
func (b *Bot) loadDrafts(ctx context.Context, l *live, seats int) error {
	clear(l.drafts)
	for s := range engine.Seat(seats) {
		d := new(draft)
		version, err := b.store.Load(ctx, kindDraft, draftID(l.id, s), d)
		if err != nil {
			return err
		}
		if version > 0 {
			d.version = version
			l.drafts[s] = d
		}
	}
	return nil
}

func draftID(id chat.TableID, s engine.Seat) string { return fmt.Sprintf("%s.%d", id, s) }

// change is what one input does to one table: the changed copy, and what has
// to be stored in the same commit.
type change struct {
	*match.Table
	docs []storage.Doc
	who  people.Person
	also *match.Table // a table that begins with this change
	held sync.Locker

	marked bool // the table itself says that the input has had its effect
}

// acted says whether the input is one by which a seat acted last.
func (c *change) acted(in Input) bool {
	sum := keep.InputSum(in)
	return slices.ContainsFunc(c.Chairs, func(x match.Chair) bool { return x.Acted == sum })
}

// marks notes by which input the seat acts. A second delivery finds that, and after
// later acts an old step, so it needs no document of its own.
func (c *change) marks(s engine.Seat, in Input) {
	c.Chairs[s].Acted, c.marked = keep.InputSum(in), true
}

// alone makes sure that nothing else that needs the lock is decided until this
// change is durable.
func (c *change) alone(lock sync.Locker) {
	if c.held == nil {
		lock.Lock()
		c.held = lock
	}
}

// release gives the lock back that the change was alone with.
func (c *change) release() {
	if c.held != nil {
		c.held.Unlock()
		c.held = nil
	}
}

// update changes a table: decide gets a copy, and what it made of it becomes
// the state once it is durable together with the input. If decide fails,
// nothing has changed.
func (b *Bot) update(ctx context.Context, id chat.TableID, in Input, who people.Person, decide func(*change) (Answer, error)) (Answer, error) {
	l := b.tables.lock(id)
	defer l.mu.Unlock()
	if err := b.loadTable(ctx, l); err != nil {
		return Answer{}, err
	}
	var answer Answer
	err := b.store.AgainUnlessSeen(ctx, in, func() (err error) {
		var decided bool
		switch answer, decided, err = b.try(ctx, l, in, who, decide); {
		case err == nil:
		case !decided:
			b.refreshForLocked(l, who)
		case l.state != nil:
			b.register.Update(tables.SummaryOf(l.state)) // gives back what the decision has reserved
		}
		return err
	})
	if err != nil {
		return Answer{}, err
	}
	return answer, nil
}

// try decides once, and says whether that was done: then an error is the
// commit's. The lock must be held.
func (b *Bot) try(ctx context.Context, l *live, in Input, who people.Person, decide func(*change) (Answer, error)) (answer Answer, decided bool, err error) {
	c := &change{Table: l.state.Clone(), who: who}
	defer c.release()
	c.Follow(who.Who(), in.User)
	if answer, err = b.decide(c, decide); err != nil {
		return answer, false, err
	}
	return answer, true, b.commit(ctx, l, c, in)
}

// conflicted is what becomes of an input whose commit conflicted: it has had its
// effect before, or it is to be handed in again, for the table is another by now. The
// lock must be held.
func (b *Bot) conflicted(ctx context.Context, l *live, in Input) error {
	l.state = nil
	if seen, err := b.store.Seen(ctx, in); err != nil || seen {
		return keep.OrDuplicate(err)
	}
	return keep.ErrBusy
}

// decide runs a decision and raises revision and steps for what it changed.
func (b *Bot) decide(c *change, decide func(*change) (Answer, error)) (Answer, error) {
	before, was := c.Questions(), c.Situation()
	answer, err := decide(c)
	if err != nil {
		return answer, err
	}
	c.Rev++
	c.Touched, c.Ran = b.cfg.Now(), b.clock.Ran().Milliseconds()
	if c.Stage != match.Open {
		c.SetTimers(truth{b}, c.RaiseSteps(before), c.Follows.Undone)
	}
	c.RaiseCalls(truth{b}, was, c.SeatOf(c.who.Who()))
	return answer, nil
}

// alter changes a table by nobody's doing, if the change says that there is
// something new to show.
func (b *Bot) alter(ctx context.Context, id chat.TableID, change func(*match.Table) bool) error {
	l := b.tables.lock(id)
	defer l.mu.Unlock()
	if err := b.loadTable(ctx, l); err != nil {
		return chat.UnlessRefused(err)
	}
	next := l.state.Clone()
	if !change(next) {
		return nil
	}
	next.Rev++
	docs, err := b.tableDocs(l, next)
	if err != nil {
		return err
	}
	if err := b.store.Commit(ctx, docs...); err != nil {
		if errors.Is(err, storage.ErrConflict) {
			l.state = nil // look at the store before acting again
		}
		return fmt.Errorf("bot: alter table: %w", err)
	}
	b.publish(l, next, docs, prepared{})
	return nil
}

// create makes a table that doesn't exist yet, if the limits leave room for it.
func (b *Bot) create(ctx context.Context, in Input, t *match.Table) error {
	if b.store.Full() {
		return chat.Refuse("full")
	}
	l := b.tables.lock(t.ID)
	defer l.mu.Unlock()
	t.Rev, t.Created, t.Touched, t.Ran = 1, b.cfg.Now(), b.cfg.Now(), b.clock.Ran().Milliseconds()
	if t.Stage != match.Open {
		t.SetTimers(truth{b}, 0, 0)
	}
	t.RaiseCalls(truth{b}, match.Situation{}, engine.Nobody)
	most, err := b.tablesIn(ctx, t.Space)
	if err != nil {
		return err
	}
	err = b.register.Reserve(tables.SummaryOf(t), append(b.tracesOf(t.Host), t.Chat), func(t tables.Summary, others iter.Seq[tables.Summary]) error {
		return b.roomFor(t, others, most)
	})
	if err == nil {
		err = b.roomAtOrigin(in.Origin, t.ID)
	}
	if err != nil {
		b.drop(l)
		return err
	}
	err = b.commit(ctx, l, &change{Table: t}, in)
	if err == nil {
		return nil
	}
	b.drop(l)
	if !errors.Is(err, storage.ErrConflict) {
		return err
	}
	_, err = b.store.Seen(ctx, in)
	return keep.OrDuplicate(err)
}

// roomAtOrigin keeps to the limit of tables opened from one place on the net.
func (b *Bot) roomAtOrigin(from string, id chat.TableID) error {
	if n, ok := b.origins.open(from, id, b.cfg.Limits.TablesPerOrigin, b.register.IsActive); !ok {
		return chat.Refuse("tables-origin", "Max", n)
	}
	return nil
}

// commit makes the change durable, then visible. The lock must be held.
func (b *Bot) commit(ctx context.Context, l *live, c *change, in Input) error {
	var next *live
	if c.also != nil {
		next = b.tables.lock(c.also.ID) // nobody else knows its id yet
		defer next.mu.Unlock()
	}
	docs, err := b.changeDocs(l, next, c, in)
	if err != nil {
		return err
	}
	ready := b.prepare(l, c.Table)
	began := time.Now()
	err = b.store.Commit(ctx, docs...)
	b.cfg.Metrics.Committed(time.Since(began))
	screens := <-ready
	if errors.Is(err, storage.ErrConflict) && l.version > 0 {
		l.state = nil // look at the store before acting again
		err = cmp.Or(b.loadTable(ctx, l), err)
	}
	if err != nil {
		return err
	}
	b.publish(l, c.Table, docs, screens)
	if next != nil {
		b.publish(next, c.also, docs, prepared{})
	}
	return nil
}

// prepared is the screens of a revision of a table, which were made while it was being
// stored.
type prepared struct {
	rev     int64
	screens map[Place]Screen
}

// prepare makes what everybody will read while the disk is at work. Nothing of
// it is shown before the table is durable. The lock must be held until it is ready.
func (b *Bot) prepare(l *live, t *match.Table) (ready <-chan prepared) {
	done := make(chan prepared, 1)
	next := &live{id: l.id, state: t, drafts: l.drafts}
	go func() {
		p := prepared{rev: t.Rev}
		defer func() { done <- p }()
		defer func() { _ = recover() }() // showing it will fault again, and tell
		if t.Stage != match.Playing {
			return
		}
		p.screens = make(map[Place]Screen, len(t.Messages))
		for _, m := range t.Messages {
			p.screens[m.Place] = b.screen(next, m)
		}
	}()
	return done
}

// changeDocs is all that a change writes: the table, the input if the table doesn't
// say by itself that it was decided, a table that begins, whose memory next is, and
// what the decision added.
func (b *Bot) changeDocs(l, next *live, c *change, in Input) ([]storage.Doc, error) {
	docs, err := b.tableDocs(l, c.Table)
	if err != nil {
		return nil, err
	}
	docs = append(docs, c.docs...)
	if !c.marked {
		seen, err := b.store.SeenDoc(in)
		if err != nil {
			return nil, err
		}
		docs = append(docs, seen)
	}
	if next != nil {
		more, err := b.tableDocs(next, c.also)
		if err != nil {
			return nil, err
		}
		docs = append(docs, more...)
	}
	return docs, nil
}

// tableDocs are the documents that store what has become of a table: with its
// brief, if that has changed, its alarm, if that has to ring earlier now, and the
// mark that something of it has to be shown. The lock must be held until publish
// or kept has been called with them, or nothing was stored.
func (b *Bot) tableDocs(l *live, t *match.Table) ([]storage.Doc, error) {
	docs := b.setAlarm(t)
	doc, err := tableDoc(t, l.version)
	if err != nil {
		return nil, err
	}
	brief, err := keep.Encode(tables.KindBrief, string(t.ID), l.brief.Version, tables.SummaryOf(t))
	if err != nil {
		return nil, err
	}
	docs = append(docs, doc)
	if !bytes.Equal(brief.Data, l.brief.Data) {
		docs = append(docs, brief)
	}
	if b.owes(t) && b.dirty.Needs(t.ID) {
		docs = append(docs, outbox.MarkDoc(t.ID))
	}
	return docs, nil
}

// kept makes what has been stored of the table its state. Nobody sees a difference.
func (b *Bot) kept(l *live, t *match.Table, docs []storage.Doc) {
	l.state, l.unkept = t, false
	for _, d := range docs {
		if d.Key.ID != string(l.id) {
			continue
		}
		switch d.Version++; d.Key.Kind {
		case tables.KindTable:
			l.version = d.Version
		case tables.KindBrief:
			l.brief = d
		case outbox.KindDirty:
			b.dirty.Mark(l.id)
		}
	}
}

// publish makes what has been stored of the table what everybody sees.
func (b *Bot) publish(l *live, t *match.Table, docs []storage.Doc, p prepared) {
	b.kept(l, t, docs)
	b.register.Update(tables.SummaryOf(t))
	l.prepared = p
	b.deliverLocked(l)
}

// goneDocs delete a table with all that is stored beside it. What it returns is to
// be called with whether that was done.
func (b *Bot) goneDocs(l *live) (docs []storage.Doc, over func(gone bool)) {
	docs = append(tables.MoveDocs(tables.AlarmKey(l.state.Alarm), ""),
		storage.Doc{Key: storage.Key{Kind: tables.KindTable, ID: string(l.id)}, Version: l.version},
		storage.Doc{Key: storage.Key{Kind: tables.KindBrief, ID: string(l.id)}, Version: l.brief.Version})
	for s, d := range l.drafts {
		docs = append(docs, storage.Doc{Key: storage.Key{Kind: kindDraft, ID: draftID(l.id, s)}, Version: d.version})
	}
	if b.dirty.Needs(l.id) {
		return docs, func(bool) {}
	}
	doc, over := b.dirty.Unmark(l.id)
	return append(docs, doc), over
}
