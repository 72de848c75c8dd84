package telegramtest

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf16"

	"tarockbot/bot/platform/double"
	"tarockbot/bot/platform/platformtest"
)

// Person is somebody with a telephone. It plays in one group, Home.
type Person struct {
	double.Watcher
	server   *Server
	ID       int64
	Name     string
	Username string // "" if none
	Lang     string
	Home     *Chat
	Topic    int           // of the group
	Patience time.Duration // how long it waits for an answer; 0: as long as that takes

	started bool
	blocked bool
	private *Chat
	waited  atomic.Int64 // for the answer to the last press, in nanoseconds
}

var _ platformtest.Client = (*Person)(nil)

// press is one press of a button.
type press struct {
	at       time.Time
	answered bool
	text     string
	alert    bool
	url      string
}

// Answer is what a press was answered with.
type Answer struct {
	Text  string
	Alert bool
	URL   string
}

// Where time is simulated people give up after patience, and take a moment to press: if they
// took none, what the bot does later would never come.
const (
	patience = 20 * time.Second
	moment   = 100 * time.Millisecond
)

// Person makes somebody known to Telegram, but not to the bot. The user name
// is the name in small letters.
func (s *Server) Person(name string) *Person {
	s.Lock()
	defer s.Unlock()
	s.nextID++
	p := &Person{Watcher: double.Watcher{Changes: &s.Changes}, server: s, ID: s.nextID, Name: name, Username: strings.ToLower(name), Lang: "en"}
	if s.IsInMemory() {
		p.Patience = patience
	}
	p.private = &Chat{server: s, ID: p.ID, Title: name, Kind: "private", next: 100}
	s.people[p.ID], s.chats[p.ID] = p, p.private
	return p
}

// Group makes a group, supergroup or channel with the bot in it.
func (s *Server) Group(kind, title string, topics ...int) *Chat {
	s.Lock()
	defer s.Unlock()
	s.nextID++
	id := -s.nextID
	if kind != "group" {
		id -= 1_000_000_000_000
	}
	c := &Chat{server: s, ID: id, Title: title, Kind: kind, topics: make(map[int]bool), next: 1}
	for _, topic := range topics {
		c.topics[topic] = true
	}
	s.chats[id] = c
	return c
}

// Private returns the person's chat with the bot.
func (p *Person) Private() *Chat { return p.private }

func (p *Person) json() map[string]any {
	m := map[string]any{"id": p.ID, "is_bot": false, "first_name": p.Name, "language_code": p.Lang}
	if p.Username != "" {
		m["username"] = p.Username
	}
	return m
}

// Says writes a text with the entities that a telephone finds in it, and with
// those given, and returns the update's number.
func (p *Person) Says(c *Chat, text string, entities ...map[string]any) int64 {
	return p.SaysAs(c, text, nil, entities...)
}

// SaysAs is Says with more fields in the message.
func (p *Person) SaysAs(c *Chat, text string, fields map[string]any, entities ...map[string]any) int64 {
	s := p.server
	s.Lock()
	defer s.Unlock()
	c.next++
	m := map[string]any{"message_id": c.next, "date": s.now().Unix(), "chat": c.json(), "from": p.json(), "text": text}
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
	for k, v := range fields {
		m[k] = v
	}
	if c == p.private {
		p.started, p.blocked = true, false
	}
	return s.Updates.push("message", m)
}

// Replies answers a message of the bot's with a text, and returns the update's number.
func (p *Person) Replies(m Message, text string) int64 {
	c := p.private
	if m.Chat != c.ID {
		c = p.Home
	}
	return p.SaysAs(c, text, map[string]any{"reply_to_message": m.json(c)})
}

var commandAt = regexp.MustCompile(`(?:^|[^\w/])(/[a-zA-Z0-9_]+(?:@\w+)?)`)

// Start opens the private chat and presses Start, with a link's payload if
// there is one, and waits until the bot has heard it.
func (p *Person) Start(ctx context.Context, payload string) error {
	id := p.Says(p.private, strings.TrimSpace("/start "+payload))
	return p.server.Wait(ctx, func() bool { return p.server.Updates.Confirmed(id) })
}

// Block blocks the bot or lets it in again.
func (p *Person) Block(blocked bool) {
	p.server.Do(func() {
		p.blocked = blocked
		p.server.membership(p, p.private, !blocked)
	})
}

// Kick throws the bot out of the group, or lets it in again.
func (p *Person) Kick(c *Chat, out bool) {
	p.server.Do(func() {
		c.kicked = out
		p.server.membership(p, c, !out)
	})
}

