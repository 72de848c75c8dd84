// Package people knows who plays: each person's identities on the platforms, which of
// them are linked, what they have chosen, whom they block, when they are away, and who
// is being forgotten. Start at People, then Person and Links.
package people

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/documents"
	"tarockbot/bot/people/standing"
	"tarockbot/storage"
)

// The kinds of documents that tell of people.
const (
	KindPerson    = "person"   // one player
	KindIdentity  = "identity" // one platform's user: which person that is
	KindLink      = "link"     // one entry of the journal that tells who is linked
	KindRejoinBan = "lapse"    // the HMAC of the id of a user who was forgotten lately: until when they play unrated
)

// People are all who play. Who was asked for lately is kept in memory.
type People struct {
	store    *documents.Store
	random   io.Reader
	now      func() time.Time
	Links    Links
	Removing erasureGate
	Crowd    Crowd
	reshow   Reshow

	Codes      Codes
	RejoinBans RejoinBans

	mu     sync.Mutex
	cached map[chat.UserID]Person
	saved  int // how often somebody was stored or erased: who was read before that isn't kept

	zones sync.Map // by name, *time.Location: the time zones that people have chosen
}

// Reshow returns what to store with a change of the person, the version as they were before, that
// lets all their tables be shown anew.
type Reshow func(id chat.PersonID, version int64) []storage.Doc

// New makes the people who are kept in a store. Ids and keys come from random. Without reshow,
// nobody shows any tables.
func New(store *documents.Store, random io.Reader, now func() time.Time, reshow Reshow) *People {
	ps := &People{
		RejoinBans: RejoinBans{store, random, now},
		store:      store, random: random, now: now, reshow: reshow,
		Links: Links{Groups: make(map[chat.PersonID]Group)}, cached: make(map[chat.UserID]Person),
		Removing: erasureGate{users: make(map[chat.UserID]bool), busy: make(map[chat.UserID]int), Wake: make(chan struct{}, 1)},
	}
	ps.Codes = Codes{ps}
	return ps
}

// WithLinked is the person with all that they are: the settings of the head, and whom any identity
// blocks. It is never stored.
func (ps *People) WithLinked(ctx context.Context, p Person) (Person, error) {
	err := ps.link(ctx, &p)
	return p, err
}

// link makes the person all that they are. It is on every way to a screen, where most are not linked.
func (ps *People) link(ctx context.Context, p *Person) error {
	if p.Linked = ps.Links.Of(p.ID); len(p.Linked.All) == 0 {
		return nil
	}
	return ps.linkOthers(ctx, p)
}

func (ps *People) linkOthers(ctx context.Context, p *Person) error {
	for _, x := range p.Others() {
		other, known, err := ps.Lookup(ctx, x.User)
		if err != nil || !known {
			return err
		}
		p.Blocked = slices.Concat(p.Blocked, other.Blocked)
		p.Learnt, p.LessonsOffered = p.Learnt.joined(other.Learnt), p.LessonsOffered || other.LessonsOffered
		if other.RejoinBan.After(p.RejoinBan) {
			p.RejoinBan = other.RejoinBan
		}
		if x == p.Head() {
			p.chooseAs(other)
		}
	}
	return nil
}

// Resolve finds the person behind an input, with all that they are.
func (ps *People) Resolve(ctx context.Context, in chat.Input) (Person, error) {
	p, err := ps.findOrCreate(ctx, in)
	if err != nil {
		return Person{}, err
	}
	return ps.WithLinked(ctx, p)
}

// findOrCreate finds or creates the person of the user, and keeps up with name and language.
func (ps *People) findOrCreate(ctx context.Context, in chat.Input) (Person, error) {
	p, known, err := ps.Lookup(ctx, in.User)
	if err != nil {
		return Person{}, err
	}
	if !known {
		return ps.create(ctx, in)
	}
	name, lang := p.Name, cleanLang(in.Lang)
	if in.Name != name {
		name = displayName(in.Name, p.ID)
	}
	if p.Name == name && (lang == "" || p.Heard == lang) {
		return p, nil
	}
	return ps.Change(ctx, in.User, func(p *Person) {
		p.Name = name
		if lang != "" {
			p.Heard = lang
		}
	})
}

