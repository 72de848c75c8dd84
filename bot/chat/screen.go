package chat

import (
	"context"
	"slices"
	"strings"
	"time"

	"tarockbot/render/felt"
	"tarockbot/render/text"
)

// Screen is all that a message shows. It is a function of the state and complete in itself: the next screen mends a lost
// or doubled one.
type Screen struct {
	// What the reader sees and presses.

	Lang    string // language of the texts, BCP 47
	Text    []Line
	Picture *Picture // shows what the text says; nil for none
	// Caption replaces Text beside the picture: it says what the picture doesn't, and what there is to do. If it is nil,
	// all of Text stands there.
	Caption []Line
	// Felt is the layout of the cards on the table, for a platform with Traits.Felt; else nil. Choice and Buttons offer
	// all that it offers, but for cards that are set in advance.
	Felt    *Felt
	Choice  *Choice
	Menus   []Menu     // each is independent
	Buttons [][]Button // rows that belong together; a platform may break them
	// Others holds the same screen in the other languages, for a platform with Traits.Translates; else nil.
	Others []Screen

	// What the screen is about.

	Table   string // the table's code, which tells similar messages of one place apart; "" for none
	Game    string // the engine's name of the game whose words the texts use; "" for none
	Share   string // the code of a challenge that anybody may accept, to be passed on; "" for none
	Panel   bool   // a person's own hand; a person needs one panel message per table
	Protect bool   // must not be forwarded: it shows a hand

	// How far the table has come.

	Playing  bool // the match is being played
	Ended    bool // the screen won't change any more, and the reader may put it away
	Followed bool // another table follows this one: a platform may remove it from a person's list of tables
	Retired  bool // another message has replaced it: delete it if the platform can

	// How to deliver it.

	Call   *Call     // whom the message calls; nil: nobody, and a message that has called somebody is deleted
	Thread *bool     // whether the match gets its own thread on a platform with threads; nil: the platform's default
	Age    time.Time // when the subject began, for a platform that sorts messages itself
	Anew   bool      // post it again even if its place has the message: somebody wants it to be the last one there
}

// Call notifies a user once that others wait for them, by a sound, a mention or a message of its own. Platforms make it
// with package calls.
type Call struct {
	// Thread is the subject of the call, such as a seat at a table. The numbers of its calls rise: once a call is made,
	// neither it nor an earlier one is made again.
	Thread string
	Number int
	User   UserID // is called
	Text   Line   // the words, all in one style
	// News: it only tells something, and nobody waits for the user.
	News bool
	// Quiet: it must not be made now. A call that was made stays.
	Quiet bool

	// Held: it is Quiet only while the user is present, and at least until Until; the zero time means for good.
	// Platforms don't need these two.
	Held  bool
	Until time.Time
}

// CaptionOrText returns the text beside the picture, or all text if there is no picture.
func (s Screen) CaptionOrText() []Line {
	if s.Picture == nil || s.Caption == nil {
		return s.Text
	}
	return s.Caption
}

// Beginning returns the screen in its own language, with its first line only and nothing to press.
func (s Screen) Beginning() Screen {
	s.Text, s.Caption, s.Others = s.Text[:min(1, len(s.Text))], nil, nil
	s.Felt, s.Choice, s.Menus, s.Buttons, s.Playing = nil, nil, nil, nil, false
	return s
}

// Picture is the picture of a screen. While PNG is nil the picture is being drawn: keep the message's old picture; the
// screen comes again. In an Answer, call Draw instead.
type Picture struct {
	Key           string // the same for pictures that look the same
	Alt           string // the picture in words, at most 1000 characters
	Width, Height int    // in pixels
	PNG           []byte // opaque
	// Draw returns PNG and draws it first if needed. It may wait for other pictures until ctx ends. A platform calls it
	// for the pages of answers, and for all screens if it is lazy, but never while an answer waits.
	Draw func(ctx context.Context) ([]byte, error)
}

