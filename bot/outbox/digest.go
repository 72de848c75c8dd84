package outbox

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
	"tarockbot/storage"
)

// KindDigest is the kind of documents that are a Digest each.
const KindDigest = "digest"

// ManyGames is from how many slow games on somebody is told of them by one message, not by calls.
const ManyGames = 3

// digestPause is how long nobody is called again by such a message.
const digestPause = 6 * time.Hour

// Digest is the message that tells a person of all games that wait for them. It is stored before it is
// shown, and never changed but replaced.
type Digest struct {
	Place chat.Place `json:"place"`
	Ref   chat.Ref   `json:"ref,omitempty"`
	// Number is that of the last that was posted, or is to be. Each calls once. It is its time in seconds
	// since 1970, so that it grows also where the one before is gone.
	Number int       `json:"number"`
	Posted int       `json:"posted"` // the number of the last that was
	At     time.Time `json:"at"`     // when it was to be posted last
	// Listed are the calls that it tells of, by table: nobody makes those. Told are those it was posted for.
	Listed map[chat.TableID]int `json:"listed,omitempty"`
	Told   map[chat.TableID]int `json:"told,omitempty"`
	Barred time.Time            `json:"barred,omitzero"` // until when there is none: the last could not be posted

	version  int64
	uncalled bool     // the message stands, but nobody is called by it yet
	old      chat.Ref // the one before, which could not be retired
	oldPlace chat.Place
}

// Exists reports whether there is such a digest.
func (d Digest) Exists() bool { return d.version > 0 }

// Reader is one person to whom games are told.
type Reader struct {
	All   []chat.Identity // the head first
	Quiet bool            // they don't want to be called at this hour
}

// head is the account that the reader's digest is kept by.
func (r Reader) head() chat.PersonID { return r.All[0].Person }

// Game is a slow game that waits for somebody.
type Game struct {
	Table chat.TableID
	Place chat.Place                                     // where they are told
	Call  int                                            // the number of the call to it
	Held  bool                                           // that is held back
	Entry func(platform string) (chat.Line, chat.Button) // tells of it in a digest on the platform
}

// Agenda knows which games wait for people, and the words of digests.
type Agenda interface {
	// Reader is the person with that head.
	Reader(ctx context.Context, head chat.PersonID) (Reader, error)
	// Games are those that wait for the reader and that nothing hinders from being told
	// of together, first where there is least time. It takes tables' locks.
	Games(ctx context.Context, r Reader) []Game
	// Screen is the digest in its place; without games it says that none waits any more.
	Screen(r Reader, d Digest, games []Game) chat.Screen
	// Refresh shows the reader's panels of the table once more: its call goes, or comes.
	Refresh(ctx context.Context, table chat.TableID, r Reader)
	// WakeAt lets the reader's games be looked at again then.
	WakeAt(ctx context.Context, r Reader, at time.Time) error
	// Removing says whether the user is being forgotten.
	Removing(user chat.UserID) bool
}

// Digests holds the digests of all people, by their heads.
type Digests struct {
	store  *documents.Store
	now    func() time.Time
	agenda Agenda
	queue  *Queue

	deciding [64]sync.Mutex // held while it is decided what one tells of; see decide

	mu sync.Mutex
	by map[chat.PersonID]Digest
}

// NewDigests makes empty Digests; see Load.
func NewDigests(o *Outbox, store *documents.Store, now func() time.Time, agenda Agenda) *Digests {
	ds := &Digests{store: store, now: now, agenda: agenda, by: make(map[chat.PersonID]Digest)}
	ds.queue = o.NewTransient(ds)
	return ds
}

// Of returns the person's digest; one that doesn't exist if there is none.
func (ds *Digests) Of(head chat.PersonID) Digest {
	ds.mu.Lock()
	defer ds.mu.Unlock()
	return ds.by[head]
}

