package bot

import (
	"context"
	"errors"
	"strings"

	"tarockbot/render/words"
	"tarockbot/storage"
)

// PersonID is one player, whatever the number of identities.
type PersonID string

// person is one player, as stored.
type person struct {
	ID      PersonID `json:"id"`
	Name    string   `json:"name"`
	Users   []UserID `json:"users"`
	Lang    string   `json:"lang,omitempty"`    // chosen; "" follows the platform
	Heard   string   `json:"heard,omitempty"`   // the language the platform last told
	Confirm bool     `json:"confirm,omitempty"` // ask before a card is played
	taste

	version int64
}

// taste is how somebody likes tables to look.
type taste struct {
	TextOnly   bool `json:"textOnly,omitempty"`   // no pictures
	TwoColours bool `json:"twoColours,omitempty"` // cards in red and black alone
}

// shortID tells people with the same name apart.
func (id PersonID) shortID() string { return "#" + strings.ToUpper(string(id))[:4] }

// tongue is the texts in the person's language.
func (b *Bot) tongue(p person) *words.Tongue { return b.words.In(p.Lang, p.Heard, b.cfg.Language) }

// meet finds the person behind an input, who is made known if new, and keeps
// up with name and language.
func (b *Bot) meet(ctx context.Context, in Input) (person, error) {
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
	for range tries {
		p, known, err := b.known(ctx, user)
		if err != nil || !known {
			return p, err
		}
		change(&p)
		if p, err = b.savePerson(ctx, p, more...); !errors.Is(err, storage.ErrConflict) {
			return p, err
		}
	}
	return person{}, errBusy
}

// maxPeople is how many people are kept in memory; the others are read again
// when they do something.
const maxPeople = 10_000

// known finds the person of an identity, from memory if possible.
func (b *Bot) known(ctx context.Context, user UserID) (person, bool, error) {
	b.peopleMu.Lock()
	p, ok := b.people[user]
	b.peopleMu.Unlock()
	if ok {
		return p, true, nil
	}
	var id PersonID
	if version, err := b.load(ctx, kindIdentity, string(user), &id); err != nil || version == 0 {
		return person{}, false, err
	}
	version, err := b.load(ctx, kindPerson, string(id), &p)
	if err != nil || version == 0 {
		return person{}, false, err
	}
	p.version = version
	b.remember(p)
	return p, true, nil
}

func (b *Bot) remember(p person) {
	b.peopleMu.Lock()
	defer b.peopleMu.Unlock()
	if len(b.people) >= maxPeople {
		clear(b.people)
	}
	for _, user := range p.Users {
		b.people[user] = p
	}
}

func (b *Bot) introduce(ctx context.Context, in Input) (person, error) {
	code, err := b.newCode()
	if err != nil {
		return person{}, err
	}
	id := PersonID(code)
	p := person{ID: id, Name: displayName(in.Name, id), Users: []UserID{in.User}, Heard: cleanLang(in.Lang)}
	identity, err := encode(kindIdentity, string(in.User), 0, id)
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
	doc, err := encode(kindPerson, string(p.ID), p.version, p)
	if err != nil {
		return p, err
	}
	if err := b.cfg.Store.Commit(ctx, append(more, doc)...); err != nil {
		b.peopleMu.Lock()
		for _, user := range p.Users {
			delete(b.people, user)
		}
		b.peopleMu.Unlock()
		return p, b.storeError(err)
	}
	p.version++
	b.remember(p)
	return p, nil
}

// displayName is what a person is called; one without a showable name is
// called after the id.
func displayName(raw string, id PersonID) string {
	if name := CleanName(raw); name != "" {
		return name
	}
	return "Player-" + id.shortID()[1:]
}

// cleanLang keeps a language tag only if it can be one.
func cleanLang(lang string) string {
	const most = 35 // letters that a tag has room for (BCP 47)
	if len(lang) > most || strings.Trim(lang, tagLetters) != "" {
		return ""
	}
	return lang
}

const tagLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"
