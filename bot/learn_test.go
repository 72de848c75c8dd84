package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/engine/games"
	"tarockbot/engine/lesson"
)

// TestLearn goes through every lesson of every game: each way to answer is offered and said
// something to; a right one leads on. In the end all lessons are done.
func TestLearn(t *testing.T) {
	t.Parallel()
	for _, g := range games.All() {
		t.Run(g.ID, func(t *testing.T) {
			t.Parallel()
			lessons, err := lesson.Read(g, "en")
			if err != nil {
				t.Fatal(err)
			}
			w := newWorld(t)
			for i := range lessons {
				l := &lessons[i]
				for step := range l.Steps {
					if s := takeStep(t, w, l, step+1); step+1 < len(l.Steps) && !contains(place(l, step+2))(s) {
						t.Fatalf("%s leads to\n%s", place(l, step+1), text(s))
					}
				}
			}
			done := said("learn.state", "Done", len(lessons), "All", len(lessons))
			for _, line := range []string{"learn", "profile " + g.ID} {
				if s := text(*w.mustSay("anna", line).Screen); !strings.Contains(s, done) {
					t.Errorf("%s doesn't tell that all lessons are done:\n%s", line, s)
				}
			}
		})
	}
}

// place is what the page of the step says of it.
func place(l *lesson.Lesson, step int) string {
	return fmt.Sprintf("%s · %d of %d", l.Title, step, len(l.Steps))
}

// takeStep lets Anna go on with the step, give every wrong answer to it, and then the right one, which leads on.
func takeStep(t *testing.T, w *world, l *lesson.Lesson, step int) chat.Screen {
	t.Helper()
	s := &l.Steps[step-1]
	page := func(line string) chat.Screen { return *w.mustSay("anna", line).Screen }
	if s.Question == "" {
		return page(fmt.Sprintf("learn %s %s %d", l.Game.ID, l.Name, min(step+1, len(l.Steps))))
	}
	shown := page("learn " + l.Game.ID)
	deal, err := l.Deal(s)
	if err != nil || !contains(place(l, step))(shown) {
		t.Fatalf("%v: shown is\n%s\nwant %s", err, text(shown), place(l, step))
	}
	next := ""
	for _, c := range s.Choices(deal) {
		reply := s.Replies[s.ReplyIndex(c)]
		press := fmt.Sprintf("learn %s %s %d %s", l.Game.ID, l.Name, step, c.ID)
		if !slices.Contains(lines(shown), press) {
			t.Errorf("%s isn't offered:\n%s", press, text(shown))
		}
		if reply.Right {
			next = press
			continue
		}
		told := strings.ReplaceAll(text(page(press)), "\ufe0e", "") // which makes signs text
		if !strings.Contains(told, reply.Text) || !strings.Contains(told, place(l, step)) {
			t.Errorf("to %s the bot says\n%s\nwant %s", press, told, reply.Text)
		}
	}
	return page(next)
}
