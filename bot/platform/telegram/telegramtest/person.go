package telegramtest

import (
	"context"
	"maps"
	"regexp"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf16"

	"tarockbot/bot/platform/double"
	"tarockbot/bot/platform/platformtest"
)

// Person is a user of Telegram. Tests may change exported fields between calls; the server's lock guards started and
// blocked.
type Person struct {
	double.Watcher
	server   *Server
	ID       int64
	Name     string
	Username string
	Lang     string
	Home     *Chat         // group to play in
	Topic    int           // in Home, or 0
	Patience time.Duration // for answers; 0 means no limit

	started bool
	blocked bool
	private *Chat
	waited  atomic.Int64 // nanoseconds
}

var _ platformtest.Client = (*Person)(nil)

const simulatedPatience = 20 * time.Second

// Person returns a new person, who hasn't started the bot.
func (s *Server) Person(name string) *Person {
	s.Lock()
	defer s.Unlock()
	s.lastID++
	p := &Person{
		Watcher: double.Watcher{Changes: &s.Changes}, server: s, ID: s.lastID, Name: name, Username: strings.ToLower(name), Lang: "en",
	}
	if s.IsInMemory() {
		p.Patience = simulatedPatience
	}
	p.private = &Chat{server: s, ID: p.ID, Title: name, Kind: "private", lastID: 100}
	s.people[p.ID], s.chats[p.ID] = p, p.private
	return p
}

// Private returns the chat with the bot.
func (p *Person) Private() *Chat { return p.private }

func (p *Person) json() map[string]any {
	m := map[string]any{"id": p.ID, "is_bot": false, "first_name": p.Name, "language_code": p.Lang}
	if p.Username != "" {
		m["username"] = p.Username
	}
	return m
}

// Says sends a text and returns the update's id. Commands become entities.
func (p *Person) Says(c *Chat, text string, entities ...map[string]any) int64 {
	return p.SaysAs(c, text, nil, entities...)
}

var commandAt = regexp.MustCompile(`(?:^|[^\w/])(/[a-zA-Z0-9_]+(?:@\w+)?)`)

// SaysAs is Says with additional fields in the message.
func (p *Person) SaysAs(c *Chat, text string, fields map[string]any, entities ...map[string]any) int64 {
	s := p.server
	s.Lock()
	defer s.Unlock()
	m := c.newPost(p)
	m["text"] = text
	if c == p.Home && p.Topic != 0 {
		m["message_thread_id"], m["is_topic_message"] = p.Topic, true
	}
	for _, at := range commandAt.FindAllStringSubmatchIndex(text, -1) {
		offset := len(utf16.Encode([]rune(text[:at[2]])))
		entities = append(entities, map[string]any{"type": "bot_command", "offset": offset, "length": at[3] - at[2]})
	}
	if len(entities) > 0 {
		m["entities"] = entities
	}
	maps.Copy(m, fields)
	if c == p.private {
		p.started, p.blocked = true, false
	}
	return s.Updates.push("message", m)
}

// Replies replies to m and returns the update's id.
func (p *Person) Replies(m Message, text string) int64 {
	c := p.private
	if m.Chat != c.ID {
		c = p.Home
	}
	return p.SaysAs(c, text, map[string]any{"reply_to_message": m.json(c)})
}

// Files returns the documents in the private chat, then those in the group.
func (p *Person) Files() []platformtest.File {
	var list []platformtest.File
	chats := []*Chat{p.private}
	if p.Home != nil && p.Home != p.private {
		chats = append(chats, p.Home)
	}
	for _, c := range chats {
		for _, m := range c.Messages() {
			if m.Document != nil {
				list = append(list, platformtest.File{Name: m.Document.Name, Data: m.Document.Data})
			}
		}
	}
	return list
}

// Start starts the bot with a link's payload or "", and waits for the update's confirmation.
func (p *Person) Start(ctx context.Context, payload string) error {
	id := p.Says(p.private, strings.TrimSpace("/start "+payload))
	return p.server.Wait(ctx, func() bool { return p.server.Updates.Confirmed(id) })
}

func (p *Person) withPatience(ctx context.Context) (context.Context, context.CancelFunc) {
	if p.Patience == 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, p.Patience)
}

// Command sends a command to the group and returns the next private message, or "" if none comes in time.
func (p *Person) Command(ctx context.Context, line string) (string, error) {
	before := len(p.private.All())
	id := p.Says(p.Home, "/"+line)
	patient, cancel := p.withPatience(ctx)
	defer cancel()
	if err := p.server.Wait(patient, func() bool { return p.server.Updates.Confirmed(id) }); err != nil {
		return "", err
	}
	_ = p.server.Wait(patient, func() bool { return len(p.private.All()) > before })
	if all := p.private.All(); len(all) > before {
		return all[before].Text, ctx.Err()
	}
	return "", ctx.Err()
}
