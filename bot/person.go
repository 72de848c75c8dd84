package bot

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
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
	Wake    alarmKey    `json:"wake,omitempty"` // when there is somebody to be called again
	Ranking rankingWish `json:"ranking,omitempty"`

	Away    away      `json:"away,omitzero"`
	Blocked []blocked `json:"blocked,omitempty"` // who can't challenge or join the person

	version int64
	linked  group // see whole
}

// identity is the one that was introduced as this person.
func (p person) identity() identity { return identity{p.ID, p.Users[0]} }

// identities are all that the person is, the head first.
func (p person) identities() []identity {
	if len(p.linked.all) > 0 {
		return p.linked.all
	}
	return []identity{p.identity()}
}

// head is the identity whose settings count.
func (p person) head() identity { return p.identities()[0] }

// others are those that are linked with the one that was introduced as p.
func (p person) others() []identity {
	return slices.DeleteFunc(slices.Clone(p.linked.all), func(x identity) bool { return x.Person == p.ID })
}

// is says whether that is the person, through whatever identity.
func (p person) is(id chat.PersonID) bool {
	return id != "" && (id == p.ID || slices.ContainsFunc(p.linked.all, func(x identity) bool { return x.Person == id }))
}

// has says whether the user is an identity of the person.
func (p person) has(user UserID) bool {
	return slices.Contains(p.Users, user) ||
		slices.ContainsFunc(p.linked.all, func(x identity) bool { return x.User == user })
}

// whole is the person with all that they are: who is linked, the settings of the
// one who counts, and whom any of them blocks. It is never stored.
func (b *Bot) whole(ctx context.Context, p person) (person, error) {
	p.linked = b.links.of(p.ID)
	for _, x := range p.others() {
		other, known, err := b.known(ctx, x.User)
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

// word names the choice.
func (r reminders) word() string { return cmp.Or(string(r), "both") }

// tongue is the texts in the person's language, as they are read on the platform.
func (b *Bot) tongue(p person, platform string) *words.Tongue {
	return b.spelt(platform, b.words.In(p.Lang, p.Heard, b.cfg.Language))
}

// spelt is the texts with commands as they are typed on the platform.
func (b *Bot) spelt(platform string, t *words.Tongue) *words.Tongue {
	if s, ok := b.platforms[platform].(Speller); ok {
		return t.Spelt(s.Spell)
	}
	return t.Spelt(nil)
}

// meet finds the person behind an input, with all that they are.
func (b *Bot) meet(ctx context.Context, in Input) (person, error) {
	p, err := b.recognise(ctx, in)
	if err != nil {
		return person{}, err
	}
	return b.whole(ctx, p)
}

// recognise finds who was introduced as the user, or introduces them, and keeps
// up with name and language.
func (b *Bot) recognise(ctx context.Context, in Input) (person, error) {
	p, known, err := b.known(ctx, in.User)
	if err != nil {
		return person{}, err
	}
	if !known {
		return b.introduce(ctx, in)
	}
	name, lang := p.Name, cleanLang(in.Lang)
	if in.Name != name {
		name = displayName(in.Name, p.ID)
	}
	if p.Name == name && (lang == "" || p.Heard == lang) {
		return p, nil
	}
	return b.changePerson(ctx, in.User, func(p *person) {
		p.Name = name
		if lang != "" {
			p.Heard = lang
		}
	})
}

// changePerson stores a change of the person behind the user, with what
// belongs to it. Another change at the same moment is not lost by it.
func (b *Bot) changePerson(ctx context.Context, user UserID, change func(*person), more ...storage.Doc) (person, error) {
	var changed person
	err := keep.Again(func() error {
		p, known, err := b.known(ctx, user)
		if err != nil || !known {
			return err
		}
		change(&p)
		changed, err = b.savePerson(ctx, p, more...)
		return err
	})
	return changed, err
}

// maxPeople is how many people are kept in memory; the others are read again
// when they do something.
const maxPeople = 10_000

// known finds the person of an identity, from memory if possible.
func (b *Bot) known(ctx context.Context, user UserID) (person, bool, error) {
	p, ok, saved := b.remembered(user)
	if ok {
		return p, true, nil
	}
	return b.readPerson(ctx, user, saved)
}

// remembered is the person of an identity, if they are in memory, and how often
// people had been saved then.
func (b *Bot) remembered(user UserID) (p person, ok bool, saved int) {
	b.peopleMu.Lock()
	defer b.peopleMu.Unlock()
	p, ok = b.people[user]
	return p, ok, b.peopleSaved
}

// readPerson finds the person in the store. They are kept in memory unless somebody
// was saved since that was looked at.
func (b *Bot) readPerson(ctx context.Context, user UserID, saved int) (p person, known bool, err error) {
	var id chat.PersonID
	if version, err := b.store.Load(ctx, kindIdentity, string(user), &id); err != nil || version == 0 {
		return person{}, false, err
	}
	version, err := b.store.Load(ctx, kindPerson, string(id), &p)
	if err != nil || version == 0 {
		return person{}, false, err
	}
	p.version = version
	b.peopleMu.Lock()
	defer b.peopleMu.Unlock()
	if saved == b.peopleSaved {
		b.remember(p)
	}
	return p, true, nil
}

// remember keeps the person in memory, unless a newer version is there, or they are
// being forgotten. The lock of people must be held.
func (b *Bot) remember(p person) {
	if len(b.people) >= maxPeople {
		clear(b.people)
	}
	for _, user := range p.Users {
		if there := b.people[user]; (there.ID != p.ID || there.version <= p.version) && !b.removing.has(user) {
			b.people[user] = p
		}
	}
}

func (b *Bot) introduce(ctx context.Context, in Input) (person, error) {
	code, err := keep.NewCode(b.cfg.Random)
	if err != nil {
		return person{}, err
	}
	id := chat.PersonID(code)
	p := person{ID: id, Name: displayName(in.Name, id), Users: []UserID{in.User}, Heard: cleanLang(in.Lang)}
	if p.Lapse, err = b.lapsed(ctx, in.User); err != nil {
		return person{}, err
	}
	identity, err := keep.Encode(kindIdentity, string(in.User), 0, id)
	if err != nil {
		return person{}, err
	}
	p, err = b.savePerson(ctx, p, identity)
	if errors.Is(err, storage.ErrConflict) { // somebody else introduced them just now
		found, ok, findErr := b.known(ctx, in.User)
		if ok && findErr == nil {
			return found, nil
		}
	}
	return p, err
}

// savePerson stores the person with what belongs to them. On an error the
// person in memory is forgotten, so that the next look is at the store.
func (b *Bot) savePerson(ctx context.Context, p person, more ...storage.Doc) (person, error) {
	doc, err := keep.Encode(kindPerson, string(p.ID), p.version, p)
	if err != nil {
		return p, err
	}
	if err := b.store.Commit(ctx, append(more, doc)...); err != nil {
		b.dropPerson(p.Users...)
		return p, err
	}
	p.version++
	b.peopleMu.Lock()
	defer b.peopleMu.Unlock()
	b.peopleSaved++
	b.remember(p)
	return p, nil
}

// displayName is what a person is called; one without a showable name is
// called after the id.
func displayName(raw string, id chat.PersonID) string {
	if name := CleanName(raw); name != "" {
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
