package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"

	"tarockbot/bot/chat"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

// stage is how far the person's time has run out.
func stage(w *world, id, who string) int {
	w.t.Helper()
	var t stored
	w.read("table", id, &t)
	for _, c := range t.Chairs {
		if c.Name == who {
			return c.Reminded
		}
	}
	w.t.Fatalf("%s doesn't sit there", who)
	return 0
}

// pauseOf is the line of the page's button that asks for a pause, or "".
func pauseOf(s chat.Screen) string {
	for _, l := range lines(s) {
		if strings.HasSuffix(l, " pause") {
			return l
		}
	}
	return ""
}

// TestAwayKilled: the clocks of somebody who is away stand still, also if the bot
// was killed before it could stop them.
func TestAwayKilled(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := &storagetest.Full{Store: memory.New(), Kind: "table"}
		w := startWorld(t, store, ticking)
		id, who := seatPaced(w, "1d")
		store.IsFull.Store(true)
		w.says(who, "away 20")
		store.IsFull.Store(false)
		if line(*w.mustSay(who, "away").Screen, "away off") == "" {
			t.Fatal("not away at all")
		}
		pass(day)
		if got := stage(w, id, who); got != 0 {
			t.Errorf("the stage is %d", got)
		}
	})
}
