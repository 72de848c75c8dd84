package bot

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/bot/speech"
	"tarockbot/bot/standing"
	"tarockbot/storage"
)

// people are all who play: who they are, which of their identities are linked, and
// what they want. Who was asked for lately is kept in memory.
type people struct {
	store    *keep.Store
	random   io.Reader
	now      func() time.Time
	links    links
	removing removing

	mu     sync.Mutex
	cached map[UserID]person
	saved  int // how often somebody was stored or erased: who was read before that isn't kept

	zones sync.Map // by name, *time.Location: the time zones that people have chosen
}

func newPeople(store *keep.Store, random io.Reader, now func() time.Time) *people {
	return &people{
		store: store, random: random, now: now,
		links: links{groups: make(map[chat.PersonID]group)}, removing: newRemoving(), cached: make(map[UserID]person),
	}
}

// whole is the person with all that they are: who is linked, the settings of the
// one who counts, and whom any of them blocks. It is never stored.
func (ps *people) whole(ctx context.Context, p person) (person, error) {
	p.linked = ps.links.of(p.ID)
	for _, x := range p.others() {
		other, known, err := ps.known(ctx, x.User)
		if err != nil || !known {
			return p, err
		}
		p.Blocked = slices.Concat(p.Blocked, other.Blocked)
		if other.Lapse.After(p.Lapse) {
			p.Lapse = other.Lapse
		}
		if x == p.head() {
			p.Lang, p.Heard, p.Confirm, p.taste = other.Lang, other.Heard, other.Confirm, other.taste
			p.Ranking, p.calling, p.Away = other.Ranking, other.calling, other.Away
		}
	}
	return p, nil
}

// meet finds the person behind an input, with all that they are.
func (ps *people) meet(ctx context.Context, in Input) (person, error) {
	p, err := ps.recognise(ctx, in)
	if err != nil {
		return person{}, err
	}
	return ps.whole(ctx, p)
}

// recognise finds who was introduced as the user, or introduces them, and keeps
// up with name and language.
func (ps *people) recognise(ctx context.Context, in Input) (person, error) {
	p, known, err := ps.known(ctx, in.User)
	if err != nil {
		return person{}, err
	}
	if !known {
		return ps.introduce(ctx, in)
	}
	name, lang := p.Name, cleanLang(in.Lang)
	if in.Name != name {
		name = displayName(in.Name, p.ID)
	}
	if p.Name == name && (lang == "" || p.Heard == lang) {
		return p, nil
	}
	return ps.changePerson(ctx, in.User, func(p *person) {
		p.Name = name
		if lang != "" {
			p.Heard = lang
		}
	})
}

// changePerson stores a change of the person behind the user, with what
// belongs to it. Another change at the same moment is not lost by it.
func (ps *people) changePerson(ctx context.Context, user UserID, change func(*person), more ...storage.Doc) (person, error) {
	var changed person
	err := keep.Again(func() error {
		p, known, err := ps.known(ctx, user)
		if err != nil || !known {
			return err
		}
		change(&p)
		changed, err = ps.savePerson(ctx, p, more...)
		return err
	})
	return changed, err
}

// maxPeople is how many people are kept in memory; the others are read again
// when they do something.
const maxPeople = 10_000

// known finds the person of an identity, from memory if possible.
func (ps *people) known(ctx context.Context, user UserID) (person, bool, error) {
	p, ok, saved := ps.remembered(user)
	if ok {
		return p, true, nil
	}
	return ps.readPerson(ctx, user, saved)
}

// remembered is the person of an identity, if they are in memory, and how often
// people had been saved then.
func (ps *people) remembered(user UserID) (p person, ok bool, saved int) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	p, ok = ps.cached[user]
	return p, ok, ps.saved
}

