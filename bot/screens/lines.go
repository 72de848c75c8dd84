package screens

import (
	"fmt"

	"tarockbot/bot/match"
	"tarockbot/bot/support/seq"
	"tarockbot/engine/lesson"
)

// lineOf returns the line that a button sends: a command with its arguments, without empty ones. A table's revision or
// a seat's step among them makes the line invalid after a change.
func lineOf(command string, args ...any) string {
	return joined(" ", append([]string{command}, seq.Map(args, func(arg any) string { return fmt.Sprint(arg) })...)...)
}

// replayLine returns the command that replays the last played deal.
func replayLine(t *match.Table) string {
	return lineOf("replay", match.DealID(t.ID, lastPlayed(t)+1))
}

// lessonLine returns the command that shows a step of the lesson, counted from 1. more holds the key of
// the reader's answer and the number of the previous wrong answer.
func lessonLine(l *lesson.Lesson, step int, more ...any) string {
	return lineOf("learn", append([]any{l.Game.ID, l.Name, step}, more...)...)
}

// The words that turn pages in a command. The mark of the current page follows each of them.
const (
	WordAfter  = "after="  // the next page
	WordBefore = "before=" // the previous page
)

// Pages marks the pages before and after the current one; "" for none.
type Pages struct{ Before, After string }

// lines returns the commands that turn the page; "" for none.
func (p Pages) lines(command string) (before, after string) {
	return when(p.Before != "", lineOf(command, WordBefore+p.Before)), when(p.After != "", lineOf(command, WordAfter+p.After))
}
