package people

import (
	"slices"
	"sync"

	"tarockbot/bot/chat"
)

const (
	crowdSize = 8      // people of a chat that are kept in mind
	maxCrowds = 10_000 // chats; then all are forgotten, for they fill again
)

// Crowd remembers who was active in a chat lately, to offer them as friends.
type Crowd struct {
	mu    sync.Mutex
	chats map[chat.ChatID][]Member
}

// Member is somebody who was active in a chat.
type Member struct {
	User   chat.UserID
	Person chat.PersonID
	Name   string
}

// Saw notes that the person did something in the chat.
func (c *Crowd) Saw(at chat.ChatID, user chat.UserID, p Person) {
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

// In lists who was active in the chat, the latest first.
func (c *Crowd) In(at chat.ChatID) []Member {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.chats[at])
}

// Drop forgets the user in all chats.
func (c *Crowd) Drop(user chat.UserID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for at, members := range c.chats {
		c.chats[at] = slices.DeleteFunc(members, func(m Member) bool { return m.User == user })
	}
}
