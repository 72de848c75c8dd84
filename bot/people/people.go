// Package people stores the players: identities, links, settings and erasure. Start reading at People, then Person and
// Links.
package people

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/documents"
	"tarockbot/bot/people/standing"
	"tarockbot/bot/support/cache"
	"tarockbot/storage"
)

// The kinds of documents about people.
const (
	KindPerson    = "person"   // an Account
	KindIdentity  = "identity" // the person's id, by user
	KindLink      = "link"     // a LinkEntry, by number
	KindCode      = "code"     // a code, by its hash
	KindRemoved   = "removed"  // a Removal, by the person's id
	KindRejoinBan = "lapse"    // the end of a ban, by HMAC
)

// People reads, changes and caches accounts.
type People struct {
	Clocks
	Links         Links
	Codes         Codes
	ActiveMembers ActiveMembers
	Erasures      ErasureGate
	RejoinBans    RejoinBans
	Standings     *standing.Standings

	store  *documents.Store
	random io.Reader
	reshow RedrawDocs

	mu      sync.Mutex // lock order: before Erasures'
	cached  cache.Map[chat.UserID, Account]
	changes int // a read that began before a change isn't cached
}

// RedrawDocs returns documents that redraw the person's tables. change must be unique.
type RedrawDocs func(id chat.PersonID, change string) []storage.Doc

const cachedPeople = 5_000

// New returns the people in the store. Ids and keys come from random.
func New(store *documents.Store, random io.Reader, now func() time.Time, reshow RedrawDocs) *People {
	ps := &People{
		Clocks: Clocks{now: now},
		store:  store, random: random, reshow: reshow,
		cached: cache.Map[chat.UserID, Account]{Keep: cachedPeople},
	}
	ps.Codes, ps.RejoinBans = Codes{ps}, RejoinBans{store, random, now}
	ps.ActiveMembers.chats.Keep = maxCrowds
	ps.Erasures.init()
	ps.Standings = standing.New(store, now, ps)
	return ps
}

// WithLinked merges the account with its linked accounts. With an error it returns the account alone.
func (ps *People) WithLinked(ctx context.Context, own Account) (Person, error) {
	p := Person{own, ps.Links.GroupOf(own.ID)}
	for _, x := range p.Others() {
		other, known, err := ps.Lookup(ctx, x.User)
		if err == nil && !known {
			err = fmt.Errorf("bot: %s is linked with %s: no such person", own.ID, x.Person)
		}
		if err != nil {
			return Person{own, p.Linked}, err
		}
		p.merge(other, x == p.Head())
	}
	return p, nil
}

// Resolve returns the person behind an input, who may be new.
func (ps *People) Resolve(ctx context.Context, in chat.Input) (Person, error) {
	p, err := ps.findOrCreate(ctx, in)
	if err != nil {
		return Person{}, err
	}
	return ps.WithLinked(ctx, p)
}

func (ps *People) findOrCreate(ctx context.Context, in chat.Input) (Account, error) {
	p, known, err := ps.Lookup(ctx, in.User)
	if err != nil {
		return Account{}, err
	}
	if !known {
		return ps.create(ctx, in)
	}
	name, lang := p.Name, cleanLang(in.Lang)
	if in.Name != name {
		name = displayName(in.Name, p.ID)
	}
	if p.Name == name && (lang == "" || p.ReportedLang == lang) {
		return p, nil
	}
	return ps.Change(ctx, in.User, func(p *Account) {
		p.Name = name
		if lang != "" {
			p.ReportedLang = lang
		}
	})
}

// Change changes a known account. It repeats change after a conflict.
func (ps *People) Change(ctx context.Context, user chat.UserID, change func(*Account), more ...storage.Doc) (Account, error) {
	return ps.ChangeWithDocs(ctx, user, func(p *Account) ([]storage.Doc, error) {
		change(p)
		return more, nil
	})
}

// ErrNoChange makes ChangeWithDocs change nothing.
var ErrNoChange = errors.New("bot: person unchanged")

// ChangeWithDocs changes a known account, and stores decide's documents. It repeats decide after a conflict.
func (ps *People) ChangeWithDocs(
	ctx context.Context, user chat.UserID, decide func(*Account) ([]storage.Doc, error),
) (changed Account, err error) {
	err = documents.RetryOnConflict(func() error {
		p, known, err := ps.Lookup(ctx, user)
		if err != nil || !known {
			return err
		}
		was := p.display()
		more, err := decide(&p)
		if errors.Is(err, ErrNoChange) {
			return nil
		}
		if err != nil {
			return err
		}
		if p.display() != was {
			more = append(slices.Clip(more), ps.reshow(p.ID, strconv.FormatInt(p.version, 10))...)
		}
		changed, err = ps.save(ctx, p, more...)
		return err
	})
	return changed, err
}

