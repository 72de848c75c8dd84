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
	kindInput     = 4 // a field to type in
	kindChannels  = 8 // a select of the server's channels
	kindText      = 10
	kindGallery   = 12
	kindContainer = 17
	kindLabel     = 18 // what is to be typed in the field below it
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
	maxID          = 100 // of a component, and an option's value
)

// Styles of buttons.
const (
	stylePrimary   = 1
	styleSecondary = 2
	styleDanger    = 4
)

// message is what is sent, as Discord wants it.
type message struct {
	Content      string       `json:"content,omitempty"`
	Flags        int          `json:"flags,omitempty"`
	Components   []component  `json:"components,omitzero"`
	Mentions     *mentions    `json:"allowed_mentions,omitempty"`
	Nonce        string       `json:"nonce,omitempty"`
	EnforceNonce bool         `json:"enforce_nonce,omitempty"`
	Attachments  []attachment `json:"attachments,omitzero"` // all that it shall have

	file  *chat.File // the new one among them; nil for none
	alone string     // the text where no picture is shown; "" for the same
}

// edited is the message in the place of another: it says so if it has no buttons or no
// picture, which would else stay. It is as private as that.
func edited(m message) message {
	m.Flags &^= flagEphemeral
	m.Components = append([]component{}, m.Components...)
	m.Attachments = append([]attachment{}, m.Attachments...)
	return m
}

// mentions are who a message may notify: those listed, whatever its text looks like.
type mentions struct {
	Parse []string `json:"parse"`
	Users []string `json:"users,omitempty"`
}

// mention lets a message notify these people, and nobody else.
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
	Value        string         `json:"value,omitempty"`      // what was typed
	MaxLength    int            `json:"max_length,omitempty"` // of what is typed
}

// channel is one that is chosen already.
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

// flat are the components, and after each those in it.
func flat(components []component) (all []component) {
	for _, c := range components {
		all = append(append(all, c), flat(c.Components)...)
	}
	return all
}

// seenMessage is a message as Discord tells it: as it was when pressed, or was sent.
type seenMessage struct {
	ID          string       `json:"id"`
	Flags       int          `json:"flags"`
	Components  []component  `json:"components"`
	Attachments []attachment `json:"attachments"` // those that no component shows
}

// ref is where a message is: "channel/message", and "/plain" if it is of the
// old kind, which Discord never lets become one of the new.
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

// path is the message's at Discord.
func (r ref) path() string { return "/channels/" + r.channel + "/messages/" + r.message }

// mark is what a component does besides saying its line; 0 is nothing. A component's id
// is the line that pressing it says. Discord wants ids to be different within a message
// and at most 100 characters long, and selects need to know what to do with what is
// chosen; so a mark may follow the line: " ~" and a letter, and a number behind "#".
type mark byte

// The marks.
const (
	markNone   mark = 'n' // a second button that says the same
	markOne    mark = 'o' // a select whose values are lines
	markChoice mark = 'c' // a choice; the values follow the line
	markChats  mark = 'h' // a choice of channels; their ids follow the line
	markToggle mark = 't' // a part of a choice; each value that changed is said
	markOpener mark = 'r' // opens the private panel that it stands in
	markLong   mark = 'l' // the name of a line that is too long
)

const markSign = " ~"

// splitID parts an id into the line and the mark.
func splitID(id string) (string, mark) {
	i := strings.LastIndex(id, markSign)
	if i < 0 || i+len(markSign) >= len(id) {
		return id, 0
	}
	return id[:i], mark(id[i+len(markSign)])
}

// join is the id of the line with the mark.
func (m mark) join(line string) string {
	if m == 0 {
		return line
	}
	return line + markSign + string(rune(m))
}

// openerIn finds the line that opens the panel anew; "" if it isn't one.
func openerIn(m *seenMessage) string {
	for _, c := range flat(m.Components) {
		if line, mark := splitID(c.CustomID); mark == markOpener {
			return line
		}
	}
	return ""
}

// defaultsOf are the values that were chosen in the select when it was shown.
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

// newLines keeps the ids that are too long: few, and no button's of a running game.
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

// expanded is the id that a component's stands for; false if nobody knows any more.
func expanded(ctx context.Context, kept *lines.Store, id string) (string, bool) {
	if _, m := splitID(id); m != markLong {
		return id, true
	}
	return kept.Expand(ctx, id)
}
