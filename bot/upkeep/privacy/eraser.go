package privacy

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/documents"
	"tarockbot/bot/people"
	"tarockbot/bot/support/retry"
	"tarockbot/storage"
)

// Eraser forgets people: those who want it, those who were forgotten before an older copy
// of the data was restored, and those who never used a name that a platform gave them.
type Eraser struct {
	Store   *documents.Store
	People  *people.People
	Holders []documents.Holder // in the order in which somebody is erased
	Notes   *NoteHolder
	Log     *slog.Logger
	Now     func() time.Time
	// List outlives the restoring of an older copy of the store; nil: none is ever restored.
	List people.Removals
	// Keeps says whether the person has anything worth keeping though they did nothing for long.
	Keeps func(ctx context.Context, p people.Person) (bool, error)

	mu       sync.Mutex
	unlisted []people.Forgotten // who is to be put on the list yet
}

// Forget stores, with the input that says so, that the person is to be forgotten; until that is done nobody
// listens to them. The error is the store's, or a refusal.
func (e *Eraser) Forget(ctx context.Context, in chat.Input, p people.Person) error {
	defer e.People.Links.LockForLinking()() // they link and sit down no more
	me, err := e.People.WithLinked(ctx, p)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(me.Identities(), func(x chat.Identity) bool { return e.People.Erasures.IsBlocked(x.User) }) {
		return chat.Refuse("done-already") // it was said twice at once
	}
	return e.begin(ctx, me, e.Store.SeenDoc(in))
}

// begin stores that all that the person is is to be forgotten, with other documents.
func (e *Eraser) begin(ctx context.Context, me people.Person, docs ...storage.Doc) error {
	now := e.Now().UTC().Truncate(time.Second)
	var all []people.Removal
	var list []people.Forgotten
	for _, x := range me.Identities() {
		all = append(all, people.Removal{At: now, User: x.User, Person: x.Person})
		list = append(list, people.Forgotten{Person: x.Person, At: now})
	}
	if err := e.store(ctx, all, docs...); errors.Is(err, storage.ErrConflict) {
		return chat.Refuse("done-already")
	} else if err != nil {
		return err
	}
	e.mu.Lock()
	e.unlisted = append(e.unlisted, list...) // only now: whom the store knows nothing of the next start must not erase
	e.mu.Unlock()
	e.People.Erasures.Signal()
	return nil
}

// list puts on the list whoever isn't there yet, and says whether nobody is left. Run tries again, for that may
// take long; and whoever is left when the process ends, the next start puts there.
func (e *Eraser) list(ctx context.Context) (all bool) {
	e.mu.Lock()
	some := e.unlisted
	e.unlisted = nil
	e.mu.Unlock()
	if e.List == nil || len(some) == 0 {
		return true
	}
	if err := e.List.Add(ctx, some...); err != nil {
		e.Log.Error("who is forgotten is not on the list of removals yet", "people", len(some), "err", err)
		e.mu.Lock()
		defer e.mu.Unlock()
		e.unlisted = append(some, e.unlisted...)
		return false
	}
	return true
}

// store stores that identities are to be forgotten, with other documents; nobody listens to them now.
func (e *Eraser) store(ctx context.Context, all []people.Removal, docs ...storage.Doc) error {
	for _, x := range all {
		doc, err := x.Doc()
		if err != nil {
			return err
		}
		docs = append(docs, doc)
	}
	for _, x := range all {
		e.People.Erasures.Block(x.User)
	}
	err := e.Store.Commit(ctx, docs...)
	if err != nil {
		for _, x := range all {
			e.People.Erasures.Unblock(x.User)
		}
	}
	return err
}

// pause is the wait after somebody could not be forgotten, before the next try.
const pause = time.Minute

// Run forgets those who want to be forgotten, one after the other, until ctx ends.
func (e *Eraser) Run(ctx context.Context) {
	for {
		var again <-chan time.Time
		if !e.list(ctx) {
			again = time.After(pause)
		}
		for _, err := e.EraseAll(ctx); err != nil && ctx.Err() == nil; _, err = e.EraseAll(ctx) {
			e.Log.Error("somebody is not forgotten yet", "err", err)
			retry.Sleep(ctx, pause)
		}
		select {
		case <-ctx.Done():
			e.list(ctx) // a file takes them all the same; nobody waits for what is away
			return
		case <-e.People.Erasures.Wait():
		case <-again:
		}
	}
}

// EraseAll forgets all identities that are to be forgotten, and says how many that were to
// be. Errors are those of documents.Holder, or faults; those whom they are about are still to be
// forgotten then.
func (e *Eraser) EraseAll(ctx context.Context) (n int, err error) {
	all, err := people.ReadRemovals(ctx, e.Store)
	if err != nil {
		return 0, err
	}
	all = slices.DeleteFunc(all, func(x *people.Removal) bool { return x.User == "" })
	for _, x := range all {
		err = errors.Join(err, e.erase(ctx, x))
	}
	return len(all), err
}

