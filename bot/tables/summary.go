package tables

import (
	"slices"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/people/standing"
)

// KindSummary is the document kind of summaries.
const KindSummary = "brief"

// Summary describes a table that needn't be in memory.
type Summary struct {
	ID           chat.TableID    `json:"id"`
	Stage        match.Stage     `json:"stage"`
	Chat         chat.ChatID     `json:"chat,omitempty"`
	Host         chat.PersonID   `json:"host"`
	People       []chat.PersonID `json:"people,omitempty"`
	InvitedUsers []chat.UserID   `json:"asked,omitempty"` // users with a chair kept for them
	HasFreeChair bool            `json:"free,omitempty"`
	Created      time.Time       `json:"created"`
	EndedAt      time.Time       `json:"over,omitzero"`
	Places       []chat.Place    `json:"places,omitempty"`
	Lost         []chat.Place    `json:"lost,omitempty"` // unreachable
	Pace         match.Pace      `json:"pace,omitempty"`
	Thinks       bool            `json:"thinks,omitempty"` // a thinking player is to move
	// Spaces lists spaces that can't be derived from Places.
	Spaces []chat.ChatID `json:"spaces,omitempty"`
}

// SummaryOf returns the table's summary.
func SummaryOf(t *match.Table) Summary {
	s := Summary{
		ID: t.ID, Stage: t.Stage, Chat: t.Chat, Host: t.Host, HasFreeChair: t.Chairs.IsOpen(), Created: t.Created,
		Pace: t.Setup.Pace, Thinks: t.Thinking() != 0,
	}
	if !t.IsActive() {
		s.EndedAt = t.Touched
	}
	s.InvitedUsers, _ = t.Chairs.Invited()
	for _, c := range t.Chairs {
		if c.Person != "" {
			s.People = append(s.People, c.Person)
		}
	}
	for _, m := range t.Messages {
		s.Places = append(s.Places, m.Place)
		if m.Lost {
			s.Lost = append(s.Lost, m.Place)
		}
		if space := t.Places().SpaceOf(m); space != "" && !space.Has(m.Place) && !slices.Contains(s.Spaces, space) {
			s.Spaces = append(s.Spaces, space)
		}
	}
	return s
}

// IsActive reports whether the table is open or played.
func (s Summary) IsActive() bool { return s.Stage.IsActive() }

// HasSeated reports whether the person sits there.
func (s Summary) HasSeated(p people.Person) bool { return slices.ContainsFunc(s.People, p.Is) }

// HasInvited reports whether a chair is kept for the person.
func (s Summary) HasInvited(p people.Person) bool { return slices.ContainsFunc(s.InvitedUsers, p.Has) }

// IsIn reports whether the space has a board of the table.
func (s Summary) IsIn(space chat.ChatID) bool {
	return slices.Contains(s.Spaces, space) || slices.ContainsFunc(s.Places, space.Has)
}

// IsOn reports whether the platform shows the table.
func (s Summary) IsOn(platform string) bool {
	return slices.ContainsFunc(s.Places, func(p chat.Place) bool { return p.Platform() == platform })
}

// IsOnOther reports whether another platform shows the table.
func (s Summary) IsOnOther(platform string) bool {
	return slices.ContainsFunc(s.Places, func(p chat.Place) bool { return p.Platform() != platform })
}

// IsWithin reports whether the chat or space has the table.
func (s Summary) IsWithin(where chat.ChatID) bool {
	return where == standing.Everywhere || where.Has(chat.Place{Chat: s.Chat}) || s.IsIn(where)
}

// Keys returns the keys that find the table.
func (s Summary) Keys() []Key {
	all := make([]Key, 0, 8)
	add := func(k Key) {
		if !slices.Contains(all, k) {
			all = append(all, k)
		}
	}
	addChat := func(id chat.ChatID) { // also the chats that contain it
		for id != "" {
			add(ChatKey(id))
			id = id[:max(strings.LastIndexByte(string(id), '/'), 0)]
		}
	}
	add(PersonKey(s.Host))
	for _, p := range s.People {
		add(PersonKey(p))
	}
	for _, u := range s.InvitedUsers {
		add(UserKey(u))
	}
	addChat(s.Chat)
	for _, p := range s.Places {
		if p.User != "" {
			add(UserKey(p.User))
		}
		addChat(p.Chat)
	}
	for _, space := range s.Spaces {
		add(ChatKey(space))
	}
	return all
}
