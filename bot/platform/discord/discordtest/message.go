package discordtest

import (
	"slices"
	"strconv"
	"strings"
)

// Flags of messages.
const (
	Ephemeral    = 1 << 6
	Silent       = 1 << 12
	ComponentsV2 = 1 << 15
)

// Message is one message as people see it.
type Message struct {
	ID         string
	Channel    string
	Flags      int
	Content    string
	Components []Component
	// Attachments are all files, shown or not; see Pictures.
	Attachments []Attachment
	Owner       string   // the only person who sees it; "" for all in the channel
	Pinged      []string // who was notified by it
	Edits       int

	deleted bool
}

// Component is a part of a message.
type Component struct {
	Type        int         `json:"type"`
	Content     string      `json:"content,omitempty"`
	Components  []Component `json:"components,omitempty"`
	CustomID    string      `json:"custom_id,omitempty"`
	Label       string      `json:"label,omitempty"`
	Style       int         `json:"style,omitempty"`
	Emoji       *Emoji      `json:"emoji,omitempty"`
	Placeholder string      `json:"placeholder,omitempty"`
	MinValues   *int        `json:"min_values,omitempty"`
	MaxValues   *int        `json:"max_values,omitempty"`
	Options     []Choice    `json:"options,omitempty"`
	Items       []Item      `json:"items,omitempty"`

	ChannelTypes []int     `json:"channel_types,omitempty"`
	Defaults     []Default `json:"default_values,omitempty"`
}

// Default is a channel that is chosen already.
type Default struct {
	ID   string `json:"id"`
	Type string `json:"type"`
}

// Item is a picture in a gallery.
type Item struct {
	Media       Media  `json:"media"`
	Description string `json:"description,omitempty"`
}

// Media is a file that a component shows. A bot refers to it by its URL; the
// rest comes from Discord.
type Media struct {
	URL          string `json:"url"`
	AttachmentID string `json:"attachment_id,omitempty"`
}

// Emoji is a picture in a button or an option.
type Emoji struct {
	ID   string `json:"id,omitempty"`
	Name string `json:"name,omitempty"`
}

// Choice is one option of a select.
type Choice struct {
	Label   string `json:"label"`
	Value   string `json:"value"`
	About   string `json:"description,omitempty"`
	Emoji   *Emoji `json:"emoji,omitempty"`
	Default bool   `json:"default,omitempty"`
}

// Kinds of components.
const (
	kindRow       = 1
	kindButton    = 2
	kindSelect    = 3
	kindChannels  = 8
	kindText      = 10
	kindGallery   = 12
	kindSeparator = 14
	kindContainer = 17
)

// all lists the components with those inside them.
func all(components []Component) []Component {
	var list []Component
	for _, c := range components {
		list = append(append(list, c), all(c.Components)...)
	}
	return list
}

// Text is all that the message says.
func (m Message) Text() string {
	parts := []string{m.Content}
	for _, c := range all(m.Components) {
		parts = append(parts, c.Content)
	}
	return strings.TrimSpace(strings.Join(parts, "\n"))
}

// Messages are those in a channel that everybody there sees, oldest first.
func (s *Server) Messages(channel string) []Message {
	return s.requestsOf().find(func(m *Message) bool { return m.Channel == channel && m.Owner == "" })
}

func (rs requests) find(test func(*Message) bool) []Message {
	rs.s.mu.Lock()
	defer rs.s.mu.Unlock()
	var found []Message
	for _, m := range rs.s.order {
		if !m.deleted && test(m) {
			found = append(found, *m)
		}
	}
	return found
}

// Heard is how many messages in the channel have notified the person, those that
// are gone among them.
func (s *Server) Heard(channel, person string) (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range s.order {
		if m.Channel == channel && slices.Contains(m.Pinged, person) {
			n++
		}
	}
	return n
}

// Delete removes a message, as people do, and gives what it said last.
func (s *Server) Delete(channel, id string) (was Message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.signal()
	if m, ok := s.messages[channel+"/"+id]; ok {
		m.deleted = true
		was = *m
	}
	return was
}

// CloseDirect makes somebody take no direct messages, or take them again.
func (s *Server) CloseDirect(person string, closed bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed[person] = closed
}

// Forbid takes from the bot the right to write in the channel, or gives it back.
func (s *Server) Forbid(channel string, forbidden bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forbidden[channel] = forbidden
}

// mayThere is what the bot may in the channel, as a number of bits. The lock must
// be held.
func (rs requests) mayThere(channel string) string {
	const view, send, inThreads = 1 << 10, 1 << 11, 1 << 38
	if rs.s.forbidden[channel] {
		return strconv.Itoa(view)
	}
	return strconv.Itoa(view | send | inThreads)
}

// Kick removes the bot from the server, or lets it in again, and tells it.
func (s *Server) Kick(out bool) {
	s.mu.Lock()
	s.kicked = out
	s.mu.Unlock()
	if out {
		s.Dispatch("GUILD_DELETE", map[string]any{"id": Guild})
		return
	}
	s.Dispatch("GUILD_CREATE", guild())
}

// storeMessage stores a new message. The lock must be held.
func (rs requests) storeMessage(m *Message) {
	rs.s.messages[m.Channel+"/"+m.ID] = m
	rs.s.order = append(rs.s.order, m)
	rs.s.signal()
}

// asJSON is the message as Discord tells it. Files that components show are
// told there and nowhere else.
func (m Message) asJSON() map[string]any {
	components, attachments := m.Components, []any{}
	if components == nil {
		components = []Component{}
	}
	if m.Flags&ComponentsV2 == 0 {
		for _, a := range m.Attachments {
			attachments = append(attachments, a.asJSON())
		}
	}
	return map[string]any{"id": m.ID, "channel_id": m.Channel, "type": 0, "content": m.Content, "author": botUser(),
		"timestamp": "2026-01-02T03:04:05.000000+00:00", "edited_timestamp": nil, "tts": false, "mention_everyone": false,
		"mentions": []any{}, "mention_roles": []any{}, "attachments": attachments, "embeds": []any{}, "pinned": false,
		"components": components, "flags": m.Flags}
}
