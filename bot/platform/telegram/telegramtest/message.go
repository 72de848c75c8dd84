package telegramtest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf16"
)

// Chat is a private chat, a group, a supergroup or a channel.
type Chat struct {
	server   *Server
	ID       int64
	Title    string
	Kind     string // "private", "group", "supergroup", "channel"
	topics   map[int]bool
	messages []*Message
	next     int
	kicked   bool
	movedTo  int64
	noPhotos bool
	admins   []*Person // who made it first
}

// Message is one message of the bot as it is now.
type Message struct {
	ID        int
	Chat      int64
	Topic     int
	Text      string // or what stands below the photo
	Entities  []Entity
	Photo     *Photo // nil if there is none
	Document  *Document
	Above     bool // the text stands above the photo
	Keyboard  [][]Button
	Asks      *ForcedReply // nil if it asks nobody
	Protected bool
	Silent    bool
	Deleted   bool
	ReplyTo   int
	Edits     int
	Sent      time.Time

	raw string // entities and keyboard as they were sent
}

// Entity is a stretch of text, counted in units of UTF-16.
type Entity struct {
	Type   string          `json:"type"`
	Offset int             `json:"offset"`
	Length int             `json:"length"`
	URL    string          `json:"url,omitempty"`
	User   json.RawMessage `json:"user,omitempty"`
}

// Button is a button of an inline keyboard.
type Button struct {
	Text   string    `json:"text"`
	Data   string    `json:"callback_data,omitempty"`
	URL    string    `json:"url,omitempty"`
	Inline string    `json:"switch_inline_query,omitempty"`
	Style  string    `json:"style,omitempty"`
	Off    *struct{} `json:"disabled,omitempty"` // it is a label
	Share  *struct {
		Query    string `json:"query"`
		Users    bool   `json:"allow_user_chats"`
		Bots     bool   `json:"allow_bot_chats"`
		Groups   bool   `json:"allow_group_chats"`
		Channels bool   `json:"allow_channel_chats"`
	} `json:"switch_inline_query_chosen_chat,omitempty"`
}

// ForcedReply asks for a reply to the message that it stands below.
type ForcedReply struct {
	Force     bool   `json:"force_reply"`
	Hint      string `json:"input_field_placeholder"` // in the empty field
	Selective bool   `json:"selective"`               // asks only who is mentioned
}

// json returns the chat as updates tell it.
func (c *Chat) json() map[string]any {
	m := map[string]any{"id": c.ID, "type": c.Kind}
	if c.Kind == "private" {
		m["first_name"] = c.Title
	} else {
		m["title"] = c.Title
	}
	return m
}

// json returns the message as updates and answers tell it.
func (m *Message) json(c *Chat) map[string]any {
	out := map[string]any{"message_id": m.ID, "date": m.Sent.Unix(), "chat": c.json(),
		"from": map[string]any{"id": int64(botID), "is_bot": true, "first_name": "Tarock", "username": Username}}
	if m.Topic != 0 {
		out["message_thread_id"], out["is_topic_message"] = m.Topic, true
	}
	text, entities := "text", "entities"
	if m.Photo != nil {
		text, entities = "caption", "caption_entities"
		out["photo"], out["show_caption_above_media"] = m.Photo.Sizes, m.Above
	}
	if m.Document != nil {
		text, entities = "caption", "caption_entities"
		out["document"] = m.Document.json()
	}
	if m.Text != "" {
		out[text] = m.Text
	}
	if len(m.Entities) > 0 {
		out[entities] = m.Entities
	}
	if len(m.Keyboard) > 0 {
		out["reply_markup"] = map[string]any{"inline_keyboard": m.Keyboard}
	}
	return out
}

// find returns the message of that number, or nil if there is none (any more).
func (c *Chat) find(id int) *Message {
	i := slices.IndexFunc(c.messages, func(m *Message) bool { return m.ID == id && !m.Deleted })
	if i < 0 {
		return nil
	}
	return c.messages[i]
}

// Messages returns the bot's messages in the chat that are there, oldest first.
func (c *Chat) Messages() []Message {
	return slices.DeleteFunc(c.All(), func(m Message) bool { return m.Deleted })
}

// All returns all messages that the bot has ever sent into the chat.
func (c *Chat) All() (all []Message) {
	c.server.Lock()
	defer c.server.Unlock()
	for _, m := range c.messages {
		all = append(all, *m)
	}
	return all
}

// Last returns the newest message whose text has the part, or none.
func (c *Chat) Last(part string) (Message, bool) {
	for _, m := range slices.Backward(c.Messages()) {
		if strings.Contains(m.Text, part) {
			return m, true
		}
	}
	return Message{}, false
}

// Delete removes a message of the bot, as its reader or an administrator can.
func (c *Chat) Delete(id int) {
	c.server.Do(func() {
		if m := c.find(id); m != nil {
			m.Deleted = true
		}
	})
}

// detected is what Telegram finds in a text by itself, beside the entities
// that are given; it looks neither into code nor across spans of it.
var detected = regexp.MustCompile(`(?i)(?:^|[^\p{L}\p{N}_])([@#$][\p{L}\p{N}_]+|/[a-z0-9_]+(?:@\w+)?)|` +
	`([\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.(?:com|org|net|me|at|de|io|test)(?:/\S*)?|https?://\S+|tg://\S+)`)

// Found lists what becomes a mention, tag, command or link.
func (m Message) Found() []string {
	units := utf16.Encode([]rune(m.Text))
	for _, e := range m.Entities {
		if e.Type == "code" || e.Type == "pre" {
			for i := e.Offset; i < e.Offset+e.Length && i < len(units); i++ {
				units[i] = ' '
			}
		}
	}
	return detected.FindAllString(string(utf16.Decode(units)), -1)
}

// readText reads what a message without a photo shows.
func readText(_ *Chat, m *Message, params map[string]string) *reply {
	if m.Photo != nil {
		return badRequest("there is no text in the message to edit")
	}
	m.Text = strings.TrimSpace(params["text"])
	return cmp.Or(checkText(m.Text), m.readRest(params["entities"], params["reply_markup"]))
}

// readRest reads what a message shows besides its letters.
func (m *Message) readRest(entities, markup string) *reply {
	m.Entities, m.Keyboard, m.Asks = nil, nil, nil
	m.raw = entities + "\x00" + markup
	if entities != "" && json.Unmarshal([]byte(entities), &m.Entities) != nil {
		return badRequest("can't parse entities")
	}
	return cmp.Or(checkEntities(m.Text, m.Entities), m.readKeyboard(markup))
}

func (m *Message) readKeyboard(raw string) *reply {
	if raw == "" {
		return nil
	}
	if strings.Contains(raw, `"force_reply"`) {
		m.Asks = new(ForcedReply)
		if r := strict(raw, m.Asks); r != nil {
			return r
		}
		return checkForced(*m.Asks, m.Chat < 0, m.Entities)
	}
	var k struct {
		Rows [][]Button `json:"inline_keyboard"`
	}
	if r := strict(raw, &k); r != nil {
		return r
	}
	m.Keyboard = k.Rows
	return checkKeyboard(k.Rows)
}

// name returns the message's name for tests and people: "chat:number".
func (m *Message) name() string { return fmt.Sprintf("%d:%d", m.Chat, m.ID) }