// readPerson finds the person in the store. They are kept in memory unless somebody
// was saved since that was looked at.
func (ps *people) readPerson(ctx context.Context, user UserID, saved int) (p person, known bool, err error) {
	var id chat.PersonID
	if version, err := ps.store.Load(ctx, kindIdentity, string(user), &id); err != nil || version == 0 {
		return person{}, false, err
	}
	version, err := ps.store.Load(ctx, kindPerson, string(id), &p)
	if err != nil || version == 0 {
		return person{}, false, err
	}
	p.version = version
	ps.mu.Lock()
	defer ps.mu.Unlock()
	if saved == ps.saved {
		ps.rememberLocked(p)
	}
	return p, true, nil
}

// rememberLocked keeps the person in memory, unless a newer version is there, or they are
// being forgotten.
func (ps *people) rememberLocked(p person) {
	if len(ps.cached) >= maxPeople {
		clear(ps.cached)
	}
	for _, user := range p.Users {
		if there := ps.cached[user]; (there.ID != p.ID || there.version <= p.version) && !ps.removing.has(user) {
			ps.cached[user] = p
		}
	}
}

func (ps *people) introduce(ctx context.Context, in Input) (person, error) {
	code, err := keep.NewCode(ps.random)
	if err != nil {
		return person{}, err
	}
	id := chat.PersonID(code)
	p := person{ID: id, Name: displayName(in.Name, id), Users: []UserID{in.User}, Heard: cleanLang(in.Lang)}
	if p.Lapse, err = ps.lapsed(ctx, in.User); err != nil {
		return person{}, err
	}
	identity, err := keep.Encode(kindIdentity, string(in.User), 0, id)
	if err != nil {
		return person{}, err
	}
	p, err = ps.savePerson(ctx, p, identity)
	if errors.Is(err, storage.ErrConflict) { // somebody else introduced them just now
		found, ok, findErr := ps.known(ctx, in.User)
		if ok && findErr == nil {
			return found, nil
		}
	}
	return p, err
}

// savePerson stores the person with what belongs to them. On an error the
// person in memory is forgotten, so that the next look is at the store.
func (ps *people) savePerson(ctx context.Context, p person, more ...storage.Doc) (person, error) {
	doc, err := keep.Encode(kindPerson, string(p.ID), p.version, p)
	if err != nil {
		return p, err
	}
	if err := ps.store.Commit(ctx, append(more, doc)...); err != nil {
		ps.dropPerson(p.Users...)
		return p, err
	}
	p.version++
	ps.mu.Lock()
	defer ps.mu.Unlock()
	ps.saved++
	ps.rememberLocked(p)
	return p, nil
}

// dropPerson forgets the person in memory.
func (ps *people) dropPerson(users ...UserID) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	ps.saved++
	for _, user := range users {
		delete(ps.cached, user)
	}
}

// displayName is what a person is called; one without a showable name is
// called after the id.
func displayName(raw string, id chat.PersonID) string {
	if name := speech.CleanName(raw); name != "" {
		return name
	}
	return nameless + id.ShortID()[1:]
}

// nameless begins the name of somebody without one.
const nameless = "Player-"

// cleanLang keeps a language tag only if it can be one.
func cleanLang(lang string) string {
	const most = 35 // letters that a tag has room for (BCP 47)
	if len(lang) > most || strings.Trim(lang, tagLetters) != "" {
		return ""
	}
	return lang
}

const tagLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"

// Accounts implements owners.
func (ps *people) Accounts(account chat.PersonID) []chat.PersonID { return ps.links.accounts(account) }

// Listed implements owners.
func (ps *people) Listed(ctx context.Context, head chat.PersonID) (bool, error) {
	var p person
	version, err := ps.store.Load(ctx, kindPerson, string(head), &p)
	return version > 0 && p.Ranking == standing.Shown, err
}

// samePerson says whether two are one person: the same, or linked. Whatever is
// about people rather than identities must ask it.
func (ps *people) samePerson(x, y chat.PersonID) bool {
	return x != "" && ps.links.head(x) == ps.links.head(y)
}
