package platformtest

import (
	"fmt"
	"slices"
	"testing"

	"tarockbot/engine/games"
	"tarockbot/engine/lesson"
)

// FirstLesson returns the first lesson of the first game, and the right answer to each of its steps; ""
// for a step without a question.
func FirstLesson(t testing.TB) (l *lesson.Lesson, right []string) {
	t.Helper()
	all, err := lesson.Read(games.All()[0], "en")
	if err != nil {
		t.Fatal(err)
	}
	l = &all[0]
	for i := range l.Steps {
		s := &l.Steps[i]
		deal, err := l.Deal(s)
		if err != nil {
			t.Fatal(err)
		}
		choices, line := s.Choices(deal), ""
		at := slices.IndexFunc(choices, func(c lesson.Choice) bool { a, _ := s.Answer(c); return a.Right })
		if at >= 0 {
			line = fmt.Sprintf("learn %s %s %d %s", l.Game.ID, l.Name, i+1, choices[at].Key)
		}
		right = append(right, line)
	}
	return l, right
}
