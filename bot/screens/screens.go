// Package screens builds the screens that people see. Most types are pages with a method Screen; they hold all data of
// the page, and the package reads no store. Start at Board, then Panel.
package screens

import (
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/render/words"
)

func page(w *words.Tongue, text []chat.Line, rows ...[]chat.Button) *chat.Screen {
	return &chat.Screen{Lang: w.Tag(), Text: text, Buttons: nonEmpty(rows...)}
}

// when returns x if cond, otherwise the zero value, which nonEmpty, row and joined omit. It always evaluates x.
func when[T any](cond bool, x T) (zero T) { return either(cond, x, zero) }

// either returns yes if cond, otherwise no. It always evaluates both.
func either[T any](cond bool, yes, no T) T {
	if cond {
		return yes
	}
	return no
}

func nonEmpty[S ~[]E, E any](all ...S) []S {
	return slices.DeleteFunc(all, func(x S) bool { return len(x) == 0 })
}

func joined(between string, parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), between)
}

func styled(text string, style chat.Style) chat.Line { return chat.Line{{Text: text, Style: style}} }

func plain(text string) chat.Line { return styled(text, chat.Plain) }

func title(text string) chat.Line { return styled(text, chat.Title) }

func strong(text string) chat.Line { return styled(text, chat.Strong) }

func dim(text string) chat.Line { return styled(text, chat.Dim) }
