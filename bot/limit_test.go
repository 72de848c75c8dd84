package bot

import (
	"fmt"
	"testing"
	"time"

	"tarockbot/bot/chat"
)

func TestFault54LoudUserIsRemembered(t *testing.T) {
	t.Parallel()
	const loud = chat.UserID("fake:loud")
	l, now := newInputLimit[chat.UserID](2), time.Unix(1_800_000_000, 0)
	for l.take(loud, now) == 0 {
	}
	if !l.warnOnce(loud, loud) {
		t.Error("the first warning counts as repeated")
	}
	for i := range 5 * maxWarned {
		other := chat.UserID(fmt.Sprint("fake:", i))
		l.take(other, now)
		l.warnOnce(other, other)
		if i%(maxWarned/2) == 0 && (l.take(loud, now) == 0 || l.warnOnce(loud, loud)) {
			t.Fatalf("after %d others the loud user is forgotten", i)
		}
	}
}
