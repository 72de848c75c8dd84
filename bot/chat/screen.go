package chat

import (
	"context"
	"slices"
	"strings"
	"time"

	"tarockbot/render/felt"
	"tarockbot/render/text"
)

// Screen is the content of a message.
type Screen struct {
	Lang    string // language of the texts, BCP 47
	Text    []Line
	Picture *Picture // may be nil
	// Caption replaces Text beside the picture; nil for all of Text.
	Caption []Line
	// Felt is the layout of the cards, if the platform has Traits.LaysOutCards.
	Felt    *Felt
	Choice  *Choice
	Menus   []Menu
	Buttons [][]Button // a platform may break rows
	// Translations holds the screen in other languages, if the platform has Traits.Translates.
	Translations []Screen

	Table     string // tells messages of one place apart
	Game      string
	ShareCode string // code of a challenge that anybody may accept
	Panel     bool   // a person's own hand
	Protect   bool   // must not be forwarded

	Playing     bool
	Dismissable bool // the reader may put it away
	MayBeHidden bool // a platform may hide this table
	Retired     bool // delete it if possible

	Call    *Call // nil deletes a message that has called somebody
	Thread  *bool // nil for the platform's default
	Created time.Time
	Repost  bool // post it again as the last message
}

// Call notifies a user once that others wait for them. Platforms make it with package calls.
type Call struct {
	// Subject is the call's subject, such as a seat at a table. After a call, no call with a lower Number is made.
	Subject     string
	Number      int
	User        UserID
	Text        Line
	NobodyWaits bool
	// Suppressed means that the call must not be made now. A call that was made stays.
	Suppressed bool

	// WhilePresent means that the call is Suppressed only while the user is present, at least until SuppressedUntil;
	// zero means for good.
	WhilePresent    bool
	SuppressedUntil time.Time
}

// CaptionOrText returns the text beside the picture, if any.
func (s Screen) CaptionOrText() []Line {
	if s.Picture == nil || s.Caption == nil {
		return s.Text
	}
	return s.Caption
}

// FirstLineOnly returns the screen's first line with nothing to press.
func (s Screen) FirstLineOnly() Screen {
	s.Text, s.Caption, s.Translations = s.Text[:min(1, len(s.Text))], nil, nil
	s.Felt, s.Choice, s.Menus, s.Buttons, s.Playing = nil, nil, nil, nil, false
	return s
}

// Picture is a screen's picture. While PNG is nil, keep the old picture: the screen comes again. In an
// Answer, call Draw instead.
type Picture struct {
	Key           string // the same for equal pictures
	Alt           string // in words, at most 1000 characters
	Width, Height int    // in pixels
	PNG           []byte // opaque
	// Draw returns PNG, and draws it if needed. It may wait for other pictures until ctx ends.
	Draw func(ctx context.Context) ([]byte, error)
}

// Term is a game's word with its meaning.
type Term struct {
	Words   []string
	Meaning string
}

// Felt is the layout of a table's cards.
type Felt = felt.Felt

// Line is a line of text; an empty one separates paragraphs.
type Line = text.Line

// Span is text in one style. A platform escapes it.
type Span = text.Span

// Style is a span's meaning; a platform decides its look.
type Style = text.Style

// The styles.
const (
	Plain  = text.Plain
	Title  = text.Title
	Strong = text.Strong
	Dim    = text.Dim
	Red    = text.Red
	Black  = text.Black
	Trump  = text.Trump // a tarock
	Code   = text.Code  // to be typed
	Link   = text.Link
)

// Button sends Line when somebody presses it.
type Button struct {
	Label string
	Line  string
	Hint  string
	Icon  string
	Style Style
	Look  Look
	// ForMenu allows a platform to put the button into a menu.
	ForMenu bool
	// For limits the button to some readers, if the platform can; nil is everybody.
	For *Readers
}

// Readers are some of the readers of a public message.
type Readers struct {
	Only   []UserID // nil is everybody
	Except []UserID
}

// Has reports whether the reader is one of them.
func (r *Readers) Has(reader UserID) bool {
	return r == nil || (r.Only == nil || slices.Contains(r.Only, reader)) && !slices.Contains(r.Except, reader)
}

// Look is the weight of a button.
type Look int

// The looks of a button.
const (
	Normal Look = iota
	Primary
	Danger
)

// Choice lets somebody choose between Min and Max options and confirm. A multi-select sends Line and the values.
// Toggles send Toggle and a value for each press, then Line; the bot keeps the draft and marks Chosen.
type Choice struct {
	Label    string
	Line     string
	Toggle   string
	Confirm  string
	Min, Max int
	Options  []Option
}

// Option is a thing to choose.
type Option struct {
	Value  string // without blanks, except in a Menu
	Label  string
	Hint   string
	Icon   string
	Style  Style
	Chosen bool
	Fixed  bool   // must stay chosen
	Group  string // options of one Group stay together
}

// GroupOptions splits options where their Group changes.
func GroupOptions(options []Option) (all [][]Option) {
	for i, o := range options {
		if i == 0 || o.Group != options[i-1].Group {
			all = append(all, nil)
		}
		all[len(all)-1] = append(all[len(all)-1], o)
	}
	return all
}

// CountChosen counts the options that are chosen or fixed.
func (c *Choice) CountChosen() (n int) {
	for _, o := range c.Options {
		if o.Chosen || o.Fixed {
			n++
		}
	}
	return n
}

// Offers reports whether the value is one of its options.
func (c *Choice) Offers(value string) bool {
	return slices.ContainsFunc(c.Options, func(o Option) bool { return o.Value == value })
}

// IsFixed reports whether the value must stay chosen.
func (c *Choice) IsFixed(value string) bool {
	return slices.ContainsFunc(c.Options, func(o Option) bool { return o.Value == value && o.Fixed })
}

// Menu is a setting. Choosing an option sends Line and the values at once.
type Menu struct {
	Label string
	Line  string
	Max   int // 0 or 1 for exactly one option
	// OffersChats means that the options are chats. A platform may offer more of them.
	OffersChats bool
	Options     []Option
}

// Add adds an option.
func (m *Menu) Add(value, label string, chosen bool) {
	m.Options = append(m.Options, Option{Value: value, Label: label, Chosen: chosen})
}

// LineFor returns the line for a press on the option.
func (m Menu) LineFor(pressed Option) string {
	if m.Max <= 1 {
		return m.Line + " " + pressed.Value
	}
	values := []string{m.Line}
	for _, o := range m.Options {
		if o.Chosen != (o.Value == pressed.Value) {
			values = append(values, o.Value)
		}
	}
	return strings.Join(values, " ")
}
