package people

import (
	"slices"
	"sync"

	"tarockbot/bot/chat"
	"tarockbot/bot/support/cache"
)

const (
	crowdSize = 8
	maxCrowds = 10_000 // this many chats are remembered at least
)

// ActiveMembers stores each chat's active users, to offer them as friends.
type ActiveMembers struct {
	mu    sync.Mutex                        // makes each change of a chat's members atomic
	chats cache.Map[chat.ChatID, *[]Member] // latest first; Remove changes them in place
}

// Member is an active user of a chat.
type Member struct {
	User   chat.UserID
	Person chat.PersonID
	Name   string
}

// RecordActive records the person's activity in the chat.
func (c *ActiveMembers) RecordActive(at chat.ChatID, user chat.UserID, p Person) {
	if at == "" {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	others := slices.DeleteFunc(c.activeLocked(at), func(m Member) bool { return m.User == user })
	members := append([]Member{{user, p.ID, p.Name}}, others...)
	members = members[:min(crowdSize, len(members))]
	c.chats.Put(at, &members)
}

// ActiveIn returns the chat's active members, latest first.
func (c *ActiveMembers) ActiveIn(at chat.ChatID) []Member {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.activeLocked(at))
}

func (c *ActiveMembers) activeLocked(at chat.ChatID) []Member {
	if members, ok := c.chats.Get(at); ok {
		return *members
	}
	return nil
}

// Remove removes the user from all chats.
func (c *ActiveMembers) Remove(user chat.UserID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.chats.DeleteFunc(func(_ chat.ChatID, members *[]Member) bool {
		*members = slices.DeleteFunc(*members, func(m Member) bool { return m.User == user })
		return len(*members) == 0
	})
}
