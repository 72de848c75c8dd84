package people

import (
	"slices"
	"sync"

	"tarockbot/bot/chat"
)

const (
	crowdSize = 8      // members remembered per chat
	maxCrowds = 10_000 // remembered chats; when full, all are dropped and fill again
)

// Crowd remembers who was active in each chat lately, to offer them as friends. It is safe for
// concurrent use.
type Crowd struct {
	mu    sync.Mutex
	chats map[chat.ChatID][]Member
}

// Member is a user who was active in a chat.
type Member struct {
	User   chat.UserID
	Person chat.PersonID
	Name   string
}

// RecordActive records that the person did something in the chat; "" is no chat.
func (c *Crowd) RecordActive(at chat.ChatID, user chat.UserID, p Person) {
	if at == "" {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.chats == nil || len(c.chats) >= maxCrowds {
		c.chats = make(map[chat.ChatID][]Member)
	}
	others := slices.DeleteFunc(c.chats[at], func(m Member) bool { return m.User == user })
	members := slices.Insert(others, 0, Member{user, p.ID, p.Name})
	c.chats[at] = members[:min(crowdSize, len(members))]
}

// ActiveIn returns the members who were active in the chat, the latest first.
func (c *Crowd) ActiveIn(at chat.ChatID) []Member {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.chats[at])
}

// Remove removes the user from all chats.
func (c *Crowd) Remove(user chat.UserID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for at, members := range c.chats {
		c.chats[at] = slices.DeleteFunc(members, func(m Member) bool { return m.User == user })
	}
}
