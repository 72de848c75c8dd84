package discordtest

import (
	"errors"
	"fmt"
	"strings"

	"tarockbot/bot/platform/double"
)

// Flags of messages.
const (
	ephemeral    = 1 << 6
	silent       = 1 << 12
	ComponentsV2 = 1 << 15
)

// Message is a message of the bot.
type Message struct {
	ID         string
	Channel    string
	Flags      int
	Content    string
	Components []Component
	// including hidden files; see Pictures
	Attachments []Attachment
	Owner       string // the only viewer; "" if all in the channel see it
	Pinged      []string
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

// Default is an initially selected channel.
type Default struct {
	ID   string `json:"id"`
	Type string `json:"type"`
}

// Item is a picture in a gallery.
type Item struct {
	Media       Media  `json:"media"`
	Description string `json:"description,omitempty"`
}

// Media is the file of a component. Discord fills in the ID.
type Media struct {
	URL          string `json:"url"`
	AttachmentID string `json:"attachment_id,omitempty"`
}

// Emoji is a picture in a button or an option.
type Emoji struct {
	ID   string `json:"id,omitempty"`
	Name string `json:"name,omitempty"`
}

// Choice is an option of a select.
type Choice struct {
	Label   string `json:"label"`
	Value   string `json:"value"`
	About   string `json:"description,omitempty"`
	Emoji   *Emoji `json:"emoji,omitempty"`
	Default bool   `json:"default,omitempty"`
}

const (
	kindRow       = 1
	kindButton    = 2
	kindSelect    = 3
	kindChannels  = 8
	kindText      = 10
	kindGallery   = 12
	kindContainer = 17
)

func withNested(components []Component) []Component {
	var list []Component
	for _, c := range components {
		list = append(append(list, c), withNested(c.Components)...)
	}
	return list
}

func (m Message) name() string { return m.Channel + "/" + m.ID }

// Text returns all text of the message.
func (m Message) Text() string {
	parts := []string{m.Content}
	for _, c := range withNested(m.Components) {
		parts = append(parts, c.Content)
	}
	return strings.TrimSpace(strings.Join(parts, "\n"))
}

// Discord omits files of components.
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

type draft struct {
	Content         string          `json:"content"`
	Flags           int             `json:"flags"`
	Components      []Component     `json:"components"`
	Nonce           any             `json:"nonce"`
	EnforceNonce    bool            `json:"enforce_nonce"`
	Attachments     []attachmentRef `json:"attachments"`
	AllowedMentions *struct {
		Parse []string `json:"parse"`
		Users []string `json:"users"`
	} `json:"allowed_mentions"`

	hasComponents bool
	files         []Attachment
}

// v2 is true if the edited message consists of components.
func readDraft(data []byte, v2 bool) (draft, error) {
	var d draft
	if err := double.DecodeStrict(data, &d); err != nil {
		return d, fmt.Errorf("body: %w", err)
	}
	d.hasComponents = d.Components != nil
	if d.AllowedMentions == nil || d.AllowedMentions.Parse == nil || len(d.AllowedMentions.Parse) > 0 {
		return d, errors.New("allowed_mentions must forbid mentions in the text")
	}
	if s, ok := d.Nonce.(string); d.Nonce != nil && (!ok || len(s) > maxNonce) {
		return d, fmt.Errorf("nonce: more than %d characters", maxNonce)
	}
	if v2 || d.Flags&ComponentsV2 != 0 {
		return d, d.checkV2()
	}
	return d, d.checkPlain()
}

func (c *chats) readMessage(q request, data []byte, v2 bool, old []Attachment) (draft, error) {
	d, err := readDraft(data, v2)
	if err != nil {
		return d, err
	}
	if err := d.attach(q, old, c.newID); err != nil {
		return d, err
	}
	if err := c.app.checkEmojis(d); err != nil {
		return d, err
	}
	if v2 = v2 || d.Flags&ComponentsV2 != 0; v2 && d.hasComponents {
		return d, d.checkShown()
	}
	return d, nil
}
