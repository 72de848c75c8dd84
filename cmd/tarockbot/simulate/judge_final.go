package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"tarockbot/bot/match"
)

const maxLostTime = 20 * time.Minute

// cutSlack is a cut's maximum delay. The bot stores its running time only at intervals.
const cutSlack = time.Minute

func (j *judge) checkFinal() {
	ran := j.checkRunningTime()
	j.checkEveryoneCanMove()
	j.checkNoStall(ran)
	j.checkMigrated()
	j.checkForgotten()
	j.checkLog()
}

func (j *judge) checkRunningTime() time.Duration {
	ran, err := j.store.runningTime()
	j.report.failIf(err != nil, diskFaultSafe, "running time: %v", err)
	return ran
}

// checkNoStall checks that no table waits for a computer, an endless clock or a cut. ran is the stored running time.
func (j *judge) checkNoStall(ran time.Duration) {
	for _, t := range j.records.tables.active() {
		decks := t.Decks()
		cutIsLate := decks.CutDeadline() < ran-cutSlack
		j.report.failIf(cutIsLate, fairClocks, "table %s still waits for seat %d to cut", t.ID, decks.WaitsForCut())
		for s := range t.Waiting().All() {
			c := t.Chairs[s]
			j.report.failIf(isPlayedByComputer(c), neverLost, "table %s waits for a computer", t.ID)
			// A full disk prevents the bot from storing that the time is up.
			late := j.nets.timeOn(c.Timer.Platform).Sub(t.deadlines[s]) - j.store.fullDisk.total()
			isRunning := c.Timer.Platform != "" && c.Reminded != match.TimeUp
			j.report.failIf(isRunning && late > maxLostTime, fairClocks, "table %s: seat %d's time never ends: %+v", t.ID, s, c)
		}
	}
}

func (j *judge) checkMigrated() {
	for _, t := range j.records.tables.active() {
		for _, m := range t.Messages {
			moved := j.nets.byName(m.Place.Platform()).migrations[m.Place.Chat]
			isStuck := moved != nil && moved.announced
			j.report.failIf(isStuck, neverLost, "table %s stays in %s, which has a new ID", t.ID, m.Place.Chat)
		}
	}
}

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

func (j *judge) checkLog() {
	isBetweenCards := func(r rune) bool { return strings.ContainsRune(` ,"[]\`, r) }
	log := strings.Join(strings.FieldsFunc(j.log.String(), isBetweenCards), " ")
	for _, deck := range j.records.decks {
		for i := 3; i <= len(deck); i++ {
			threeCards := strings.Trim(fmt.Sprint(deck[i-3:i]), "[]")
			j.report.failIf(strings.Contains(log, threeCards), ownCards, "the log contains %q, three cards of a deck", threeCards)
		}
	}
}
