package screens

import (
	"fmt"

	"tarockbot/bot/match"
	"tarockbot/bot/support/seq"
	"tarockbot/engine/lesson"
)

// lineOf joins a command and its arguments, without empty ones. A line with a revision or step is refused after a
// change.
func lineOf(command string, args ...any) string {
	return joined(" ", append([]string{command}, seq.Map(args, func(arg any) string { return fmt.Sprint(arg) })...)...)
}

func replayLine(t *match.Table) string {
	return lineOf("replay", match.DealID(t.ID, previousDealIndex(t)+1))
}

// lessonLine counts steps from 1. more holds the answer's key and the previous wrong reply's number.
func lessonLine(l *lesson.Lesson, step int, more ...any) string {
	return lineOf("learn", append([]any{l.Game.ID, l.Name, step}, more...)...)
}

// Pages marks the neighbouring pages; "" for none.
type Pages struct{ Before, After string }

func (p Pages) lines(command string) (before, after string) {
	return when(p.Before != "", lineOf(command, WordBefore+p.Before)), when(p.After != "", lineOf(command, WordAfter+p.After))
}
