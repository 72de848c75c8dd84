// Package text represents text as lines of styled spans. Each platform decides the
// look of a style.
package text

import (
	"strings"
	"time"
)

// Line is one line of text. An empty Line separates paragraphs.
type Line []Span

// Span is a piece of text in one style. Text is literal: platforms must escape it and never parse markup
// or mentions in it.
type Span struct {
	Text  string
	Style Style
	// Spoken is the text for reading aloud; "" if it equals Text.
	Spoken string
	Icon   string // a picture that may stand before the text, such as a card code; "" for none
	// At is the time that Text states, in its zone; zero for none. Networks that
	// show times in each reader's zone use it in place of Text.
	At time.Time
}

// Style names a span's role. Each platform chooses its look.
type Style int

// The styles.
const (
	Plain  Style = iota
	Title        // the heading of a screen or section; a whole line
	Strong       // matters now
	Dim          // present but unavailable
	Red          // a card of a red suit
	Black        // a card of a black suit
	Trump        // a tarock
	Code         // to be typed literally
	Link         // an address to open
)

// String returns the line's text without styles.
func (l Line) String() string {
	var b strings.Builder
	for _, s := range l {
		b.WriteString(s.Text)
	}
	return b.String()
}
