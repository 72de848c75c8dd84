package discord_test

import (
	"slices"
	"testing"
	"testing/synctest"

	"tarockbot/bot/platform/discord/discordtest"
	"tarockbot/bot/platform/platformtest"
)

// TestLearn goes through a lesson in a server: it is one message that only its reader sees, and
// that is edited.
func TestLearn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l, right := platformtest.FirstLesson(t)
		w := newWorld(t, discordtest.Options{Memory: true})
		w.mustSay(w.anna, "learn game="+l.Game.ID)
		messages := make(map[string]bool)
		for _, line := range right {
			if line != "" {
				messages[w.pressExactly(w.anna, line)] = true
			}
		}
		w.find(w.anna, "learn "+l.Game.ID+" whole")
		if len(messages) != 1 {
			t.Errorf("the lesson is %d messages: %v", len(messages), messages)
		}
	})
}

// pressExactly presses the button with the id, once it is offered, and returns its message.
func (w *world) pressExactly(who *discordtest.Person, id string) (message string) {
	w.t.Helper()
	for {
		controls, err := who.Controls(w.ctx)
		if err != nil {
			w.t.Fatal(err)
		}
		if i := slices.IndexFunc(controls, func(c platformtest.Control) bool { return c.ID == id }); i >= 0 {
			if _, err := who.Press(w.ctx, controls[i]); err != nil {
				w.t.Fatal(err)
			}
			return controls[i].Message
		}
		if err := who.Changed(w.ctx); err != nil {
			w.t.Fatalf("%s is never offered %q: %v\n%s", who.Name, id, err, &w.log)
		}
	}
}