// membership tells the bot that it is in or out. The lock must be held.
func (s *Server) membership(by *Person, c *Chat, in bool) {
	status := map[bool]string{true: "member", false: "kicked"}
	me := map[string]any{"id": int64(botID), "is_bot": true, "first_name": "Tarock", "username": Username}
	member := func(in bool) map[string]any {
		return map[string]any{"status": status[in], "user": me, "until_date": 0}
	}
	s.Updates.push("my_chat_member", map[string]any{"chat": c.json(), "from": by.json(), "date": s.now().Unix(),
		"old_chat_member": member(!in), "new_chat_member": member(in)})
}

// Move makes the group a supergroup, which it returns, and doesn't tell the bot
// yet. The group's own members move with it.
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

// Migrate does what Move does, and tells the bot of it in both chats.
func (s *Server) Migrate(c *Chat, by *Person, members ...*Person) *Chat {
	next := s.Move(c, members...)
	s.Lock()
	defer s.Unlock()
	message := func(at *Chat, key string, id int64) map[string]any {
		at.next++
		return map[string]any{"message_id": at.next, "date": s.now().Unix(), "chat": at.json(), "from": by.json(), key: id}
	}
	s.Updates.push("message", message(c, "migrate_to_chat_id", next.ID))
	s.Updates.push("message", message(next, "migrate_from_chat_id", c.ID))
	return next
}

// patiently returns the context in which the person waits.
func (p *Person) patiently(ctx context.Context) (context.Context, context.CancelFunc) {
	if p.Patience == 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, p.Patience)
}

// Command types a command into the group and waits for the private word or
// page that answers it, or as long as the person likes if there is none.
func (p *Person) Command(ctx context.Context, line string) (string, error) {
	before := len(p.private.All())
	id := p.Says(p.Home, "/"+line)
	patience, cancel := p.patiently(ctx)
	defer cancel()
	if err := p.server.Wait(patience, func() bool { return p.server.Updates.Confirmed(id) }); err != nil {
		return "", err
	}
	_ = p.server.Wait(patience, func() bool { return len(p.private.All()) > before }) // there may be no answer
	if all := p.private.All(); len(all) > before {
		return all[before].Text, ctx.Err()
	}
	return "", ctx.Err()
}

// Tap presses the button with the data in the message and waits for the answer.
func (p *Person) Tap(ctx context.Context, m Message, data string) (Answer, error) {
	id, _ := p.TapOnly(m, data)
	return p.answerTo(ctx, id)
}

// TapOnly presses without waiting, and returns the press's and the update's
// number.
func (p *Person) TapOnly(m Message, data string) (string, int64) {
	s := p.server
	s.Lock()
	defer s.Unlock()
	s.nextCall++
	id := strconv.FormatInt(s.nextCall, 10)
	s.presses[id] = &press{at: time.Now()}
	c := s.chats[m.Chat]
	body := map[string]any{"id": id, "from": p.json(), "chat_instance": "1", "data": data, "message": m.json(c)}
	return id, s.Updates.push("callback_query", body)
}

func (p *Person) answerTo(ctx context.Context, id string) (Answer, error) {
	s := p.server
	patience, cancel := p.patiently(ctx)
	defer cancel()
	began := time.Now()
	defer func() { p.waited.Store(int64(time.Since(began))) }()
	var a Answer
	err := s.Wait(patience, func() bool {
		s.Lock()
		defer s.Unlock()
		got := s.presses[id]
		a = Answer{got.text, got.alert, got.url}
		return got.answered
	})
	if err != nil { // the button goes on waiting, as it does on a telephone
		return a, fmt.Errorf("telegramtest: the press: %w", cmp.Or(ctx.Err(), platformtest.ErrUnanswered))
	}
	return a, nil
}

// Waited returns how long the person's last press waited for its answer.
func (p *Person) Waited() time.Duration { return time.Duration(p.waited.Load()) }

// InlineResult is one offer of an inline query.
type InlineResult struct {
	Type    string `json:"type"`
	ID      string `json:"id"`
	Title   string `json:"title"`
	Content struct {
		Text    string `json:"message_text"`
		Preview struct {
			Off bool `json:"is_disabled"`
		} `json:"link_preview_options"`
	} `json:"input_message_content"`
	Markup struct {
		Rows [][]Button `json:"inline_keyboard"`
	} `json:"reply_markup"`
}