// erase erases all that is stored of somebody.
func (e *Eraser) erase(ctx context.Context, x *people.Removal) (err error) {
	defer chat.CatchFault(e.Log, "erasing", &err)
	for !e.People.Erasures.IsIdle(x.User) { // what was begun before comes to its end
		if !retry.Sleep(ctx, time.Millisecond) {
			return ctx.Err()
		}
	}
	gone := &documents.Erasure{Identity: x.Identity()}
	// A platform notes who speaks to it also while nobody listens: its notes come once more.
	for _, h := range append(slices.Clone(e.Holders), documents.Holder{Kind: documents.KindNote, Erase: e.Notes.erase}) {
		if h.Erase == nil {
			continue
		}
		if err := h.Erase(ctx, gone); err != nil {
			return fmt.Errorf("bot: erase from %s: %w", h.Kind, err)
		}
	}
	return e.erased(ctx, x)
}

// erased notes that all is erased. The HMAC of the user id stays for a while: who
// comes back at once can't get a better rating by that.
func (e *Eraser) erased(ctx context.Context, x *people.Removal) error {
	done := people.Removal{At: x.At, Person: x.Person, Version: x.Version}
	doc, err := done.Doc()
	if err != nil {
		return err
	}
	mark, err := erasedDoc(ctx, e.Store)
	if err != nil {
		return err
	}
	ban, err := e.People.RejoinBans.Docs(ctx, x.User, x.At.Add(people.RejoinBanLife))
	if err != nil {
		return err
	}
	if err := e.Store.Commit(ctx, append([]storage.Doc{doc, mark}, ban...)...); err != nil {
		return err
	}
	e.People.Erasures.Unblock(x.User)
	e.Log.Info("somebody was forgotten")
	return nil
}

// Load takes in who is to be forgotten as the bot starts: who was begun with, and whom an older copy of the
// data still has. Errors are the store's and the list's.
func (e *Eraser) Load(ctx context.Context) error {
	all, err := people.ReadRemovals(ctx, e.Store)
	if err != nil {
		return err
	}
	known := make(map[chat.PersonID]bool)
	for _, x := range all {
		known[x.Person] = true
		if x.User != "" {
			e.People.Erasures.Block(x.User)
		}
	}
	if e.List == nil {
		return nil
	}
	list, err := e.List.List(ctx)
	if err != nil {
		return fmt.Errorf("bot: %w", err)
	}
	for _, r := range list {
		if !known[r.Person] {
			if err := e.again(ctx, r); err != nil {
				return err
			}
		}
	}
	return e.listMissing(ctx, list, all)
}

// again forgets somebody whom an older copy of the data still has.
func (e *Eraser) again(ctx context.Context, r people.Forgotten) error {
	var p people.Person
	version, err := e.Store.Load(ctx, people.KindPerson, string(r.Person), &p)
	if err != nil || version == 0 {
		return err
	}
	return e.store(ctx, []people.Removal{{At: r.At, User: p.Identity().User, Person: r.Person}})
}

// listMissing puts those on the list who are missing there.
func (e *Eraser) listMissing(ctx context.Context, list []people.Forgotten, all []*people.Removal) error {
	var missing []people.Forgotten
	for _, x := range all {
		if !slices.ContainsFunc(list, func(r people.Forgotten) bool { return r.Person == x.Person }) {
			missing = append(missing, people.Forgotten{Person: x.Person, At: x.At})
		}
	}
	if len(missing) == 0 {
		return nil
	}
	if err := e.List.Add(ctx, missing...); err != nil {
		return fmt.Errorf("bot: %w", err)
	}
	return nil
}

// ForgetUnused forgets those who have what a platform gives only for a while, and have
// never used it. Errors are the store's.
func (e *Eraser) ForgetUnused(ctx context.Context) error {
	users, err := e.Notes.expiring(ctx)
	if err != nil {
		return err
	}
	for _, user := range users {
		if err := e.forgetUnused(ctx, user); err != nil {
			return err
		}
	}
	return nil
}

// forgetUnused forgets the user, unless they ever sat at a table, or are somebody elsewhere, too.
func (e *Eraser) forgetUnused(ctx context.Context, user chat.UserID) error {
	defer e.People.Links.LockForLinking()() // nobody sits down or links meanwhile
	p, known, err := e.People.Lookup(ctx, user)
	if err != nil || e.People.Erasures.IsBlocked(user) {
		return err
	}
	if !known {
		return e.Notes.erase(ctx, &documents.Erasure{Identity: chat.Identity{User: user}})
	}
	if p, err = e.People.WithLinked(ctx, p); err != nil || len(p.Identities()) > 1 {
		return err
	}
	if kept, err := e.Keeps(ctx, p); err != nil || kept {
		return err
	}
	return e.begin(ctx, p)
}

// erasedKey names the document that says that pages of the data file hold what was erased: it
// has to be made anew.
var erasedKey = storage.Key{Kind: documents.KindMeta, ID: "erased"}

// erasedVersion is the version of that document; 0 if there is none.
func erasedVersion(ctx context.Context, store storage.Store) (int64, error) {
	return documents.New(store, documents.Options{}).Load(ctx, erasedKey.Kind, erasedKey.ID, new(bool))
}

