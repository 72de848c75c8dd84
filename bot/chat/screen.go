package chat

import (
	"context"
	"slices"
	"strings"
	"time"

	"tarockbot/render/felt"
	"tarockbot/render/text"
)

// Screen is what a message shows: a function of the state, complete in itself,
// so that a lost or doubled one is mended by the next.
type Screen struct {
	Lang    string // language of the texts, BCP 47
	Text    []Line
	Picture *Picture // shows what the text says; nil for none
	// Caption stands for Text where the picture is seen: what that doesn't say, and
	// what there is to do. Nil: all of Text stands there, too.
	Caption []Line
	// Felt is what lies on the table that it shows, for a platform that lays that out
	// itself (Traits.Felt); nil if there is none, or the platform doesn't. What it offers to press is
	// in Choice and Buttons, too, but for cards that are set ahead.
	Felt    *Felt
	Choice  *Choice
	Menus   []Menu     // each is for itself
	Buttons [][]Button // rows that belong together; a platform may break them
	Call    *Call      // who is called by it; nil: nobody is, and the message that has called somebody is deleted
	Protect bool       // must not be forwarded: it shows a hand
	Age     time.Time  // when what it shows began: a platform that orders messages itself goes by it
	Ended   bool       // nothing more will come of it: the reader may put it away
	Share   string     // the code of a challenge that anybody may accept, to be sent on; "" for none
	Game    string     // whose words the texts use, as the engine names the game; "" for no game's
	Table   string     // the code of the table that it shows; "" for none. By it messages of one place that look alike are told apart
	Playing bool       // shows a match that is being played
	Thread  *bool      // whether the match gets a thread of its own, where there are threads; nil: as the platform has it
	Retired bool       // another message has taken its place: it goes, where the platform can delete it
	Panel   bool       // shows a person's own hand: of one table's panel a person needs one message
	// Others are the same in the other languages, for a platform that shows each reader of
	// a public message theirs (Traits.Translates); nil for all others.
	Others []Screen
	// Followed says that another table goes on where this one ended: a platform that keeps
	// a list of a person's tables may take it off.
	Followed bool
	Anew     bool // is to be posted though its place has a message for it: somebody wants it last there
}

// Call tells somebody, once, that they are waited for: by a sound, a mention, a
// word of its own. See Calls, which a platform makes it with.
type Call struct {
	// Thread is what the call belongs to, such as a seat at a table. Its calls are
	// numbered upwards: once one is made, neither it nor an earlier one is made again.
	Thread string
	Number int
	User   UserID // who is called
	Text   Line   // by which words, all in one style
	// News says that it only tells something: nobody waits for the person.
	News bool
	// Quiet says that it must not be made now. One that has been made stays.
	Quiet bool

	// Held says that it is quiet only as long as its person is there, and Until until
	// when at least; the zero time is for good. A platform doesn't need them.
	Held  bool
	Until time.Time
}

// CaptionOrText is the text beside the picture; all of it if there is none.
func (s Screen) CaptionOrText() []Line {
	if s.Picture == nil || s.Caption == nil {
		return s.Text
	}
	return s.Caption
}

// Beginning is the screen without anything to press, and without all but its first line.
func (s Screen) Beginning() Screen {
	s.Text, s.Caption = s.Text[:min(1, len(s.Text))], nil
	s.Felt, s.Choice, s.Buttons, s.Playing = nil, nil, nil, false
	return s
}

// Picture is a picture that goes with a screen's words. As long as it is being
// drawn PNG is nil: the message keeps the picture it has, and the screen is
// shown again when there is a new one. That of an Answer isn't: see Draw.
type Picture struct {
	Key           string // the same for pictures that look the same
	Alt           string // what it shows, in words, at most 1000 characters
	Width, Height int    // in pixels
	PNG           []byte // opaque
	// Draw is PNG, drawn first if it must be. It waits for other pictures, but
	// not longer than ctx. A platform calls it for the pages of answers, and for
	// all if it is lazy, never while an answer waits.
	Draw func(ctx context.Context) ([]byte, error)
}

