// Package screens builds the screens that people see. Its types hold everything that a screen shows,
// such as names, ratings, numbers and page marks; the package reads no store. Most types are one page
// each, with a method Screen. Start reading at Board, then Panel.
package screens

import (
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/support/seq"
	"tarockbot/engine"
	"tarockbot/engine/games"
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

// row returns the buttons that have a command.
func row(buttons ...chat.Button) []chat.Button {
	return slices.DeleteFunc(buttons, func(b chat.Button) bool { return b.Line == "" })
}

// joined joins the parts that are not empty.
func joined(between string, parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), between)
}

// button returns a button without a highlight.
func button(label, line string) chat.Button { return chat.Button{Label: label, Line: line} }

// symbolButton returns a button with a symbol as its label. hint is the text for screen readers.
func symbolButton(label, hint, line string) chat.Button {
	return chat.Button{Label: label, Hint: hint, Line: line}
}

// primary returns a button that most readers will want to press.
func primary(label, line string) chat.Button { return toggle(label, line, true) }

// toggle returns a button that is highlighted if chosen.
func toggle(label, line string, chosen bool) chat.Button {
	return chat.Button{Label: label, Line: line, Look: either(chosen, chat.Primary, chat.Normal)}
}

// option returns a button for one of several options. The chosen one also has a ✓, because not every
// network shows highlights.
func option(label, line string, chosen bool) chat.Button {
	return toggle(when(chosen, "✓ ")+label, line, chosen)
}

// gameButtons returns a button for each game, with its line.
func gameButtons(chosen string, line func(game string) string, w *words.Tongue) []chat.Button {
	return seq.Map(games.All(), func(g engine.Game) chat.Button {
		return option(w.Say("game."+g.ID), line(g.ID), g.ID == chosen)
	})
}

// yesOrNo returns the two answers to a request for confirmation.
func yesOrNo(text, line string, w *words.Tongue) []chat.Button {
	yes := chat.Button{Label: w.Say(text + ".yes"), Line: lineOf(line, "yes"), Look: chat.Danger}
	return []chat.Button{yes, button(w.Say(text+".no"), lineOf(line, "no"))}
}

// styled returns a line in one style.
func styled(text string, style chat.Style) chat.Line { return chat.Line{{Text: text, Style: style}} }

func plain(text string) chat.Line  { return styled(text, chat.Plain) }
func title(text string) chat.Line  { return styled(text, chat.Title) }
func strong(text string) chat.Line { return styled(text, chat.Strong) }
func dim(text string) chat.Line    { return styled(text, chat.Dim) }
