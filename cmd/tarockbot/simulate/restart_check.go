package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"tarockbot/engine"
)

// withoutOffers stands for the look of a player's message without offers. The looks aren't compared, because a restart
// updates the message's language and a change of language doesn't.
const withoutOffers = "(a player's message without offers)"

func (w *world) compareRestart() {
	before := w.looks()
	w.processes.shutDownAll()
	for _, id := range w.records.tables.ids() {
		w.report.must(w.store.markNothingShown(id))
	}
	w.processes.boot()
	after := w.looks()
	byText := func(a, b tablePlace) int { return cmp.Compare(fmt.Sprint(a), fmt.Sprint(b)) }
	for _, at := range slices.SortedFunc(maps.Keys(before), byText) {
		was, is := before[at], after[at]
		w.report.failIf(was != is, neverLost, "%v shows %q and should show %q", at, linesMissing(was, is), linesMissing(is, was))
	}
}

// looks returns each active table's look at each of its places; "" without a post. It skips messages to former players
// (Last > 0), which never change, and unnoticed deletions, where a start may post again.
func (w *world) looks() map[tablePlace]string {
	all := make(map[tablePlace]string)
	for _, t := range w.records.tables.active() {
		for _, m := range t.Messages {
			screen, look := w.nets.find(m, string(t.ID))
			at := tablePlace{m.Place, string(t.ID)}
			switch {
			case m.Last > 0 || w.nets.hasUnnoticedDeletion(at):
			case screen == nil:
				all[at] = ""
			case m.Seat != engine.Nobody && len(offersOf(screen)) == 0:
				all[at] = withoutOffers
			default:
				all[at] = screen.Lang + "\n" + withoutRevisions(look)
			}
		}
	}
	return all
}

func linesMissing(text, other string) []string {
	others := strings.Split(other, "\n")
	return slices.DeleteFunc(strings.Split(text, "\n"), func(l string) bool { return slices.Contains(others, l) })
}