func (ds *Digests) remember(head chat.PersonID, d Digest) {
	ds.mu.Lock()
	defer ds.mu.Unlock()
	if ds.by[head] = d; !d.Exists() {
		delete(ds.by, head)
	}
}

// lockDecision locks decisions about the person's digest until done is called. Lock order: before
// tables' locks.
func (ds *Digests) lockDecision(head chat.PersonID) (done func()) {
	lock := &ds.deciding[crc32.ChecksumIEEE([]byte(head))%uint32(len(ds.deciding))]
	lock.Lock()
	return lock.Unlock
}

// Load reads all digests, and posts those that weren't posted.
func (ds *Digests) Load(ctx context.Context) error {
	for doc, err := range ds.store.Scan(ctx, KindDigest, "", "") {
		if err != nil {
			return fmt.Errorf("bot: read digests: %w", err)
		}
		var d Digest
		if err := documents.Decode(doc, &d); err != nil { // then each game calls by itself
			ds.queue.box.Log.Error("a digest is left out", "err", err)
			continue
		}
		d.version = doc.Version
		ds.remember(chat.PersonID(doc.Key.ID), d)
		if d.Posted < d.Number {
			ds.deliver(chat.PersonID(doc.Key.ID))
		}
	}
	return nil
}

// Erase deletes the digests of somebody who is being forgotten. Errors are the store's.
func (ds *Digests) Erase(ctx context.Context, x *documents.Erasure) error {
	defer ds.lockDecision(x.Person)() // who decides next sees that they are being forgotten
	err := ds.store.Erase(ctx, KindDigest, "", "", func(doc storage.Doc) bool {
		var d Digest
		return doc.Key.ID == string(x.Person) || documents.Decode(doc, &d) == nil && d.Place.User == x.User
	})
	ds.mu.Lock()
	defer ds.mu.Unlock()
	maps.DeleteFunc(ds.by, func(head chat.PersonID, d Digest) bool { return head == x.Person || d.Place.User == x.User })
	return err
}

// Refresh edits the digests that tell of one of the tables.
func (ds *Digests) Refresh(tables []chat.TableID) {
	ds.mu.Lock()
	all := maps.Clone(ds.by)
	ds.mu.Unlock()
	for head, d := range all {
		if slices.ContainsFunc(tables, func(id chat.TableID) bool { return d.Listed[id] > 0 }) {
			ds.deliver(head)
		}
	}
}

// Gather decides again what the digest tells a reader with that number of tables. The caller holds no
// table's lock.
func (ds *Digests) Gather(ctx context.Context, r Reader, tables int) {
	if !ds.Of(r.head()).Exists() && tables < ManyGames {
		return
	}
	err := ds.update(ctx, r, func(d Digest, games []Game) Digest { return ds.compose(ctx, d, games, r) })
	if err != nil && ctx.Err() == nil {
		ds.queue.box.Log.Warn("a digest is not kept", "err", err)
	}
}

// update changes what the reader's digest tells, stores it, and delivers it.
func (ds *Digests) update(ctx context.Context, r Reader, change func(Digest, []Game) Digest) error {
	defer ds.lockDecision(r.head())()
	if slices.ContainsFunc(r.All, func(x chat.Identity) bool { return ds.agenda.Removing(x.User) }) {
		return nil
	}
	before, games := ds.Of(r.head()), ds.agenda.Games(ctx, r)
	after := change(before, games)
	if after.Number == before.Number && maps.Equal(after.Listed, before.Listed) {
		return nil
	}
	if err := ds.save(ctx, r.head(), after); err != nil {
		return err
	}
	ds.deliver(r.head())
	for _, g := range games { // single calls go, or come
		if before.Listed[g.Table] != after.Listed[g.Table] {
			ds.agenda.Refresh(ctx, g.Table, r)
		}
	}
	return nil
}