// Term is a word of a game with its meaning.
type Term struct {
	Words   []string // with the same meaning
	Meaning string   // one sentence
}

// Felt is the layout of the cards on a table, as data; see package felt.
type Felt = felt.Felt

// Line is a line of text. An empty Line separates paragraphs.
type Line = text.Line

// Span is a piece of text in one style. Its text is literal: a platform escapes it and reads no markup or mentions in it.
type Span = text.Span

// Style is the meaning of a span; a platform decides how it looks.
type Style = text.Style

// The styles.
const (
	Plain  = text.Plain
	Title  = text.Title  // heads the screen or a section; a whole line
	Strong = text.Strong // matters now
	Dim    = text.Dim    // present, but unusable now
	Red    = text.Red    // a red suit's card
	Black  = text.Black  // a black suit's card
	Trump  = text.Trump  // a tarock
	Code   = text.Code   // to be typed as it stands
	Link   = text.Link   // an address on a platform, to be opened
)

// Button hands in Line when somebody presses it.
type Button struct {
	Label string
	Line  string
	Hint  string // explains the button where there is room, and to screen readers if the label is a sign; "" for none
	Icon  string // a stable icon name, such as a card code; "" for none
	Style Style  // of the label
	Look  Look
	// Aside: the button is always present and doesn't answer the screen's question. A platform may put it into a menu.
	Aside bool
	// For limits the button to readers who can use it, for a platform that shows each reader of a public message their
	// own buttons; nil is everybody.
	For *Readers
}

// Readers are some of the readers of a public message.
type Readers struct {
	Only []UserID // nil is everybody
	Not  []UserID // are left out
}

// Has reports whether the reader is one of them.
func (r *Readers) Has(reader UserID) bool {
	return r == nil || (r.Only == nil || slices.Contains(r.Only, reader)) && !slices.Contains(r.Not, reader)
}

// Look is the weight of a button.
type Look int

// The looks of a button.
const (
	Normal Look = iota
	Primary
	Danger
)

// Choice lets somebody choose between Min and Max options and confirm. A platform with a multi-select hands in Line and
// the values. A platform with toggles hands in Toggle and a value for each press, then Line alone; the bot keeps the
// draft and marks Chosen.
type Choice struct {
	Label    string // names the choice
	Line     string // confirms
	Toggle   string // changes one option
	Confirm  string // the label of the confirming button
	Min, Max int
	Options  []Option
}

// Option is a thing to choose.
type Option struct {
	Value  string // without blanks, except in a Menu
	Label  string
	Hint   string // explains the option where there is room; "" for none
	Icon   string
	Style  Style
	Chosen bool
	Fixed  bool   // must stay chosen
	Part   string // name of a part of the choice or menu, whose options stay together; "" if it has one part
}

// Parts splits options where their Part changes.
func Parts(options []Option) (all [][]Option) {
	for i, o := range options {
		if i == 0 || o.Part != options[i-1].Part {
			all = append(all, nil)
		}
		all[len(all)-1] = append(all[len(all)-1], o)
	}
	return all
}

// Chosen counts the options that are chosen or fixed.
func (c *Choice) Chosen() (n int) {
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

// Fixes reports whether the value must stay chosen.
func (c *Choice) Fixes(value string) bool {
	return slices.ContainsFunc(c.Options, func(o Option) bool { return o.Value == value && o.Fixed })
}

// Menu is a setting. A choice takes effect at once: it hands in Line followed by the values.
type Menu struct {
	Label string // names the setting
	Line  string
	Max   int // 0 or 1: exactly one option is chosen; else up to so many
	// Chats: the options are chats of the reader's server or group. A platform that knows more of them offers those.
	Chats   bool
	Options []Option
}

// Add adds an option. The menu has one chosen option.
func (m *Menu) Add(value, label string, chosen bool) {
	m.Options = append(m.Options, Option{Value: value, Label: label, Chosen: chosen})
}

// After returns the line for a press on the option, for platforms that show a menu as buttons.
func (m Menu) After(pressed Option) string {
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
