package bot

import (
	"context"
	"errors"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/pages"
	"tarockbot/bot/people"
	"tarockbot/storage"
)

// forgetMe erases all that is stored of a person, through whatever identity, once
// it is said twice: "forget PERSON yes", or typed "forget yes". The id keeps an
// old button from erasing who has come back since.
func (b *Bot) forgetMe(ctx context.Context, r *request) (Answer, error) {
	sure, answered := b.takeSwitch(r)
	switch {
	case answered && !sure:
		return Answer{Alert: r.t.Say("forget.kept")}, nil
	case !sure:
		return b.askForget(ctx, r)
	case r.arg(0) != "" && r.arg(0) != string(r.person.ID):
		return Answer{}, chat.Refuse("forget-old")
	}
	if err := b.beginRemoval(ctx, r); err != nil {
		return Answer{}, err
	}
	b.people.Removing.Call()
	return Answer{Alert: r.t.Say("forget.done")}, nil
}

// beginRemoval stores that the person is to be forgotten. From then on nobody
// listens to them until that is done.
func (b *Bot) beginRemoval(ctx context.Context, r *request) error {
	b.people.Links.Seating.Lock() // they link and sit down no more
	defer b.people.Links.Seating.Unlock()
	me, err := b.people.WithLinked(ctx, r.person)
	if err != nil {
		return err
	}
	seen, err := b.store.SeenDoc(r.Input)
	if err != nil {
		return err
	}
	return b.storeRemoval(ctx, me, seen)
}

// storeRemoval stores that all that the person is is to be forgotten, with other
// documents.
func (b *Bot) storeRemoval(ctx context.Context, me people.Person, docs ...storage.Doc) error {
	now := b.cfg.Now().UTC().Truncate(time.Second)
	var list []people.Forgotten
	for _, who := range me.Identities() {
		x := people.Removal{At: now, User: who.User, Person: who.Person}
		doc, err := x.Doc()
		if err != nil {
			return err
		}
		docs, list = append(docs, doc), append(list, people.Forgotten{Person: who.Person, At: now})
	}
	b.barRemoved(me, true)
	if err := b.store.Commit(ctx, docs...); err != nil {
		b.barRemoved(me, false)
		if errors.Is(err, storage.ErrConflict) {
			return chat.Refuse("done-already")
		}
		return err
	}
	b.list(list)
	return nil
}

// list puts those on the list who are to be forgotten, once that is stored: whom the
// store knows nothing of the next start must not erase.
func (b *Bot) list(all []people.Forgotten) {
	if b.cfg.Removals == nil {
		return
	}
	if err := b.cfg.Removals.Add(all...); err != nil { // the next start makes good for it
		b.cfg.Log.Error("who is forgotten is not on the list of removals before the next start", "err", err)
	}
}

// barRemoved says whether all that the person is isn't listened to.
func (b *Bot) barRemoved(p people.Person, barred bool) {
	for _, x := range p.Identities() {
		if barred {
			b.people.Removing.Begin(x.User)
		} else {
			b.people.Removing.End(x.User)
		}
	}
}

// askForget says what goes and what stays, and asks whether that shall be.
func (b *Bot) askForget(ctx context.Context, r *request) (Answer, error) {
	names, err := b.linkedNames(ctx, r)
	if err != nil {
		return Answer{}, err
	}
	page := pages.Forget{Person: r.person.ID, Linked: names, Tables: len(b.register.Of(r.person)), Days: int(people.LapseLife.Hours() / 24)}
	return Answer{Screen: page.Screen(r.t)}, nil
}
