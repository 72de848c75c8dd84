package screens

import (
	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/render/words"
)

// LostTable shows a table that can't continue. why is a text id.
func LostTable(t *match.Table, why string, w *words.Tongue) *chat.Screen {
	text := textOf(t, w)
	return text.screen(chat.Screen{Dismissable: true, Text: append(text.heading(true), strong(w.Say(why)))})
}

// NoLongerHere returns the message for a reader who left the table. why is a text id.
func NoLongerHere(t *match.Table, why string, w *words.Tongue) *chat.Screen {
	return textOf(t, w).screen(chat.Screen{Dismissable: true, Text: []chat.Line{dim(w.Say(why))}})
}

// RetiredMessage returns the text of a replaced message.
func RetiredMessage(w *words.Tongue) chat.Screen {
	return chat.Screen{Lang: w.Tag(), Text: []chat.Line{dim(w.Say("board.retired"))}, Dismissable: true, Retired: true}
}
