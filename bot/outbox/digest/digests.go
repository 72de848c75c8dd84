package digest

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"maps"
	"slices"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/outbox"
	"tarockbot/storage"
)

// KindDigest is the kind of documents that hold a Digest each, by the person's head.
const KindDigest = "digest"

// Digests stores and delivers the digests of all people. It is their queue's outbox.Source.
type Digests struct {
	store  *documents.Store
	now    func() time.Time
	agenda Agenda
	box    *outbox.Outbox
	queue  *outbox.Queue

	decisionLocks [64]sync.Mutex // by hash of the head; see lockDecision

	mu sync.Mutex
	by map[chat.PersonID]Digest // by head; stored ones only
}

// New returns empty Digests. The caller must call Load next.
func New(o *outbox.Outbox, store *documents.Store, now func() time.Time, agenda Agenda) *Digests {
	ds := &Digests{box: o, store: store, now: now, agenda: agenda, by: make(map[chat.PersonID]Digest)}
	ds.queue = o.NewTransient(ds)
	return ds
}

// Of returns the person's digest; a zero one if there is none.
func (ds *Digests) Of(head chat.PersonID) Digest {
	ds.mu.Lock()
	defer ds.mu.Unlock()
	return ds.by[head]
}

// remember replaces the person's digest in memory; it removes a digest that isn't stored.
func (ds *Digests) remember(head chat.PersonID, d Digest) {
	ds.mu.Lock()
	defer ds.mu.Unlock()
	if ds.by[head] = d; !d.Exists() {
		delete(ds.by, head)
	}
}

// lockDecision locks decisions about the person's digest until unlock is called. Lock order: before the locks of
// tables.
func (ds *Digests) lockDecision(head chat.PersonID) (unlock func()) {
	lock := &ds.decisionLocks[crc32.ChecksumIEEE([]byte(head))%uint32(len(ds.decisionLocks))]
	lock.Lock()
	return lock.Unlock
}

// Load reads all digests, and posts those that aren't posted yet. Errors are the store's.
func (ds *Digests) Load(ctx context.Context) error {
	for doc, err := range ds.store.Scan(ctx, KindDigest, "", "") {
		if err != nil {
			return fmt.Errorf("bot: read digests: %w", err)
		}
		var d Digest
		if err := documents.Decode(doc, &d); err != nil { // then each game calls on its own
			ds.box.Log.Error("a digest is left out", "err", err)
			continue
		}
		d.version = doc.Version
		ds.remember(chat.PersonID(doc.Key.ID), d)
		if d.isDue() {
			ds.deliver(chat.PersonID(doc.Key.ID))
		}
	}
	return nil
}

// Refresh edits the digests that list one of the tables.
func (ds *Digests) Refresh(tables []chat.TableID) {
	ds.mu.Lock()
	all := maps.Clone(ds.by)
	ds.mu.Unlock()
	for head, d := range all {
		if slices.ContainsFunc(tables, func(id chat.TableID) bool { return d.Calls[id] > 0 }) {
			ds.deliver(head)
		}
	}
}

// Gather decides again what the reader's digest lists. tables is the reader's number of tables. The caller must
// hold no table's lock.
func (ds *Digests) Gather(ctx context.Context, r Reader, tables int) {
	if !ds.Of(r.head()).Exists() && tables < ManyGames {
		return
	}
	err := ds.update(ctx, r, func(d Digest, games []Game) Digest {
		var wake time.Time
		if d.Plan, wake = d.compose(games, r.Quiet, ds.now()); !wake.IsZero() {
			if err := ds.agenda.WakeAt(ctx, r, wake); err != nil {
				ds.box.Log.Warn("digest alarm not set", "err", err)
			}
		}
		return d
	})
	if err != nil && ctx.Err() == nil {
		ds.box.Log.Warn("digest not stored", "err", err)
	}
}

// update changes what the reader's digest lists, stores it, and delivers it.
func (ds *Digests) update(ctx context.Context, r Reader, change func(Digest, []Game) Digest) error {
	defer ds.lockDecision(r.head())()
	if slices.ContainsFunc(r.All, func(x chat.Identity) bool { return ds.agenda.IsBeingForgotten(x.User) }) {
		return nil
	}
	before, games := ds.Of(r.head()), ds.agenda.Games(ctx, r)
	after := change(before, games)
	if after.isAs(before) {
		return nil
	}
	if err := ds.save(ctx, r.head(), after); err != nil {
		return err
	}
	ds.deliver(r.head())
	for _, g := range games { // a game's own call starts or stops
		if before.Calls[g.Table] != after.Calls[g.Table] {
			ds.agenda.Refresh(ctx, g.Table, r)
		}
	}
	return nil
}

// save stores the digest, or deletes it if it holds nothing that is still needed.
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

// deliver starts to deliver the person's digest. Its state doesn't matter: Force makes the outbox call Want.
func (ds *Digests) deliver(head chat.PersonID) {
	key := outbox.Key{ID: string(head)}
	ds.queue.Force(key)
	ds.queue.Deliver(key, outbox.MessageState{})
}

// Want implements outbox.Source. A new post retires the previous message. A message in a place that isn't served anymore
// is ignored.
func (ds *Digests) Want(ctx context.Context, key outbox.Key, try outbox.Try) (w outbox.Want, err error) {
	r, err := ds.agenda.Reader(ctx, chat.PersonID(key.ID))
	if err != nil {
		ds.warn(err)
		return w, err
	}
	d := ds.Of(chat.PersonID(key.ID))
	if !ds.box.Serves(d.Place) {
		d.Ref = ""
	}
	games := slices.DeleteFunc(ds.agenda.Games(ctx, r), func(g Game) bool { return d.Calls[g.Table] == 0 })
	post := d.isDue() && len(games) > 0
	w.MessageState = d.state(post)
	switch try.Next(w.MessageState) {
	case outbox.Retire:
		if games = nil; w.Old == d.old {
			d.Place = d.oldPlace
		}
	case outbox.Post:
		if !post {
			return w, outbox.ErrNone
		}
		d.Place = games[0].Place
	case outbox.Idle, outbox.Begin, outbox.Edit:
	}
	w.Place, w.Screen = d.Place, ds.agenda.Screen(r, d, games)
	return w, nil
}

