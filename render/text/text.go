// Package text is text as people read it: lines of spans, each in one style. Whoever
// shows it decides what a style looks like. It knows nothing of cards or networks.
package text

import (
	"strings"
	"time"
)

// Line is one line of text. An empty Line separates paragraphs.
type Line []Span

// Span is a piece of text in one style. Text is literal: whoever shows it
// escapes it and never reads markup or mentions in it.
type Span struct {
	Text  string
	Style Style
	// Spoken is the text as one says it, for whoever reads it aloud; "" if that is the same.
	Spoken string
	Icon   string // a picture that may stand before the text, such as a card code; "" for none
	// At is the moment that the text tells, with the zone that it is meant in: a
	// network that tells each reader in their own writes that instead. Zero for none.
	At time.Time
}

// Style says what a span is, not what it looks like.
type Style int

// The styles.
const (
	Plain  Style = iota
	Title        // heads the screen or a section; a whole line
	Strong       // matters now
	Dim          // there, but can't be used now
	Red          // a red suit's card
	Black        // a black suit's card
	Trump        // a tarock
	Code         // to be typed as it stands
	Link         // an address, to be opened
)

// String is the line's text without styles.
func (l Line) String() string {
	var b strings.Builder
	for _, s := range l {
		b.WriteString(s.Text)
	}
	return b.String()
}
