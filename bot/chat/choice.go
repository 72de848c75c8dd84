package chat

import (
	"slices"
	"strings"
)

// Button is one thing that may be pressed. Pressing hands in Line.
type Button struct {
	Label string
	Line  string
	Icon  string // a stable icon name, such as a card code; "" for none
	Style Style  // of the label
	Look  Look
}

// Look is the weight of a button.
type Look int

// The looks of a button.
const (
	Normal Look = iota
	Primary
	Danger
)

// Choice lets somebody choose between Min and Max options and confirm. A
// platform with a multi-select hands in Line followed by the values; one with
// toggles hands in Toggle followed by a single value for each press (the bot
// keeps the draft and marks Chosen) and then Line alone.
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
	Value  string // without blanks
	Label  string
	Icon   string
	Style  Style
	Chosen bool
	Fixed  bool   // must stay chosen
	Part   string // of the choice, by name: what is of one part stays together where all are too many; "" for one part
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

// Offers says that the value is one of its options.
func (c *Choice) Offers(value string) bool {
	return slices.ContainsFunc(c.Options, func(o Option) bool { return o.Value == value })
}

// Fixes says that the value must stay chosen.
func (c *Choice) Fixes(value string) bool {
	return slices.ContainsFunc(c.Options, func(o Option) bool { return o.Value == value && o.Fixed })
}
