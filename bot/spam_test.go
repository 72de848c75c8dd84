package bot_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"tarockbot/bot"
	"tarockbot/storage/memory"
)

// TestFault54Honest: fifty people shout as fast as they can; a table elsewhere
// is played as if they didn't, for most of what they shout isn't listened to.
func TestFault54Honest(t *testing.T) {
	t.Parallel()
	const most = 1000
	w := startWorld(t, memory.New(), withLimits(bot.Limits{InputsPerPerson: most, InputsPerChat: most}))
	id := w.seat("bamberger 2", "anna", "bert")
	const shouters, shouts = 50, 100 // each
	var shouting sync.WaitGroup
	var listened atomic.Int64
	for i := range shouters {
		shouting.Go(func() {
			for range shouts {
				in := w.in(fmt.Sprint("p", i), "challenge bamberger")
				in.Chat = "fake:loud"
				if a := w.input(in); a.Alert != said("refuse.slow", "Seconds", 1) {
					listened.Add(1)
				}
			}
		})
	}
	defer shouting.Wait()
	for range 100 {
		who, m := w.anyMove(id, "anna", "bert")
		if who == "" {
			who, m = "anna", "games"
		}
		w.mustSay(who, m)
	}
	shouting.Wait()
	if n := listened.Load(); n > most {
		t.Errorf("%d of %d shouts were listened to", n, shouters*shouts)
	}
}
