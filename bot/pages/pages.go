// Package pages makes the screens that people see out of values that say all that is
// on them: names, standings, numbers, marks of pages. It knows no store and asks
// nobody. Most of its types are one page each, with a method Screen; start at
// Leaderboard.
package pages

import (
	"encoding/base64"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/render"
	"tarockbot/render/words"
)

// Words of the lines by which pages are turned, each followed by a mark of the page
// that is left.
const (
	WordAfter  = "after="  // the page behind it
	WordBefore = "before=" // the page before it
)

// option is a button of a page on which something is put together. What is chosen
// is marked by a sign as well, for not every network shows how a button looks.
func option(label, line string, chosen bool) chat.Button {
	if chosen {
		label = "✓ " + label
	}
	return chat.Button{Label: label, Line: line, Look: lookIf(chosen)}
}

// lookIf marks what is chosen.
func lookIf(chosen bool) chat.Look {
	if chosen {
		return chat.Primary
	}
	return chat.Normal
}

// rowsOf are the rows that have a button.
func rowsOf(rows ...[]chat.Button) [][]chat.Button {
	return slices.DeleteFunc(rows, func(row []chat.Button) bool { return len(row) == 0 })
}

// plain is a line of one plain text.
func plain(text string) chat.Line { return styled(text, chat.Plain) }

// styled is a line of one text.
func styled(text string, style chat.Style) chat.Line { return chat.Line{{Text: text, Style: style}} }

// lineOf is the line of these words, of which some may be "".
func lineOf(words ...string) string {
	return strings.Join(slices.DeleteFunc(words, func(word string) bool { return word == "" }), " ")
}

// Pictures is how the pictures of a page are made. Its zero value shows words alone.
type Pictures struct {
	Studio     *render.Studio
	TwoColours bool // the deck has two colours, not four
}

// pictureOf is what goes with a screen.
func pictureOf(p *render.Picture) *chat.Picture {
	return &chat.Picture{
		Key: base64.RawURLEncoding.EncodeToString(p.Key[:]), Alt: p.Alt, Width: p.Width, Height: p.Height,
		PNG: p.Ready(), Draw: p.PNG,
	}
}

// yesOrNo are the answers to the question whether somebody is sure.
func yesOrNo(text, line string, w *words.Tongue) []chat.Button {
	return []chat.Button{
		{Label: w.Say(text + ".yes"), Line: line + "yes", Look: chat.Danger},
		{Label: w.Say(text + ".no"), Line: line + "no"},
	}
}
