package discord

import (
	"tarockbot/bot/chat"
)

const (
	kindRow       = 1
	kindButton    = 2
	kindSelect    = 3
	kindInput     = 4
	kindChannels  = 8
	kindText      = 10
	kindGallery   = 12
	kindContainer = 17
	kindLabel     = 18
)

const (
	flagEphemeral  = 1 << 6
	flagSilent     = 1 << 12 // notifies nobody
	flagComponents = 1 << 15 // the message consists of components
)

const (
	maxComponents  = 40 // including nested ones
	maxText        = 4000
	maxContent     = 2000 // without flagComponents
	maxRows        = 5    // without flagComponents
	maxPerRow      = 5
	maxLabel       = 80
	maxOptions     = 25
	maxOptionLabel = 100
	maxPlaceholder = 150
	maxCardButtons = 20
	maxID          = 100 // of a component or an option's value
)

const (
	stylePrimary   = 1
	styleSecondary = 2
	styleDanger    = 4
)

const styleLine = 1

type message struct {
	Content      string       `json:"content,omitempty"`
	Flags        int          `json:"flags,omitempty"`
	Components   []component  `json:"components,omitzero"`
	Mentions     *mentions    `json:"allowed_mentions,omitempty"`
	Nonce        string       `json:"nonce,omitempty"`
	EnforceNonce bool         `json:"enforce_nonce,omitempty"`
	Attachments  []attachment `json:"attachments,omitzero"` // all that remain after the request

	file     *chat.File // the new attachment, or nil
	textOnly string     // the text without a picture, if it differs
}

// Discord keeps buttons and pictures unless an edit contains empty lists. An edit can't change the ephemeral flag.
func edited(m message) message {
	m.Flags &^= flagEphemeral
	m.Components = append([]component{}, m.Components...)
	m.Attachments = append([]attachment{}, m.Attachments...)
	return m
}

// A message notifies only these people, whatever its text contains.
type mentions struct {
	Parse []string `json:"parse"`
	Users []string `json:"users,omitempty"`
}

func mention(people ...string) *mentions { return &mentions{[]string{}, people} }

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
	ChannelTypes []int          `json:"channel_types,omitempty"`
	Defaults     []channel      `json:"default_values,omitempty"`
	Items        []galleryItem  `json:"items,omitempty"`
	Field        *component     `json:"component,omitempty"`
	Value        string         `json:"value,omitempty"`
	MaxLength    int            `json:"max_length,omitempty"`
}

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

func flatten(components []component) (all []component) {
	for _, c := range components {
		all = append(append(all, c), flatten(c.Components)...)
	}
	return all
}

type seenMessage struct {
	ID          string       `json:"id"`
	Flags       int          `json:"flags"`
	Components  []component  `json:"components"`
	Attachments []attachment `json:"attachments"`
}

func (m *seenMessage) components() []component {
	if m == nil {
		return nil
	}
	return flatten(m.Components)
}
