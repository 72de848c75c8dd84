// Package text represents text as lines of styled spans.
package text

import (
	"strings"
	"time"
)

// Line is one line of text. An empty Line separates paragraphs.
type Line []Span

// Span is literal text in one style. Platforms must escape it and never parse markup or mentions in it.
type Span struct {
	Text  string
	Style Style
	// Spoken is for reading aloud; "" if it equals Text.
	Spoken string
	Icon   string // such as a card code; "" for none
	// At is the time in Text; zero for none. Networks that show times in each reader's zone use it in place of Text.
	At time.Time
}

// Style names a span's role. Each platform chooses its look.
type Style int

// The styles.
const (
	Plain Style = iota
	Title       // a heading; a whole line
	Strong
	Dim // unavailable
	Red
	Black
	Trump // a tarock
	Code  // to be typed
	Link  // an address to open
)

// String returns the line's text without styles.
func (l Line) String() string {
	var b strings.Builder
	for _, s := range l {
		b.WriteString(s.Text)
	}
	return b.String()
}
