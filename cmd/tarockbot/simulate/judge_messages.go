package main

import (
	"regexp"
	"slices"
	"strings"

	"tarockbot/engine"
)

// checkMessages restarts the bot with all messages marked as not shown, and checks that they look the same afterwards.
// No process is left at the end.
func (w *world) checkMessages() {
	before, deleted := w.judge.looks(), w.nets.unnoticed()
	w.bury(w.process)
	for _, id := range w.judge.tableIDs() {
		w.history.must(w.store.markNothingShown(id))
	}
	w.boot()
	for at, is := range w.judge.looks() {
		if was := before[at]; was != is && !deleted[at] {
			w.history.fail(neverLost, "%v shows %q and should show %q", at, linesMissing(was, is), linesMissing(is, was))
		}
	}
	w.bury(w.process)
}

// looks returns how each active table looks at each place, but for final messages, which never change.
func (j *judge) looks() map[tablePlace]string {
	all := make(map[tablePlace]string)
	for _, t := range j.activeTables() {
		for _, m := range t.Messages {
			p := j.nets.find(m, string(t.ID))
			switch at := (tablePlace{m.Place, string(t.ID)}); {
			case p == nil, m.Last > 0:
			case m.Seat != engine.Nobody && len(p.offers) == 0:
				all[at] = "the final message of an unlinked account"
			default:
				all[at] = p.screen.Lang + "\n" + p.essence()
			}
		}
	}
	return all
}

// essence returns the post's look without the revision numbers in its buttons, which a start may raise.
func (p *post) essence() string { return revisionButton.ReplaceAllString(p.look, "$1") }

// revisionButton matches the line of a button that works at one revision only. Its group is the line without the number.
var revisionButton = regexp.MustCompile(`((?:undo|resume|extend|back) \w+ )\d+`)

// linesMissing returns the lines of the text that the other text lacks.
func linesMissing(text, other string) []string {
	return slices.DeleteFunc(strings.Split(text, "\n"), func(l string) bool { return strings.Contains(other, l) })
}
