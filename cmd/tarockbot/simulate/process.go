package main

import (
	"context"
	"fmt"
	"sync/atomic"

	"tarockbot/bot"
	"tarockbot/bot/chat"
)

// process is one run of the bot.
type process struct {
	number     int // counts the processes of an evening from 1
	bot        *bot.Bot
	store      *processStore
	killed     atomic.Bool        // the process can't reach anyone
	cancel     context.CancelFunc // tells bot.Run to return
	returned   atomic.Bool        // bot.Run has returned
	err        error              // result of bot.Run, once it has returned
	isShutDown bool               // shutDown is over: the process may show nothing
}

// String returns the process's name in the history.
func (p *process) String() string { return fmt.Sprint("process ", p.number) }

// mustBeReplaced reports whether the process's bot has returned, or has no store to work with.
func (p *process) mustBeReplaced() bool { return p.returned.Load() || p.store.commitErr() != nil }

// boot starts processes until one survives its start. Half of the starts spare requests from faults. After such a start, unless
// it comes after all faults, the judge checks that every player is offered their move, if the disk and all networks work.
func (w *world) boot() {
	for {
		w.maybeCheckStore()
		w.faults.spareRequests = w.chance.IntN(2) == 0
		w.start()
		if !w.process.mustBeReplaced() {
			break
		}
		w.shutDown(w.process)
	}
	if w.faults.spareRequests && w.faults.enabled && !w.store.fullDisk.isOngoing() && w.nets.areReachable() {
		w.judge.checkEveryoneOffered()
	}
	w.faults.spareRequests = false
}

// maybeCheckStore has the store checked before one start in four while faults can happen. The store is empty at the evening's
// first start, and a zombie may still use it.
func (w *world) maybeCheckStore() {
	if w.faults.enabled && w.clock.step > 0 && w.zombie == nil && w.chance.IntN(4) == 0 {
		w.judge.checkStore(w.store.memory)
	}
}

// start starts a new process and settles. While faults can happen, one process in eight dies soon.
func (w *world) start() {
	store := w.store.open()
	p := &process{number: w.store.opened, store: store}
	w.process = p
	if w.faults.enabled && w.chance.IntN(8) == 0 {
		w.dieSoon()
	}
	var err error
	p.bot, err = w.machine.newBot(p.store)
	w.report.must(err)
	var platforms []chat.Platform
	for _, n := range w.nets {
		platforms = append(platforms, &connection{net: n, traffic: w.traffic, process: p})
	}
	var ctx context.Context
	ctx, p.cancel = context.WithCancel(context.Background())
	go func() {
		p.err = p.bot.Run(ctx, platforms...)
		p.returned.Store(true)
	}()
	w.history.record("%v starts, and spares requests: %v", p, w.faults.spareRequests)
	w.settle()
}

// dieSoon makes the process end at one of its next commits.
func (w *world) dieSoon() {
	p, d := w.process, death{commitsLeft: 1 + w.chance.IntN(4), applied: w.chance.IntN(2) == 0}
	kill := w.chance.IntN(3) > 0
	if kill { // otherwise it sees a failed disk
		d.onDeath = func() { p.killed.Store(true) }
	}
	w.history.record("%v dies in %d commits, applied %v, killed %v", p, d.commitsLeft, d.applied, kill)
	p.store.planDeath(d)
}

// shutDown stops the process and waits until its bot has returned. First it ends the requests in flight: the stop would end the
// waits for their responses, and the bot would never learn what was shown.
func (w *world) shutDown(p *process) {
	endedByItself := p.returned.Load()
	w.endRequestsOf(p)
	p.cancel()
	for !p.returned.Load() {
		w.clock.passMoment() // the bot's last commit waits for clockDelay
		w.endRequestsOf(p)
	}
	for _, n := range w.nets {
		n.dropPostsOf(p)
		n.deletions.forgetNoticesOf(p)
	}
	w.judge.checkEnd(p, endedByItself)
	w.history.record("%v ends, killed %v", p, p.killed.Load())
	p.isShutDown = true
}

// endRequestsOf ends the process's requests in flight. The networks answer those with outcomeArrives. All others fail with
// errCut before they arrive. The responses may cause new requests, which stay in flight.
func (w *world) endRequestsOf(p *process) {
	w.waitIdle()
	for _, r := range w.traffic.matching(func(r *request) bool { return r.process == p }) {
		w.beginTurn()
		if r.outcome == outcomeArrives {
			w.traffic.answer(r)
		} else {
			w.traffic.respond(r, response{err: errCut})
		}
		w.waitIdle()
	}
}

// restart ends all processes and starts a new one.
func (w *world) restart() {
	w.shutDown(w.process)
	w.shutDownZombie()
	w.boot()
}

// shutDownZombie shuts the zombie down, if there is one.
func (w *world) shutDownZombie() {
	if w.zombie != nil {
		w.shutDown(w.zombie)
		w.zombie = nil
	}
}
