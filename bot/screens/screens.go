// Package screens builds the screens that people see. Its types hold everything that a screen shows,
// such as names, ratings, numbers and page marks; the package reads no store. Most types are one page
// each, with a method Screen. Start reading at Board, then Panel.
package screens

import (
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/render/words"
)

// page returns a screen with the lines and the rows that have a button.
func page(w *words.Tongue, text []chat.Line, rows ...[]chat.Button) *chat.Screen {
	return &chat.Screen{Lang: w.Tag(), Text: text, Buttons: nonEmpty(rows...)}
}

// when returns x if cond, else its zero value, which nonEmpty, row and joined omit. x is evaluated in
// either case.
func when[T any](cond bool, x T) (zero T) { return either(cond, x, zero) }

// either returns yes if cond, else no. Both arguments are evaluated.
func either[T any](cond bool, yes, no T) T {
	if cond {
		return yes
	}
	return no
}

// nonEmpty returns the lines, or the rows of buttons, that are not empty.
func nonEmpty[S ~[]E, E any](all ...S) []S {
	return slices.DeleteFunc(all, func(x S) bool { return len(x) == 0 })
}

// joined joins the parts that are not empty.
func joined(between string, parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), between)
}

// styled returns a line in one style.
func styled(text string, style chat.Style) chat.Line { return chat.Line{{Text: text, Style: style}} }

func plain(text string) chat.Line { return styled(text, chat.Plain) }

func title(text string) chat.Line { return styled(text, chat.Title) }

func strong(text string) chat.Line { return styled(text, chat.Strong) }

func dim(text string) chat.Line { return styled(text, chat.Dim) }
