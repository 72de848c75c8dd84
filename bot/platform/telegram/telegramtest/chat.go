package telegramtest

import (
	"slices"
	"strings"
)

// Chat is a private chat, group or channel. The server's lock guards the unexported fields.
type Chat struct {
	server   *Server
	ID       int64
	Title    string
	Kind     string // "private", "group", "supergroup", "channel"
	topics   []int
	messages []*Message
	lastID   int
	kicked   bool
	movedTo  int64 // the supergroup's id, or 0
	noPhotos bool
	admins   []*Person // the owner first
}

// Group returns a new group, supergroup or channel with the bot.
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

func (c *Chat) json() map[string]any {
	m := map[string]any{"id": c.ID, "type": c.Kind}
	if c.Kind == "private" {
		m["first_name"] = c.Title
	} else {
		m["title"] = c.Title
	}
	return m
}

func (c *Chat) newPost(from *Person) map[string]any {
	c.lastID++
	return map[string]any{"message_id": c.lastID, "date": c.server.now().Unix(), "chat": c.json(), "from": from.json()}
}

func (c *Chat) find(id int) *Message {
	i := slices.IndexFunc(c.messages, func(m *Message) bool { return m.ID == id && !m.Deleted })
	if i < 0 {
		return nil
	}
	return c.messages[i]
}

// Messages returns the bot's undeleted messages, oldest first.
func (c *Chat) Messages() []Message {
	return slices.DeleteFunc(c.All(), func(m Message) bool { return m.Deleted })
}

// All returns the bot's messages, including deleted ones.
func (c *Chat) All() (all []Message) {
	c.server.Lock()
	defer c.server.Unlock()
	for _, m := range c.messages {
		all = append(all, *m)
	}
	return all
}

// Last returns the newest message that contains part.
func (c *Chat) Last(part string) (Message, bool) {
	for _, m := range slices.Backward(c.Messages()) {
		if strings.Contains(m.Text, part) {
			return m, true
		}
	}
	return Message{}, false
}

// Delete deletes a message of the bot.
func (c *Chat) Delete(id int) {
	c.server.Do(func() {
		if m := c.find(id); m != nil {
			m.Deleted = true
		}
	})
}

// Administer sets the administrators, the owner first.
func (c *Chat) Administer(admins ...*Person) {
	c.server.Do(func() { c.admins = admins })
}

// ForbidPhotos sets whether only administrators may send photos.
func (c *Chat) ForbidPhotos(forbidden bool) { c.server.Do(func() { c.noPhotos = forbidden }) }