// compose returns the digest that tells of the games if there are enough, or else of those it has
// called for. It is posted again for something new, but not soon.
func (ds *Digests) compose(ctx context.Context, d Digest, games []Game, r Reader) Digest {
	before := d
	d.Listed, d.Told = make(map[chat.TableID]int), make(map[chat.TableID]int)
	fresh := false
	for _, g := range games {
		if told := before.Told[g.Table]; told >= g.Call {
			d.Listed[g.Table], d.Told[g.Table] = g.Call, told
		} else if !g.Held {
			fresh = true
		}
	}
	now := ds.now()
	if len(games) < ManyGames || !fresh || now.Before(d.Barred) || r.Quiet {
		return d
	}
	for _, g := range games {
		d.Listed[g.Table] = g.Call
	}
	if next := d.At.Add(digestPause); len(d.Told) > 0 && now.Before(next) {
		if err := ds.agenda.WakeAt(ctx, r, next); err != nil {
			ds.queue.box.Log.Warn("a digest comes later", "err", err)
		}
		return d
	}
	d.Number, d.At, d.Told = max(d.Number+1, int(now.Unix())), now.UTC(), maps.Clone(d.Listed)
	return d
}

// save stores the digest, or deletes it if nothing depends on it.
func (ds *Digests) save(ctx context.Context, head chat.PersonID, d Digest) error {
	doc, err := documents.Encode(KindDigest, string(head), d.version, d)
	if err != nil {
		return err
	}
	empty := len(d.Listed) == 0 && d.Ref == "" && !ds.now().Before(d.Barred)
	if empty {
		doc.Data = nil
	}
	if err := ds.store.Commit(ctx, doc); err != nil {
		return err
	}
	if d.version++; empty {
		d = Digest{}
	}
	ds.remember(head, d)
	return nil
}

// deliver brings the message up to date.
func (ds *Digests) deliver(head chat.PersonID) {
	key := Key{ID: string(head)}
	ds.queue.Force(key)
	ds.queue.Deliver(key, MessageState{})
}

// state returns the message's state; with post it is to be posted.
func (d Digest) state(post bool) MessageState {
	s := MessageState{Rev: int64(d.Number), Ref: d.Ref, Old: d.old, Behind: post, Whole: true}
	if post && d.Ref != "" {
		s.Ref, s.Old = "", d.Ref
	}
	return s
}

// Want implements Source: the one before is retired, then it is posted; or it is edited. A
// message in a place where the bot can't write any more counts for nothing.
func (ds *Digests) Want(ctx context.Context, key Key, try Try) (w Want, err error) {
	r, err := ds.agenda.Reader(ctx, chat.PersonID(key.ID))
	if err != nil {
		ds.warn(err)
		return w, err
	}
	d := ds.Of(chat.PersonID(key.ID))
	if !ds.queue.box.Serves(d.Place) {
		d.Ref = ""
	}
	games := slices.DeleteFunc(ds.agenda.Games(ctx, r), func(g Game) bool { return d.Listed[g.Table] == 0 })
	post := d.Posted < d.Number && len(games) > 0
	w.MessageState = d.state(post)
	switch try.Next(w.MessageState) {
	case Retire:
		if games = nil; w.Old == d.old {
			d.Place = d.oldPlace
		}
	case Post:
		if !post {
			return w, ErrNone
		}
		d.Place = games[0].Place
	case Idle, Begin, Edit:
	}
	w.Place, w.Screen = d.Place, ds.agenda.Screen(r, d, games)
	return w, nil
}

// Shown implements Source.
func (ds *Digests) Shown(ctx context.Context, key Key, out Outcome) (MessageState, error) {
	head := chat.PersonID(key.ID)
	if err := ds.recordResult(ctx, head, out); err != nil {
		ds.warn(err)
		return MessageState{}, err
	}
	d := ds.Of(head)
	return d.state(d.Posted < d.Number && out.Step == Retire), nil
}

