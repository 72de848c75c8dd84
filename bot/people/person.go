package people

import (
	"maps"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/people/standing"
)

// Account stores a player's data on one platform.
type Account struct {
	ID                 chat.PersonID `json:"id"`
	Name               string        `json:"name"`
	Users              []chat.UserID `json:"users"`           // exactly one
	Lang               string        `json:"lang,omitempty"`  // "" follows ReportedLang
	ReportedLang       string        `json:"heard,omitempty"` // by the network
	ConfirmsCards      bool          `json:"confirm,omitempty"`
	LastChallengeChat  chat.ChatID   `json:"asked,omitempty"`
	LastChallengeSpace chat.ChatID   `json:"askedIn,omitempty"`
	Code               string        `json:"code,omitempty"` // CodeSum of the newest link code
	// RejoinBan is the time until which a user who comes back after an erasure plays unrated.
	RejoinBan time.Time `json:"lapse,omitzero"`
	DisplaySettings
	NotificationSettings
	Learnt         LessonProgress         `json:"learnt,omitempty"`
	LessonsOffered bool                   `json:"lessonsOffered,omitempty"`
	AlarmKey       string                 `json:"wake,omitempty"`
	Ranking        standing.RankingChoice `json:"ranking,omitempty"`

	Away    Away      `json:"away,omitzero"`
	Blocked []Blocked `json:"blocked,omitempty"`

	version int64
}

// Person is an Account merged with linked accounts. It is never stored.
type Person struct {
	Account
	Linked Group `json:"-"`
}

// WithoutSettings returns a person without settings.
func WithoutSettings(x chat.Identity, g Group) Person {
	return Person{Account{ID: x.Person, Users: []chat.UserID{x.User}}, g}
}

func (p *Person) merge(other Account, isHead bool) {
	p.Blocked = slices.Concat(p.Blocked, other.Blocked)
	p.Learnt, p.LessonsOffered = p.Learnt.merge(other.Learnt), p.LessonsOffered || other.LessonsOffered
	if other.RejoinBan.After(p.RejoinBan) {
		p.RejoinBan = other.RejoinBan
	}
	if isHead {
		p.Lang, p.ReportedLang, p.ConfirmsCards, p.Ranking, p.Away = other.Lang, other.ReportedLang, other.ConfirmsCards, other.Ranking, other.Away
		p.DisplaySettings, p.NotificationSettings = other.DisplaySettings, other.NotificationSettings
	}
}

// display holds the settings that tables show. It lacks ReportedLang: another device's language must not redraw tables.
type display struct {
	Lang    string
	Confirm bool
	Away    int64 // in Unix seconds
	DisplaySettings
	NotificationSettings
}

func (a *Account) display() display {
	return display{a.Lang, a.ConfirmsCards, a.Away.Until.Unix(), a.DisplaySettings, a.NotificationSettings}
}

// User returns the account's user.
func (a Account) User() chat.UserID { return a.Users[0] }

// Identity returns the account's identity.
func (a Account) Identity() chat.Identity { return chat.Identity{Person: a.ID, User: a.User()} }

// Participant returns the person for package match.
func (p Person) Participant() match.Participant {
	return match.Participant{ID: p.ID, Users: p.Users, Linked: p.Linked.All}
}

// Identities returns the person's identities, head first.
func (p Person) Identities() []chat.Identity { return p.Participant().Identities() }

// Head returns the identity whose settings count.
func (p Person) Head() chat.Identity { return p.Identities()[0] }

// Others returns the identities linked with p.
func (p Person) Others() []chat.Identity {
	return slices.DeleteFunc(slices.Clone(p.Linked.All), func(x chat.Identity) bool { return x.Person == p.ID })
}

// Is reports whether the id is the person's.
func (p Person) Is(id chat.PersonID) bool { return p.Participant().Is(id) }

// Has reports whether the user is the person's.
func (p Person) Has(user chat.UserID) bool { return p.Participant().Has(user) }

// IdentityAt returns the identity on the platform, on the preferred one, or the head.
func (p Person) IdentityAt(platform string) chat.Identity {
	for _, at := range []string{platform, p.CallPlatform} {
		for _, x := range p.Identities() {
			if x.User.Platform() == at {
				return x
			}
		}
	}
	return p.Head()
}

// Platforms returns the person's platforms.
func (p Person) Platforms() []string {
	names := make(map[string]bool)
	for _, x := range p.Identities() {
		names[x.User.Platform()] = true
	}
	return slices.Sorted(maps.Keys(names))
}

// DisplaySettings says how tables look for a person.
type DisplaySettings struct {
	TextOnly   bool `json:"textOnly,omitempty"`
	TwoColours bool `json:"twoColours,omitempty"` // red and black only
	AsChat     bool `json:"asChat,omitempty"`     // messages instead of table layouts
	Advised    bool `json:"advised,omitempty"`    // the bot advises, if all opponents are computers
	NeverCut   bool `json:"neverCut,omitempty"`
}

// Blocked is a user who may not challenge or join.
type Blocked struct {
	User   chat.UserID   `json:"user"`
	Person chat.PersonID `json:"person,omitempty"` // "" if unknown
	Name   string        `json:"name"`
}

// MaxBlocked limits a person's Blocked.
const MaxBlocked = 100

// Is reports whether the blocked user is the person.
func (x Blocked) Is(p Person) bool { return p.Is(x.Person) || p.Has(x.User) }

// Blocks reports whether the person blocks the other.
func (p Person) Blocks(other Person) bool {
	return slices.ContainsFunc(p.Blocked, func(x Blocked) bool { return x.Is(other) })
}
