package discordtest

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

type chats struct {
	*shared
	app          *Application
	people       map[string]*Person // by ID
	channels     map[string]bool    // IDs of public channels
	direct       map[string]string  // person IDs by channel
	closedDirect map[string]bool
	mayNotWrite  map[string]bool
	kicked       bool
	messages     map[string]*Message // by channel and ID
	order        []*Message
	nonces       map[string]sentMessage
}

type sentMessage struct {
	message *Message
	at      time.Time
}

// NewChannel creates a public channel.
func (s *Server) NewChannel() string {
	s.Lock()
	defer s.Unlock()
	id := s.newID()
	s.chats.channels[id] = true
	return id
}

// Messages returns the public messages of a channel, oldest first.
func (s *Server) Messages(channel string) []Message {
	return s.chats.find(func(m *Message) bool { return m.Channel == channel && m.Owner == "" })
}

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

// CountPings counts messages that notified the person, including deleted ones.
func (s *Server) CountPings(channel, person string) (n int) {
	s.Lock()
	defer s.Unlock()
	for _, m := range s.chats.order {
		if m.Channel == channel && slices.Contains(m.Pinged, person) {
			n++
		}
	}
	return n
}

// Delete deletes a message and returns its last content.
func (s *Server) Delete(channel, id string) (was Message) {
	s.Do(func() {
		if m, ok := s.chats.messages[channel+"/"+id]; ok {
			m.deleted = true
			was = *m
		}
	})
	return was
}

// CloseDirect makes a person refuse or accept direct messages.
func (s *Server) CloseDirect(person string, closed bool) {
	s.Do(func() { s.chats.closedDirect[person] = closed })
}

// Forbid revokes or restores the bot's permission to write in the channel.
func (s *Server) Forbid(channel string, forbidden bool) {
	s.Do(func() { s.chats.mayNotWrite[channel] = forbidden })
}

// The lock must be held.
func (c *chats) permissionsIn(channel string) string {
	const view, send, inThreads = 1 << 10, 1 << 11, 1 << 38
	if c.mayNotWrite[channel] {
		return strconv.Itoa(view)
	}
	return strconv.Itoa(view | send | inThreads)
}

// Kick removes the bot from the server or readmits it.
func (s *Server) Kick(out bool) {
	s.Do(func() { s.chats.kicked = out })
	if out {
		s.Gateway.Dispatch("GUILD_DELETE", map[string]any{"id": Guild})
		return
	}
	s.Gateway.Dispatch("GUILD_CREATE", guild())
}

func (c *chats) newMessage(q request, channel string, d draft) *Message {
	return &Message{
		ID: cmp.Or(q.accepted.id(), c.newID()), Channel: channel, Flags: d.Flags, Content: d.Content, Components: d.Components,
		Attachments: d.files,
	}
}

func (c *chats) add(m *Message) {
	c.messages[m.name()] = m
	c.order = append(c.order, m)
	c.Signal()
}

func (c *chats) serveUser(q request) *response {
	if p, ok := c.people[q.parts[1]]; ok {
		return success(p.user())
	}
	return refusal(http.StatusNotFound, 10013, "Unknown User")
}

func (c *chats) serveDirect(q request) *response {
	var want struct {
		Recipient string `json:"recipient_id"`
	}
	if err := json.Unmarshal(q.body, &want); err != nil {
		return invalid(err)
	}
	if _, ok := c.people[want.Recipient]; !ok {
		return refusal(http.StatusBadRequest, 50033, "Invalid Recipient(s)")
	}
	id := cmp.Or(q.accepted.id(), c.directOf(want.Recipient), c.newID())
	c.direct[id] = want.Recipient
	return success(map[string]any{"id": id, "type": channelDirect})
}

func (c *chats) directOf(person string) string {
	for channel, owner := range c.direct {
		if owner == person {
			return channel
		}
	}
	return ""
}

// refusalIn returns nil if the bot may write to the channel.
func (c *chats) refusalIn(channel string) *response {
	person, direct := c.direct[channel]
	switch {
	case direct && c.closedDirect[person]:
		return refusal(http.StatusForbidden, 50007, "Cannot send messages to this user")
	case direct || c.channels[channel] && !c.kicked && !c.mayNotWrite[channel]:
		return nil
	case c.channels[channel] && !c.kicked:
		return refusal(http.StatusForbidden, 50013, "Missing Permissions")
	case c.channels[channel]:
		return refusal(http.StatusForbidden, 50001, "Missing Access")
	}
	return refusal(http.StatusNotFound, 10003, "Unknown Channel")
}

func (c *chats) servePost(q request) *response {
	channel := q.parts[1]
	if refused := c.refusalIn(channel); refused != nil {
		return refused
	}
	d, err := c.readMessage(q, q.body, false, nil)
	if err != nil {
		return invalid(err)
	}
	nonce, _ := d.Nonce.(string)
	if nonce == "" || !d.EnforceNonce {
		return invalid(errors.New("a post without an enforced nonce"))
	}
	const remembered = 5 * time.Minute
	if old, ok := c.nonces[channel+nonce]; ok && time.Since(old.at) < remembered && q.accepted == nil {
		return success(old.message.asJSON())
	}
	m := c.newMessage(q, channel, d)
	m.Pinged = pingedBy(d)
	if person, direct := c.direct[channel]; direct {
		m.Pinged = []string{person}
	}
	if m.Flags&silent != 0 {
		m.Pinged = nil
	}
	c.nonces[channel+nonce] = sentMessage{m, time.Now()}
	c.add(m)
	return success(m.asJSON())
}

func pingedBy(d draft) []string {
	text := Message{Content: d.Content, Components: d.Components}.Text()
	return slices.DeleteFunc(slices.Clone(d.AllowedMentions.Users), func(id string) bool {
		return !strings.Contains(text, "<@"+id+">")
	})
}

func (c *chats) withMessage(serve func(request, *Message) *response) func(request) *response {
	return func(q request) *response {
		if refused := c.refusalIn(q.parts[1]); refused != nil {
			return refused
		}
		m, ok := c.messages[q.parts[1]+"/"+q.parts[3]]
		if !ok || m.deleted || m.Owner != "" {
			return unknownMessage()
		}
		return serve(q, m)
	}
}

func (c *chats) change(q request, m *Message) *response {
	d, err := c.readMessage(q, q.body, m.Flags&ComponentsV2 != 0, m.Attachments)
	if err != nil {
		return invalid(err)
	}
	c.rewrite(m, d)
	return success(m.asJSON())
}

func (c *chats) rewrite(m *Message, d draft) {
	m.Content, m.Attachments, m.Edits = d.Content, d.files, m.Edits+1
	m.Flags |= d.Flags & ComponentsV2
	if d.hasComponents {
		m.Components = d.Components
	}
	c.Signal()
}

func (c *chats) serveDelete(q request) *response {
	m, ok := c.messages[q.parts[1]+"/"+q.parts[3]]
	if !ok || m.deleted {
		return unknownMessage()
	}
	m.deleted = true
	c.Signal()
	return &response{status: http.StatusNoContent}
}

func (c *chats) serveThread(q request) *response {
	if _, ok := c.messages[q.parts[1]+"/"+q.parts[3]]; !ok {
		return unknownMessage()
	}
	c.channels[q.parts[3]] = true
	c.Signal()
	thread := map[string]any{"id": q.parts[3], "parent_id": q.parts[1], "type": channelThread}
	return &response{status: http.StatusCreated, body: thread}
}
