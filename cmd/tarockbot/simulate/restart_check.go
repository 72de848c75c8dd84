package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"tarockbot/engine"
)

// withoutOffers replaces the look of a player's message that offers nothing. The last message to an unlinked account is one.
// The bot doesn't update it when the reader changes the language, but a restart does, so such messages aren't compared.
const withoutOffers = "(a player's message without offers)"

// compareRestart restarts the bot with all messages marked as not shown, and checks that they look the same afterwards.
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

// looks returns the look of each active table at each of its places; "" where there is no post. It skips messages that show an
// old revision to a former player (Last > 0), because they never change. It also skips places with a deletion that the bot
// hasn't noticed, because a start may post the table there again.
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

// linesMissing returns the lines of the text that the other text lacks.
func linesMissing(text, other string) []string {
	others := strings.Split(other, "\n")
	return slices.DeleteFunc(strings.Split(text, "\n"), func(l string) bool { return slices.Contains(others, l) })
}
