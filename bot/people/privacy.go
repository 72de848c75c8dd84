package people

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/storage"
)

// Removals is the list of those who were forgotten. It lies outside of the store, so that who was
// forgotten after a backup was made is forgotten again when that is restored. It tells nothing
// but random ids and times.
type Removals interface {
	// List is all that was ever added.
	List(ctx context.Context) ([]Forgotten, error)
	// Add puts some on the list, durably when it returns; also who is on it already.
	Add(ctx context.Context, some ...Forgotten) error
}

// Forgotten is one who was forgotten, and when.
type Forgotten struct {
	Person chat.PersonID
	At     time.Time
}

// KindRemoved is the kind of documents that tell who is forgotten, or about to be.
const KindRemoved = "removed"

// Removal is one identity that is to be forgotten, as stored under its person's id. After a kill the
// next process goes on with it: each step may be done again.
type Removal struct {
	At   time.Time   `json:"at"`             // when it was asked for
	User chat.UserID `json:"user,omitempty"` // "" once all is erased

	Person  chat.PersonID `json:"-"`
	Version int64         `json:"-"`
}

// Identity is who is to be forgotten.
func (x *Removal) Identity() chat.Identity { return chat.Identity{Person: x.Person, User: x.User} }

// Doc makes the document that stores it.
func (x *Removal) Doc() (storage.Doc, error) {
	return documents.Encode(KindRemoved, string(x.Person), x.Version, x)
}

// ReadRemovals reads who is forgotten, or about to be.
func ReadRemovals(ctx context.Context, store *documents.Store) (all []*Removal, err error) {
	for e, err := range documents.Read[Removal](store.Scan(ctx, KindRemoved, "", "")) {
		if err != nil {
			return nil, fmt.Errorf("bot: read removals: %w", err)
		}
		e.Value.Person, e.Value.Version = chat.PersonID(e.Key.ID), e.Version
		all = append(all, &e.Value)
	}
	return all, nil
}

// erasureGate is who is being forgotten. Nobody listens to them, or they would be met anew.
type erasureGate struct {
	mu    sync.Mutex
	users map[chat.UserID]bool
	busy  map[chat.UserID]int // inputs that are being decided
	Wake  chan struct{}       // holds one thing when there is somebody to forget
}

// BeginInput says whether somebody is listened to. Then Leave ends that.
func (r *erasureGate) BeginInput(user chat.UserID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.users[user] {
		return false
	}
	r.busy[user]++
	return true
}

// EndInput ends what Enter has begun.
func (r *erasureGate) EndInput(user chat.UserID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.busy[user]--; r.busy[user] == 0 {
		delete(r.busy, user)
	}
}

// Idle says whether nothing of the user is being decided.
func (r *erasureGate) Idle(user chat.UserID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.busy[user] == 0
}

// Block lets nobody listen to the user until End.
func (r *erasureGate) Block(user chat.UserID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.users[user] = true
}

// Unblock lets the user be listened to again.
func (r *erasureGate) Unblock(user chat.UserID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.users, user)
}

// Blocks says whether the user is being forgotten.
func (r *erasureGate) Blocks(user chat.UserID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.users[user]
}

// Signal lets those be forgotten who are to be.
func (r *erasureGate) Signal() {
	select {
	case r.Wake <- struct{}{}:
	default:
	}
}

// Holders are those of people, in the order in which somebody is erased.
func (ps *People) Holders() []documents.Holder {
	return []documents.Holder{
		{Kind: KindIdentity, Form: documents.FormOf[chat.PersonID], Erase: ps.eraseIdentity, NotDisclosed: "it is the account's user"},
		{Kind: KindPerson, Form: documents.FormOf[Person], Erase: ps.erasePerson, Disclose: ps.disclosePerson},
		{Kind: KindRejoinBan, Form: documents.FormOf[time.Time], NotErased: "it is what forbids a fresh start, for thirty days", NotDisclosed: "it is in the person's settings"},
		{Kind: KindRemoved, Form: documents.FormOf[Removal], NotErased: "it is what has to be erased, and tells only a random id and a time once that is done", NotDisclosed: "who is being forgotten isn't listened to"},
	}
}

// LinkHolder holds the journal of links. Part parts an account from the others; the lock of Seating is held.
func (ps *People) LinkHolder(part func(ctx context.Context, in chat.Input, x chat.Identity) error) documents.Holder {
	erase := func(ctx context.Context, x *documents.Erasure) error {
		ps.Links.Seating.Lock()
		defer ps.Links.Seating.Unlock()
		if len(ps.Links.Of(x.Person).All) > 0 {
			code, err := documents.NewCode(ps.random)
			if err != nil {
				return err
			}
			if err := part(ctx, chat.Input{ID: "forget/" + code}, x.Identity); err != nil {
				return err
			}
		}
		return ps.eraseEntries(ctx, x.Person)
	}
	return documents.Holder{Kind: KindLink, Form: documents.FormOf[LinkEntry], Erase: erase, NotDisclosed: "accounts tell who is linked"}
}

// hidden are fields of a stored person that others are in, or that prove something.
var hidden = []string{"blocked", "users", "code"}

// disclosePerson tells settings as they are stored, and whom the person blocks.
func (ps *People) disclosePerson(ctx context.Context, d *documents.Disclosure) error {
	for i, who := range d.Accounts {
		var p Person
		settings := make(map[string]json.RawMessage)
		for _, view := range []any{&p, &settings} {
			if _, err := ps.store.Load(ctx, KindPerson, string(who.Person), view); err != nil {
				return err
			}
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
func (ps *People) eraseIdentity(ctx context.Context, x *documents.Erasure) error {
	user := string(x.User)
	return ps.store.Erase(ctx, KindIdentity, user, user, documents.Is(func(id chat.PersonID) bool { return id == x.Person }))
}

// erasePerson deletes the person, also from the lists of those who block them.
func (ps *People) erasePerson(ctx context.Context, x *documents.Erasure) error {
	for e, err := range documents.Read[Person](ps.store.Naming(ctx, KindPerson, string(x.User))) {
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
	ps.Evict(x.User)
	ps.Crowd.Remove(x.User)
	return err
}

// eraseEntries takes somebody out of the journal. The others stay linked, and entries their numbers.
func (ps *People) eraseEntries(ctx context.Context, gone chat.PersonID) error {
	was := Links{Groups: make(map[chat.PersonID]Group)}
	var docs []storage.Doc
	for e, err := range documents.Read[LinkEntry](ps.store.Scan(ctx, KindLink, "", "")) {
		if err != nil {
			return fmt.Errorf("bot: read links: %w", err)
		}
		now := e.Value.Without(gone, &was)
		was.Apply(chat.Identity{Person: e.Value.Person}, chat.Identity{Person: e.Value.Into})
		if now == e.Value {
			continue
		}
		next, err := documents.Encode(KindLink, e.Key.ID, e.Version, now)
		if err != nil {
			return err
		}
		docs = append(docs, next)
	}
	return ps.store.Commit(ctx, docs...)
}
