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

// KindDigest is the kind of documents that hold a Digest each, by the person's head.
const KindDigest = "digest"

// ManyGames is how many slow games must wait for a person to be listed in one digest, not called one by one.
const ManyGames = 3

// digestPause is the minimum time between two digests that call a person.
const digestPause = 6 * time.Hour

// Digest is a message that lists all games that wait for a person. Each new post of it calls them once. It is
// stored before it is posted.
type Digest struct {
	Place chat.Place `json:"place"`
	Ref   chat.Ref   `json:"ref,omitempty"` // the posted message; "" if none
	// Number is the number of the newest post, whether it is posted yet or not. It is a time in seconds since
	// 1970, so it grows even if the stored digest before was deleted.
	Number int       `json:"number"`
	Posted int       `json:"posted"` // the Number of the last finished post
	At     time.Time `json:"at"`     // when the newest post was decided
	// Listed are the numbers of the calls that the digest replaces, by table. Told are those that it was posted for.
	Listed map[chat.TableID]int `json:"listed,omitempty"`
	Told   map[chat.TableID]int `json:"told,omitempty"`
	Barred time.Time            `json:"barred,omitzero"` // no digest until then: the last couldn't be posted

	version  int64
	uncalled bool       // the message is posted, but nobody is called by it yet
	old      chat.Ref   // the message before, if it couldn't be retired
	oldPlace chat.Place // the place of old
}

// Exists reports whether the digest is stored.
func (d Digest) Exists() bool { return d.version > 0 }

// Reader is a person who gets digests.
type Reader struct {
	All   []chat.Identity // the head first
	Quiet bool            // they don't want to be called now
}

// head returns the reader's head, which is the digest's id.
func (r Reader) head() chat.PersonID { return r.All[0].Person }

// Game is a slow game that waits for a reader.
type Game struct {
	Table chat.TableID
	Place chat.Place                                     // where the reader is called to it
	Call  int                                            // the number of the call
	Held  bool                                           // the call is held back
	Entry func(platform string) (chat.Line, chat.Button) // returns the game's entry in a digest on the platform
}

// Agenda knows which games wait for people, and renders digests.
type Agenda interface {
	// Reader returns the person with that head.
	Reader(ctx context.Context, head chat.PersonID) (Reader, error)
	// Games returns the games that a digest may list for the reader, most urgent first. It locks tables.
	Games(ctx context.Context, r Reader) []Game
	// Screen returns the digest's screen; without games it says that none waits any more.
	Screen(r Reader, d Digest, games []Game) chat.Screen
	// Refresh shows the reader's panels of the table again, because its call starts or stops.
	Refresh(ctx context.Context, table chat.TableID, r Reader)
	// WakeAt sets an alarm at which the reader's games are gathered again.
	WakeAt(ctx context.Context, r Reader, at time.Time) error
	// IsBeingForgotten reports whether the user is being forgotten.
	IsBeingForgotten(user chat.UserID) bool
}

// Digests stores and delivers the digests of all people. It is their queue's Source.
type Digests struct {
	store  *documents.Store
	now    func() time.Time
	agenda Agenda
	queue  *Queue

	deciding [64]sync.Mutex // by hash of the head; see lockDecision

	mu sync.Mutex
	by map[chat.PersonID]Digest // by head; stored ones only
}

// NewDigests returns empty Digests; call Load next.
func NewDigests(o *Outbox, store *documents.Store, now func() time.Time, agenda Agenda) *Digests {
	ds := &Digests{store: store, now: now, agenda: agenda, by: make(map[chat.PersonID]Digest)}
	ds.queue = o.NewTransient(ds)
	return ds
}

// Of returns the person's digest; a zero one if there is none.
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

// lockDecision locks decisions about the person's digest until unlock is called. Lock order: before tables'
// locks.
func (ds *Digests) lockDecision(head chat.PersonID) (unlock func()) {
	lock := &ds.deciding[crc32.ChecksumIEEE([]byte(head))%uint32(len(ds.deciding))]
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

// Erase deletes the digests of a person who is being forgotten. Errors are the store's.
func (ds *Digests) Erase(ctx context.Context, x *documents.Erasure) error {
	defer ds.lockDecision(x.Person)() // later decisions see that they are being forgotten
	err := ds.store.Erase(ctx, KindDigest, "", "", func(doc storage.Doc) bool {
		var d Digest
		return doc.Key.ID == string(x.Person) || documents.Decode(doc, &d) == nil && d.Place.User == x.User
	})
	ds.mu.Lock()
	defer ds.mu.Unlock()
	maps.DeleteFunc(ds.by, func(head chat.PersonID, d Digest) bool { return head == x.Person || d.Place.User == x.User })
	return err
}

// Refresh edits the digests that list one of the tables.
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

// Gather decides again what the reader's digest lists. tables is the reader's number of tables. The caller must
// hold no table's lock.
func (ds *Digests) Gather(ctx context.Context, r Reader, tables int) {
	if !ds.Of(r.head()).Exists() && tables < ManyGames {
		return
	}
	err := ds.update(ctx, r, func(d Digest, games []Game) Digest { return ds.compose(ctx, d, games, r) })
	if err != nil && ctx.Err() == nil {
		ds.queue.box.Log.Warn("a digest is not kept", "err", err)
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
	if after.Number == before.Number && maps.Equal(after.Listed, before.Listed) {
		return nil
	}
	if err := ds.save(ctx, r.head(), after); err != nil {
		return err
	}
	ds.deliver(r.head())
	for _, g := range games { // their own calls start or stop
		if before.Listed[g.Table] != after.Listed[g.Table] {
			ds.agenda.Refresh(ctx, g.Table, r)
		}
	}
	return nil
}

// compose returns the digest with all games listed if there are ManyGames and one is new, else with those that it
// was posted for. It starts a new post for new games, but at most one in digestPause.
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

// save stores the digest, or deletes it if it holds nothing that is still needed.
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

// deliver starts to deliver the person's digest.
func (ds *Digests) deliver(head chat.PersonID) {
	key := Key{ID: string(head)}
	ds.queue.Force(key)
	ds.queue.Deliver(key, MessageState{})
}

// state returns the message's state. post is whether a new post is due.
func (d Digest) state(post bool) MessageState {
	s := MessageState{Rev: int64(d.Number), Ref: d.Ref, Old: d.old, Behind: post, PostComplete: true}
	if post && d.Ref != "" {
		s.Ref, s.Old = "", d.Ref
	}
	return s
}

// Want implements Source. A new post retires the message before. A message in a place that isn't served any
// more is ignored.
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

// warn logs that a digest isn't shown, unless the outbox is ending.
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
	case over: // it was deleted, or lists nothing any more
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

// recordRetired records that the message was retired.
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

// fallBackToCalls makes each game call on its own for digestPause, because the digest couldn't be posted or
// called nobody. ref is the posted message; "" if none is.
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

// recordPosted records the digest's message, even while the bot stops, and whether it still has to call
// its reader.
func (ds *Digests) recordPosted(ctx context.Context, head chat.PersonID, place chat.Place, ref chat.Ref, number int, uncalled bool) error {
	defer ds.lockDecision(head)()
	now := ds.Of(head)
	if !now.Exists() || ds.agenda.IsBeingForgotten(place.User) { // its reader was forgotten meanwhile or is being forgotten
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

// disclosedDigest is a digest as disclosed.
type disclosedDigest struct {
	Place chat.Place     `json:"place"`
	At    time.Time      `json:"at"` // see Digest.At
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