// Change stores a change of the user's person, if they are known, with other documents. Another change
// at the same moment is not lost by it.
func (ps *People) Change(ctx context.Context, user chat.UserID, change func(*Person), more ...storage.Doc) (Person, error) {
	return ps.Decide(ctx, user, func(p *Person) ([]storage.Doc, error) {
		change(p)
		return more, nil
	})
}

// ErrAsIs is the error of a decision that leaves the person as they are.
var ErrAsIs = errors.New("bot: the person stays as they are")

// Decide is Change for what depends on how the person is: it is decided again after a conflict, and returns
// the documents that go with it. What tables show of the change they are let show by the same commit. After
// an error nothing has changed; it is returned, but for ErrAsIs.
func (ps *People) Decide(ctx context.Context, user chat.UserID, decide func(*Person) ([]storage.Doc, error)) (changed Person, err error) {
	err = documents.RetryOnConflict(func() error {
		p, known, err := ps.Lookup(ctx, user)
		if err != nil || !known {
			return err
		}
		was := p.look()
		more, err := decide(&p)
		if errors.Is(err, ErrAsIs) {
			return nil
		}
		if err != nil {
			return err
		}
		if p.look() != was && ps.reshow != nil {
			more = append(slices.Clip(more), ps.reshow(p.ID, p.version)...)
		}
		changed, err = ps.Save(ctx, p, more...)
		return err
	})
	return changed, err
}

// maxPeople is how many people are kept in memory. The others are read when they do something.
const maxPeople = 10_000

// Lookup finds the person of an identity, from memory if possible. They are kept in memory
// unless somebody was saved while they were read.
func (ps *People) Lookup(ctx context.Context, user chat.UserID) (p Person, known bool, err error) {
	ps.mu.Lock()
	p, known = ps.cached[user]
	saved := ps.saved
	ps.mu.Unlock()
	if known {
		return p, true, nil
	}
	if p, known, err = ps.read(ctx, user); err != nil || !known {
		return Person{}, false, err
	}
	ps.mu.Lock()
	defer ps.mu.Unlock()
	if saved == ps.saved {
		ps.rememberLocked(p)
	}
	return p, true, nil
}

// LookupLinked is Lookup and WithLinked. After an error of that it is what the identity has by itself.
func (ps *People) LookupLinked(ctx context.Context, user chat.UserID) (p Person, known bool, err error) {
	if p, known, err = ps.Lookup(ctx, user); err == nil && known {
		err = ps.link(ctx, &p)
	}
	return p, known, err
}

// read finds the person in the store.
func (ps *People) read(ctx context.Context, user chat.UserID) (p Person, known bool, err error) {
	var id chat.PersonID
	if version, err := ps.store.Load(ctx, KindIdentity, string(user), &id); err != nil || version == 0 {
		return p, false, err
	}
	p.version, err = ps.store.Load(ctx, KindPerson, string(id), &p)
	return p, p.version > 0, err
}

// rememberLocked keeps the person in memory, if they are the newest, and not being forgotten.
func (ps *People) rememberLocked(p Person) {
	if len(ps.cached) >= maxPeople {
		clear(ps.cached)
	}
	for _, user := range p.Users {
		if there := ps.cached[user]; (there.ID != p.ID || there.version <= p.version) && !ps.Removing.Blocks(user) {
			ps.cached[user] = p
		}
	}
}

