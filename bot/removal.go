package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/bot/people"
	"tarockbot/storage"
)

// removalPause is the wait after somebody could not be forgotten, before the next
// try.
const removalPause = time.Minute

// keepRemoving forgets those who want to be forgotten, one after the other.
func (b *Bot) keepRemoving() {
	for {
		for err := b.removeAll(b.running); err != nil && b.running.Err() == nil; err = b.removeAll(b.running) {
			b.cfg.Log.Error("somebody is not forgotten yet", "err", err)
			b.sleep(removalPause)
		}
		select {
		case <-b.running.Done():
			return
		case <-b.people.Removing.Wake:
		}
	}
}

// removeAll forgets all who are to be.
func (b *Bot) removeAll(ctx context.Context) error {
	all, err := people.ReadRemovals(ctx, b.store)
	for _, x := range all {
		if err == nil && x.User != "" {
			err = b.remove(ctx, x)
		}
	}
	return err
}

// remove erases all that is stored of somebody.
func (b *Bot) remove(ctx context.Context, x *people.Removal) error {
	for !b.people.Removing.Idle(x.User) { // what was begun before comes to its end
		if !b.sleep(time.Millisecond) {
			return ctx.Err()
		}
	}
	for _, k := range everyKind() {
		if k.erase == nil {
			continue
		}
		if err := k.erase(b, ctx, x); err != nil {
			return fmt.Errorf("bot: erase from %s: %w", k.kind, err)
		}
	}
	// A platform notes who speaks to it also while nobody listens.
	if err := b.eraseNotes(ctx, x); err != nil {
		return fmt.Errorf("bot: erase from %s: %w", keep.KindNote, err)
	}
	b.crowd.Drop(x.User)
	b.presence.Drop(x.Person)
	b.people.Drop(x.User)
	return b.removed(ctx, x)
}

// removed notes that all is erased. A sum of the user stays for a while: who
// comes back at once can't get a better rating by that.
func (b *Bot) removed(ctx context.Context, x *people.Removal) error {
	user := x.User
	done := people.Removal{At: x.At, Person: x.Person, Version: x.Version}
	doc, err := done.Doc()
	if err != nil {
		return err
	}
	mark, err := b.erasedMark(ctx)
	if err != nil {
		return err
	}
	docs := []storage.Doc{doc, mark}
	if lapse, due, err := b.people.LapseDoc(ctx, user, x.At.Add(people.LapseLife)); err != nil {
		return err
	} else if due {
		docs = append(docs, lapse)
	}
	if err := b.store.Commit(ctx, docs...); err != nil {
		return err
	}
	b.people.Removing.End(user)
	b.cfg.Log.Info("somebody was forgotten")
	return nil
}

// erasedID names the document of keep.KindMeta that says that pages of the data file
// hold what was erased, and that it has to be made anew.
const erasedID = "erased"

func (b *Bot) erasedMark(ctx context.Context) (storage.Doc, error) {
	version, err := b.store.Load(ctx, keep.KindMeta, erasedID, new(bool))
	if err != nil {
		return storage.Doc{}, err
	}
	return keep.Encode(keep.KindMeta, erasedID, version, true)
}

// ForgetListed forgets those on the list of removals whom the store still has, and
// says how many identities that were. It is for a store that no bot runs over, such
// as an older copy of the data. After an error, which is the store's, or the list's, or
// that a document can't be read, n tells how many were to be forgotten: the next start
// goes on with it.
func ForgetListed(ctx context.Context, cfg Config) (n int, err error) {
	b, err := New(cfg)
	if err != nil {
		return 0, err
	}
	defer context.AfterFunc(ctx, func() { b.stop(context.Canceled) })()
	defer b.work.Wait()
	defer b.stop(context.Canceled)
	for _, read := range []func(context.Context) error{b.migrate, b.enlist, b.clock.Load, b.people.LoadLinks, b.readBriefs, b.dirty.Load} {
		if err := read(ctx); err != nil {
			return 0, err
		}
	}
	all, err := people.ReadRemovals(ctx, b.store)
	if err != nil {
		return 0, err
	}
	for _, x := range all {
		if x.User != "" {
			n++
		}
	}
	return n, b.removeAll(ctx)
}

// enlist takes in who is to be forgotten when the bot starts: those whom an older
// copy of the data still has, and those whom it had begun to forget.
func (b *Bot) enlist(ctx context.Context) error {
	all, err := people.ReadRemovals(ctx, b.store)
	if err != nil {
		return err
	}
	known := make(map[chat.PersonID]bool)
	for _, x := range all {
		known[x.Person] = true
		if x.User != "" {
			b.people.Removing.Begin(x.User)
		}
	}
	if b.cfg.Removals == nil {
		return nil
	}
	list, err := b.cfg.Removals.List()
	if err != nil {
		return fmt.Errorf("bot: %w", err)
	}
	for _, r := range list {
		if known[r.Person] {
			continue
		}
		if err := b.removeAgain(ctx, r); err != nil {
			return err
		}
	}
	return b.listMissing(list, all)
}

// removeAgain forgets somebody whom an older copy of the data still has.
func (b *Bot) removeAgain(ctx context.Context, r people.Forgotten) error {
	var p people.Person
	version, err := b.store.Load(ctx, people.KindPerson, string(r.Person), &p)
	if err != nil || version == 0 {
		return err
	}
	x := &people.Removal{At: r.At, User: p.Identity().User, Person: r.Person}
	doc, err := x.Doc()
	if err != nil {
		return err
	}
	if err := b.store.Commit(ctx, doc); err != nil {
		return err
	}
	b.people.Removing.Begin(x.User)
	return nil
}

// listMissing puts those on the list who are missing there.
func (b *Bot) listMissing(list []people.Forgotten, all []*people.Removal) error {
	var missing []people.Forgotten
	for _, x := range all {
		if !slices.ContainsFunc(list, func(r people.Forgotten) bool { return r.Person == x.Person }) {
			missing = append(missing, people.Forgotten{Person: x.Person, At: x.At})
		}
	}
	if len(missing) == 0 {
		return nil
	}
	if err := b.cfg.Removals.Add(missing...); err != nil {
		return fmt.Errorf("bot: %w", err)
	}
	return nil
}

// eraseRange deletes the documents between the ids that are somebody's.
func (b *Bot) eraseRange(ctx context.Context, kind, from, to string, theirs func(storage.Doc) bool) error {
	return keep.Again(func() error {
		return b.store.Sweep(ctx, kind, from, to, func(doc storage.Doc) bool { return !theirs(doc) })
	})
}

// HoldsErased says whether something was erased that is still in pages of the data
// file: then the file has to be made anew before the next start. Errors are the
// store's.
func HoldsErased(ctx context.Context, store storage.Store) (bool, error) {
	_, err := store.Get(ctx, storage.Key{Kind: keep.KindMeta, ID: erasedID})
	if errors.Is(err, storage.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// Cleared notes that nothing of that is left. Errors are the store's.
func Cleared(ctx context.Context, store storage.Store) error {
	doc, err := store.Get(ctx, storage.Key{Kind: keep.KindMeta, ID: erasedID})
	if errors.Is(err, storage.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	doc.Data = nil
	return store.Commit(ctx, doc)
}