// Lookup returns the user's account, if known.
func (ps *People) Lookup(ctx context.Context, user chat.UserID) (p Account, known bool, err error) {
	ps.mu.Lock()
	p, known = ps.cached.Get(user)
	changes := ps.changes
	ps.mu.Unlock()
	if known {
		return p, true, nil
	}
	if p, known, err = ps.read(ctx, user); err != nil || !known {
		return Account{}, false, err
	}
	ps.mu.Lock()
	defer ps.mu.Unlock()
	if changes == ps.changes {
		ps.cacheLocked(p)
	}
	return p, true, nil
}

// LookupLinked calls Lookup, then WithLinked.
func (ps *People) LookupLinked(ctx context.Context, user chat.UserID) (p Person, known bool, err error) {
	own, known, err := ps.Lookup(ctx, user)
	if err == nil && known {
		p, err = ps.WithLinked(ctx, own)
	}
	return p, known, err
}

func (ps *People) read(ctx context.Context, user chat.UserID) (p Account, known bool, err error) {
	var id chat.PersonID
	if version, err := ps.store.Load(ctx, KindIdentity, string(user), &id); err != nil || version == 0 {
		return p, false, err
	}
	return ps.ByID(ctx, id)
}

func (ps *People) cacheLocked(p Account) {
	cached, _ := ps.cached.Get(p.User())
	if (cached.ID != p.ID || cached.version <= p.version) && !ps.Erasures.IsBlocked(p.User()) {
		ps.cached.Put(p.User(), p)
	}
}

func (ps *People) create(ctx context.Context, in chat.Input) (Account, error) {
	code, err := documents.NewCode(ps.random)
	if err != nil {
		return Account{}, err
	}
	id := chat.PersonID(code)
	p := Account{ID: id, Name: displayName(in.Name, id), Users: []chat.UserID{in.User}, ReportedLang: cleanLang(in.Lang)}
	if p.RejoinBan, err = ps.RejoinBans.end(ctx, in.User); err != nil {
		return Account{}, err
	}
	identity, err := documents.Encode(KindIdentity, string(in.User), 0, id)
	if err != nil {
		return Account{}, err
	}
	p, err = ps.save(ctx, p, identity)
	if errors.Is(err, storage.ErrConflict) {
		found, ok, findErr := ps.Lookup(ctx, in.User)
		if ok && findErr == nil {
			return found, nil
		}
	}
	return p, err
}

func (ps *People) save(ctx context.Context, p Account, more ...storage.Doc) (Account, error) {
	doc, err := documents.Encode(KindPerson, string(p.ID), p.version, p)
	if err != nil {
		return p, err
	}
	if err := ps.store.Commit(ctx, append(more, doc)...); err != nil {
		ps.Evict(p.User())
		return p, err
	}
	p.version++
	ps.mu.Lock()
	defer ps.mu.Unlock()
	ps.changes++
	ps.cacheLocked(p)
	return p, nil
}

// Evict removes the users' accounts from the cache.
func (ps *People) Evict(users ...chat.UserID) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	ps.changes++
	for _, user := range users {
		ps.cached.Delete(user)
	}
}

func displayName(raw string, id chat.PersonID) string {
	if name := displayname.Clean(raw); name != "" {
		return name
	}
	return displayname.NamelessPrefix + id.ShortID()[1:]
}

func cleanLang(lang string) string {
	const (
		most    = 35 // BCP 47's limit
		letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"
	)
	if len(lang) > most || strings.Trim(lang, letters) != "" {
		return ""
	}
	return lang
}

// ByID reads the account, if stored.
func (ps *People) ByID(ctx context.Context, id chat.PersonID) (p Account, known bool, err error) {
	p.version, err = ps.store.Load(ctx, KindPerson, string(id), &p)
	return p, p.version > 0, err
}

// HeadsByTag returns the heads of people whose ids begin with the tag.
func (ps *People) HeadsByTag(ctx context.Context, tag string) (map[chat.PersonID]bool, error) {
	heads := make(map[chat.PersonID]bool)
	from, to := documents.WithPrefix(tag)
	for doc, err := range ps.store.Scan(ctx, KindPerson, from, to) {
		if err != nil {
			return nil, fmt.Errorf("bot: find a tag: %w", err)
		}
		heads[ps.Links.Head(chat.PersonID(doc.Key.ID))] = true
	}
	return heads, nil
}

// IsSamePerson reports whether two ids are one person.
func (ps *People) IsSamePerson(x, y chat.PersonID) bool {
	return x != "" && ps.Links.Head(x) == ps.Links.Head(y)
}

// Accounts implements standing.Groups.
func (ps *People) Accounts(account chat.PersonID) []chat.PersonID { return ps.Links.Accounts(account) }

// IsListed implements standing.Groups.
func (ps *People) IsListed(ctx context.Context, head chat.PersonID) (bool, error) {
	p, known, err := ps.ByID(ctx, head)
	return known && p.Ranking == standing.RankingShown, err
}