func (ps *People) create(ctx context.Context, in chat.Input) (Person, error) {
	code, err := documents.NewCode(ps.random)
	if err != nil {
		return Person{}, err
	}
	id := chat.PersonID(code)
	p := Person{ID: id, Name: displayName(in.Name, id), Users: []chat.UserID{in.User}, Heard: cleanLang(in.Lang)}
	if p.RejoinBan, err = ps.RejoinBans.until(ctx, in.User); err != nil {
		return Person{}, err
	}
	identity, err := documents.Encode(KindIdentity, string(in.User), 0, id)
	if err != nil {
		return Person{}, err
	}
	p, err = ps.Save(ctx, p, identity)
	if errors.Is(err, storage.ErrConflict) { // somebody else introduced them just now
		found, ok, findErr := ps.Lookup(ctx, in.User)
		if ok && findErr == nil {
			return found, nil
		}
	}
	return p, err
}

// Save stores the person with other documents. After an error the next look is at the store.
func (ps *People) Save(ctx context.Context, p Person, more ...storage.Doc) (Person, error) {
	doc, err := documents.Encode(KindPerson, string(p.ID), p.version, p)
	if err != nil {
		return p, err
	}
	if err := ps.store.Commit(ctx, append(more, doc)...); err != nil {
		ps.Evict(p.Users...)
		return p, err
	}
	p.version++
	ps.mu.Lock()
	defer ps.mu.Unlock()
	ps.saved++
	ps.rememberLocked(p)
	return p, nil
}

// Evict forgets the person in memory.
func (ps *People) Evict(users ...chat.UserID) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	ps.saved++
	for _, user := range users {
		delete(ps.cached, user)
	}
}

// displayName is what a person is called: the id, if nothing of the name can be shown.
func displayName(raw string, id chat.PersonID) string {
	if name := speech.CleanName(raw); name != "" {
		return name
	}
	return speech.Nameless + id.ShortID()[1:]
}

// cleanLang keeps a language tag only if it can be one.
func cleanLang(lang string) string {
	const (
		most    = 35 // letters that a tag has room for (BCP 47)
		letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"
	)
	if len(lang) > most || strings.Trim(lang, letters) != "" {
		return ""
	}
	return lang
}

// Accounts implements standing.Owners.
func (ps *People) Accounts(account chat.PersonID) []chat.PersonID { return ps.Links.Accounts(account) }

// Listed implements standing.Owners.
func (ps *People) Listed(ctx context.Context, head chat.PersonID) (bool, error) {
	var p Person
	version, err := ps.store.Load(ctx, KindPerson, string(head), &p)
	return version > 0 && p.Ranking == standing.Shown, err
}

// Same says whether two are one person. Whatever is about people, not identities, must ask it.
func (ps *People) Same(x, y chat.PersonID) bool {
	return x != "" && ps.Links.Head(x) == ps.Links.Head(y)
}

const (
	crowdSize = 8      // people of a chat that are kept in mind
	maxCrowds = 10_000 // chats; then all are forgotten, for they fill again
)

// Crowd remembers who was active in a chat lately, to offer them as friends.
type Crowd struct {
	mu    sync.Mutex
	chats map[chat.ChatID][]Member
}

// Member is somebody who was active in a chat.
type Member struct {
	User   chat.UserID
	Person chat.PersonID
	Name   string
}

// RecordActive notes that the person did something in the chat.
func (c *Crowd) RecordActive(at chat.ChatID, user chat.UserID, p Person) {
	if at == "" {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.chats == nil || len(c.chats) >= maxCrowds {
		c.chats = make(map[chat.ChatID][]Member)
	}
	others := slices.DeleteFunc(c.chats[at], func(m Member) bool { return m.User == user })
	members := slices.Insert(others, 0, Member{user, p.ID, p.Name})
	c.chats[at] = members[:min(crowdSize, len(members))]
}

// ActiveIn lists who was active in the chat, the latest first.
func (c *Crowd) ActiveIn(at chat.ChatID) []Member {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.chats[at])
}

// Remove forgets the user in all chats.
func (c *Crowd) Remove(user chat.UserID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for at, members := range c.chats {
		c.chats[at] = slices.DeleteFunc(members, func(m Member) bool { return m.User == user })
	}
}
