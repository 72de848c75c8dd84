package bot

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/standing"
)

// The kinds of documents that tell of people.
const (
	kindPerson   = "person"   // one player
	kindIdentity = "identity" // one platform's user: which person that is
	kindLink     = "link"     // one entry of the journal that tells who is linked
	kindLapse    = "lapse"    // the sum of a user who was forgotten lately: until when they play unrated
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
	Wake    string        `json:"wake,omitempty"` // the key of the alarm by which somebody is called again
	Ranking standing.Wish `json:"ranking,omitempty"`

	Away    away      `json:"away,omitzero"`
	Blocked []blocked `json:"blocked,omitempty"` // who can't challenge or join the person

	version int64
	linked  group // see whole
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

// identityAt is the person's identity on the platform, or else the one through which
// they like to be called.
func (p person) identityAt(platform string) chat.Identity {
	for _, at := range []string{platform, p.Platform} {
		for _, x := range p.identities() {
			if x.User.Platform() == at {
				return x
			}
		}
	}
	return p.head()
}

// platforms are those that the person is on.
func (p person) platforms() []string {
	names := make(map[string]bool)
	for _, x := range p.identities() {
		names[x.User.Platform()] = true
	}
	return slices.Sorted(maps.Keys(names))
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

// turnCalls are when somebody is called to their turn.
type turnCalls string

// The choices.
const (
	callsAway turnCalls = ""     // when they have done nothing for a while
	callsNow  turnCalls = "now"  // at once
	callsHour turnCalls = "hour" // when they have done nothing for an hour
	noCalls   turnCalls = "off"
)

// allTurnCalls are the choices, in the order in which they are offered.
func allTurnCalls() []turnCalls { return []turnCalls{callsNow, callsAway, callsHour, noCalls} }

// word names the choice.
func (c turnCalls) word() string { return cmp.Or(string(c), "away") }

// blocked is somebody from whom a person wants no challenges.
type blocked struct {
	User   UserID        `json:"user"`
	Person chat.PersonID `json:"person,omitempty"` // "" if the bot didn't know them
	Name   string        `json:"name"`
}

// maxBlocked is how many one person can block.
const maxBlocked = 100

// is says whether that is the person, through whatever identity.
func (x blocked) is(p person) bool { return p.is(x.Person) || p.has(x.User) }

// blocks says whether the person wants nothing to do with the other.
func (p person) blocks(other person) bool {
	return slices.ContainsFunc(p.Blocked, func(x blocked) bool { return x.is(other) })
}
