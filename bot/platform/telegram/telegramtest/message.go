package telegramtest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"
	"unicode/utf16"
)

// Message is the latest version of a message.
type Message struct {
	ID          int
	Chat        int64
	Topic       int
	Text        string // or the caption
	Entities    []Entity
	Photo       *Photo
	Document    *Document
	TextAbove   bool // the text is above the photo
	Keyboard    [][]Button
	ForcedReply *ForcedReply
	Protected   bool
	Silent      bool
	Deleted     bool
	ReplyTo     int // id
	Edits       int
	Sent        time.Time

	raw string
}

// Entity marks a part of a text, in UTF-16 units.
type Entity struct {
	Type   string          `json:"type"`
	Offset int             `json:"offset"`
	Length int             `json:"length"`
	URL    string          `json:"url,omitempty"`
	User   json.RawMessage `json:"user,omitempty"`
}

// Button is an inline button.
type Button struct {
	Text   string    `json:"text"`
	Data   string    `json:"callback_data,omitempty"`
	URL    string    `json:"url,omitempty"`
	Inline string    `json:"switch_inline_query,omitempty"`
	Style  string    `json:"style,omitempty"`
	Off    *struct{} `json:"disabled,omitempty"` // a label
	Share  *struct {
		Query    string `json:"query"`
		Users    bool   `json:"allow_user_chats"`
		Bots     bool   `json:"allow_bot_chats"`
		Groups   bool   `json:"allow_group_chats"`
		Channels bool   `json:"allow_channel_chats"`
	} `json:"switch_inline_query_chosen_chat,omitempty"`
}

// ForcedReply asks for a reply.
type ForcedReply struct {
	Force     bool   `json:"force_reply"`
	Hint      string `json:"input_field_placeholder"`
	Selective bool   `json:"selective"`
}

func (m *Message) json(c *Chat) map[string]any {
	out := map[string]any{"message_id": m.ID, "date": m.Sent.Unix(), "chat": c.json(), "from": botUser()}
	if m.Topic != 0 {
		out["message_thread_id"], out["is_topic_message"] = m.Topic, true
	}
	text, entities := "text", "entities"
	if m.Photo != nil {
		text, entities = "caption", "caption_entities"
		out["photo"], out["show_caption_above_media"] = m.Photo.Sizes, m.TextAbove
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

// detected matches the parts of a text that Telegram recognizes.
var detected = regexp.MustCompile(`(?i)(?:^|[^\p{L}\p{N}_])([@#$][\p{L}\p{N}_]+|/[a-z0-9_]+(?:@\w+)?)|` +
	`([\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.(?:com|org|net|me|at|de|io|test)(?:/\S*)?|https?://\S+|tg://\S+)`)

// DetectedParts returns the mentions, tags, commands and links that Telegram recognizes without entities.
func (m Message) DetectedParts() []string {
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

func (call apiCall) readText(_ *Chat, m *Message) *reply {
	if m.Photo != nil {
		return badRequest("there is no text in the message to edit")
	}
	m.Text = strings.TrimSpace(call.params["text"])
	return cmp.Or(checkText(m.Text), m.readMarkup(call.params["entities"], call.params["reply_markup"]))
}

func (m *Message) readMarkup(entities, markup string) *reply {
	m.Entities, m.Keyboard, m.ForcedReply = nil, nil, nil
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
		m.ForcedReply = new(ForcedReply)
		if refusal := parseStrict(raw, m.ForcedReply); refusal != nil {
			return refusal
		}
		return checkForced(*m.ForcedReply, m.Chat < 0, m.Entities)
	}
	var k struct {
		Rows [][]Button `json:"inline_keyboard"`
	}
	if refusal := parseStrict(raw, &k); refusal != nil {
		return refusal
	}
	m.Keyboard = k.Rows
	return checkKeyboard(k.Rows)
}

func (m *Message) name() string { return fmt.Sprintf("%d:%d", m.Chat, m.ID) }

// Document is a file that Telegram stores unchanged.
type Document struct {
	Name string
	Data []byte
}

// bytes
const maxDocument = 50 << 20

func (d *Document) json() map[string]any {
	return map[string]any{"file_id": "BQACAgIAAxk" + d.Name, "file_unique_id": "AgAD" + d.Name, "file_name": d.Name,
		"file_size": len(d.Data)}
}

func (call apiCall) readDocument(_ *Chat, m *Message) *reply {
	field := "document"
	if name, ok := strings.CutPrefix(call.params["document"], "attach://"); ok {
		field = name
	}
	f, ok := call.files[field]
	switch {
	case !ok:
		return badRequest("there is no document in the request")
	case len(f.Data) == 0:
		return badRequest("file must be non-empty")
	case len(f.Data) > maxDocument:
		return refuse(http.StatusRequestEntityTooLarge, "Request Entity Too Large")
	}
	m.Document = &Document{Name: f.Name, Data: f.Data}
	if f.Kind == dropped {
		m.Document.Data = nil
	}
	return m.readCaption(call.params["caption"], call.params["caption_entities"], call.params["reply_markup"])
}
