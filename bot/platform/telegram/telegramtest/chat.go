package telegramtest

import (
	"slices"
	"strings"
)

// Chat is a private chat, a group, a supergroup or a channel. The server's lock guards the unexported fields.
type Chat struct {
	server   *Server
	ID       int64
	Title    string
	Kind     string // "private", "group", "supergroup", "channel"
	topics   []int
	messages []*Message
	lastID   int       // of a message, of the bot or of a person
	kicked   bool      // the bot is out
	movedTo  int64     // the id of the supergroup that the group has become, or 0
	noPhotos bool      // see ForbidPhotos
	admins   []*Person // administrators, the owner first
}

// Group returns a new group, supergroup or channel with the bot as a member.
func (s *Server) Group(kind, title string, topics ...int) *Chat {
	s.Lock()
	defer s.Unlock()
	s.lastID++
	id := -s.lastID
	if kind != "group" {
		id -= 1_000_000_000_000
	}
	c := &Chat{server: s, ID: id, Title: title, Kind: kind, topics: topics, lastID: 1}
	s.chats[id] = c
	return c
}

// json returns the chat as updates and answers show it.
func (c *Chat) json() map[string]any {
	m := map[string]any{"id": c.ID, "type": c.Kind}
	if c.Kind == "private" {
		m["first_name"] = c.Title
	} else {
		m["title"] = c.Title
	}
	return m
}

// newPost returns a new message of a person, as updates show it, for more fields. The server's lock must be held.
func (c *Chat) newPost(from *Person) map[string]any {
	c.lastID++
	return map[string]any{"message_id": c.lastID, "date": c.server.now().Unix(), "chat": c.json(), "from": from.json()}
}

// find returns the bot's message with that id, or nil if there is none or it is deleted. The server's lock must be
// held.
func (c *Chat) find(id int) *Message {
	i := slices.IndexFunc(c.messages, func(m *Message) bool { return m.ID == id && !m.Deleted })
	if i < 0 {
		return nil
	}
	return c.messages[i]
}

// Messages returns the bot's messages in the chat without deleted ones, oldest first.
func (c *Chat) Messages() []Message {
	return slices.DeleteFunc(c.All(), func(m Message) bool { return m.Deleted })
}

// All returns all messages that the bot has ever sent to the chat, oldest first.
func (c *Chat) All() (all []Message) {
	c.server.Lock()
	defer c.server.Unlock()
	for _, m := range c.messages {
		all = append(all, *m)
	}
	return all
}

// Last returns the newest message whose text contains the part, or false if there is none.
func (c *Chat) Last(part string) (Message, bool) {
	for _, m := range slices.Backward(c.Messages()) {
		if strings.Contains(m.Text, part) {
			return m, true
		}
	}
	return Message{}, false
}

// Delete deletes a message of the bot, as its reader or an administrator can.
func (c *Chat) Delete(id int) {
	c.server.Do(func() {
		if m := c.find(id); m != nil {
			m.Deleted = true
		}
	})
}

// Administer makes the people the group's administrators, the first of them its owner.
func (c *Chat) Administer(admins ...*Person) {
	c.server.Do(func() { c.admins = admins })
}

// ForbidPhotos sets whether only administrators may send photos. The bot is no administrator.
func (c *Chat) ForbidPhotos(forbidden bool) { c.server.Do(func() { c.noPhotos = forbidden }) }

// Block blocks the bot or ends that.
func (p *Person) Block(blocked bool) {
	p.server.Do(func() {
		p.blocked = blocked
		p.reportMembership(p.private, !blocked)
	})
}

// Kick removes the bot from the group or adds it again.
func (p *Person) Kick(c *Chat, out bool) {
	p.server.Do(func() {
		c.kicked = out
		p.reportMembership(c, !out)
	})
}

// reportMembership tells the bot that the person has added or removed it. The lock must be held.
func (p *Person) reportMembership(c *Chat, in bool) {
	status := map[bool]string{true: "member", false: "kicked"}
	member := func(in bool) map[string]any {
		return map[string]any{"status": status[in], "user": botUser(), "until_date": 0}
	}
	p.server.Updates.push("my_chat_member", map[string]any{"chat": c.json(), "from": p.json(), "date": p.server.now().Unix(),
		"old_chat_member": member(!in), "new_chat_member": member(in)})
}

// Move turns the group into a supergroup, which becomes the members' home, and returns it. It doesn't tell the bot.
func (s *Server) Move(c *Chat, members ...*Person) *Chat {
	next := s.Group("supergroup", c.Title)
	s.Lock()
	defer s.Unlock()
	c.movedTo = next.ID
	for _, p := range members {
		p.Home = next
	}
	return next
}

// Migrate does the same as Move, and tells the bot in both chats.
func (s *Server) Migrate(c *Chat, by *Person, members ...*Person) *Chat {
	next := s.Move(c, members...)
	s.Lock()
	defer s.Unlock()
	report := func(at *Chat, key string, other *Chat) {
		m := at.newPost(by)
		m[key] = other.ID
		s.Updates.push("message", m)
	}
	report(c, "migrate_to_chat_id", next)
	report(next, "migrate_from_chat_id", c)
	return next
}
