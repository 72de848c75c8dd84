package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"tarockbot/engine"
)

// withoutOffers stands for the content of a player's message without offers. These contents aren't compared: a restart
// updates the message's language, but a change of language doesn't.
const withoutOffers = "(a player's message without offers)"

func (w *world) compareRestart() {
	before := w.shownContents()
	w.processes.shutDownAll()
	for _, id := range w.records.tables.ids() {
		w.report.must(w.store.markNothingShown(id))
	}
	w.processes.boot()
	after := w.shownContents()
	byText := func(a, b tablePlace) int { return cmp.Compare(fmt.Sprint(a), fmt.Sprint(b)) }
	for _, at := range slices.SortedFunc(maps.Keys(before), byText) {
		wanted, got := before[at], after[at]
		w.report.failIf(wanted != got, neverLost, "after a restart, %v lacks %q and has %q instead", at, linesMissing(wanted, got), linesMissing(got, wanted))
	}
}

// shownContents returns each active table's content at each of its places; "" without a post. It skips messages to
// former players (Last > 0), which never change, and unnoticed deletions, where a start may post again.
func (w *world) shownContents() map[tablePlace]string {
	all := make(map[tablePlace]string)
	for _, t := range w.records.tables.active() {
		for _, m := range t.Messages {
			screen, content := w.nets.findShown(m, string(t.ID))
			at := tablePlace{m.Place, string(t.ID)}
			switch {
			case m.LastRev > 0 || w.nets.hasUnnoticedDeletion(at):
			case screen == nil:
				all[at] = ""
			case m.Seat != engine.Nobody && len(offersOf(screen)) == 0:
				all[at] = withoutOffers
			default:
				all[at] = screen.Lang + "\n" + withoutRevisions(content)
			}
		}
	}
	return all
}

func linesMissing(text, other string) []string {
	others := strings.Split(other, "\n")
	return slices.DeleteFunc(strings.Split(text, "\n"), func(l string) bool { return slices.Contains(others, l) })
}
