package command

import (
	"strings"

	"tarockbot/bot/screens"
)

type pageMarks struct {
	after, before string
}

func (m *pageMarks) readMark(typed string) bool {
	if after, is := strings.CutPrefix(typed, screens.WordAfter); is {
		m.after = after
		return true
	}
	before, is := strings.CutPrefix(typed, screens.WordBefore)
	if is {
		m.before = before
	}
	return is
}
