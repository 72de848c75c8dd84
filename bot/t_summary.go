package bot

import (
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/standing"
)

// brief is what the bot knows of every table without loading it. It is stored
// beside the table whenever it changes, for the next start to read.
type brief struct {
	ID      chat.TableID    `json:"id"`
	Stage   match.Stage     `json:"stage"`
	Chat    ChatID          `json:"chat,omitempty"`
	Host    chat.PersonID   `json:"host"`
	People  []chat.PersonID `json:"people,omitempty"`
	Asked   []UserID        `json:"asked,omitempty"` // whom chairs are kept for
	Free    bool            `json:"free,omitempty"`  // there is a chair for anybody
	Created time.Time       `json:"created"`
	Over    time.Time       `json:"over,omitzero"`    // when it was touched last, if it is over
	Places  []Place         `json:"places,omitempty"` // where it is shown
	Lost    []Place         `json:"lost,omitempty"`   // those where nobody can be reached
	Pace    match.Pace      `json:"pace,omitempty"`
	// Spaces are the servers of its boards, as far as the places don't tell them.
	Spaces []ChatID `json:"spaces,omitempty"`
}

// briefOf is what the bot knows of the table without loading it.
func briefOf(t *match.Table) brief {
	b := brief{ID: t.ID, Stage: t.Stage, Chat: t.Chat, Host: t.Host, Free: t.IsOpen(), Created: t.Created, Pace: t.Setup.Pace}
	if !t.IsActive() {
		b.Over = t.Touched
	}
	b.Asked, _ = t.Asked()
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

// isIn says whether a board of it is in the space.
func (x brief) isIn(space ChatID) bool {
	return slices.Contains(x.Spaces, space) || slices.ContainsFunc(x.Places, space.Has)
}

// live says that the table still goes on.
func (x brief) live() bool { return x.Stage == match.Open || x.Stage == match.Playing }

// seats says whether the person sits there.
func (x brief) seats(p people.Person) bool { return slices.ContainsFunc(x.People, p.Is) }

// asks says whether a chair is kept there for the person.
func (x brief) asks(p people.Person) bool { return slices.ContainsFunc(x.Asked, p.Has) }

// isOn says whether it is shown on the platform.
func (x brief) isOn(platform string) bool {
	return slices.ContainsFunc(x.Places, func(p Place) bool { return p.Platform() == platform })
}

// isBeside says whether it is shown anywhere else than on the platform.
func (x brief) isBeside(platform string) bool {
	return slices.ContainsFunc(x.Places, func(p Place) bool { return p.Platform() != platform })
}

// within says whether the table is played or shown in the chat or space, or in a part
// of it; everywhere, any is.
func (x brief) within(where ChatID) bool {
	return where == standing.Everywhere || where.Has(Place{Chat: x.Chat}) || x.isIn(where)
}

// trace is what a table is found by: a PersonID that sits there or is its host, a
// UserID that is asked or whose private side shows it, a ChatID that it is in or
// that shows it, also in a part or in a channel of a server.
type trace any

// traces are all that the table is found by.
func (x brief) traces() []trace {
	all := append(make([]trace, 0, 8), x.Host)
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

func distinct(all []trace) []trace {
	var once []trace
	for _, t := range all {
		if !slices.Contains(once, t) {
			once = append(once, t)
		}
	}
	return once
}
