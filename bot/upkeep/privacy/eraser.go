package privacy

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/people"
	"tarockbot/storage"
)

// Eraser forgets people: those who asked, those whom a restored backup still has, and those who never used a name
// that a platform gave them.
type Eraser struct {
	Store   *documents.Store
	People  *people.People
	Holders []documents.Holder // in the order of erasing
	Notes   *NoteHolder
	Log     *slog.Logger
	Now     func() time.Time
	// List is kept outside of the store, and so survives a restored backup. It is nil where none is ever restored.
	List people.ForgottenList
	// HasPlayed reports whether the person has a table or a finished match.
	HasPlayed func(ctx context.Context, p people.Person) (bool, error)

	unlisted unlisted
}

// Load blocks people whose erasure had begun, and requests the erasure of listed people whom the store still has.
// The bot calls it as it starts. Errors are the store's and List's.
func (e *Eraser) Load(ctx context.Context) error {
	all, err := people.ReadRemovals(ctx, e.Store)
	if err != nil {
		return err
	}
	for _, x := range all {
		if x.User != "" {
			e.People.Erasures.Block(x.User)
		}
	}
	if e.List == nil {
		return nil
	}
	return e.compareWithList(ctx, all)
}

// compareWithList requests the erasure of listed people who have no removal, and lists those of the removals who aren't
// listed yet.
func (e *Eraser) compareWithList(ctx context.Context, all []*people.Removal) error {
	list, err := e.List.List(ctx)
	if err != nil {
		return fmt.Errorf("bot: %w", err)
	}
	requested, listed := make(map[chat.PersonID]bool), make(map[chat.PersonID]bool)
	for _, x := range all {
		requested[x.Person] = true
	}
	for _, r := range list {
		listed[r.Person] = true
		if !requested[r.Person] {
			if err := e.requestAgain(ctx, r); err != nil {
				return err
			}
		}
	}
	for _, x := range all {
		if !listed[x.Person] {
			e.unlisted.add(*x)
		}
	}
	return e.unlisted.flush(ctx, e.List)
}

// requestAgain requests the erasure of a listed person, if the store has them: a restored backup may.
func (e *Eraser) requestAgain(ctx context.Context, listed people.Forgotten) error {
	var p people.Account
	version, err := e.Store.Load(ctx, people.KindPerson, string(listed.Person), &p)
	if err != nil || version == 0 {
		return err
	}
	return e.storeRemovals(ctx, []people.Removal{{At: listed.At, User: p.User(), Person: listed.Person}})
}

// Forget stores that the person is to be forgotten, together with the input. From then on their inputs are refused;
// Run erases them. Errors: the store's, or a refusal.
func (e *Eraser) Forget(ctx context.Context, in chat.Input, p people.Person) error {
	defer e.People.LockForLinking().Unlock() // the person can neither link nor sit down meanwhile
	me, _, err := e.People.LookupLinked(ctx, p.User())
	if err != nil {
		return err
	}
	if slices.ContainsFunc(me.Identities(), func(x chat.Identity) bool { return e.People.Erasures.IsBlocked(x.User) }) {
		return chat.Refuse("done-already") // two requests came at once
	}
	return e.requestRemoval(ctx, me, e.Store.SeenDoc(in))
}

// requestRemoval stores that all identities of the person are to be forgotten, together with the documents.
func (e *Eraser) requestRemoval(ctx context.Context, me people.Person, docs ...storage.Doc) error {
	now := e.Now().UTC().Truncate(time.Second)
	var all []people.Removal
	for _, x := range me.Identities() {
		all = append(all, people.Removal{At: now, User: x.User, Person: x.Person})
	}
	switch err := e.storeRemovals(ctx, all, docs...); {
	case errors.Is(err, storage.ErrConflict):
		return chat.Refuse("done-already")
	case err != nil:
		return err
	}
	e.unlisted.add(all...) // after the commit: a person whose removal is not stored must not be listed
	e.People.Erasures.Signal()
	return nil
}

// storeRemovals stores the removals together with the documents, and blocks the users' inputs.
func (e *Eraser) storeRemovals(ctx context.Context, all []people.Removal, docs ...storage.Doc) error {
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

// pause is how long Run waits after a failure before it tries again.
const pause = time.Minute

// Run lists and erases people whose removal was requested, until ctx ends.
func (e *Eraser) Run(ctx context.Context) {
	for {
		listing := e.unlisted.flush(ctx, e.List)
		_, erasing := e.EraseAll(ctx)
		var again <-chan time.Time
		for _, err := range []error{listing, erasing} { // a line each: the log may leave one out, such as a full disk's
			if err != nil && ctx.Err() == nil {
				e.Log.Error("not everybody is forgotten yet; retrying", "err", err)
				again = time.After(pause)
			}
		}
		select {
		case <-ctx.Done():
			_ = e.unlisted.flush(ctx, e.List) // works for a file; a list elsewhere may be out of reach, and Load adds them then
			return
		case <-e.People.Erasures.Signalled():
		case <-again:
		}
	}
}

// EraseAll erases every identity that is to be forgotten and returns how many there were. Identities whose erasure
// failed remain. Errors are the holders', the store's, or faults.
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

// erase erases all stored data of one identity.
func (e *Eraser) erase(ctx context.Context, x *people.Removal) (err error) {
	defer chat.CatchFault(e.Log, "erasing", &err)
	if err := e.People.Erasures.WaitIdle(ctx, x.User); err != nil { // inputs that came before must end first
		return err
	}
	gone := &documents.Erasure{Identity: x.Identity()}
	for _, h := range e.Holders {
		if h.Erase != nil {
			if err := h.Erase(ctx, gone); err != nil {
				return fmt.Errorf("bot: erase from %s: %w", h.Kind, err)
			}
		}
	}
	if err := e.Notes.erase(ctx, gone); err != nil { // which a platform may have written meanwhile
		return fmt.Errorf("bot: erase notes once more: %w", err)
	}
	return e.recordErased(ctx, x)
}

// recordErased stores that all is erased, and that there is residue. The HMAC of the user id stays for a while, so that
// nobody gets a better rating by coming back at once.
func (e *Eraser) recordErased(ctx context.Context, x *people.Removal) error {
	done := people.Removal{At: x.At, Person: x.Person, Version: x.Version}
	doc, docErr := done.Doc()
	mark, markErr := residueDoc(ctx, e.Store)
	ban, banErr := e.People.RejoinBans.Docs(ctx, x.User, x.At.Add(people.RejoinBanLife))
	err := cmp.Or(docErr, markErr, banErr)
	if err == nil {
		err = e.Store.Commit(ctx, append([]storage.Doc{doc, mark}, ban...)...)
	}
	if err != nil {
		return err
	}
	e.People.Erasures.Unblock(x.User)
	e.Log.Info("somebody was forgotten")
	return nil
}

// ForgetUnused forgets people with an expiring note, such as a name that a platform gave them, if they have never
// played. Errors are the store's.
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

// forgetUnused forgets the user, unless they have played or are linked.
func (e *Eraser) forgetUnused(ctx context.Context, user chat.UserID) error {
	defer e.People.LockForLinking().Unlock() // nobody sits down or links meanwhile
	p, known, err := e.People.LookupLinked(ctx, user)
	if err != nil || e.People.Erasures.IsBlocked(user) {
		return err
	}
	switch {
	case !known:
		return e.Notes.erase(ctx, &documents.Erasure{Identity: chat.Identity{User: user}})
	case len(p.Identities()) > 1:
		return nil
	}
	if played, err := e.HasPlayed(ctx, p); err != nil || played {
		return err
	}
	return e.requestRemoval(ctx, p)
}