// Shown implements outbox.Source.
func (ds *Digests) Shown(ctx context.Context, key outbox.Key, out outbox.Outcome) (outbox.MessageState, error) {
	head := chat.PersonID(key.ID)
	if err := ds.recordResult(ctx, head, out); err != nil {
		ds.warn(err)
		return outbox.MessageState{}, err
	}
	d := ds.Of(head)
	return d.state(d.isDue() && out.Step == outbox.Retire), nil
}

// warn logs that a digest isn't shown, unless the outbox is ending.
func (ds *Digests) warn(err error) {
	if ds.box.Context.Err() == nil {
		ds.box.Log.Warn("a digest is not shown", "err", err)
	}
}

// recordResult records the result of a step. It returns the step's error if nothing else is left to do about it.
func (ds *Digests) recordResult(ctx context.Context, head chat.PersonID, out outbox.Outcome) error {
	if out.Step == outbox.Retire {
		ds.recordRetired(head, out)
		return nil
	}
	deleted := errors.Is(out.Err, chat.ErrGone)
	emptied := out.Err == nil && out.Screen.Ended // no game waits any longer
	switch {
	case out.Step == outbox.Edit && (deleted || emptied):
		return ds.recordPosted(ctx, head, Message{Place: out.Place}, int(out.Rev))
	case out.Err == nil || out.Ref != "":
		return ds.recordPosted(ctx, head, Message{Place: out.Place, Ref: out.Ref, callPending: out.Err != nil}, int(out.Rev))
	case !out.Final:
		return nil
	case errors.Is(out.Err, chat.ErrBlocked):
		return ds.fallBackToCalls(ctx, head, out.Place, "")
	case ctx.Err() == nil && (out.Step == outbox.Post || ds.Of(head).callPending): // nobody was called
		return errors.Join(out.Err, ds.fallBackToCalls(ctx, head, out.Place, out.Old))
	}
	return out.Err
}

// recordRetired records in memory that the old message was retired, or never will be; see Message.
func (ds *Digests) recordRetired(head chat.PersonID, out outbox.Outcome) {
	if out.Final {
		defer ds.lockDecision(head)()
		ds.remember(head, ds.Of(head).dropRetired(out.Old))
	}
}

// fallBackToCalls makes each game call on its own for digestPause, because the digest couldn't be posted or
// called nobody. ref is the posted message; "" if none is.
func (ds *Digests) fallBackToCalls(ctx context.Context, head chat.PersonID, place chat.Place, ref chat.Ref) error {
	r, err := ds.agenda.Reader(ctx, head)
	if err != nil {
		return err
	}
	return ds.update(ctx, r, func(d Digest, _ []Game) Digest {
		d.Calls, d.PostedCalls, d.Place, d.Ref, d.BarredUntil = nil, nil, place, ref, ds.now().UTC().Add(digestPause)
		return d
	})
}

// recordPosted records that the digest's message shows the post of that number, even while the bot stops.
func (ds *Digests) recordPosted(ctx context.Context, head chat.PersonID, m Message, number int) error {
	defer ds.lockDecision(head)()
	now := ds.Of(head)
	if !now.Exists() || ds.agenda.IsBeingForgotten(m.Place.User) { // the reader was forgotten meanwhile or is being forgotten
		return nil
	}
	after := now.withPosted(m, number, ds.box.Serves(now.Place))
	if now.Place == m.Place && now.Ref == m.Ref && now.Posted == number {
		ds.remember(head, after)
		return nil
	}
	if err := ds.save(context.WithoutCancel(ctx), head, after); err != nil && !errors.Is(err, storage.ErrClosed) {
		return err
	}
	return nil
}

// Holder returns the holder of digests.
func (ds *Digests) Holder() documents.Holder {
	return documents.Holder{Kind: KindDigest, Form: documents.CheckForm[Digest], Erase: ds.erase, Disclose: ds.disclose}
}

// erase deletes the digests of a person who is being forgotten. Errors are the store's.
func (ds *Digests) erase(ctx context.Context, x *documents.Erasure) error {
	defer ds.lockDecision(x.Person)() // later decisions see that the person is being forgotten
	isIn := documents.Where(func(d Digest) bool { return d.Place.User == x.User })
	err := ds.store.Erase(ctx, KindDigest, "", "", func(doc storage.Doc) bool { return doc.Key.ID == string(x.Person) || isIn(doc) })
	ds.mu.Lock()
	defer ds.mu.Unlock()
	maps.DeleteFunc(ds.by, func(head chat.PersonID, d Digest) bool { return head == x.Person || d.Place.User == x.User })
	return err
}

// disclosedDigest is a digest as disclosed.
type disclosedDigest struct {
	Place chat.Place     `json:"place"`
	At    time.Time      `json:"at"` // see Plan.At
	Games []chat.TableID `json:"games,omitempty"`
}

// disclose adds the digest of each of the person's accounts.
func (ds *Digests) disclose(_ context.Context, d *documents.Disclosure) error {
	for i, who := range d.Accounts {
		if x := ds.Of(who.Person); x.Exists() {
			d.Each[i]["digest"] = disclosedDigest{x.Place, x.At, slices.Sorted(maps.Keys(x.Calls))}
		}
	}
	return nil
}
