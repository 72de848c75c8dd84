package command

import (
	"strings"

	"tarockbot/bot/screens"
)

// pageMarks tell which page of a list a request asks for; the first page if neither is set.
type pageMarks struct {
	after, before string // the page behind that mark, or the one before it
}

// readMark reads "after=MARK" or "before=MARK", and reports whether the word is one of the two.
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
