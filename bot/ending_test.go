package bot_test

import (
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/engine"
	"tarockbot/engine/games"
)

// replayed is the deal of a record.
func (w *world) replayed(r engine.Record) *engine.Deal {
	w.t.Helper()
	deal, err := games.Replay(r)
	if err != nil {
		w.t.Fatal(err)
	}
	return deal
}

// textOf is the lines as text, with names as they were given.
func textOf(lines []chat.Line) string {
	return strings.NewReplacer("\u2068", "", "\u2069", "").Replace(text(chat.Screen{Text: lines}))
}
