package main

import (
	"context"
	"math/rand/v2"

	"tarockbot/bot/chat"
)

// processes run the bot: one process at a time, and perhaps a zombie beside it.
type processes struct {
	turns   *turns
	chance  *rand.Rand
	history *history
	machine *machine
	store   *sharedStore
	nets    networks
	traffic *traffic
	faults  *faultSwitches
	report  reporter
	judge   *judge

	started int // number of processes so far
	current *process
	zombie  *process // has lost its store to another process without notice; nil if none has
}

// boot starts processes until one survives its start. Half of the starts spare requests from faults. The judge then checks that
// every player is offered their move, but only if no fault can explain a missing offer.
func (ps *processes) boot() {
	for {
		ps.maybeCheckStore()
		ps.faults.spareRequests = ps.chance.IntN(2) == 0
		ps.start()
		if !ps.current.mustBeReplaced() {
			break
		}
		ps.shutDown(ps.current)
	}
	if ps.faults.spareRequests && ps.faults.enabled && !ps.store.fullDisk.isOngoing() && ps.nets.areReachable() {
		ps.judge.checkEveryoneOffered()
	}
	ps.faults.spareRequests = false
}

// maybeCheckStore has the store checked before one start in four while faults can happen. The store is empty at the evening's
// first start, and a zombie may still use it.
func (ps *processes) maybeCheckStore() {
	if ps.faults.enabled && ps.turns.clock.step > 0 && ps.zombie == nil && ps.chance.IntN(4) == 0 {
		ps.judge.checkStore(ps.store.memory)
	}
}

// start starts a new process and settles. While faults can happen, one process in eight dies soon.
func (ps *processes) start() {
	ps.started++
	p := &process{number: ps.started, store: ps.store.open()}
	ps.current = p
	if ps.faults.enabled && ps.chance.IntN(8) == 0 {
		ps.dieSoon()
	}
	var err error
	p.bot, err = ps.machine.newBot(p.store)
	ps.report.must(err)
	var platforms []chat.Platform
	for _, n := range ps.nets {
		platforms = append(platforms, &connection{net: n, traffic: ps.traffic, process: p})
	}
	var ctx context.Context
	ctx, p.cancel = context.WithCancel(context.Background())
	go func() {
		p.err = p.bot.Run(ctx, platforms...)
		p.returned.Store(true)
	}()
	ps.history.record("%v starts, and spares requests: %v", p, ps.faults.spareRequests)
	ps.turns.settle()
}

// dieSoon makes the current process die at one of its next commits.
func (ps *processes) dieSoon() {
	p, d := ps.current, death{commitsLeft: 1 + ps.chance.IntN(4), applied: ps.chance.IntN(2) == 0}
	kill := ps.chance.IntN(3) > 0
	if kill { // otherwise it sees a failed disk
		d.onDeath = func() { p.killed.Store(true) }
	}
	ps.history.record("%v dies in %d commits, applied %v, killed %v", p, d.commitsLeft, d.applied, kill)
	p.store.planDeath(d)
}

// crash kills the current process and starts a new one.
func (ps *processes) crash() {
	ps.history.record("%v is killed", ps.current)
	ps.current.killed.Store(true)
	ps.current.store.cutOff()
	ps.restart()
}

// startSecond starts a second process, which takes the database from the first without its notice. It does nothing if
// the store stands for a data file, which a second process can't open, or if there is a zombie already.
func (ps *processes) startSecond() {
	if ps.zombie != nil || !ps.store.isDatabase {
		return
	}
	ps.history.record("a second process")
	ps.zombie = ps.current
	ps.store.revoke()
	// The second process gets the database only after the first one's requests have ended.
	ps.turns.answerRequests(func(*request) bool { return true })
	for _, n := range ps.nets {
		n.deletions.forgetNoticesOf(ps.zombie)
	}
	ps.boot()
}

// replaceEnded starts a new process if the current one must be replaced.
func (ps *processes) replaceEnded() {
	if ps.current.mustBeReplaced() {
		ps.restart()
	}
}

// restart ends all processes and starts a new one.
func (ps *processes) restart() {
	ps.shutDownAll()
	ps.boot()
}

// shutDownAll shuts the current process down, and the zombie if there is one.
func (ps *processes) shutDownAll() {
	ps.shutDown(ps.current)
	ps.shutDownZombie()
}

// shutDownZombie shuts the zombie down, if there is one.
func (ps *processes) shutDownZombie() {
	if ps.zombie != nil {
		ps.shutDown(ps.zombie)
		ps.zombie = nil
	}
}

// shutDown stops the process and waits until its bot has returned. First it ends the requests in flight: the stop would end the
// waits for their responses, and the bot would never learn what was shown.
func (ps *processes) shutDown(p *process) {
	endedByItself := p.returned.Load()
	ps.endRequestsOf(p)
	p.cancel()
	for !p.returned.Load() {
		ps.turns.clock.passMoment() // the bot's last commit waits for clockDelay
		ps.endRequestsOf(p)
	}
	for _, n := range ps.nets {
		n.dropPostsOf(p)
		n.deletions.forgetNoticesOf(p)
	}
	ps.judge.checkEnd(p, endedByItself)
	ps.history.record("%v ends, killed %v", p, p.killed.Load())
	p.isShutDown = true
}

// endRequestsOf ends the process's requests in flight. The networks answer those with outcomeArrives. All others fail with
// errCut before they arrive. The responses may cause new requests, which stay in flight.
func (ps *processes) endRequestsOf(p *process) {
	ps.turns.waitIdle()
	for _, r := range ps.traffic.matching(func(r *request) bool { return r.process == p }) {
		ps.turns.begin()
		if r.outcome == outcomeArrives {
			ps.traffic.answer(r)
		} else {
			ps.traffic.respond(r, response{err: errCut})
		}
		ps.turns.waitIdle()
	}
}
