package bot_test

import (
	"testing/synctest"

	"tarockbot/bot/chat"
)

// ears note which calls a person would hear.
type ears struct {
	*world
	heard map[chat.UserID][]string // the words
	last  map[string]int           // the number of the last call, by person and thread
}

func listen(w *world) *ears {
	return &ears{world: w, heard: make(map[chat.UserID][]string), last: make(map[string]int)}
}

// hear waits until all is shown, and notes the new calls.
func (e *ears) hear(people ...string) {
	e.t.Helper()
	synctest.Wait()
	for _, who := range people {
		for _, p := range e.net.Posts(private(who)) {
			c := p.Screen.Call
			if c == nil || c.Quiet || c.Number <= e.last[string(c.User)+c.Thread] {
				continue
			}
			e.last[string(c.User)+c.Thread] = c.Number
			e.heard[c.User] = append(e.heard[c.User], c.Text.String())
		}
	}
}
