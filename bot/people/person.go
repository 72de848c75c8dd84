package people

import (
	"maps"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/people/standing"
)

// Account is what is stored of a player on one platform.
type Account struct {
	ID      chat.PersonID `json:"id"`
	Name    string        `json:"name"`
	Users   []chat.UserID `json:"users"`             // exactly one; see User
	Lang    string        `json:"lang,omitempty"`    // chosen; "" follows Heard
	Heard   string        `json:"heard,omitempty"`   // the platform's last report of the user's language
	Confirm bool          `json:"confirm,omitempty"` // ask before a card is played
	Asked   chat.ChatID   `json:"asked,omitempty"`   // where the person last asked for a challenge
	AskedIn chat.ChatID   `json:"askedIn,omitempty"` // the server or group of Asked; "" if it is in none
	Code    string        `json:"code,omitempty"`    // the sum of the person's newest code for linking; see CodeSum
	// RejoinBan is the end of the time in which nothing is rated, because the user was forgotten recently.
	RejoinBan time.Time `json:"lapse,omitzero"`
	Taste
	Calling
	Learnt Learnt `json:"learnt,omitempty"`
	// LessonsOffered records that the bot has offered the lessons.
	LessonsOffered bool          `json:"lessonsOffered,omitempty"`
	Wake           string        `json:"wake,omitempty"` // the key of the alarm for the next call
	Ranking        standing.Wish `json:"ranking,omitempty"`

	Away    Away      `json:"away,omitzero"`
	Blocked []Blocked `json:"blocked,omitempty"` // users who can't challenge or join the person

	version int64
}

// Person is a player with all linked accounts, as one of them sees it. Account is that one, with what merge took over
// from the others: the head's settings, and what is true of any of them. A Person is never stored.
type Person struct {
	Account
	Linked Group `json:"-"`
}

// Bare returns a person with that identity and group and no settings.
func Bare(x chat.Identity, g Group) Person {
	return Person{Account{ID: x.Person, Users: []chat.UserID{x.User}}, g}
}

// merge adds what the linked account brings: the head its settings, and each the users whom it blocks, the lessons
// that it has done, and its rejoin ban.
func (p *Person) merge(other Account, isHead bool) {
	p.Blocked = slices.Concat(p.Blocked, other.Blocked)
	p.Learnt, p.LessonsOffered = p.Learnt.merge(other.Learnt), p.LessonsOffered || other.LessonsOffered
	if other.RejoinBan.After(p.RejoinBan) {
		p.RejoinBan = other.RejoinBan
	}
	if isHead {
		p.Lang, p.Heard, p.Confirm, p.Ranking, p.Away = other.Lang, other.Heard, other.Confirm, other.Ranking, other.Away
		p.Taste, p.Calling = other.Taste, other.Calling
	}
}

// look is the part of an account that tables show. Heard isn't in it: another device's language must not
// redraw tables.
type look struct {
	Lang    string
	Confirm bool
	Away    int64 // the end, in Unix seconds
	Taste
	Calling
}

func (a *Account) look() look {
	return look{a.Lang, a.Confirm, a.Away.Until.Unix(), a.Taste, a.Calling}
}

// User returns the user whose account it is.
func (a Account) User() chat.UserID { return a.Users[0] }

// Identity returns the identity whose account it is.
func (a Account) Identity() chat.Identity { return chat.Identity{Person: a.ID, User: a.User()} }

// Participant returns the person as tables know them.
func (p Person) Participant() match.Participant {
	return match.Participant{ID: p.ID, Users: p.Users, Linked: p.Linked.All}
}

// Identities returns all identities of the person, the head first.
func (p Person) Identities() []chat.Identity { return p.Participant().Identities() }

// Head returns the identity whose settings count.
func (p Person) Head() chat.Identity { return p.Identities()[0] }

// Others returns the linked identities other than p's own.
func (p Person) Others() []chat.Identity {
	return slices.DeleteFunc(slices.Clone(p.Linked.All), func(x chat.Identity) bool { return x.Person == p.ID })
}

// Is reports whether the id is the person's, through any identity.
func (p Person) Is(id chat.PersonID) bool { return p.Participant().Is(id) }

// Has reports whether the user is one of the person's identities.
func (p Person) Has(user chat.UserID) bool { return p.Participant().Has(user) }

// IdentityAt returns the person's identity on the platform; else that on their preferred platform;
// else the head.
func (p Person) IdentityAt(platform string) chat.Identity {
	for _, at := range []string{platform, p.Platform} {
		for _, x := range p.Identities() {
			if x.User.Platform() == at {
				return x
			}
		}
	}
	return p.Head()
}

// Platforms returns the names of the platforms that the person is on.
func (p Person) Platforms() []string {
	names := make(map[string]bool)
	for _, x := range p.Identities() {
		names[x.User.Platform()] = true
	}
	return slices.Sorted(maps.Keys(names))
}

// Taste is how a person wants tables to look.
type Taste struct {
	TextOnly   bool `json:"textOnly,omitempty"`   // no pictures
	TwoColours bool `json:"twoColours,omitempty"` // cards in red and black only
	AsChat     bool `json:"asChat,omitempty"`     // messages, also where the platform could lay the table out
	Advised    bool `json:"advised,omitempty"`    // advice while playing the computer alone
	NeverCut   bool `json:"neverCut,omitempty"`   // don't ask to cut the deck
}

// Blocked is a user from whom a person wants no challenges.
type Blocked struct {
	User   chat.UserID   `json:"user"`
	Person chat.PersonID `json:"person,omitempty"` // "" if the bot didn't know them
	Name   string        `json:"name"`
}

// MaxBlocked is how many users a person can block.
const MaxBlocked = 100

// Is reports whether the blocked user is the person, through any identity.
func (x Blocked) Is(p Person) bool { return p.Is(x.Person) || p.Has(x.User) }

// Blocks reports whether the person blocks the other.
func (p Person) Blocks(other Person) bool {
	return slices.ContainsFunc(p.Blocked, func(x Blocked) bool { return x.Is(other) })
}
