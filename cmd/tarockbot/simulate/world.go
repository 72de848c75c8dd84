package main

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/storage"
)

const stepsPerEvening = 600

const recoveryTime = 30 * time.Minute

// The shares of a step's events, in a thousand. The rest are faults.
const (
	pressShare   = 880
	commandShare = 80
	pauseShare   = 25
	linkShare    = 1
)

var pauses = []time.Duration{
	time.Second, time.Second, 20 * time.Second, 20 * time.Second, 70 * time.Second, 3 * time.Minute, 40 * time.Minute,
}

// world is an evening: a bot, its networks and store, and people. They act in turns; see turns.
type world struct {
	report    reporter
	seed      uint64
	chance    *rand.Rand
	clock     *clock
	machine   *machine
	store     *sharedStore
	nets      networks
	people    []*person
	faults    *faultSwitches
	inbox     *inbox
	traffic   *traffic
	history   *history
	records   *records
	judge     *judge
	turns     *turns
	processes *processes
}

func newWorld(t *testing.T, seed uint64) *world {
	isDatabase := seed%2 == 0
	w := &world{
		seed: seed, chance: rand.New(rand.NewPCG(seed, 1)), clock: new(clock), faults: &faultSwitches{enabled: true},
		store: newStore(isDatabase),
	}
	w.machine = newMachine(seed, w.clock)
	w.history = newHistory(w.clock)
	w.report = reporter{t: t, history: w.history}
	w.nets = newNetworks(w.history)
	w.records = newRecords(w.nets)
	w.judge = &judge{
		report: w.report, seed: seed, clock: w.clock, store: w.store, log: &w.machine.log, nets: w.nets, records: w.records,
	}
	w.store.onCommit = func(input string, docs []storage.Doc) {
		w.history.record("stored by %q: %q", input, describeDocs(docs))
		w.judge.checkCommit(docs, w.records.addCommit(input, docs))
	}
	w.traffic = newTraffic(seed, w.clock, w.history, w.faults, w.judge.checkRequest)
	w.turns = &turns{
		chance: w.chance, clock: w.clock, history: w.history, store: w.store, traffic: w.traffic, records: w.records, judge: w.judge,
	}
	w.processes = &processes{
		turns: w.turns, chance: w.chance, history: w.history, machine: w.machine, store: w.store, nets: w.nets, traffic: w.traffic,
		faults: w.faults, report: w.report, judge: w.judge,
	}
	w.inbox = &inbox{
		chance: w.chance, clock: w.clock, history: w.history, faults: w.faults, nets: w.nets, deliver: w.deliver,
	}
	w.people = newPeople(w.chance, w.nets, w.inbox)
	return w
}

func (w *world) deliver(in chat.Input, toZombie bool) (answer chat.Answer, heard bool) {
	p := w.processes.current
	if toZombie && w.processes.zombie != nil {
		p = w.processes.zombie
	}
	answer, heard = w.turns.handleInput(p, in)
	if heard && !answer.Refused && isForget(in.Line) && w.records.isFirstDelivery(in.ID) {
		w.records.identities.markForgotten(in.User, in.Name)
		w.maybeRemovePerson(in.User)
	}
	return answer, heard
}

// maybeRemovePerson removes a forgotten person in half of the cases, with their blocks of the bot. The last person
// stays.
func (w *world) maybeRemovePerson(u chat.UserID) {
	i := slices.IndexFunc(w.people, func(p *person) bool { return p.user == u })
	if i < 0 || len(w.people) == 1 || w.chance.IntN(2) == 0 {
		return
	}
	w.history.record("%s leaves forever", u)
	left := w.people[i]
	w.people = slices.Delete(w.people, i, i+1)
	left.net.unblock(left.private())
	if !slices.ContainsFunc(w.people, func(p *person) bool { return p.room == left.room }) {
		left.net.unblock(left.room)
	}
}

func (w *world) passTime(d time.Duration) {
	w.history.record("%v pass", d)
	for end := time.Now().Add(d); time.Now().Before(end); {
		<-time.After(min(time.Until(end), basePortion+d/maxPortions))
		w.proceed()
	}
}

func (w *world) proceed() {
	w.turns.settle()
	w.processes.replaceEndedProcess()
}

func (w *world) play() (deals int64, hash string) {
	w.processes.boot()
	for step := range stepsPerEvening {
		w.clock.step = step
		w.step()
		if w.report.t.Failed() {
			break
		}
	}
	if w.report.t.Failed() {
		w.processes.shutDownAll()
	} else {
		w.finish()
	}
	<-time.After(afterPlay)
	return w.records.deals, w.history.eventHash()
}

func (w *world) finish() {
	w.endFaults()
	w.passTime(recoveryTime)
	w.judge.checkFinal()
	w.compareRestart()
	w.processes.shutDownAll()
	w.judge.checkStore(w.store.memory)
	w.compareTwins()
	for _, n := range w.nets {
		w.report.must(n.posts.CheckFelts())
	}
}

func (w *world) step() {
	w.inbox.deliverLate()
	p := w.randomPerson()
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
		p.link(w.randomPerson())
	default:
		w.injectFault(p)
	}
	w.proceed()
}

func (w *world) randomPerson() *person { return pick(w.chance, w.people) }
