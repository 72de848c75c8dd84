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

// Eraser forgets people on request, again after a restored backup, and if they have an expiring note and never played.
type Eraser struct {
	Store   *documents.Store
	People  *people.People
	Holders []documents.Holder // in the order of erasing
	Notes   *NoteHolder
	Log     *slog.Logger
	Now     func() time.Time
	// ForgottenList isn't part of backups. It may be nil.
	ForgottenList people.ForgottenList
	// HasPlayed reports whether the person has a table or a finished match.
	HasPlayed func(ctx context.Context, p people.Person) (bool, error)

	unlisted unlistedPeople
}

// Load prepares the Eraser at start. It blocks people with a requested erasure, and requests the erasure of listed
// people in the store.
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
	if e.ForgottenList == nil {
		return nil
	}
	return e.compareWithList(ctx, all)
}

func (e *Eraser) compareWithList(ctx context.Context, all []*people.Removal) error {
	list, err := e.ForgottenList.List(ctx)
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
	return e.unlisted.flush(ctx, e.ForgottenList)
}

func (e *Eraser) requestAgain(ctx context.Context, listed people.Forgotten) error {
	var p people.Account
	version, err := e.Store.Load(ctx, people.KindPerson, string(listed.Person), &p)
	if err != nil || version == 0 {
		return err
	}
	return e.storeRemovals(ctx, []people.Removal{{At: listed.At, User: p.User(), Person: listed.Person}})
}

// Forget requests an erasure, together with the input, and blocks the person's inputs. Run erases the person. Errors:
// the store's, or a refusal.
func (e *Eraser) Forget(ctx context.Context, in chat.Input, p people.Person) error {
	defer e.People.LockForLinking().Unlock() // the person can neither link nor sit down meanwhile
	me, _, err := e.People.LookupLinked(ctx, p.User())
	if err != nil {
		return err
	}
	if slices.ContainsFunc(me.Identities(), func(x chat.Identity) bool { return e.People.Erasures.IsBlocked(x.User) }) {
		return chat.Refuse("done-already") // the second of two simultaneous requests
	}
	return e.requestRemoval(ctx, me, e.Store.SeenDoc(in))
}

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
	e.unlisted.add(all...) // only after the commit
	e.People.Erasures.Signal()
	return nil
}

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

const retryPause = time.Minute

// Run lists and erases people until ctx ends.
func (e *Eraser) Run(ctx context.Context) {
	for {
		listErr := e.unlisted.flush(ctx, e.ForgottenList)
		_, eraseErr := e.EraseAll(ctx)
		var retry <-chan time.Time
		for _, err := range []error{listErr, eraseErr} {
			if err != nil && ctx.Err() == nil {
				e.Log.Error("erasure incomplete; retrying", "err", err)
				retry = time.After(retryPause)
			}
		}
		select {
		case <-ctx.Done():
			_ = e.unlisted.flush(ctx, e.ForgottenList) // if this fails, the next Load lists them
			return
		case <-e.People.Erasures.Signalled():
		case <-retry:
		}
	}
}

// EraseAll erases the requested identities and returns their number. Identities whose erasure failed remain requested.
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

func (e *Eraser) erase(ctx context.Context, x *people.Removal) (err error) {
	defer chat.CatchFault(e.Log, "erasing", &err)
	if err := e.People.Erasures.WaitIdle(ctx, x.User); err != nil { // earlier inputs must end first
		return err
	}
	erasure := &documents.Erasure{Identity: x.Identity()}
	for _, h := range e.Holders {
		if h.Erase != nil {
			if err := h.Erase(ctx, erasure); err != nil {
				return fmt.Errorf("bot: erase from %s: %w", h.Kind, err)
			}
		}
	}
	if err := e.Notes.erase(ctx, erasure); err != nil { // the platform may have written more
		return fmt.Errorf("bot: erase notes again: %w", err)
	}
	return e.recordErased(ctx, x)
}

// recordErased keeps an HMAC of the user id, because coming back at once must not improve a rating.
func (e *Eraser) recordErased(ctx context.Context, x *people.Removal) error {
	done := people.Removal{At: x.At, Person: x.Person, Version: x.Version}
	doc, docErr := done.Doc()
	residue, residueErr := residueDoc(ctx, e.Store)
	ban, banErr := e.People.RejoinBans.Docs(ctx, x.User, x.At.Add(people.RejoinBanLife))
	err := cmp.Or(docErr, residueErr, banErr)
	if err == nil {
		err = e.Store.Commit(ctx, append([]storage.Doc{doc, residue}, ban...)...)
	}
	if err != nil {
		return err
	}
	e.People.Erasures.Unblock(x.User)
	e.Log.Info("somebody was forgotten")
	return nil
}

// ForgetUnused forgets people with an expiring note who have never played.
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

func (e *Eraser) forgetUnused(ctx context.Context, user chat.UserID) error {
	defer e.People.LockForLinking().Unlock() // as in Forget
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
