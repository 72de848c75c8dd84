package bot

import (
	"slices"
	"sync"

	"tarockbot/bot/chat"
)

const (
	crowdSize = 8      // people of a chat that are kept in mind
	maxCrowds = 10_000 // chats; then all are forgotten, for they fill again
)

// crowd remembers who was active in a chat lately, to offer them as friends.
type crowd struct {
	mu    sync.Mutex
	chats map[ChatID][]member
}

type member struct {
	user   UserID
	person chat.PersonID
	name   string
}

// saw notes that the person did something in the chat.
func (c *crowd) saw(at ChatID, user UserID, p person) {
	if at == "" {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.chats == nil || len(c.chats) >= maxCrowds {
		c.chats = make(map[ChatID][]member)
	}
	others := slices.DeleteFunc(c.chats[at], func(m member) bool { return m.user == user })
	members := slices.Insert(others, 0, member{user, p.ID, p.Name})
	c.chats[at] = members[:min(crowdSize, len(members))]
}

// in lists who was active in the chat, the latest first.
func (c *crowd) in(at ChatID) []member {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.chats[at])
}

// drop forgets the user in all chats.
func (c *crowd) drop(user UserID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for at, members := range c.chats {
		c.chats[at] = slices.DeleteFunc(members, func(m member) bool { return m.user == user })
	}
}