// Term is a word of a game with what it means.
type Term struct {
	Words   []string // that mean the same
	Meaning string   // one sentence
}

// Felt is what lies on a table, as data; see package felt.
type Felt = felt.Felt

// Line is one line of text. An empty Line separates paragraphs.
type Line = text.Line

// Span is a piece of text in one style. Text is literal: a platform escapes
// it and never reads markup or mentions in it.
type Span = text.Span

// Style says what a span is, not what it looks like.
type Style = text.Style

// The styles.
const (
	Plain  = text.Plain
	Title  = text.Title  // heads the screen or a section; a whole line
	Strong = text.Strong // matters now
	Dim    = text.Dim    // there, but can't be used now
	Red    = text.Red    // a red suit's card
	Black  = text.Black  // a black suit's card
	Trump  = text.Trump  // a tarock
	Code   = text.Code   // to be typed as it stands
	Link   = text.Link   // an address of a platform's own, to be opened
)

// Button is one thing that may be pressed. Pressing hands in Line.
type Button struct {
	Label string
	Line  string
	Hint  string // what pressing it means, for a platform that has room for it, and for ears where the label is a sign; "" for none
	Icon  string // a stable icon name, such as a card code; "" for none
	Style Style  // of the label
	Look  Look
	// Aside says that it is always there, and that what the screen asks goes on without it:
	// a platform may put it into a menu.
	Aside bool
	// For are those who can do anything with it, for a platform that shows each reader of a
	// public message their own buttons; nil is everybody.
	For *Readers
}

// Readers are some of those who read a public message.
type Readers struct {
	Only []UserID // these alone; nil is everybody
	Not  []UserID // but for these
}

// Has says that the reader is one of them.
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

// Choice lets somebody choose between Min and Max options and confirm. A platform with a
// multi-select hands in Line and the values; one with toggles Toggle and a value for each
// press (the bot keeps the draft and marks Chosen), then Line alone.
type Choice struct {
	Label    string // says what is chosen
	Line     string // confirms
	Toggle   string // changes one option
	Confirm  string // the label of the confirming button
	Min, Max int
	Options  []Option
}

// Option is one thing to choose.
type Option struct {
	Value  string // without blanks, but in a Menu
	Label  string
	Hint   string // what choosing it means, for a platform that has room for it; "" for none
	Icon   string
	Style  Style
	Chosen bool
	Fixed  bool   // must stay chosen
	Part   string // of the choice or menu, by name: what is of one part stays together; "" for one part
}

// Menu is one of several things that are set: what is chosen counts at once, and
// hands in Line followed by the values.
type Menu struct {
	Label string // says what is set
	Line  string
	Max   int // up to 1: one option is chosen; else so many, or none
	// Chats says that the options are chats of the reader's server or group. A
	// platform that knows more of them offers those.
	Chats   bool
	Options []Option
}

// Add adds an option, of which one is chosen.
func (m *Menu) Add(value, label string, chosen bool) {
	m.Options = append(m.Options, Option{Value: value, Label: label, Chosen: chosen})
}

// After is the line that sets what is chosen after a press on the option: for
// platforms that show a menu as buttons.
func (m Menu) After(pressed Option) string {
	values := []string{m.Line}
	for _, o := range m.Options {
		if m.Max > 1 && o.Chosen != (o.Value == pressed.Value) || m.Max <= 1 && o.Value == pressed.Value {
			values = append(values, o.Value)
		}
	}
	return strings.Join(values, " ")
}

// Chosen counts the options that are chosen.
func (c *Choice) Chosen() (n int) {
	for _, o := range c.Options {
		if o.Chosen || o.Fixed {
			n++
		}
	}
	return n
}

// Offers says that the value is one of its options.
func (c *Choice) Offers(value string) bool {
	return slices.ContainsFunc(c.Options, func(o Option) bool { return o.Value == value })
}

// Fixes says that the value must stay chosen.
func (c *Choice) Fixes(value string) bool {
	return slices.ContainsFunc(c.Options, func(o Option) bool { return o.Value == value && o.Fixed })
}
