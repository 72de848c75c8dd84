package screens

import (
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/support/seq"
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/games"
	"tarockbot/render/describe"
	"tarockbot/render/words"
)

// row returns the buttons that have a command.
func row(buttons ...chat.Button) []chat.Button {
	return slices.DeleteFunc(buttons, func(b chat.Button) bool { return b.Line == "" })
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

// aside returns a row of permanent buttons.
func aside(buttons ...chat.Button) []chat.Button {
	buttons = row(buttons...)
	for i := range buttons {
		buttons[i].Aside = true
	}
	return buttons
}

// yesOrNo returns the two answers to a request for confirmation.
func yesOrNo(text, line string, w *words.Tongue) []chat.Button {
	yes := chat.Button{Label: w.Say(text + ".yes"), Line: lineOf(line, WordYes), Look: chat.Danger}
	return []chat.Button{yes, button(w.Say(text+".no"), lineOf(line, WordNo))}
}

// gameButtons returns a button for each game, with its line.
func gameButtons(chosen string, line func(game string) string, w *words.Tongue) []chat.Button {
	return seq.Map(games.All(), func(g engine.Game) chat.Button {
		return option(w.Say("game."+g.ID), line(g.ID), g.ID == chosen)
	})
}

// cardButtons returns a button for each card, tarocks in one row and suit cards in the next. line returns
// a card's command. Cards in tops are marked.
func cardButtons(cards, tops card.Set, line func(card.Card) string, w *words.Tongue) [][]chat.Button {
	of := func(cards card.Set) []chat.Button {
		return seq.Map(describe.InHandOrder(cards), func(c card.Card) chat.Button {
			return chat.Button{Label: cardLabel(c, tops, w), Line: line(c), Icon: c.String(), Style: describe.CardStyle(c)}
		})
	}
	return [][]chat.Button{of(cards & card.AllTarocks), of(cards &^ card.AllTarocks)}
}

// HandButton opens the player's hand. It works in any chat.
func HandButton(id chat.TableID, w *words.Tongue) chat.Button {
	return primary(w.Say("button.hand"), lineOf("hand", id))
}

// rulesButton opens the rules about the current phase.
func rulesButton(t *match.Table, w *words.Tongue) chat.Button {
	return button(w.Say("button.rules"), lineOf("rules", t.Match.Game.ID, t.Match.Game.Topic(t.Public())))
}

// proofButton opens the deck's receipt. It returns an empty button if there is no receipt or if a person
// plays alone with the computer.
func proofButton(t *match.Table, w *words.Tongue) chat.Button {
	return when(t.Decks().Receipt() != nil && !t.Chairs.OnePerson(), button(w.Say("button.proof"), lineOf("proof", t.ID)))
}

// nextButton opens the reader's most urgent game.
func nextButton(w *words.Tongue) chat.Button { return primary(w.Say("button.next"), "next") }

// firstSteps returns buttons for new players.
func firstSteps(w *words.Tongue) []chat.Button {
	return row(
		primary(w.Say("button.now"), "now"), button(w.Say("button.learn"), "learn"), button(w.Say("button.friend"), "challenge"))
}

// iconLines maps each button's icon to its command.
func iconLines(rows [][]chat.Button) map[string]string {
	lines := make(map[string]string)
	for _, b := range slices.Concat(rows...) {
		if b.Icon != "" {
			lines[b.Icon] = b.Line
		}
	}
	return lines
}

// restrictTo restricts the button to the readers.
func restrictTo(readers []chat.UserID, b chat.Button) chat.Button {
	b.For = &chat.Readers{Only: readers}
	return b
}

// accountsOf returns all users of the chairs' people. whom selects a chair's person, and linked lists the
// other users by chair.
func accountsOf(chairs match.Chairs, linked [][]chat.UserID, whom func(match.Chair) chat.UserID) (all []chat.UserID) {
	for s, c := range chairs {
		if user := whom(c); user != "" {
			users := []chat.UserID{user}
			if s < len(linked) {
				users = append(users, linked[s]...)
			}
			slices.Sort(users)
			all = append(all, slices.Compact(users)...)
		}
	}
	return all
}

// playerOf and guestOf return a chair's player and the user with an invitation to it.
func playerOf(c match.Chair) chat.UserID { return c.User }

func guestOf(c match.Chair) chat.UserID { return c.KeptFor }