// warn tells the operator of a digest that isn't shown.
func (ds *Digests) warn(err error) {
	if ds.queue.box.Context.Err() == nil {
		ds.queue.box.Log.Warn("a digest is not shown", "err", err)
	}
}

// recordResult records the result of a step.
func (ds *Digests) recordResult(ctx context.Context, head chat.PersonID, out Outcome) error {
	over := out.Step == Edit && (errors.Is(out.Err, chat.ErrGone) || out.Err == nil && out.Screen.Ended)
	switch {
	case out.Step == Retire:
		if out.Final {
			ds.recordRetired(head, out.Old)
		}
		return nil
	case over: // somebody has deleted it, or it tells nothing any more
		return ds.recordPosted(ctx, head, out.Place, "", int(out.Rev), false)
	case out.Err == nil || out.Ref != "":
		return ds.recordPosted(ctx, head, out.Place, out.Ref, int(out.Rev), out.Err != nil)
	case !out.Final:
		return nil
	case errors.Is(out.Err, chat.ErrBlocked):
		return ds.fallBackToCalls(ctx, head, out.Place, "")
	case (out.Step == Post || ds.Of(head).uncalled) && ctx.Err() == nil:
		return errors.Join(out.Err, ds.fallBackToCalls(ctx, head, out.Place, out.Old))
	}
	return out.Err
}

// recordRetired records that the message is no digest any longer.
func (ds *Digests) recordRetired(head chat.PersonID, ref chat.Ref) {
	ds.mu.Lock()
	defer ds.mu.Unlock()
	d, ok := ds.by[head]
	if d.old == ref {
		d.old = ""
	} else if d.Ref == ref {
		d.Ref = ""
	}
	if ok {
		ds.by[head] = d
	}
}

// fallBackToCalls makes each game call by itself for a while, because the digest couldn't be posted.
// ref is the message that resulted; "" if none did.
func (ds *Digests) fallBackToCalls(ctx context.Context, head chat.PersonID, place chat.Place, ref chat.Ref) error {
	r, err := ds.agenda.Reader(ctx, head)
	if err != nil {
		return err
	}
	return ds.update(ctx, r, func(d Digest, _ []Game) Digest {
		d.Listed, d.Told, d.Place, d.Ref, d.Barred = nil, nil, place, ref, ds.now().UTC().Add(digestPause)
		return d
	})
}

// recordPosted records which message the digest is, even while the bot stops, and whether it still has
// to call its reader.
func (ds *Digests) recordPosted(ctx context.Context, head chat.PersonID, place chat.Place, ref chat.Ref, number int, uncalled bool) error {
	defer ds.lockDecision(head)()
	now := ds.Of(head)
	if !now.Exists() || ds.agenda.Removing(place.User) { // its reader was forgotten meanwhile, or is about to be
		return nil
	}
	if now.Place == place && now.Ref == ref && now.Posted == number {
		now.uncalled = uncalled
		ds.remember(head, now)
		return nil
	}
	if ref != "" && now.Ref != "" && now.Ref != ref && ds.queue.box.Serves(now.Place) {
		now.old, now.oldPlace = now.Ref, now.Place
	}
	now.Place, now.Ref, now.Posted, now.uncalled = place, ref, number, uncalled
	if err := ds.save(context.WithoutCancel(ctx), head, now); err != nil && !errors.Is(err, storage.ErrClosed) {
		return err
	}
	return nil
}

// disclosedDigest is the message that tells of all games that wait for somebody.
type disclosedDigest struct {
	Place chat.Place     `json:"place"`
	At    time.Time      `json:"at"` // when it was posted last
	Games []chat.TableID `json:"games,omitempty"`
}

func (ds *Digests) disclose(_ context.Context, d *documents.Disclosure) error {
	for i, who := range d.Accounts {
		if x := ds.Of(who.Person); x.Exists() {
			d.Each[i]["digest"] = disclosedDigest{x.Place, x.At, slices.Sorted(maps.Keys(x.Listed))}
		}
	}
	return nil
}
