package discordtest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// chats are the channels of the server and the direct ones, the people there, and what
// the bot has written.
type chats struct {
	*base
	app       *Application
	people    map[string]*Person  // by id
	channels  map[string]bool     // public ones
	direct    map[string]string   // the person, by channel
	closed    map[string]bool     // people who take no direct messages
	forbidden map[string]bool     // channels where the bot may not write
	kicked    bool                // the bot isn't in the server
	messages  map[string]*Message // by channel and id
	order     []*Message
	nonces    map[string]sent
}

// sent is a post that Discord remembers by its nonce.
type sent struct {
	message *Message
	at      time.Time
}

func newChats(b *base, app *Application) *chats {
	return &chats{base: b, app: app, people: make(map[string]*Person), channels: map[string]bool{Channel: true}, direct: make(map[string]string),
		closed: make(map[string]bool), forbidden: make(map[string]bool), messages: make(map[string]*Message), nonces: make(map[string]sent)}
}

// NewChannel makes one more public channel.
func (s *Server) NewChannel() string {
	s.Lock()
	defer s.Unlock()
	id := s.newID()
	s.chats.channels[id] = true
	return id
}

// isPublic reports whether everybody in a channel sees what the request says.
func (c *chats) isPublic(q ask) bool {
	c.Lock()
	defer c.Unlock()
	return len(q.parts) > 1 && q.parts[0] == "channels" && c.channels[q.parts[1]]
}

// Messages are those in a channel that everybody there sees, oldest first.
func (s *Server) Messages(channel string) []Message {
	return s.chats.find(func(m *Message) bool { return m.Channel == channel && m.Owner == "" })
}

// find lists the messages that pass the test, oldest first.
func (c *chats) find(test func(*Message) bool) []Message {
	c.Lock()
	defer c.Unlock()
	var found []Message
	for _, m := range c.order {
		if !m.deleted && test(m) {
			found = append(found, *m)
		}
	}
	return found
}

// Heard is how many messages in the channel have notified the person, those that
// are gone among them.
func (s *Server) Heard(channel, person string) (n int) {
	s.Lock()
	defer s.Unlock()
	for _, m := range s.chats.order {
		if m.Channel == channel && slices.Contains(m.Pinged, person) {
			n++
		}
	}
	return n
}

// Delete removes a message, as people do, and gives what it said last.
func (s *Server) Delete(channel, id string) (was Message) {
	s.Lock()
	defer s.Unlock()
	defer s.Signal()
	if m, ok := s.chats.messages[channel+"/"+id]; ok {
		m.deleted = true
		was = *m
	}
	return was
}

// CloseDirect makes somebody take no direct messages, or take them again.
func (s *Server) CloseDirect(person string, closed bool) {
	s.Lock()
	defer s.Unlock()
	s.chats.closed[person] = closed
}

// Forbid takes from the bot the right to write in the channel, or gives it back.
func (s *Server) Forbid(channel string, forbidden bool) {
	s.Lock()
	defer s.Unlock()
	s.chats.forbidden[channel] = forbidden
}

// mayThere is what the bot may in the channel, as a number of bits. The lock must
// be held.
func (c *chats) mayThere(channel string) string {
	const view, send, inThreads = 1 << 10, 1 << 11, 1 << 38
	if c.forbidden[channel] {
		return strconv.Itoa(view)
	}
	return strconv.Itoa(view | send | inThreads)
}

// Kick removes the bot from the server, or lets it in again, and tells it.
func (s *Server) Kick(out bool) {
	s.Lock()
	s.chats.kicked = out
	s.Unlock()
	if out {
		s.Gateway.Dispatch("GUILD_DELETE", map[string]any{"id": Guild})
		return
	}
	s.Gateway.Dispatch("GUILD_CREATE", guild())
}

// newMessage is the message that the bot sends to the channel. The lock must be held.
func (c *chats) newMessage(q ask, channel string, b body) *Message {
	return &Message{ID: cmp.Or(q.id, c.newID()), Channel: channel, Flags: b.Flags, Content: b.Content, Components: b.Components, Attachments: b.files}
}

// add shows a new message. The lock must be held.
func (c *chats) add(m *Message) {
	c.messages[m.name()] = m
	c.order = append(c.order, m)
	c.Signal()
}

func (c *chats) serveUser(q ask) *answer {
	if p, ok := c.people[q.parts[1]]; ok {
		return result(p.user())
	}
	return refusal(http.StatusNotFound, 10013, "Unknown User")
}

