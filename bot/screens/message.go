package screens

import (
	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/render/words"
)

// Lost returns the message of a table that cannot go on. The text with the id why gives the reason.
func Lost(t *match.Table, why string, w *words.Tongue) *chat.Screen {
	text := textOf(t, w)
	return text.screen(chat.Screen{Ended: true, Text: append(text.heading(true), strong(w.Say(why)))})
}

// NoLongerHere returns the message of a reader who has no part in the table any more. The text with the id why gives the
// reason.
func NoLongerHere(t *match.Table, why string, w *words.Tongue) *chat.Screen {
	return textOf(t, w).screen(chat.Screen{Ended: true, Text: []chat.Line{dim(w.Say(why))}})
}

// Retired returns the text of a message after another one has replaced it.
func Retired(w *words.Tongue) chat.Screen {
	return chat.Screen{Lang: w.Tag(), Text: []chat.Line{dim(w.Say("board.retired"))}, Ended: true, Retired: true}
}
