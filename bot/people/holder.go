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

// Kinds implements privacy.Holder.
func (*People) Kinds() []keep.Kind {
	return []keep.Kind{
		{Name: KindIdentity, Untold: "it is the account's user"},
		{Name: KindPerson},
		{Name: KindLapse, Stays: "it is what forbids a fresh start, for thirty days", Untold: "it is in the person's settings"},
		{Name: KindRemoved, Stays: "it is what has to be erased, and tells only a random id and a time once that is done", Untold: "who is being forgotten isn't listened to"},
	}
}

// hidden are fields of a stored person that others are in, or that prove something.
var hidden = []string{"blocked", "users", "code"}

// Tell implements privacy.Holder: it tells settings as they are stored.
func (ps *People) Tell(ctx context.Context, d *keep.Disclosure) error {
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

// Erase implements privacy.Holder: it deletes who the user is.
func (ps *People) Erase(ctx context.Context, x chat.Identity) (last func(context.Context) error, err error) {
	ps.Crowd.Drop(x.User)
	err = ps.store.Erase(ctx, KindIdentity, string(x.User), string(x.User), func(doc storage.Doc) bool {
		var id chat.PersonID
		return keep.Decode(doc, &id) == nil && id == x.Person
	})
	if err != nil {
		return nil, err
	}
	return nil, ps.erasePerson(ctx, x)
}

// erasePerson deletes the person, and takes them out of the lists of those who
// want nothing to do with them.
func (ps *People) erasePerson(ctx context.Context, x chat.Identity) error {
	for doc, err := range ps.store.Naming(ctx, KindPerson, x.User) {
		if err != nil {
			return err
		}
		var p Person
		if err := keep.Decode(doc, &p); err != nil {
			return err
		}
		if p.ID == x.Person {
			continue
		}
		_, err = ps.Change(ctx, p.Identity().User, func(p *Person) {
			p.Blocked = slices.DeleteFunc(slices.Clone(p.Blocked), func(o Blocked) bool { return o.User == x.User })
		})
		if err != nil {
			return err
		}
	}
	id := string(x.Person)
	err := ps.store.Erase(ctx, KindPerson, id, id, func(storage.Doc) bool { return true })
	ps.Drop(x.User)
	return err
}

// Journal is the journal of links. It implements privacy.Holder.
type Journal struct {
	People *People
	// Part makes an account a person of its own, by the input. Who calls it holds the
	// lock of Links.Seating.
	Part func(ctx context.Context, in chat.Input, x chat.Identity) error
}

// Kinds implements privacy.Holder.
func (Journal) Kinds() []keep.Kind {
	return []keep.Kind{{Name: KindLink, Untold: "accounts tell who is linked"}}
}

// Tell implements privacy.Holder.
func (Journal) Tell(context.Context, *keep.Disclosure) error { return nil }

// Erase implements privacy.Holder: it parts somebody from those they are linked with,
// and takes them out of the journal.
func (j Journal) Erase(ctx context.Context, x chat.Identity) (last func(context.Context) error, err error) {
	links := &j.People.Links
	links.Seating.Lock()
	defer links.Seating.Unlock()
	if len(links.Of(x.Person).All) > 0 {
		code, err := keep.NewCode(j.People.random)
		if err != nil {
			return nil, err
		}
		if err := j.Part(ctx, chat.Input{ID: "forget/" + code}, x); err != nil {
			return nil, err
		}
	}
	return nil, j.People.eraseEntries(ctx, x.Person)
}

// eraseEntries takes somebody out of the journal of links. The others are linked
// as before, and each entry keeps its number.
func (ps *People) eraseEntries(ctx context.Context, gone chat.PersonID) error {
	was := Links{Groups: make(map[chat.PersonID]Group)}
	var docs []storage.Doc
	for doc, err := range ps.store.Scan(ctx, KindLink, "", "") {
		if err != nil {
			return fmt.Errorf("bot: read links: %w", err)
		}
		var e LinkEntry
		if err := keep.Decode(doc, &e); err != nil {
			return err
		}
		now := e.Without(gone, &was)
		was.Apply(chat.Identity{Person: e.Person}, chat.Identity{Person: e.Into})
		if now == e {
			continue
		}
		next, err := keep.Encode(KindLink, doc.Key.ID, doc.Version, now)
		if err != nil {
			return err
		}
		docs = append(docs, next)
	}
	return ps.store.Commit(ctx, docs...)
}
