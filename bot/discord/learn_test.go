package discord_test

import (
	"fmt"
	"slices"
	"testing"

	"tarockbot/bot/bottest"
	"tarockbot/bot/discord/discordtest"
	"tarockbot/engine/games"
	"tarockbot/engine/lesson"
)

// TestLearn goes through a lesson in a server: it is one message that only its reader sees, and
// that is edited.
func TestLearn(t *testing.T) {
	t.Parallel()
	g := games.All()[0]
	lessons, err := lesson.Read(g, "en")
	if err != nil {
		t.Fatal(err)
	}
	l := &lessons[0]
	w := newWorld(t, discordtest.Options{})
	w.mustSay(w.anna, "learn game="+g.ID)
	messages := make(map[string]bool)
	for i := range l.Steps {
		deal, err := l.Deal(&l.Steps[i])
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range l.Steps[i].Choices(deal) {
			if a, _ := l.Steps[i].Answer(c); a.Right {
				line := fmt.Sprintf("learn %s %s %d %s", g.ID, l.Name, i+1, c.Key)
				messages[w.pressExactly(w.anna, line)] = true
				break
			}
		}
	}
	w.find(w.anna, "learn "+g.ID+" whole")
	if len(messages) != 1 {
		t.Errorf("the lesson is %d messages: %v", len(messages), messages)
	}
}

// pressExactly presses the button with the id, once it is offered, and returns its message.
func (w *world) pressExactly(who *discordtest.Person, id string) (message string) {
	w.t.Helper()
	for {
		controls, err := who.Controls(w.ctx)
		if err != nil {
			w.t.Fatal(err)
		}
		if i := slices.IndexFunc(controls, func(c bottest.Control) bool { return c.ID == id }); i >= 0 {
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
