package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"tarockbot/bot/match"
)

// maxLostTime is the most running time that kills may lose.
const maxLostTime = 20 * time.Minute

// cutSlack is how much later than its time a cut may happen; the bot stores its running time only now and then.
const cutSlack = time.Minute

// checkFinal makes the checks that need a running bot that has recovered from all faults.
func (j *judge) checkFinal() {
	ran := j.checkRunningTime()
	j.checkEveryoneOffered()
	j.checkNoStall(ran)
	j.checkMigrated()
	j.checkForgotten()
	j.checkLog()
}

// checkRunningTime checks that the disk faults have left the stored running time whole, and returns it.
func (j *judge) checkRunningTime() time.Duration {
	ran, err := j.store.runningTime()
	j.report.failIf(err != nil, diskFaultSafe, "running time: %v", err)
	return ran
}

// checkNoStall checks that no table waits for a computer, for a clock that never runs out, or for a cut
// that nobody makes. ran is the stored running time.
func (j *judge) checkNoStall(ran time.Duration) {
	for _, t := range j.records.tables.active() {
		decks := t.Decks()
		cutIsLate := decks.CutAt() < ran-cutSlack
		j.report.failIf(cutIsLate, fairClocks, "table %s still waits for seat %d to cut", t.ID, decks.WaitsForCut())
		for s := range t.Waiting().All() {
			c := t.Chairs[s]
			j.report.failIf(isPlayedByComputer(c), neverLost, "table %s waits for a computer", t.ID)
			// While the disk is full the bot can't store that the time is up.
			late := j.nets.timeOn(c.Timer.On).Sub(t.deadlines[s]) - j.store.fullDisk.total()
			runs := c.Timer.On != "" && c.Reminded != match.TimeUp
			j.report.failIf(runs && late > maxLostTime, fairClocks, "table %s: seat %d's time never ends: %+v", t.ID, s, c)
		}
	}
}

// checkMigrated checks that no table stays under a chat's old ID after a response has named the new one.
func (j *judge) checkMigrated() {
	for _, t := range j.records.tables.active() {
		for _, m := range t.Messages {
			moved := j.nets.named(m.Place.Platform()).migrations[m.Place.Chat]
			isStuck := moved != nil && moved.announced
			j.report.failIf(isStuck, neverLost, "table %s stays in %s, which goes on elsewhere", t.ID, m.Place.Chat)
		}
	}
}

// checkForgotten checks that no document names a person who was forgotten and hasn't come back.
func (j *judge) checkForgotten() {
	docs, err := j.store.documents()
	j.report.must(err)
	users := slices.Sorted(maps.Keys(j.records.identities.forgotten))
	for _, doc := range docs {
		text := doc.Key.ID + " " + string(doc.Data)
		for _, user := range users {
			name := j.records.identities.forgotten[user]
			isNamed := strings.Contains(text, name) || strings.Contains(text, string(user))
			j.report.failIf(isNamed, forgetsAll, "%s %s names %s", doc.Key.Kind, doc.Key.ID, name)
		}
	}
}

// checkLog checks that the log never shows three consecutive cards of any deck dealt in the evening.
func (j *judge) checkLog() {
	isBetweenCards := func(r rune) bool { return strings.ContainsRune(` ,"[]\`, r) }
	log := strings.Join(strings.FieldsFunc(j.log.String(), isBetweenCards), " ")
	for _, deck := range j.records.decks {
		for i := 3; i <= len(deck); i++ {
			three := strings.Trim(fmt.Sprint(deck[i-3:i]), "[]")
			j.report.failIf(strings.Contains(log, three), ownCards, "the log tells %q, cards of a deck", three)
		}
	}
}