// serveDirect opens a direct channel, the same each time.
func (c *chats) serveDirect(q ask) *answer {
	var want struct {
		Recipient string `json:"recipient_id"`
	}
	if err := json.Unmarshal(q.body, &want); err != nil {
		return invalid(err)
	}
	if _, ok := c.people[want.Recipient]; !ok {
		return refusal(http.StatusBadRequest, 50033, "Invalid Recipient(s)")
	}
	id := cmp.Or(q.id, c.directOf(want.Recipient), c.newID())
	c.direct[id] = want.Recipient
	return result(map[string]any{"id": id, "type": 1})
}

// directOf is the person's direct channel with the bot; "" if there is none.
func (c *chats) directOf(person string) string {
	for channel, whose := range c.direct {
		if whose == person {
			return channel
		}
	}
	return ""
}

// mayWrite says why the bot may not write in the channel, if so.
func (c *chats) mayWrite(channel string) *answer {
	person, direct := c.direct[channel]
	switch {
	case direct && c.closed[person]:
		return refusal(http.StatusForbidden, 50007, "Cannot send messages to this user")
	case direct || c.channels[channel] && !c.kicked && !c.forbidden[channel]:
		return nil
	case c.channels[channel] && !c.kicked:
		return refusal(http.StatusForbidden, 50013, "Missing Permissions")
	case c.channels[channel]:
		return refusal(http.StatusForbidden, 50001, "Missing Access")
	}
	return refusal(http.StatusNotFound, 10003, "Unknown Channel")
}

func (c *chats) servePost(q ask) *answer {
	channel := q.parts[1]
	if no := c.mayWrite(channel); no != nil {
		return no
	}
	b, err := c.readMessage(q, q.body, false, nil)
	if err != nil {
		return invalid(err)
	}
	nonce, _ := b.Nonce.(string)
	if nonce == "" || !b.EnforceNonce {
		return invalid(fmt.Errorf("a post without an enforced nonce"))
	}
	const remembered = 5 * time.Minute
	if old, ok := c.nonces[channel+nonce]; ok && time.Since(old.at) < remembered && q.id == "" {
		return result(old.message.asJSON())
	}
	m := c.newMessage(q, channel, b)
	m.Pinged = pinged(b)
	if person, direct := c.direct[channel]; direct {
		m.Pinged = []string{person}
	}
	if m.Flags&Silent != 0 {
		m.Pinged = nil
	}
	c.nonces[channel+nonce] = sent{m, time.Now()}
	c.add(m)
	return result(m.asJSON())
}

// pinged are those whom the text mentions and the bot lets be notified.
func pinged(b body) []string {
	text := Message{Content: b.Content, Components: b.Components}.Text()
	var list []string
	for _, id := range b.AllowedMentions.Users {
		if strings.Contains(text, "<@"+id+">") {
			list = append(list, id)
		}
	}
	return list
}

// posted is the message in a channel that the request is about.
func (c *chats) posted(q ask) (*Message, *answer) {
	if no := c.mayWrite(q.parts[1]); no != nil {
		return nil, no
	}
	m, ok := c.messages[q.parts[1]+"/"+q.parts[3]]
	if !ok || m.deleted || m.Owner != "" {
		return nil, unknownMessage()
	}
	return m, nil
}

func (c *chats) serveMessage(q ask) *answer {
	m, no := c.posted(q)
	if no != nil {
		return no
	}
	return result(m.asJSON())
}

func (c *chats) serveEdit(q ask) *answer {
	m, no := c.posted(q)
	if no != nil {
		return no
	}
	return c.change(q, m)
}

// change gives a message a new content.
func (c *chats) change(q ask, m *Message) *answer {
	b, err := c.readMessage(q, q.body, m.Flags&ComponentsV2 != 0, m.Attachments)
	if err != nil {
		return invalid(err)
	}
	c.rewrite(m, b)
	return result(m.asJSON())
}

// rewrite gives a message the content. The lock must be held.
func (c *chats) rewrite(m *Message, b body) {
	m.Content, m.Attachments, m.Edits = b.Content, b.files, m.Edits+1
	m.Flags |= b.Flags & ComponentsV2
	if b.hasComponents {
		m.Components = b.Components
	}
	c.Signal()
}

func (c *chats) serveDelete(q ask) *answer {
	m, ok := c.messages[q.parts[1]+"/"+q.parts[3]]
	if !ok || m.deleted {
		return unknownMessage()
	}
	m.deleted = true
	c.Signal()
	return &answer{status: http.StatusNoContent}
}

func (c *chats) serveThread(q ask) *answer {
	if _, ok := c.messages[q.parts[1]+"/"+q.parts[3]]; !ok {
		return unknownMessage()
	}
	c.channels[q.parts[3]] = true
	c.Signal()
	return &answer{status: http.StatusCreated, body: map[string]any{"id": q.parts[3], "parent_id": q.parts[1], "type": 11}}
}
