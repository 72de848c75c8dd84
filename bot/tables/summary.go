package tables

import (
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/standing"
)

// Summary is what the bot knows of every table without loading it. It is stored
// beside the table whenever it changes, for the next start to read.
type Summary struct {
	ID      chat.TableID    `json:"id"`
	Stage   match.Stage     `json:"stage"`
	Chat    chat.ChatID     `json:"chat,omitempty"`
	Host    chat.PersonID   `json:"host"`
	People  []chat.PersonID `json:"people,omitempty"`
	Asked   []chat.UserID   `json:"asked,omitempty"` // whom chairs are kept for
	Free    bool            `json:"free,omitempty"`  // there is a chair for anybody
	Created time.Time       `json:"created"`
	Over    time.Time       `json:"over,omitzero"`    // when it was touched last, if it is over
	Places  []chat.Place    `json:"places,omitempty"` // where it is shown
	Lost    []chat.Place    `json:"lost,omitempty"`   // those where nobody can be reached
	Pace    match.Pace      `json:"pace,omitempty"`
	// Spaces are the servers of its boards, as far as the places don't tell them.
	Spaces []chat.ChatID `json:"spaces,omitempty"`
}

// SummaryOf is what the bot knows of the table without loading it.
func SummaryOf(t *match.Table) Summary {
	b := Summary{ID: t.ID, Stage: t.Stage, Chat: t.Chat, Host: t.Host, Free: t.Chairs.IsOpen(), Created: t.Created, Pace: t.Setup.Pace}
	if !t.IsActive() {
		b.Over = t.Touched
	}
	b.Asked, _ = t.Chairs.Asked()
	for _, c := range t.Chairs {
		if c.Person != "" {
			b.People = append(b.People, c.Person)
		}
	}
	for _, m := range t.Messages {
		b.Places = append(b.Places, m.Place)
		if m.Lost {
			b.Lost = append(b.Lost, m.Place)
		}
		if space := t.SpaceOf(m); space != "" && !space.Has(m.Place) && !slices.Contains(b.Spaces, space) {
			b.Spaces = append(b.Spaces, space)
		}
	}
	return b
}

// IsIn says whether a board of it is in the space.
func (x Summary) IsIn(space chat.ChatID) bool {
	return slices.Contains(x.Spaces, space) || slices.ContainsFunc(x.Places, space.Has)
}

// IsActive says that the table still goes on.
func (x Summary) IsActive() bool { return x.Stage == match.Open || x.Stage == match.Playing }

// Seats says whether the person sits there.
func (x Summary) Seats(p people.Person) bool { return slices.ContainsFunc(x.People, p.Is) }

// Asks says whether a chair is kept there for the person.
func (x Summary) Asks(p people.Person) bool { return slices.ContainsFunc(x.Asked, p.Has) }

// IsOn says whether it is shown on the platform.
func (x Summary) IsOn(platform string) bool {
	return slices.ContainsFunc(x.Places, func(p chat.Place) bool { return p.Platform() == platform })
}

// IsBeside says whether it is shown anywhere else than on the platform.
func (x Summary) IsBeside(platform string) bool {
	return slices.ContainsFunc(x.Places, func(p chat.Place) bool { return p.Platform() != platform })
}

// Within says whether the table is played or shown in the chat or space, or in a part
// of it; everywhere, any is.
func (x Summary) Within(where chat.ChatID) bool {
	return where == standing.Everywhere || where.Has(chat.Place{Chat: x.Chat}) || x.IsIn(where)
}

// Key is what a table is found by: a PersonID that sits there or is its host, a
// UserID that is asked or whose private side shows it, a ChatID that it is in or
// that shows it, also in a part or in a channel of a server.
type Key any

// Keys are all that the table is found by.
func (x Summary) Keys() []Key {
	all := append(make([]Key, 0, 8), x.Host)
	for _, p := range x.People {
		all = append(all, p)
	}
	for _, u := range x.Asked {
		all = append(all, u)
	}
	all = append(all, wholes(x.Chat)...)
	for _, p := range x.Places {
		if p.User != "" {
			all = append(all, p.User)
		}
		all = append(all, wholes(p.Chat)...)
	}
	for _, s := range x.Spaces {
		all = append(all, s)
	}
	return distinct(all)
}

func distinct(all []Key) []Key {
	var once []Key
	for _, t := range all {
		if !slices.Contains(once, t) {
			once = append(once, t)
		}
	}
	return once
}
