package telegram

import (
	"strconv"
	"testing"

	"tarockbot/bot/bottest"
)

// TestFault55Forget is fault 55 on Telegram: what the platform itself keeps of somebody,
// what it could not understand among it, goes with the rest.
func TestFault55Forget(t *testing.T) {
	w := newWorld(t)
	group := w.server.Group("supergroup", "Stammtisch")
	anna, _ := w.two(group)
	id := strconv.FormatInt(anna.ID, 10)
	anna.Says(anna.Private(), "/practice bamberger")
	if err := w.platform.cfg.Notes.Write(w.ctx, "quarantine/7", []byte(`{"from":{"id":`+id+`}}`)); err != nil {
		t.Fatal(err)
	}
	const traces = 4 // person, identity, pages, quarantine
	bottest.AwaitNaming(w.ctx, t, w.store, func(found []string) bool { return len(found) > traces }, id)
	anna.Says(anna.Private(), "/forget")
	m, data := w.button(anna.Private(), "forget ")
	if _, err := anna.Tap(w.ctx, m, data); err != nil {
		t.Fatal(err)
	}
	bottest.AwaitNaming(w.ctx, t, w.store, bottest.Nobody, id, "Anna")
}
