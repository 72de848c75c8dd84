package bot

import (
	"fmt"
	"testing"
	"time"

	"tarockbot/bot/chat"
)

// TestFault54Memory: however many people there are, those who go on are remembered; see
// cache.Map for how many are.
func TestFault54Memory(t *testing.T) {
	t.Parallel()
	s := newSpam(Limits{}.complete())
	now := time.Unix(1_800_000_000, 0)
	loud := chat.Input{User: "fake:loud", Chat: "fake:chat"}
	for s.wait(loud, now) == 0 {
	}
	for i := range 5 * maxBuckets {
		s.wait(chat.Input{User: chat.UserID(fmt.Sprint("fake:", i)), Chat: chat.ChatID(fmt.Sprint("fake:chat", i))}, now)
		if i%maxBuckets == 0 && s.wait(loud, now) == 0 {
			t.Fatalf("after %d others it is forgotten who shouts", i)
		}
	}
}
