package main

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/storage"
)

// stepsPerEvening is the length of an evening in steps.
const stepsPerEvening = 600

// recoveryTime is how long the bot has to recover after the last fault.
const recoveryTime = 30 * time.Minute

// The shares of the things that a step does, in a thousand. The rest are faults.
const (
	pressShare   = 880
	commandShare = 80
	pauseShare   = 25
	linkShare    = 1
)

// pauses are the lengths of pauses.
var pauses = []time.Duration{
	time.Second, time.Second, 20 * time.Second, 20 * time.Second, 70 * time.Second, 3 * time.Minute, 40 * time.Minute,
}

// world is one evening: a bot, its networks and store, and people. Its seed determines it. It connects these parts and
// lets them act.
//
// The world and the bot take turns: the world acts only while all goroutines of the bot are blocked; see waitIdle. So the
// world needs no locks for what it alone changes. Several goroutines of the bot may act at once. What these change has a lock
// or atomic fields: the machine, the store, the history, the traffic, the end of a process, and the effects of an input. The
// store holds its lock while it calls the judge, so the judge's records of commits need none. The race detector doesn't know
// of the turns and would report them, so it isn't used here.
type world struct {
	report  reporter
	seed    uint64
	chance  *rand.Rand // decides what people do and what goes wrong
	clock   clock
	machine machine
	store   *sharedStore
	nets    networks
	people  []*person // without those who have left
	process *process
	zombie  *process // has lost its store to another process without notice; nil if none has
	faults  faultSwitches
	inbox   inbox
	traffic *traffic
	history history
	records *records
	judge   *judge
}

// newWorld returns the world of a seed, without a process.
func newWorld(t *testing.T, seed uint64) *world {
	w := &world{
		seed: seed, chance: rand.New(rand.NewPCG(seed, 1)),
		faults: faultSwitches{enabled: true}, store: newStore(seed%2 == 0),
	}
	w.machine = newMachine(seed, &w.clock)
	w.history = newHistory(&w.clock)
	w.report = reporter{t: t, clock: &w.clock, history: &w.history}
	w.nets = newNetworks(&w.history)
	w.records = newRecords(w.nets)
	w.judge = &judge{
		report: w.report, history: &w.history, clock: &w.clock, seed: seed,
		store: w.store, log: &w.machine.log, nets: w.nets, records: w.records,
	}
	w.store.onCommit = func(input string, docs []storage.Doc) {
		w.history.record("stored by %q: %q", input, titlesOf(docs))
		w.judge.checkCommit(docs, w.records.addCommit(input, docs))
	}
	w.traffic = newTraffic(seed, &w.clock, &w.history, &w.faults, w.judge.checkRequest)
	w.inbox = inbox{
		chance: w.chance, clock: &w.clock, history: &w.history, faults: &w.faults, nets: w.nets,
		deliver:         func(in chat.Input) (chat.Answer, bool) { return w.giveInput(w.process, in) },
		deliverToZombie: func(in chat.Input) (chat.Answer, bool) { return w.giveInput(cmp.Or(w.zombie, w.process), in) },
	}
	w.people = newPeople(w.chance, w.nets, &w.inbox)
	return w
}

// waitIdle waits until all goroutines of the bot are blocked. It ends the deterministic turn, registers the new requests,
// flushes the history and runs the deferred checks.
func (w *world) waitIdle() {
	synctest.Wait()
	w.store.deterministicTurn.Store(false)
	w.traffic.register()
	w.history.flush()
	w.judge.runDeferredChecks()
}

// beginTurn lets a moment pass and begins the bot's deterministic turn: the handling of one input or one response. The next
// waitIdle ends it.
func (w *world) beginTurn() {
	w.clock.passMoment()
	w.waitIdle()
	w.store.deterministicTurn.Store(true)
}

// settle lets the networks answer the requests that are due until none is left.
func (w *world) settle() {
	w.answerRequests(func(r *request) bool { return r.isDue(w.clock.step) })
}

// answerRequests lets the networks answer the requests that match selects, in random order, until none is left.
func (w *world) answerRequests(match func(*request) bool) {
	for {
		w.waitIdle()
		all := w.traffic.matching(match)
		if len(all) == 0 {
			return
		}
		next := pick(w.chance, all)
		w.beginTurn()
		w.traffic.answer(next)
	}
}

