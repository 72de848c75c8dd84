package discord

import "tarockbot/bot/chat"

// Types of components.
const (
	kindRow       = 1
	kindButton    = 2
	kindSelect    = 3
	kindChannels  = 8 // a select of the server's channels
	kindText      = 10
	kindGallery   = 12
	kindContainer = 17
)

// Flags of messages.
const (
	flagEphemeral  = 1 << 6
	flagSilent     = 1 << 12 // notifies nobody
	flagComponents = 1 << 15 // all of the message is components
)

// Limits of messages.
const (
	maxComponents  = 40 // nested ones among them
	maxText        = 4000
	maxContent     = 2000 // of a message without flagComponents
	maxRows        = 5    // of such a message
	perRow         = 5
	maxLabel       = 80
	maxOptions     = 25
	maxOptionLabel = 100
	maxPlaceholder = 150
	maxCardButtons = 20
)

// Styles of buttons.
const (
	stylePrimary   = 1
	styleSecondary = 2
	styleDanger    = 4
)

// message is what is sent, as Discord wants it.
type message struct {
	Content      string      `json:"content,omitempty"`
	Flags        int         `json:"flags,omitempty"`
	Components   []component `json:"components,omitempty"`
	Mentions     *mentions   `json:"allowed_mentions,omitempty"`
	Nonce        string      `json:"nonce,omitempty"`
	EnforceNonce bool        `json:"enforce_nonce,omitempty"`

	Attachments []attachment `json:"attachments,omitempty"` // all that it shall have
	file        *chat.File   // the new one among them; nil for none
	alone       string       // the text where no picture is shown; "" for the same
}

// mentions says who may be notified by a message's text: nobody, or those
// listed, whatever the text looks like.
type mentions struct {
	Parse []string `json:"parse"`
	Users []string `json:"users,omitempty"`
}

func nobody() *mentions { return &mentions{Parse: []string{}} }

// component is a part of a message.
type component struct {
	Type        int            `json:"type"`
	Content     string         `json:"content,omitempty"`
	Components  []component    `json:"components,omitempty"`
	CustomID    string         `json:"custom_id,omitempty"`
	Style       int            `json:"style,omitempty"`
	Label       string         `json:"label,omitempty"`
	Emoji       *emoji         `json:"emoji,omitempty"`
	Placeholder string         `json:"placeholder,omitempty"`
	MinValues   *int           `json:"min_values,omitempty"`
	MaxValues   int            `json:"max_values,omitempty"`
	Options     []selectOption `json:"options,omitempty"`

	ChannelTypes []int     `json:"channel_types,omitempty"` // of kindChannels
	Defaults     []channel `json:"default_values,omitempty"`

	Items []galleryItem `json:"items,omitempty"`
}

// channel is one that is chosen already.
type channel struct {
	ID   string `json:"id"`
	Type string `json:"type"`
}

type selectOption struct {
	Label   string `json:"label"`
	Value   string `json:"value"`
	Emoji   *emoji `json:"emoji,omitempty"`
	Default bool   `json:"default,omitempty"`
}
