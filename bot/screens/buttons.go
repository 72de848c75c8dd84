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

func row(buttons ...chat.Button) []chat.Button {
	return slices.DeleteFunc(buttons, func(b chat.Button) bool { return b.Line == "" })
}

func button(label, line string) chat.Button { return chat.Button{Label: label, Line: line} }

func symbolButton(label, hint, line string) chat.Button {
	return chat.Button{Label: label, Hint: hint, Line: line}
}

func primary(label, line string) chat.Button { return toggle(label, line, true) }

func toggle(label, line string, chosen bool) chat.Button {
	return chat.Button{Label: label, Line: line, Look: either(chosen, chat.Primary, chat.Normal)}
}

// option returns a toggle that also has a ✓ if chosen, because not every network shows highlights.
func option(label, line string, chosen bool) chat.Button {
	return toggle(when(chosen, "✓ ")+label, line, chosen)
}

func asideRow(buttons ...chat.Button) []chat.Button {
	buttons = row(buttons...)
	for i := range buttons {
		buttons[i].ForMenu = true
	}
	return buttons
}

func yesOrNo(text, line string, w *words.Tongue) []chat.Button {
	yes := chat.Button{Label: w.Say(text + ".yes"), Line: lineOf(line, WordYes), Look: chat.Danger}
	return []chat.Button{yes, button(w.Say(text+".no"), lineOf(line, WordNo))}
}

func gameButtons(chosen string, line func(game string) string, w *words.Tongue) []chat.Button {
	return seq.Map(games.All(), func(g engine.Game) chat.Button {
		return option(w.Say("game."+g.ID), line(g.ID), g.ID == chosen)
	})
}

func cardButtons(cards, tops card.Set, line func(card.Card) string, w *words.Tongue) [][]chat.Button {
	buttonsOf := func(cards card.Set) []chat.Button {
		return seq.Map(describe.InHandOrder(cards), func(c card.Card) chat.Button {
			return chat.Button{Label: cardLabel(c, tops, w), Line: line(c), Icon: c.String(), Style: describe.CardStyle(c)}
		})
	}
	return [][]chat.Button{buttonsOf(cards & card.AllTarocks), buttonsOf(cards &^ card.AllTarocks)}
}

// HandButton opens the player's hand, in any chat.
func HandButton(id chat.TableID, w *words.Tongue) chat.Button {
	return primary(w.Say("button.hand"), lineOf("hand", id))
}

func rulesButton(t *match.Table, w *words.Tongue) chat.Button {
	return button(w.Say("button.rules"), lineOf("rules", t.Match.Game.ID, t.Match.Game.Topic(t.PublicView())))
}

func proofButton(t *match.Table, w *words.Tongue) chat.Button {
	return when(t.Decks().Receipt() != nil && !t.Chairs.HasOnePerson(), button(w.Say("button.proof"), lineOf("proof", t.ID)))
}

func nextButton(w *words.Tongue) chat.Button { return primary(w.Say("button.next"), "next") }

func firstSteps(w *words.Tongue) []chat.Button {
	return row(
		primary(w.Say("button.now"), "now"), button(w.Say("button.learn"), "learn"), button(w.Say("button.friend"), "challenge"))
}

func iconLines(rows [][]chat.Button) map[string]string {
	lines := make(map[string]string)
	for _, b := range slices.Concat(rows...) {
		if b.Icon != "" {
			lines[b.Icon] = b.Line
		}
	}
	return lines
}

func restrictTo(readers []chat.UserID, b chat.Button) chat.Button {
	b.For = &chat.Readers{Only: readers}
	return b
}

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

func playerOf(c match.Chair) chat.UserID { return c.User }

func guestOf(c match.Chair) chat.UserID { return c.KeptFor }
