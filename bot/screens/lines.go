package screens

import (
	"fmt"

	"tarockbot/bot/match"
	"tarockbot/bot/support/seq"
	"tarockbot/engine/lesson"
)

// lineOf returns the line that a button sends: the command with its arguments, without empty ones. If the arguments
// include a table's revision or a seat's step, the line becomes invalid after a change.
func lineOf(command string, args ...any) string {
	return joined(" ", append([]string{command}, seq.Map(args, func(arg any) string { return fmt.Sprint(arg) })...)...)
}

// replayLine returns the command that replays the last played deal.
func replayLine(t *match.Table) string {
	return lineOf("replay", match.DealID(t.ID, previousDealIndex(t)+1))
}

// lessonLine returns the command that shows a step of the lesson, counted from 1. more holds the key of
// the reader's answer and the number of the previous wrong answer.
func lessonLine(l *lesson.Lesson, step int, more ...any) string {
	return lineOf("learn", append([]any{l.Game.ID, l.Name, step}, more...)...)
}

// Pages marks the pages before and after the current one; "" for none.
type Pages struct{ Before, After string }

// lines returns the commands that turn the page; "" for none.
func (p Pages) lines(command string) (before, after string) {
	return when(p.Before != "", lineOf(command, WordBefore+p.Before)), when(p.After != "", lineOf(command, WordAfter+p.After))
}
