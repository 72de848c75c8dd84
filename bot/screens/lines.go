package screens

import (
	"fmt"

	"tarockbot/bot/match"
	"tarockbot/bot/support/seq"
	"tarockbot/engine/lesson"
)

// lineOf joins a command and its arguments, without empty ones. The bot refuses a line with an old revision or step.
func lineOf(command string, args ...any) string {
	return joined(" ", append([]string{command}, seq.Map(args, func(arg any) string { return fmt.Sprint(arg) })...)...)
}

func replayLine(t *match.Table) string {
	return lineOf("replay", match.DealID(t.ID, previousDealIndex(t)+1))
}

// lessonLine counts steps from 1. more holds the chosen answer, and the number of the last wrong reply.
func lessonLine(l *lesson.Lesson, step int, more ...any) string {
	return lineOf("learn", append([]any{l.Game.ID, l.Name, step}, more...)...)
}

// Pages holds the marks of the pages before and after; "" for none.
type Pages struct{ Before, After string }

func (p Pages) lines(command string) (before, after string) {
	return when(p.Before != "", lineOf(command, WordBefore+p.Before)), when(p.After != "", lineOf(command, WordAfter+p.After))
}