// erasedDoc makes that document.
func erasedDoc(ctx context.Context, store storage.Store) (storage.Doc, error) {
	version, err := erasedVersion(ctx, store)
	return storage.Doc{Key: erasedKey, Version: version, Data: []byte("true")}, err
}

// Replaced notes that pages of the data file hold what was replaced, and nobody shall read
// there: it counts as erased. Errors are the store's.
func Replaced(ctx context.Context, store storage.Store) error {
	return documents.RetryOnConflict(func() error {
		doc, err := erasedDoc(ctx, store)
		if err != nil {
			return err
		}
		return store.Commit(ctx, doc)
	})
}

// HoldsErased says whether pages of the data file still hold what was erased: then it has to be made anew
// before the next start. Errors are the store's.
func HoldsErased(ctx context.Context, store storage.Store) (bool, error) {
	version, err := erasedVersion(ctx, store)
	return version > 0, err
}

// Cleared notes that nothing of that is left. Errors are the store's.
func Cleared(ctx context.Context, store storage.Store) error {
	version, err := erasedVersion(ctx, store)
	if err != nil || version == 0 {
		return err
	}
	return store.Commit(ctx, storage.Doc{Key: erasedKey, Version: version})
}

// NoteHolder are what platforms keep of people: in their notes, and in memory.
type NoteHolder struct {
	Store     *documents.Store
	Platforms map[string]chat.Platform // by name
	// Named tells, by a platform's name, what else a user of it is called in its
	// notes that name them, as chat.Remembers.Forget does where the platform runs.
	Named map[string]func(user chat.UserID, notes map[string][]byte) []string
}

// Holders are those of notes, and of what no package but keep knows.
func (ns *NoteHolder) Holders() []documents.Holder {
	return []documents.Holder{
		{Kind: documents.KindNote, Form: documents.CheckForm[documents.Note], Erase: ns.erase, Disclose: ns.disclose},
		{Kind: documents.KindSeen, Form: documents.CheckForm[int64], NotErased: "it is a sum of an act that tells nobody, for two days", NotDisclosed: "it is a sum that tells nobody"},
		{Kind: documents.KindMeta, Form: documents.CheckForm[any], NotErased: "it is about the data", NotDisclosed: "it is about the data"},
	}
}

func (ns *NoteHolder) disclose(ctx context.Context, d *documents.Disclosure) error {
	for i, who := range d.Accounts {
		notes, err := ns.about(ctx, who.User)
		if err != nil {
			return err
		}
		if platform, is := ns.Platforms[who.User.Platform()].(chat.Remembers); is {
			d.Each[i]["platform"] = platform.Recall(who.User, notes)
		}
	}
	return nil
}

// erase deletes the platform's notes that name the user, and has the platform itself forget them.
func (ns *NoteHolder) erase(ctx context.Context, x *documents.Erasure) error {
	about, err := ns.about(ctx, x.User)
	if err != nil {
		return err
	}
	if p, is := ns.Platforms[x.User.Platform()].(chat.Remembers); is {
		x.Names = append(x.Names, p.Forget(ctx, x.User, about)...)
	} else if named := ns.Named[x.User.Platform()]; named != nil {
		x.Names = append(x.Names, named(x.User, about)...)
	}
	mentions, prefix := speech.MentionsOf(x.User, x.Names...), x.User.Platform()+"/"
	return ns.Store.Erase(ctx, documents.KindNote, prefix, prefix+"~", func(doc storage.Doc) bool {
		var note documents.Note
		return documents.Decode(doc, &note) == nil && mentions.In(strings.TrimPrefix(doc.Key.ID, prefix), note.Data)
	})
}

// about are the notes of the user's platform that name them.
func (ns *NoteHolder) about(ctx context.Context, user chat.UserID) (map[string][]byte, error) {
	about := make(map[string][]byte)
	mentions, prefix := speech.MentionsOf(user), user.Platform()+"/"
	for doc, err := range ns.Store.SkipDamaged(ns.Store.Scan(ctx, documents.KindNote, prefix, prefix+"~")) {
		if err != nil {
			return nil, fmt.Errorf("bot: read notes: %w", err)
		}
		var note documents.Note
		if key := strings.TrimPrefix(doc.Key.ID, prefix); documents.Decode(doc, &note) == nil && mentions.In(key, note.Data) {
			about[key] = note.Data
		}
	}
	return about, nil
}

// expiring are the users whose notes lapse.
func (ns *NoteHolder) expiring(ctx context.Context) (users []chat.UserID, err error) {
	for name, platform := range ns.Platforms {
		p, is := platform.(chat.Expiring)
		if !is {
			continue
		}
		for doc, err := range ns.Store.SkipDamaged(ns.Store.Scan(ctx, documents.KindNote, name+"/", name+"/~")) {
			if err != nil {
				return nil, fmt.Errorf("bot: read notes: %w", err)
			}
			var note documents.Note
			if documents.Decode(doc, &note) != nil {
				continue // it names nobody
			}
			if user, lapses := p.Expires(strings.TrimPrefix(doc.Key.ID, name+"/"), note.Data); lapses {
				users = append(users, user)
			}
		}
	}
	return users, nil
}
