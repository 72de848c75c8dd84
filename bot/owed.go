package bot

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/engine"
	"tarockbot/storage"
)

// Nothing that is stored stays unshown: a table whose messages may not show what
// they should is marked, in the commit that makes it so. Only such are brought up
// to date at a start. A mark is taken away, with others, some time after all is
// shown; which revision a message shows needn't be stored for that.

// owed are the tables that are marked.
type owed struct {
	mu     sync.Mutex
	marked map[chat.TableID]chan struct{} // the channel is closed when the mark is gone; nil: it isn't being taken away
	// fresh are those that nobody has looked at since the start, and have to be
	// for what is shown of them.
	fresh map[chat.TableID]bool
}

func newOwed() *owed {
	return &owed{marked: make(map[chat.TableID]chan struct{}), fresh: make(map[chat.TableID]bool)}
}

// needs says whether the table has to be marked. If its mark is being taken away
// it waits for that, and whoever holds a table's lock with it: what was shown then
// isn't what is to be shown now.
func (o *owed) needs(id chat.TableID) bool {
	o.mu.Lock()
	gone, has := o.marked[id]
	o.mu.Unlock()
	if gone == nil {
		return !has
	}
	<-gone
	return o.needs(id)
}

// mark notes that the table is marked.
func (o *owed) mark(id chat.TableID) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.marked[id] = nil
}

// has says whether the table is marked.
func (o *owed) has(id chat.TableID) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	_, has := o.marked[id]
	return has
}

// size is how many tables are marked.
func (o *owed) size() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.marked)
}

// all are the tables that are marked.
func (o *owed) all() []chat.TableID {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Collect(maps.Keys(o.marked))
}

// unmark notes that the mark is about to be taken away, or deleted together with
// its table; over ends that, and says whether it is gone.
func (o *owed) unmark(id chat.TableID) (doc storage.Doc, over func(gone bool)) {
	o.mu.Lock()
	defer o.mu.Unlock()
	done := make(chan struct{})
	o.marked[id] = done
	return owedDoc(id, 1), func(gone bool) {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.marked[id] = nil
		if gone {
			delete(o.marked, id)
		}
		close(done)
	}
}

// owedDoc is a mark; nil Data deletes it.
func owedDoc(id chat.TableID, version int64) storage.Doc {
	doc := storage.Doc{Key: storage.Key{Kind: kindOwed, ID: string(id)}, Version: version}
	if version == 0 {
		doc.Data = []byte{}
	}
	return doc
}

// look says whether the table has been looked at since the start, and notes that
// it has now.
func (o *owed) look(id chat.TableID) (fresh bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	fresh = o.fresh[id]
	delete(o.fresh, id)
	return fresh
}

// await notes that somebody has to look at the tables.
func (o *owed) await(all []brief) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, x := range all {
		o.fresh[x.ID] = true
	}
}

// loadOwed reads which tables are marked.
func (b *Bot) loadOwed(ctx context.Context) error {
	for doc, err := range b.store.Scan(ctx, kindOwed, "", "") {
		if err != nil {
			return fmt.Errorf("bot: read what is owed: %w", err)
		}
		b.owed.mark(chat.TableID(doc.Key.ID))
	}
	return nil
}

// owes says whether a message of the table doesn't show what it should. Those in
// places where nobody can be reached don't count: the first sign of life brings
// them up to date.
func (b *Bot) owes(t *table) bool {
	return slices.ContainsFunc(t.Messages, func(m message) bool { return b.standing(t, m).Owed() })
}

// behind says that the message doesn't show all that it is to show.
func (m message) behind(t *table) bool {
	return m.Shown < t.Rev && (m.Last == 0 || m.Shown < m.Last)
}

// settle notes in a table that has just been read what its messages show. Of one
// without a mark that is all. A platform that forgets shows nothing since the
// start, and gets all anew but challenges that came to nothing. The lock must be
// held.
func (b *Bot) settle(l *live) {
	fresh, owes := b.owed.look(l.id), b.owed.has(l.id)
	for i := range l.state.Messages {
		m := &l.state.Messages[i]
		switch {
		case fresh && b.outbox.Forgets(m.Place) && l.state.Stage != closed:
			m.Ref, m.Old, m.Repost, m.Shown = "", "", false, 0
		case !owes && !m.Lost:
			m.Old, m.Repost, m.Shown = "", false, l.state.Rev
		}
		if fresh && !b.mayRead(l.state, *m) {
			b.messages.Force(keyOf(l.id, m.Place))
		}
	}
	for s, c := range l.state.Chairs {
		if seat := engine.Seat(s); owes && c.Since > 0 && l.state.waiting().Has(seat) { // nobody knows whether they were called
			b.showCall(l, seat)
		}
	}
}

// settled says that all of the table is shown, and noted, and that no call is held
// back. The lock must be held.
func (b *Bot) settled(l *live) bool {
	return l.state != nil && !l.unkept && !b.messages.Busy(string(l.id)) && !b.owes(l.state) && !l.holdsAny()
}

// payEvery is how often the marks of what is shown are taken away, and tables from
// memory.
const payEvery = time.Minute

func (b *Bot) keepPaying() {
	ticker := time.NewTicker(payEvery)
	defer ticker.Stop()
	for {
		select {
		case <-b.running.Done():
			return
		case <-ticker.C:
		}
		if err := b.pay(b.running); err != nil && b.running.Err() == nil {
			b.cfg.Log.Warn("marks of what is shown not taken away", "err", err)
		}
		b.tables.evict(b.cfg.Now())
	}
}

// stopPaying takes away what marks it can, so that a start after an orderly end has
// less to do.
func (b *Bot) stopPaying(ctx context.Context) {
	if err := b.pay(context.WithoutCancel(ctx)); err != nil && !errors.Is(err, storage.ErrClosed) {
		b.cfg.Log.Warn("marks of what is shown not taken away", "err", err)
	}
}

// pay takes the marks away of tables in memory that owe nothing. The others are
// looked after.
func (b *Bot) pay(ctx context.Context) error {
	for ids := range slices.Chunk(b.owed.all(), keep.SweepGroup) {
		if err := b.paySome(ctx, ids); err != nil {
			return err
		}
	}
	return nil
}

func (b *Bot) paySome(ctx context.Context, ids []chat.TableID) error {
	var docs []storage.Doc
	var over []func(bool)
	for _, id := range ids {
		l := b.tables.tryLock(id)
		if l == nil {
			continue
		}
		if b.settled(l) && b.owed.has(id) {
			doc, end := b.owed.unmark(id)
			docs, over = append(docs, doc), append(over, end)
		} else {
			b.lookAfter(l)
		}
		l.mu.Unlock()
	}
	err := b.store.Commit(ctx, docs...)
	for _, end := range over {
		end(err == nil)
	}
	if err != nil {
		return fmt.Errorf("bot: take marks away: %w", err)
	}
	return nil
}
