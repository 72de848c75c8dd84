package main

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"tarockbot/bot/match"
	"tarockbot/bot/tables/alarms"
	"tarockbot/engine"
	"tarockbot/storage"
)

// finish ends all mishaps, waits until the bot has recovered, and makes the final checks.
func (w *world) finish() {
	w.mend()
	w.passTime(30 * time.Minute)
	w.judge.checkEveryoneOffered()
	w.judge.checkNoStall()
	w.judge.checkMoved()
	w.judge.checkForgotten()
	w.judge.checkLog()
	w.checkMessages()
	w.judge.checkStore(w.store)
	w.compareTwins()
}

// mend ends all mishaps.
func (w *world) mend() {
	w.trouble.mishaps = false
	w.computers.panics.Store(0)
	if w.store.full.Load() {
		w.store.toggleFull()
	}
	w.process.store.plan(death{})
	w.clock.step += stepsToEnd
	w.proceed()
	w.inbox.handLate()
	for _, n := range w.nets {
		if n.isLost() {
			n.toggle()
		}
	}
	for _, p := range w.people {
		if p.net.blocked[p.private()] {
			p.toggleBlocked()
		}
		if p.net.blocked[p.room] {
			p.toggleKicked()
		}
	}
	w.clock.step++
	w.inbox.handLate() // more events may have queued behind the late ones
	w.settle()
	w.buryZombie()
}

// checkEveryoneOffered checks that every player with a move to make is offered that move.
func (j *judge) checkEveryoneOffered() {
	j.forEachWaiting(func(t *match.Table, s engine.Seat) {
		c := t.Chairs[s]
		j.history.failIf(!c.Robot && !c.Absent && !j.isOffered(t, s), neverLost, "table %s waits for seat %d, who is offered nothing: %+v, %+v", t.ID, s, c, t.Messages)
	})
}

// isOffered reports whether a message offers the seat's next step to its player.
func (j *judge) isOffered(t *match.Table, seat engine.Seat) bool {
	isNext := func(o offer) bool {
		table, step, ok := parseMove(o.line, "do", "confirm", "pick")
		return ok && o.isMove() && table == string(t.ID) && step == strconv.Itoa(t.Chairs[seat].Step)
	}
	return slices.ContainsFunc(t.Messages, func(m match.Message) bool {
		p := j.nets.find(m, string(t.ID))
		offers := p != nil && slices.ContainsFunc(p.offers, isNext)
		return m.Seat == seat && (offers || j.nets.unnoticed()[tablePlace{m.Place, string(t.ID)}]) // a deleted message returns with the person's next input
	})
}

// checkNoStall checks that no table waits for a computer, for a clock that never runs out, or for a cut
// that nobody makes.
func (j *judge) checkNoStall() {
	ran := j.runningTime()
	for _, t := range j.activeTables() {
		decks := t.Decks()
		j.history.failIf(decks.CutAt() < ran-time.Minute, fairClocks, "table %s still waits for seat %d to cut", t.ID, decks.WaitsForCut())
	}
	j.forEachWaiting(func(t *match.Table, s engine.Seat) {
		c := t.Chairs[s]
		j.history.failIf(c.Robot || c.Absent, neverLost, "table %s waits for a computer", t.ID)
		late := j.networkTime(c.Timer.On).Sub(j.tables[string(t.ID)].deadlines[s]) - j.store.fullFor
		j.history.failIf(c.Timer.On != "" && c.Reminded != match.TimeUp && late > maxLostTime, fairClocks, "table %s: seat %d's time never ends: %+v", t.ID, s, c)
	})
}

// runningTime returns the bot's stored running time.
func (j *judge) runningTime() time.Duration {
	var clock struct{ Bot int64 } // milliseconds
	doc, err := j.store.Get(context.Background(), storage.Key{Kind: alarms.KindClock, ID: "running"})
	if err == nil {
		err = json.Unmarshal(doc.Data, &clock)
	}
	j.history.failIf(err != nil, diskFaultSafe, "running time: %v", err)
	return time.Duration(clock.Bot) * time.Millisecond
}

// maxLostTime is the most running time that kills may lose.
const maxLostTime = 20 * time.Minute

// forEachWaiting calls do for each seat with a move to make.
func (j *judge) forEachWaiting(do func(*match.Table, engine.Seat)) {
	for _, t := range j.activeTables() {
		j.history.failIf(t.Stage == match.Playing && t.Waiting() == 0 && t.Decks().WaitsForCut() == engine.Nobody, neverLost, "table %s waits for nobody", t.ID)
		for s := range t.Waiting().All() {
			do(t, s)
		}
	}
}

// activeTables returns the tables that have not ended.
func (j *judge) activeTables() (all []*match.Table) {
	for _, id := range j.tableIDs() {
		if t := j.storedTable(id); t != nil && t.IsActive() {
			all = append(all, t)
		}
	}
	return all
}

// checkMoved checks that no table stays in a chat that has moved.
func (j *judge) checkMoved() {
	for _, t := range j.activeTables() {
		for _, m := range t.Messages {
			n := j.nets.named(m.Place.Platform())
			j.history.failIf(n != nil && n.announced[m.Place.Chat], neverLost, "table %s stays in %s, which goes on elsewhere", t.ID, m.Place.Chat)
		}
	}
}

// checkForgotten checks that no document names a person who was forgotten and hasn't come back.
func (j *judge) checkForgotten() {
	for _, doc := range j.documents() {
		text := doc.Key.ID + " " + string(doc.Data)
		for user, name := range j.forgotten {
			names := strings.Contains(text, name) || strings.Contains(text, string(user))
			j.history.failIf(names, forgetsAll, "%s %s names %s", doc.Key.Kind, doc.Key.ID, name)
		}
	}
}

// checkLog checks that the log shows no three cards in the order of a deck.
func (j *judge) checkLog() {
	log := j.history.log.String()
	for id, t := range j.tables {
		for i := 3; t.Deal != nil && i <= len(t.Deal.Deck); i++ {
			for _, between := range []string{" ", ",", `","`} {
				three := strings.Join(t.Deal.Deck[i-3:i], between)
				j.history.failIf(strings.Contains(log, three), ownCards, "the log tells %q, cards of table %s", three, id)
			}
		}
	}
}

// checkMessages restarts the bot with all messages marked as not shown, and expects them to look the same
// afterwards.
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

// looks returns the look of each table at each place.
func (j *judge) looks() map[tablePlace]string {
	all := make(map[tablePlace]string)
	for _, t := range j.activeTables() {
		for _, m := range t.Messages {
			p := j.nets.find(m, string(t.ID))
			switch at := (tablePlace{m.Place, string(t.ID)}); {
			case p == nil, m.Last > 0: // a final message never changes
			case m.Seat != engine.Nobody && len(p.offers) == 0:
				all[at] = "the final message of an unlinked account"
			default:
				all[at] = p.screen.Lang + "\n" + p.essence()
			}
		}
	}
	return all
}

// linesMissing returns the lines of the text that the other text lacks.
func linesMissing(text, other string) []string {
	return slices.DeleteFunc(strings.Split(text, "\n"), func(l string) bool { return strings.Contains(other, l) })
}
