package main

import (
	"tarockbot/bot/chat"
)

// faultSwitches control the faults that happen to requests, inputs and starts.
type faultSwitches struct {
	enabled       bool // faults can happen
	spareRequests bool // no fault happens to a request, for a while
}

// injectFault starts or ends one fault, perhaps one of the person or their network. The order decides which fault a seed
// draws, and a fault's repetitions are its weight.
//
// A new fault needs a line here and its end in endFaults. A fault of one part is a method of that part, and one of several parts
// is a method of world in this file. A fault of one request is an outcome in traffic.go, and one of an input a fate in inbox.go.
// The judge must know what the fault excuses: see checkAnswer, checkNoStall, checkEnd, boot, offersMove and looks.
func (w *world) injectFault(p *person) {
	all := []func(){
		w.restart,
		w.crash,
		w.dieSoon, w.dieSoon, w.dieSoon,
		func() { p.net.deleteNewest(p.room, p.private()) },
		func() {
			w.history.record("the clock jumps, and is %v off", w.clock.jump(pick(w.chance, jumps)))
		},
		func() { p.toggleBlocked(p.private()) },
		p.net.toggleConnection,
		func() {
			w.store.fullDisk.toggle()
			w.history.record("the disk is full: %v", w.store.fullDisk.isOngoing())
		},
		func() { p.toggleBlocked(p.room) },
		func() { w.migrateRoom(p) },
		w.startSecondProcess,
		func() {
			w.machine.computers.breakMoves(1 + w.chance.IntN(3))
			w.history.record("the computer is at fault")
		},
	}
	pick(w.chance, all)()
}

// crash kills the process and starts a new one.
func (w *world) crash() {
	w.history.record("%v is killed", w.process)
	w.process.killed.Store(true)
	w.process.store.cutOff()
	w.restart()
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

// startSecondProcess starts a second process, which takes the database from the first without its notice. It does nothing if
// the store stands for a data file, which a second process can't open.
func (w *world) startSecondProcess() {
	if w.zombie != nil || !w.store.isDatabase {
		return
	}
	w.history.record("a second process")
	w.zombie = w.process
	w.store.revoke()
	// The second process gets the database only after the first one's requests have ended.
	w.answerRequests(func(*request) bool { return true })
	for _, n := range w.nets {
		n.deletions.forgetNoticesOf(w.zombie)
	}
	w.boot()
}

// endFaults ends all faults, delivers the inputs that they have delayed, and lets the networks answer the late requests.
func (w *world) endFaults() {
	w.faults.enabled = false
	w.machine.computers.breakMoves(0)
	if w.store.fullDisk.isOngoing() {
		w.store.fullDisk.toggle()
	}
	w.process.store.planDeath(death{})
	w.clock.step += stepsToEnd
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
	w.settle()
	w.shutDownZombie()
}