type inlineQuery struct {
	answered bool
	results  []InlineResult
	button   string
}

// Inline types @bot and a text in some chat, and returns what is offered, and
// the button above it.
func (p *Person) Inline(ctx context.Context, text string) ([]InlineResult, string, error) {
	s := p.server
	s.Lock()
	s.nextCall++
	id := strconv.FormatInt(s.nextCall, 10)
	q := &inlineQuery{}
	s.inline[id] = q
	s.Updates.push("inline_query", map[string]any{"id": id, "from": p.json(), "query": text, "offset": ""})
	s.Unlock()
	err := s.Wait(ctx, func() bool { return double.Locked(s, func() bool { return q.answered }) })
	return q.results, q.button, err
}

// Controls returns what the newest panel and the board offer.
func (p *Person) Controls(context.Context) ([]platformtest.Control, error) {
	var all []platformtest.Control
	p.Look()
	for _, c := range []*Chat{p.private, p.Home} {
		if c == nil || c == p.private && double.Locked(p.server, func() bool { return p.blocked }) {
			continue // nobody presses in a chat that is blocked
		}
		if m, ok := platformtest.Newest(c.Messages(), ControlsOf); ok {
			all = append(all, ControlsOf(m)...)
		}
	}
	return all, nil
}

var counted = regexp.MustCompile(`(\d+)/(\d+)(?:–(\d+))?$`)

// ControlsOf reads a message's keyboard as a person does: toggles and the
// button that confirms are one choice.
func ControlsOf(m Message) []platformtest.Control {
	var values, fixed []string
	var all []platformtest.Control
	for _, b := range slices.Concat(m.Keyboard...) {
		c := platformtest.Control{Message: m.name(), ID: b.Data, Label: b.Text}
		switch {
		case b.Data == "":
		case strings.HasPrefix(b.Data, "pick "):
			value := b.Data[strings.LastIndexByte(b.Data, ' ')+1:]
			if strings.HasPrefix(b.Text, "🔒") {
				fixed = append(fixed, value)
			} else {
				values = append(values, value)
			}
		case strings.HasPrefix(b.Data, "confirm "):
			c.Values, c.Fixed = values, fixed
			if n := counted.FindStringSubmatch(b.Text); n != nil {
				c.Min, _ = strconv.Atoi(n[2])
				c.Max = c.Min
				if n[3] != "" {
					c.Max, _ = strconv.Atoi(n[3])
				}
			}
			all = append(all, c)
		default:
			all = append(all, c)
		}
	}
	return all
}

// Press toggles until just the values are chosen, then presses the button, and
// waits a moment for what comes of it.
func (p *Person) Press(ctx context.Context, c platformtest.Control, values ...string) (string, error) {
	m, ok := p.message(c.Message)
	if !ok {
		return "the message is gone", nil // deleted meanwhile: there is nothing to press
	}
	if p.server.IsInMemory() {
		<-time.After(moment)
	}
	for _, b := range slices.Concat(m.Keyboard...) {
		value := b.Data[strings.LastIndexByte(b.Data, ' ')+1:]
		chosen := strings.HasPrefix(b.Text, "✓")
		if !strings.HasPrefix(b.Data, "pick ") || strings.HasPrefix(b.Text, "🔒") || chosen == slices.Contains(values, value) {
			continue
		}
		if a, err := p.Tap(ctx, m, b.Data); err != nil || a.Alert {
			return a.Text, err
		}
	}
	a, err := p.Tap(ctx, m, c.ID)
	p.settle(ctx, m)
	return a.Text, err
}

// settleTime is how long a person looks whether the message changes.
const settleTime = 200 * time.Millisecond

// settle waits until the message shows something else.
func (p *Person) settle(ctx context.Context, before Message) {
	ctx, cancel := context.WithTimeout(ctx, settleTime)
	defer cancel()
	_ = p.server.Wait(ctx, func() bool { // it need not change
		now, ok := p.message(before.name())
		return !ok || now.Edits != before.Edits
	})
}

// message returns the message of that name as it is now.
func (p *Person) message(name string) (Message, bool) {
	chat, id, _ := strings.Cut(name, ":")
	n, _ := strconv.ParseInt(chat, 10, 64)
	number, _ := strconv.Atoi(id)
	p.server.Lock()
	defer p.server.Unlock()
	if c, ok := p.server.chats[n]; ok {
		if m := c.find(number); m != nil {
			return *m, true
		}
	}
	return Message{}, false
}
