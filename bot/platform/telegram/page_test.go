package telegram

import (
	"errors"
	"testing"

	"tarockbot/bot/platform/double"
)

func TestUnreadablePagesAreKept(t *testing.T) {
	t.Parallel()
	var notes double.Notes
	newPages(&notes).set(t.Context(), 7, "games", page{Message: 1})
	p := newPages(&notes) // after a restart
	notes.Fail(errors.New("disk gone"))
	p.set(t.Context(), 7, "help", page{Message: 2})
	notes.Fail(nil)
	p.set(t.Context(), 7, "rules", page{Message: 3})
	for name, want := range map[string]int{"games": 1, "rules": 3} {
		if got := newPages(&notes).find(t.Context(), 7, name).Message; got != want {
			t.Errorf("%s is message %d, want %d", name, got, want)
		}
	}
}
