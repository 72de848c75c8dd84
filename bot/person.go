package bot

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/bot/match"
	"tarockbot/bot/speech"
	"tarockbot/bot/standing"
	"tarockbot/render/words"
	"tarockbot/storage"
)

// person is one player, as stored.
type person struct {
	ID      chat.PersonID `json:"id"`
	Name    string        `json:"name"`
	Users   []UserID      `json:"users"`
	Lang    string        `json:"lang,omitempty"`    // chosen; "" follows the platform
	Heard   string        `json:"heard,omitempty"`   // the language the platform last told
	Confirm bool          `json:"confirm,omitempty"` // ask before a card is played
	Asked   ChatID        `json:"asked,omitempty"`   // where the user last asked for a challenge
	AskedIn ChatID        `json:"askedIn,omitempty"` // the server or group of that; "" if it is in none
	Code    string        `json:"code,omitempty"`    // the newest code for linking that was asked for; see codeSum
	// Lapse is until when nothing that the person plays is rated: they were
	// forgotten before.
	Lapse time.Time `json:"lapse,omitzero"`
	taste
	calling
	Wake    alarmKey      `json:"wake,omitempty"` // when there is somebody to be called again
	Ranking standing.Wish `json:"ranking,omitempty"`

	Away    away      `json:"away,omitzero"`
	Blocked []blocked `json:"blocked,omitempty"` // who can't challenge or join the person

	version int64
	linked  group // see whole
}

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

// identity is the one that was introduced as this person.
func (p person) identity() chat.Identity { return chat.Identity{Person: p.ID, User: p.Users[0]} }

// who is the person as tables know them.
func (p person) who() match.Who { return match.Who{ID: p.ID, Users: p.Users, Linked: p.linked.all} }

// identities are all that the person is, the head first.
func (p person) identities() []chat.Identity { return p.who().Identities() }

// head is the identity whose settings count.
func (p person) head() chat.Identity { return p.identities()[0] }

// others are those that are linked with the one that was introduced as p.
func (p person) others() []chat.Identity {
	return slices.DeleteFunc(slices.Clone(p.linked.all), func(x chat.Identity) bool { return x.Person == p.ID })
}

// is says whether that is the person, through whatever identity.
func (p person) is(id chat.PersonID) bool { return p.who().Is(id) }

// has says whether the user is an identity of the person.
func (p person) has(user UserID) bool { return p.who().Has(user) }

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

// taste is how somebody likes tables to look.
type taste struct {
	TextOnly   bool `json:"textOnly,omitempty"`   // no pictures
	TwoColours bool `json:"twoColours,omitempty"` // cards in red and black alone
}

// calling is how somebody wants to be called.
type calling struct {
	Zone      string    `json:"zone,omitempty"`      // of the time zone database; see zone
	Quiet     hours     `json:"quiet,omitzero"`      // in which nobody calls
	Reminders reminders `json:"reminders,omitempty"` // of the time that runs out
	Calls     turnCalls `json:"calls,omitempty"`     // to their turn
	Platform  string    `json:"platform,omitempty"`  // where they are called, if they are there; "": where they were heard last
}

// reminders are which of the reminders somebody wants.
type reminders string

// The choices.
const (
	bothReminders reminders = ""
	lastReminder  reminders = "last"
	noReminders   reminders = "off"
)

// allReminders are the choices, in the order in which they are offered.
func allReminders() []reminders { return []reminders{bothReminders, lastReminder, noReminders} }

// word names the choice.
func (r reminders) word() string { return cmp.Or(string(r), "both") }

// tongue is the texts in the person's language, as they are read on the platform.
func (b *Bot) tongue(p person, platform string) *words.Tongue {
	return b.withCommands(platform, b.words.In(p.Lang, p.Heard, b.cfg.Language))
}

// withCommands is the texts with commands as they are typed on the platform.
func (b *Bot) withCommands(platform string, t *words.Tongue) *words.Tongue {
	if s, ok := b.platforms[platform].(CommandFormatter); ok {
		return t.WithCommands(s.FormatCommand)
	}
	return t.WithCommands(nil)
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
