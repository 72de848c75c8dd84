package discord

import (
	"tarockbot/bot/chat"
)

// Types of components.
const (
	kindRow       = 1
	kindButton    = 2
	kindSelect    = 3
	kindInput     = 4 // a text field
	kindChannels  = 8 // a select of the server's channels
	kindText      = 10
	kindGallery   = 12
	kindContainer = 17
	kindLabel     = 18 // the label of a text field
)

// Flags of messages.
const (
	flagEphemeral  = 1 << 6
	flagSilent     = 1 << 12 // notifies nobody
	flagComponents = 1 << 15 // the whole message consists of components
)

// Limits of messages.
const (
	maxComponents  = 40 // including nested ones
	maxText        = 4000
	maxContent     = 2000 // of a message without flagComponents
	maxRows        = 5    // of a message without flagComponents
	perRow         = 5
	maxLabel       = 80
	maxOptions     = 25
	maxOptionLabel = 100
	maxPlaceholder = 150
	maxCardButtons = 20
	maxID          = 100 // of a component, and an option's value
)

// Styles of buttons.
const (
	stylePrimary   = 1
	styleSecondary = 2
	styleDanger    = 4
)

// styleLine is the style of a field that takes one line.
const styleLine = 1

// message is a message in Discord's form.
type message struct {
	Content      string       `json:"content,omitempty"`
	Flags        int          `json:"flags,omitempty"`
	Components   []component  `json:"components,omitzero"`
	Mentions     *mentions    `json:"allowed_mentions,omitempty"`
	Nonce        string       `json:"nonce,omitempty"`
	EnforceNonce bool         `json:"enforce_nonce,omitempty"`
	Attachments  []attachment `json:"attachments,omitzero"` // all attachments after the request

	file  *chat.File // the new attachment; nil for none
	alone string     // the text without a picture; "" for the same text
}

// edited returns the message as an edit of another: missing buttons or pictures are sent as empty lists,
// or else Discord would keep them. It can't change whether the message is private.
func edited(m message) message {
	m.Flags &^= flagEphemeral
	m.Components = append([]component{}, m.Components...)
	m.Attachments = append([]attachment{}, m.Attachments...)
	return m
}

// mentions are the people whom a message may notify, whatever its text looks like.
type mentions struct {
	Parse []string `json:"parse"`
	Users []string `json:"users,omitempty"`
}

// mention lets a message notify only these people.
func mention(people ...string) *mentions { return &mentions{[]string{}, people} }

// component is a part of a message.
type component struct {
	Type         int            `json:"type"`
	Content      string         `json:"content,omitempty"`
	Components   []component    `json:"components,omitempty"`
	CustomID     string         `json:"custom_id,omitempty"`
	Style        int            `json:"style,omitempty"`
	Label        string         `json:"label,omitempty"`
	Emoji        *emoji         `json:"emoji,omitempty"`
	Placeholder  string         `json:"placeholder,omitempty"`
	MinValues    *int           `json:"min_values,omitempty"`
	MaxValues    int            `json:"max_values,omitempty"`
	Options      []selectOption `json:"options,omitempty"`
	ChannelTypes []int          `json:"channel_types,omitempty"` // of kindChannels
	Defaults     []channel      `json:"default_values,omitempty"`
	Items        []galleryItem  `json:"items,omitempty"`
	Field        *component     `json:"component,omitempty"`  // of kindLabel
	Value        string         `json:"value,omitempty"`      // the typed text
	MaxLength    int            `json:"max_length,omitempty"` // of the typed text
}

// channel is a preselected channel.
type channel struct {
	ID   string `json:"id"`
	Type string `json:"type"`
}

type selectOption struct {
	Label   string `json:"label"`
	Value   string `json:"value"`
	About   string `json:"description,omitempty"`
	Emoji   *emoji `json:"emoji,omitempty"`
	Default bool   `json:"default,omitempty"`
}

// flatten returns the components, each followed by its own.
func flatten(components []component) (all []component) {
	for _, c := range components {
		all = append(append(all, c), flatten(c.Components)...)
	}
	return all
}

// seenMessage is a message in Discord's answers and interactions.
type seenMessage struct {
	ID          string       `json:"id"`
	Flags       int          `json:"flags"`
	Components  []component  `json:"components"`
	Attachments []attachment `json:"attachments"` // attachments outside components
}

// components returns all components; none of a nil message.
func (m *seenMessage) components() []component {
	if m == nil {
		return nil
	}
	return flatten(m.Components)
}
