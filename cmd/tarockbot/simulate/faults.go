package main

import "tarockbot/bot/chat"

// faultSwitches control the faults that happen to requests, inputs and starts.
type faultSwitches struct {
	enabled       bool // faults can happen
	spareRequests bool // no fault happens to a request, for a while
}

// injectFault starts or ends one fault, perhaps one of the person or their network. The order decides which fault a seed
// draws, and a fault's repetitions are its weight.
//
// A new fault is a method of world here, or of the processes, the network or the person that it hits. It ends in endFaults.
// Faults of single requests are outcomes in traffic.go, and those of single inputs fates in inbox.go. The judge must know what a
// fault excuses: see checkAnswer, checkNoStall, checkEnd, boot, offersMove, timeOn and looks.
func (w *world) injectFault(p *person) {
	all := []func(){
		w.processes.restart,
		w.processes.crash,
		w.processes.dieSoon, w.processes.dieSoon, w.processes.dieSoon,
		func() { p.net.deleteNewest(p.room, p.private()) },
		w.jumpClock,
		func() { p.toggleBlocked(p.private()) },
		p.net.toggleConnection,
		w.toggleFullDisk,
		func() { p.toggleBlocked(p.room) },
		func() { w.migrateRoom(p) },
		w.processes.startSecond,
		w.breakComputers,
	}
	pick(w.chance, all)()
}

// jumpClock changes the machine's clock.
func (w *world) jumpClock() {
	skew := w.clock.jump(pick(w.chance, jumps))
	w.history.record("the clock jumps, and is %v fast", skew)
}

// toggleFullDisk fills the disk, or makes room on it again.
func (w *world) toggleFullDisk() {
	w.store.fullDisk.toggle()
	w.history.record("the disk is full: %v", w.store.fullDisk.isOngoing())
}

// breakComputers makes the next moves of computer players panic.
func (w *world) breakComputers() {
	moves := 1 + w.chance.IntN(3)
	w.machine.computers.breakMoves(moves)
	w.history.record("computers are at fault for %d moves", moves)
}

// migrateRoom gives the person's room a new ID, if the network can and the bot is in the room. An event may tell the bot the
// new ID; otherwise only the response to its next request does.
func (w *world) migrateRoom(p *person) {
	from := p.room
	if !p.net.canMigrateChats || p.net.blocked[from] || p.net.isDisconnected() {
		return
	}
	to := chat.Place{Chat: from.Chat + "0"} // rooms that can migrate have no parts behind a slash
	p.net.migrate(from.Chat, to.Chat, w.records.tables.ids())
	for _, other := range w.people {
		if other.room == from {
			other.room = to
		}
	}
	if w.chance.IntN(2) == 0 {
		w.inbox.sendEvent(chat.Input{Chat: from.Chat, To: to.Chat, What: chat.Moved})
	}
}

// endFaults ends all faults, delivers the inputs that they have delayed, and lets the networks answer the late requests.
func (w *world) endFaults() {
	w.faults.enabled = false
	w.machine.computers.breakMoves(0)
	if w.store.fullDisk.isOngoing() {
		w.toggleFullDisk()
	}
	w.processes.current.store.planDeath(death{})
	w.clock.step += stepsToEnd // all that is late is due now
	w.proceed()
	w.inbox.deliverLate()
	for _, n := range w.nets {
		if n.isDisconnected() {
			n.toggleConnection()
		}
	}
	for _, p := range w.people { // networks must be connected for their events
		p.unblock(p.private())
		p.unblock(p.room)
	}
	w.clock.step++
	w.inbox.deliverLate() // inputs that waited for a network, and events that queued behind late ones
	w.turns.settle()
	w.processes.shutDownZombie()
}