// giveInput lets the process handle the input, waits until the bot is idle, and lets the judge check the answer. If the process
// was killed or its Handle failed, nobody gets an answer, and heard is false.
func (w *world) giveInput(p *process, in chat.Input) (answer chat.Answer, heard bool) {
	w.beginTurn()
	w.history.record("%s, to %v: %s", in.ID, p, titleOf(in))
	record := w.records.addInput(in)
	answer, err := p.bot.Handle(context.WithValue(context.Background(), inputIDKey{}, in.ID), in)
	// Goroutines that Handle started may still run. What they do comes after the answer, so it doesn't count here.
	killed := p.killed.Load()
	record.effectsAtAnswer = record.effects.Load()
	w.waitIdle()
	if killed {
		w.history.record("%s: no answer", in.ID)
		return chat.Answer{}, false
	}
	failure, _, _ := strings.Cut(fmt.Sprint(err), " at ") // without the stack trace, which changes with the source
	w.history.record("%s: answered %q, refused %v, error %s", in.ID, answer.Alert, answer.Refused, failure)
	w.judge.checkAnswer(p, record, answer, err)
	if err != nil {
		return chat.Answer{}, false
	}
	isForgotten := w.records.identities.recordForgotten(record, answer)
	if isForgotten {
		w.maybeLeave(in.User)
	}
	return answer, true
}

// maybeLeave removes a forgotten person for good in half of the cases, with their block of the bot. The last person stays.
func (w *world) maybeLeave(u chat.UserID) {
	i := slices.IndexFunc(w.people, func(p *person) bool { return p.user == u })
	if i >= 0 && len(w.people) > 1 && w.chance.IntN(2) == 0 {
		w.history.record("%s leaves for good", u)
		w.people[i].net.unblock(w.people[i].private())
		w.people = slices.Delete(w.people, i, i+1)
	}
}

// passTime lets time pass in small portions. The bot proceeds after each.
func (w *world) passTime(d time.Duration) {
	w.history.record("%v go by", d)
	for end := time.Now().Add(d); time.Now().Before(end); {
		<-time.After(min(time.Until(end), basePortion+d/mostPortions))
		w.proceed()
	}
}

// proceed settles, and restarts the bot if its current process has ended.
func (w *world) proceed() {
	w.settle()
	if w.process.mustBeReplaced() {
		w.restart()
	}
}

// play runs the evening. It returns the number of finished deals and the hash of the history.
func (w *world) play() (deals int64, hash string) {
	w.boot()
	for step := range stepsPerEvening {
		w.clock.step = step
		if w.step(); w.report.t.Failed() {
			break
		}
	}
	if w.report.t.Failed() {
		w.shutDown(w.process)
		w.shutDownZombie()
	} else {
		w.finish()
	}
	<-time.After(afterPlay)
	return w.records.deals, w.history.sum()
}

// finish ends all faults, waits until the bot has recovered, and makes the final checks.
func (w *world) finish() {
	w.endFaults()
	w.passTime(recoveryTime)
	w.judge.checkEveryoneOffered()
	ran := w.judge.checkRunningTime()
	w.judge.checkNoStall(ran)
	w.judge.checkMigrated()
	w.judge.checkForgotten()
	w.judge.checkLog()
	w.compareRestart()
	w.shutDown(w.process)
	w.judge.checkStore(w.store.memory)
	w.compareTwins()
}

// step lets a random person act, time pass or a fault start or end. Then the bot proceeds.
func (w *world) step() {
	w.inbox.deliverLate()
	p := w.anyone()
	switch x := w.chance.IntN(1000); {
	case x < pressShare:
		if !p.press() && !w.records.tables.isSeated(p.user) {
			p.say(p.invitation())
		}
	case x < pressShare+commandShare:
		p.say(p.command())
	case x < pressShare+commandShare+pauseShare:
		w.passTime(pick(w.chance, pauses))
	case x < pressShare+commandShare+pauseShare+linkShare:
		p.link(w.anyone())
	default:
		w.injectFault(p)
	}
	w.proceed()
}

// anyone returns a random person.
func (w *world) anyone() *person { return pick(w.chance, w.people) }
