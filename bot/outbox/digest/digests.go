package digest

import (
	"context"
	"fmt"
	"hash/crc32"
	"maps"
	"slices"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/outbox"
)

// KindDigest is the kind of Digest documents.
const KindDigest = "digest"

// Digests stores and delivers all digests. It is their queue's outbox.Source.
type Digests struct {
	store  *documents.Store
	now    func() time.Time
	agenda Agenda
	box    *outbox.Outbox
	queue  *outbox.Queue

	decisionLocks [64]sync.Mutex // see lockDecision

	mu     sync.Mutex
	byHead map[chat.PersonID]Digest
}

// New returns empty Digests. The caller must call Load next.
func New(o *outbox.Outbox, store *documents.Store, now func() time.Time, agenda Agenda) *Digests {
	ds := &Digests{box: o, store: store, now: now, agenda: agenda, byHead: make(map[chat.PersonID]Digest)}
	ds.queue = o.NewTransient(ds)
	return ds
}

// Of returns the person's digest, or a zero Digest if there is none.
func (ds *Digests) Of(head chat.PersonID) Digest {
	ds.mu.Lock()
	defer ds.mu.Unlock()
	return ds.byHead[head]
}

func (ds *Digests) remember(head chat.PersonID, d Digest) {
	ds.mu.Lock()
	defer ds.mu.Unlock()
	if ds.byHead[head] = d; !d.Exists() {
		delete(ds.byHead, head)
	}
}

// lockDecision locks decisions about the person's digest. Lock order: before tables.
func (ds *Digests) lockDecision(head chat.PersonID) (unlock func()) {
	lock := &ds.decisionLocks[crc32.ChecksumIEEE([]byte(head))%uint32(len(ds.decisionLocks))]
	lock.Lock()
	return lock.Unlock
}

// Load reads all digests and posts the due ones.
func (ds *Digests) Load(ctx context.Context) error {
	for doc, err := range ds.store.Scan(ctx, KindDigest, "", "") {
		if err != nil {
			return fmt.Errorf("bot: read digests: %w", err)
		}
		var d Digest
		if err := documents.Decode(doc, &d); err != nil {
			ds.box.Log.Error("digest skipped", "err", err)
			continue
		}
		head := chat.PersonID(doc.Key.ID)
		d.version = doc.Version
		ds.remember(head, d)
		if d.isDue() {
			ds.deliver(head)
		}
	}
	return nil
}

// Refresh edits the digests that list one of the tables.
func (ds *Digests) Refresh(tables []chat.TableID) {
	ds.mu.Lock()
	all := maps.Clone(ds.byHead)
	ds.mu.Unlock()
	for head, d := range all {
		if slices.ContainsFunc(tables, func(id chat.TableID) bool { return d.Calls[id] > 0 }) {
			ds.deliver(head)
		}
	}
}

// Gather decides again which games the reader's digest lists. The caller must hold no table's lock.
func (ds *Digests) Gather(ctx context.Context, r Reader, tables int) {
	if !ds.Of(r.head()).Exists() && tables < manyGames {
		return
	}
	err := ds.update(ctx, r, func(d Digest, games []Game) Digest {
		var wake time.Time
		if d.Plan, wake = d.compose(games, r.InQuietHours, ds.now()); !wake.IsZero() {
			if err := ds.agenda.ScheduleGather(ctx, r, wake); err != nil {
				ds.box.Log.Warn("digest alarm not set", "err", err)
			}
		}
		return d
	})
	if err != nil && ctx.Err() == nil {
		ds.box.Log.Warn("digest not stored", "err", err)
	}
}

func (ds *Digests) update(ctx context.Context, r Reader, change func(Digest, []Game) Digest) error {
	defer ds.lockDecision(r.head())()
	if slices.ContainsFunc(r.Identities, func(x chat.Identity) bool { return ds.agenda.IsBeingForgotten(x.User) }) {
		return nil
	}
	before, games := ds.Of(r.head()), ds.agenda.Games(ctx, r)
	after := change(before, games)
	if after.equals(before) {
		return nil
	}
	if err := ds.save(ctx, r.head(), after); err != nil {
		return err
	}
	ds.deliver(r.head())
	for _, g := range games {
		if before.Calls[g.Table] != after.Calls[g.Table] {
			ds.agenda.Refresh(ctx, g.Table, r)
		}
	}
	return nil
}

func (ds *Digests) save(ctx context.Context, head chat.PersonID, d Digest) error {
	doc, err := documents.Encode(KindDigest, string(head), d.version, d)
	if err != nil {
		return err
	}
	empty := len(d.Calls) == 0 && d.Ref == "" && !ds.now().Before(d.BarredUntil)
	if empty {
		doc.Data = nil
	}
	if err := ds.store.Commit(ctx, doc); err != nil {
		return err
	}
	d.version++
	if empty {
		d = Digest{}
	}
	ds.remember(head, d)
	return nil
}

// deliver passes no state, because Force makes the outbox call Want.
func (ds *Digests) deliver(head chat.PersonID) {
	key := outbox.Key{ID: string(head)}
	ds.queue.Force(key)
	ds.queue.Deliver(key, outbox.MessageState{})
}
