package main

import (
	"context"
	"math/rand/v2"

	"tarockbot/bot/chat"
)

// processes run the bot: one process at a time, and sometimes a zombie at the same time.
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

	started int
	current *process
	zombie  *process // has lost its store without notice; may be nil
}

// boot starts processes until one survives its start. Half of the starts are without faulty requests; after these, every
// player must be offered their move unless a fault prevents it.
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
		ps.judge.checkEveryoneCanMove()
	}
	ps.faults.spareRequests = false
}

// maybeCheckStore sometimes checks the store, unless a zombie may still use it.
func (ps *processes) maybeCheckStore() {
	if ps.faults.enabled && ps.turns.clock.step > 0 && ps.zombie == nil && ps.chance.IntN(4) == 0 {
		ps.judge.checkStore(ps.store.memory)
	}
}

func (ps *processes) start() {
	ps.started++
	p := &process{number: ps.started, store: ps.store.open()}
	ps.current = p
	if ps.faults.enabled && ps.chance.IntN(8) == 0 {
		ps.planRandomDeath()
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

func (ps *processes) planRandomDeath() {
	p, d := ps.current, death{commitsLeft: 1 + ps.chance.IntN(4), applied: ps.chance.IntN(2) == 0}
	kill := ps.chance.IntN(3) > 0
	if kill {
		d.onDeath = func() { p.killed.Store(true) }
	}
	ps.history.record("%v dies in %d commits, applied %v, killed %v", p, d.commitsLeft, d.applied, kill)
	p.store.planDeath(d)
}

func (ps *processes) crash() {
	ps.history.record("%v is killed", ps.current)
	ps.current.killed.Store(true)
	ps.current.store.cutAccess()
	ps.restart()
}

// startSecondProcess starts a second process, which takes the database from the first without notice. A second process
// can't open a data file.
func (ps *processes) startSecondProcess() {
	if ps.zombie != nil || !ps.store.isDatabase {
		return
	}
	ps.history.record("a second process starts")
	ps.zombie = ps.current
	ps.store.revokeAccess()
	ps.turns.answerRequests(func(*request) bool { return true })
	for _, n := range ps.nets {
		n.deletions.forgetNoticesOf(ps.zombie)
	}
	ps.boot()
}

func (ps *processes) replaceEndedProcess() {
	if ps.current.mustBeReplaced() {
		ps.restart()
	}
}

func (ps *processes) restart() {
	ps.shutDownAll()
	ps.boot()
}

func (ps *processes) shutDownAll() {
	ps.shutDown(ps.current)
	ps.shutDownZombie()
}

func (ps *processes) shutDownZombie() {
	if ps.zombie != nil {
		ps.shutDown(ps.zombie)
		ps.zombie = nil
	}
}

// shutDown stops the process and waits for its bot. It first ends the requests in flight, because a stopped bot can't
// learn their results.
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

// endRequestsOf answers the process's requests whose outcome is outcomeArrives, and fails the others with errCut.
func (ps *processes) endRequestsOf(p *process) {
	ps.turns.waitIdle()
	for _, r := range ps.traffic.requestsWhere(func(r *request) bool { return r.process == p }) {
		ps.turns.begin()
		if r.outcome == outcomeArrives {
			ps.traffic.answer(r)
		} else {
			ps.traffic.respond(r, response{err: errCut})
		}
		ps.turns.waitIdle()
	}
}
