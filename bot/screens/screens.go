// Package screens makes the screens that people see out of values that say all that is
// on them: names, standings, numbers, marks of pages. It knows no store and asks
// nobody. Most of its types are one page each, with a method Screen; start at
// Leaderboard.
package screens

import (
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/render/words"
)

// Words of the lines by which pages are turned, each followed by a mark of the page
// that is left.
const (
	WordAfter  = "after="  // the page behind it
	WordBefore = "before=" // the page before it
)

// page is a screen of these lines, with the rows that have a button.
func page(w *words.Tongue, text []chat.Line, rows ...[]chat.Button) *chat.Screen {
	return &chat.Screen{Lang: w.Tag(), Text: text, Buttons: nonEmpty(rows...)}
}

// when is x if so, else its zero value, which nonEmpty, row and joined leave out.
func when[T any](so bool, x T) (zero T) { return either(so, x, zero) }

// either is yes if so, else no.
func either[T any](so bool, yes, no T) T {
	if so {
		return yes
	}
	return no
}

// each makes one of every element.
func each[E, T any](all []E, one func(E) T) (made []T) {
	for _, x := range all {
		made = append(made, one(x))
	}
	return made
}

// nonEmpty are the lines, or the rows of buttons, that have anything in them.
func nonEmpty[S ~[]E, E any](all ...S) []S {
	return slices.DeleteFunc(all, func(x S) bool { return len(x) == 0 })
}

// row are the buttons that say anything when they are pressed.
func row(buttons ...chat.Button) []chat.Button {
	return slices.DeleteFunc(buttons, func(b chat.Button) bool { return b.Line == "" })
}

// joined are the words, of which some may be "", with that between them.
func joined(between string, words ...string) string {
	return strings.Join(slices.DeleteFunc(words, func(word string) bool { return word == "" }), between)
}

// lineOf is the line of these words, of which some may be "".
func lineOf(words ...string) string { return joined(" ", words...) }

func button(label, line string) chat.Button { return chat.Button{Label: label, Line: line} }

// sign is a button of a sign that says nothing to ears.
func sign(label, hint, line string) chat.Button {
	return chat.Button{Label: label, Hint: hint, Line: line}
}

// primary is a button that most readers will want to press.
func primary(label, line string) chat.Button { return toggle(label, line, true) }

// toggle is a button that looks so if it is what is chosen.
func toggle(label, line string, chosen bool) chat.Button {
	return chat.Button{Label: label, Line: line, Look: either(chosen, chat.Primary, chat.Normal)}
}

// option is a button of a page on which something is put together. What is chosen
// is marked by a sign as well, for not every network shows how a button looks.
func option(label, line string, chosen bool) chat.Button {
	return toggle(when(chosen, "✓ ")+label, line, chosen)
}

// yesOrNo are the answers to the question whether somebody is sure.
func yesOrNo(text, line string, w *words.Tongue) []chat.Button {
	return []chat.Button{{Label: w.Say(text + ".yes"), Line: line + "yes", Look: chat.Danger}, button(w.Say(text+".no"), line+"no")}
}

// styled is a line of one text.
func styled(text string, style chat.Style) chat.Line { return chat.Line{{Text: text, Style: style}} }

func plain(text string) chat.Line  { return styled(text, chat.Plain) }
func title(text string) chat.Line  { return styled(text, chat.Title) }
func strong(text string) chat.Line { return styled(text, chat.Strong) }
func dim(text string) chat.Line    { return styled(text, chat.Dim) }
