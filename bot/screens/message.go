package screens

import (
	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/render/words"
)

// Lost returns the message of a table that can't go on, with the text of that id.
func Lost(t *match.Table, why string, w *words.Tongue) *chat.Screen {
	text := textOf(t, w)
	return text.screen(chat.Screen{Ended: true, Text: append(text.heading(true), strong(w.Say(why)))})
}

// Parted is a message whose reader has no part in the table any more, and why.
func Parted(t *match.Table, why string, w *words.Tongue) *chat.Screen {
	return textOf(t, w).screen(chat.Screen{Ended: true, Text: []chat.Line{dim(w.Say(why))}})
}

// Retired is what a message says whose place another has taken.
func Retired(w *words.Tongue) chat.Screen {
	return chat.Screen{Lang: w.Tag(), Text: []chat.Line{dim(w.Say("board.retired"))}, Ended: true, Retired: true}
}
