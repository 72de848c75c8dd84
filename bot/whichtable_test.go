package bot_test

import (
	"strings"
	"testing/synctest"

	"tarockbot/bot/chat"
)

// seatIn lets two play at a table in the chat.
func (w *world) seatIn(at chat.ChatID, host, guest, rules string) string {
	w.t.Helper()
	w.chat = at
	w.mustSay(guest, "help")
	w.mustSay(host, "challenge @"+guest+" "+rules)
	accept := line(w.wait(chat.Place{Chat: at}, func(s chat.Screen) bool { return line(s, "accept ") != "" }), "accept ")
	w.mustSay(guest, accept)
	synctest.Wait()
	return strings.TrimPrefix(accept, "accept ")
}
