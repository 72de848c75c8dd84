package people

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/storage"
)

// Holders are those of people, in the order in which somebody is erased.
func (ps *People) Holders() []keep.Holder {
	return []keep.Holder{
		{Kind: KindIdentity, Erase: ps.eraseIdentity, Untold: "it is the account's user"},
		{Kind: KindPerson, Erase: ps.erasePerson, Tell: ps.tellPerson},
		{Kind: KindLapse, Stays: "it is what forbids a fresh start, for thirty days", Untold: "it is in the person's settings"},
		{Kind: KindRemoved, Stays: "it is what has to be erased, and tells only a random id and a time once that is done", Untold: "who is being forgotten isn't listened to"},
	}
}

// LinkHolder holds the journal of links. By part an account becomes a person of its own, by
// the input and with the lock of Links.Seating held.
func (ps *People) LinkHolder(part func(ctx context.Context, in chat.Input, x chat.Identity) error) keep.Holder {
	erase := func(ctx context.Context, x *keep.Erasure) error {
		ps.Links.Seating.Lock()
		defer ps.Links.Seating.Unlock()
		if len(ps.Links.Of(x.Person).All) > 0 {
			code, err := keep.NewCode(ps.random)
			if err != nil {
				return err
			}
			if err := part(ctx, chat.Input{ID: "forget/" + code}, x.Identity); err != nil {
				return err
			}
		}
		return ps.eraseEntries(ctx, x.Person)
	}
	return keep.Holder{Kind: KindLink, Erase: erase, Untold: "accounts tell who is linked"}
}

// hidden are fields of a stored person that others are in, or that prove something.
var hidden = []string{"blocked", "users", "code"}

// tellPerson tells settings as they are stored, and whom the person blocks.
func (ps *People) tellPerson(ctx context.Context, d *keep.Disclosure) error {
	for i, who := range d.Accounts {
		settings := make(map[string]json.RawMessage)
		var p Person
		if _, err := ps.store.Load(ctx, KindPerson, string(who.Person), &p); err != nil {
			return err
		}
		if _, err := ps.store.Load(ctx, KindPerson, string(who.Person), &settings); err != nil {
			return err
		}
		for _, field := range hidden {
			delete(settings, field)
		}
		var blocked []string
		for _, x := range p.Blocked {
			blocked = append(blocked, x.Name)
		}
		d.Each[i]["settings"], d.Each[i]["blocked"] = settings, blocked
	}
	return nil
}

// eraseIdentity deletes who the user is.
func (ps *People) eraseIdentity(ctx context.Context, x *keep.Erasure) error {
	user := string(x.User)
	return ps.store.Erase(ctx, KindIdentity, user, user, keep.Is(func(id chat.PersonID) bool { return id == x.Person }))
}

// erasePerson deletes the person, and takes them out of the lists of those who
// want nothing to do with them.
func (ps *People) erasePerson(ctx context.Context, x *keep.Erasure) error {
	for e, err := range keep.Read[Person](ps.store.Naming(ctx, KindPerson, x.User)) {
		if err != nil {
			return err
		}
		if e.Value.ID == x.Person {
			continue
		}
		_, err = ps.Change(ctx, e.Value.Identity().User, func(p *Person) {
			p.Blocked = slices.DeleteFunc(slices.Clone(p.Blocked), func(o Blocked) bool { return o.User == x.User })
		})
		if err != nil {
			return err
		}
	}
	id := string(x.Person)
	err := ps.store.Erase(ctx, KindPerson, id, id, func(storage.Doc) bool { return true })
	ps.Drop(x.User)
	ps.Crowd.Drop(x.User)
	return err
}

// eraseEntries takes somebody out of the journal of links. The others are linked
// as before, and each entry keeps its number.
func (ps *People) eraseEntries(ctx context.Context, gone chat.PersonID) error {
	was := Links{Groups: make(map[chat.PersonID]Group)}
	var docs []storage.Doc
	for e, err := range keep.Read[LinkEntry](ps.store.Scan(ctx, KindLink, "", "")) {
		if err != nil {
			return fmt.Errorf("bot: read links: %w", err)
		}
		now := e.Value.Without(gone, &was)
		was.Apply(chat.Identity{Person: e.Value.Person}, chat.Identity{Person: e.Value.Into})
		if now == e.Value {
			continue
		}
		next, err := keep.Encode(KindLink, e.Key.ID, e.Version, now)
		if err != nil {
			return err
		}
		docs = append(docs, next)
	}
	return ps.store.Commit(ctx, docs...)
}
