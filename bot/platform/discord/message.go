package discord

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/lines"
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

// flat returns the components, each followed by its own.
func flat(components []component) (all []component) {
	for _, c := range components {
		all = append(append(all, c), flat(c.Components)...)
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

// ref is a message's reference: "channel/message", with "/plain" if it is of the old kind, which no edit
// turns into the new one.
type ref struct {
	channel, message string
	plain            bool
}

func parseRef(s chat.Ref) (ref, bool) {
	parts := strings.Split(string(s), "/")
	if len(parts) < 2 || !isSnowflake(parts[0]) || !isSnowflake(parts[1]) {
		return ref{}, false
	}
	return ref{parts[0], parts[1], len(parts) > 2}, true
}

func (r ref) String() string {
	s := r.channel + "/" + r.message
	if r.plain {
		s += "/plain"
	}
	return s
}

// path returns the message's path in the API.
func (r ref) path() string { return "/channels/" + r.channel + "/messages/" + r.message }

// mark is the effect of a component besides saying its line; 0 is none. A component's id is the line of a
// press. Discord requires unique ids of at most 100 characters, and the values of selects need a meaning,
// so a mark may follow the line: " ~" and a letter, and a number behind "#".
type mark byte

// Marks of components.
const (
	markNone   mark = 'n' // a second button that says the same
	markOne    mark = 'o' // a select whose values are lines
	markChoice mark = 'c' // a choice; its values follow the line
	markChats  mark = 'h' // a choice of channels; its ids follow the line
	markToggle mark = 't' // a part of a choice; each changed value is a line
	markOpener mark = 'r' // a button that opens its own private panel again
	markLong   mark = 'l' // the short name of a long id
)

const markSign = " ~"

// splitID splits an id into the line and the mark.
func splitID(id string) (string, mark) {
	i := strings.LastIndex(id, markSign)
	if i < 0 || i+len(markSign) >= len(id) {
		return id, 0
	}
	return id[:i], mark(id[i+len(markSign)])
}

// join returns the id of the line with the mark.
func (m mark) join(line string) string {
	if m == 0 {
		return line
	}
	return line + markSign + string(rune(m))
}

// openerIn returns the line that opens the panel again; "" if the message isn't a panel.
func openerIn(m *seenMessage) string {
	for _, c := range flat(m.Components) {
		if line, mark := splitID(c.CustomID); mark == markOpener {
			return line
		}
	}
	return ""
}

// defaultsOf returns the values that the select showed as chosen.
func defaultsOf(m *seenMessage, id string) (values []string) {
	if m == nil {
		return nil
	}
	for _, c := range flat(m.Components) {
		for _, o := range c.Options {
			if c.CustomID == id && o.Default {
				values = append(values, o.Value)
			}
		}
	}
	return values
}

// newLines returns the store of long ids. They are rare, and never of a running game's button.
func newLines(notes chat.Notes) *lines.Store {
	return &lines.Store{
		Notes: notes,
		Name: func(id string) string {
			sum := sha256.Sum256([]byte(id))
			return markLong.join(hex.EncodeToString(sum[:12]))
		},
		Note: func(name string) string {
			sum, _ := splitID(name)
			return "line/" + sum
		},
	}
}

// expanded returns a component's full id, and false if it isn't stored any more.
func expanded(ctx context.Context, kept *lines.Store, id string) (string, bool) {
	if _, m := splitID(id); m != markLong {
		return id, true
	}
	return kept.Expand(ctx, id)
}
