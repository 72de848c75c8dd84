package main

import (
	"context"
	"fmt"
	"iter"
	"sync"
	"sync/atomic"
	"time"

	"tarockbot/bot/match"
	"tarockbot/storage"
	"tarockbot/storage/memory"
)

// disk is the documents, which outlive processes. One process has them open at a time.
type disk struct {
	*memory.Store
	mu      sync.Mutex
	holder  *handle
	full    bool
	since   time.Time     // since when it is full
	wasFull time.Duration // how long it was, without that
	turns   *atomic.Int64 // see world
	alarms  atomic.Int64  // how often the bot has looked for what is due
	clocks  atomic.Int64  // how often it has kept its running time
	// alone says that one thing alone is happening: which commit comes first is no chance.
	alone func() bool
	// shared says that the store is a database: who has lost it reads on, but isn't to act.
	shared bool
	// heard is told of each commit that is durable, and of the input that led to it.
	heard func(input string, docs []storage.Doc)
}

// handle is the disk as one process has it open: a storage.Store.
type handle struct {
	*disk
	err  error     // why it acts no more
	lost time.Time // when another process took it; zero: none has
	dies death
}

// death is how a process ends at one of its next commits.
type death struct {
	in      int    // commits until then; 0: it doesn't
	applied bool   // whether that one is there afterwards
	kill    bool   // the process is gone with it; else the disk has failed, and it notices
	hook    func() // tells of it
}

// open takes the disk from whoever has it.
func (d *disk) open() *handle {
	d.lapse()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.holder = &handle{disk: d}
	return d.holder
}

// lapse takes the disk from the process that has it: that gets nothing more of it.
func (d *disk) lapse() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if last := d.holder; last != nil && last.err == nil {
		last.err, last.lost = fmt.Errorf("%w: another process has it", storage.ErrClosed), time.Now()
	}
}

func (d *disk) setFull(full bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.full {
		d.wasFull += time.Since(d.since)
	}
	d.full, d.since = full, time.Now()
}

// table reads a stored table; nil with an error.
func (d *disk) table(id string) (doc storage.Doc, t *match.Table, err error) {
	if doc, err = d.Store.Get(context.Background(), storage.Key{Kind: "table", ID: id}); err == nil {
		t, err = match.Parse(id, doc.Data)
	}
	return doc, t, err
}

// outdate lets the stored table say that nothing of it is shown.
func (d *disk) outdate(id string) error {
	ctx := context.Background()
	doc, t, err := d.table(id)
	if err != nil {
		return err
	}
	for i := range t.Messages {
		t.Messages[i].Shown = 0
	}
	if doc.Data, err = t.Encode(); err != nil {
		return err
	}
	mark := storage.Doc{Key: storage.Key{Kind: "owed", ID: id}, Data: []byte{}}
	if _, err := d.Store.Get(ctx, mark.Key); err == nil {
		mark.Version, mark.Unchanged = 1, true
	}
	return d.Store.Commit(ctx, doc, mark)
}

// byInput marks what an input leads to.
type byInput struct{}

// Get implements storage.Store.
func (h *handle) Get(ctx context.Context, key storage.Key) (storage.Doc, error) {
	if err := h.unreadable(); err != nil {
		return storage.Doc{}, err
	}
	return h.Store.Get(ctx, key)
}

// Scan implements storage.Store.
func (h *handle) Scan(ctx context.Context, kind, from, to string) iter.Seq2[storage.Doc, error] {
	if kind == "alarm" && from == "run" && h.stopped() == nil { // what is due is looked for without a lock
		h.tick(&h.alarms, 5*time.Millisecond)
	}
	return func(yield func(storage.Doc, error) bool) {
		for doc, err := range h.Store.Scan(ctx, kind, from, to) {
			if stopped := h.unreadable(); stopped != nil {
				doc, err = storage.Doc{}, stopped
			}
			if !yield(doc, err) || err != nil {
				return
			}
		}
	}
}

// Commit implements storage.Store.
func (h *handle) Commit(ctx context.Context, docs ...storage.Doc) error {
	if len(docs) == 1 && docs[0].Key.Kind == "clock" && h.stopped() == nil { // the bot keeps it without a lock
		h.tick(&h.clocks, 3*time.Millisecond)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.turns.Load()
	switch {
	case h.err != nil:
		return h.err
	case h.full && len(docs) > 0:
		return storage.ErrFull
	}
	dies := false
	if h.dies.in > 0 && h.alone() && len(docs) > 0 {
		h.dies.in--
		dies = h.dies.in == 0
	}
	if !dies || h.dies.applied {
		if err := h.Store.Commit(ctx, docs...); err != nil {
			return err
		}
		input, _ := ctx.Value(byInput{}).(string)
		h.heard(input, docs)
	}
	if dies {
		h.err = fmt.Errorf("%w: %w", storage.ErrClosed, storage.ErrUncertain)
		h.dies.hook()
		return storage.ErrUncertain
	}
	return nil
}

// tick lets a moment pass, always a longer one: what the bot does every few seconds, each by a
// goroutine of its own, is never done at one moment.
func (h *handle) tick(times *atomic.Int64, least time.Duration) {
	<-time.After(least + time.Duration(times.Add(1)*1013))
}

// stopped is why the process gets nothing of it any more.
func (h *handle) stopped() error {
	h.turns.Load()
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.err
}

// unreadable is why the process reads nothing of it any more.
func (h *handle) unreadable() error {
	err := h.stopped()
	if h.shared && !h.lostAt().IsZero() {
		return nil
	}
	return err
}

// lostAt is when another process took it.
func (h *handle) lostAt() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.lost
}

// acts says whether the process may act: in a database, until another has taken it.
func (h *handle) acts() bool { return !h.shared || h.lostAt().IsZero() }

// Close implements storage.Store.
func (h *handle) Close() error { return nil }
