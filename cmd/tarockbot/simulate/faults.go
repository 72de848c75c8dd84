package main

import "tarockbot/bot/chat"

type faultSwitches struct {
	enabled       bool
	spareRequests bool
}

// injectFault starts or ends a random fault. The list's order decides which fault a seed draws; repetitions are
// weights.
//
// End a new fault in endFaults. The judge must know what a fault excuses: see checkAnswer, checkNoStall, checkEnd,
// boot, offersMove, timeOn and shownContents.
func (w *world) injectFault(p *person) {
	all := []func(){
		w.processes.restart,
		w.processes.crash,
		w.processes.planRandomDeath, w.processes.planRandomDeath, w.processes.planRandomDeath,
		func() { p.net.deleteNewest(p.room, p.private()) },
		w.jumpClock,
		func() { p.toggleBlocked(p.private()) },
		p.net.toggleConnection,
		w.toggleFullDisk,
		func() { p.toggleBlocked(p.room) },
		func() { w.migrateRoom(p) },
		w.processes.startSecondProcess,
		w.breakComputers,
	}
	pick(w.chance, all)()
}

func (w *world) jumpClock() {
	skew := w.clock.jump(pick(w.chance, clockJumps))
	w.history.record("the clock jumps, and is %v fast", skew)
}

func (w *world) toggleFullDisk() {
	w.store.fullDisk.toggle()
	w.history.record("the disk is full: %v", w.store.fullDisk.isOngoing())
}

func (w *world) breakComputers() {
	moves := 1 + w.chance.IntN(3)
	w.machine.computers.breakMoves(moves)
	w.history.record("computer players panic for %d moves", moves)
}

// migrateRoom gives the person's room a new ID. The bot learns it from an event or its next request.
func (w *world) migrateRoom(p *person) {
	from := p.room
	if !p.net.canMigrateChats || p.net.blocked[from] || p.net.isDisconnected() {
		return
	}
	to := chat.Place{Chat: from.Chat + "0"}
	p.net.migrate(from.Chat, to.Chat, w.records.tables.ids())
	for _, other := range w.people {
		if other.room == from {
			other.room = to
		}
	}
	if w.chance.IntN(2) == 0 {
		w.inbox.sendEvent(chat.Input{Chat: from.Chat, MovedTo: to.Chat, What: chat.EventChatMoved})
	}
}

func (w *world) endFaults() {
	w.faults.enabled = false
	w.machine.computers.breakMoves(0)
	if w.store.fullDisk.isOngoing() {
		w.toggleFullDisk()
	}
	w.processes.current.store.planDeath(death{})
	w.clock.step += stepsToEnd // everything late is due now
	w.proceed()
	w.inbox.deliverLate()
	for _, n := range w.nets {
		if n.isDisconnected() {
			n.toggleConnection()
		}
	}
	for _, p := range w.people { // after the connections, because unblocking sends events
		p.unblock(p.private())
		p.unblock(p.room)
	}
	w.clock.step++
	w.inbox.deliverLate()
	w.turns.settle()
	w.processes.shutDownZombie()
}
