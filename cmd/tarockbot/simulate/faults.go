package main

import (
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/storage"
)

// faultSwitches control the faults that happen to requests, inputs and starts.
type faultSwitches struct {
	enabled       bool // faults can happen
	spareRequests bool // no fault happens to a request, for a while
}

// injectFault starts or ends one fault, perhaps one of the person or their network. The order decides which fault a seed
// draws, and a fault's repetitions are its weight.
//
// A new fault needs a line here and its end in endFaults. What it excuses, the judge must know: see checkAnswer, checkNoStall,
// checkEnd and boot. Faults that happen to one request are outcomes in traffic.go; those of one input are fates in inbox.go.
// Each change of lines or shares changes the evenings of all seeds, so run TestPlanted -plant all after one.
func (w *world) injectFault(p *person) {
	all := []func(){
		w.restart,
		w.crash,
		w.dieSoon, w.dieSoon, w.dieSoon,
		func() { p.net.deleteNewest(p.room, p.private()) },
		func() { w.clock.jump(jumps[w.chance.IntN(len(jumps))], &w.history) },
		func() { p.toggleBlocked(p.private(), chat.Reachable) },
		p.net.toggle,
		func() { w.store.disk.toggle(&w.history) },
		func() { p.toggleBlocked(p.room, chat.Joined) },
		func() { w.migrateRoom(p) },
		w.startSecondProcess,
		func() { w.machine.computers.breakMoves(1+w.chance.IntN(3), &w.history) },
	}
	all[w.chance.IntN(len(all))]()
}

// crash kills the process and starts a new one.
func (w *world) crash() {
	w.history.record("killed")
	w.process.killed.Store(true)
	w.process.store.close(storage.ErrClosed)
	w.restart()
}

// toggleBlocked blocks the bot at the place, or unblocks it and sends the event. It does nothing while the network is
// disconnected, or on the page.
func (p *person) toggleBlocked(place chat.Place, unblocked chat.Event) {
	switch {
	case p.net.isDisconnected() || p.net.isPage:
	case p.net.blocked[place]:
		p.unblock(place, unblocked)
	default:
		p.net.blocked[place] = true
		p.sendEvent(place, chat.Removed)
	}
}

// unblock unblocks the bot at the place and sends the event.
func (p *person) unblock(place chat.Place, event chat.Event) {
	delete(p.net.blocked, place)
	p.sendEvent(place, event)
}

// sendEvent sends an event of the person about the place.
func (p *person) sendEvent(place chat.Place, event chat.Event) {
	p.inbox.sendEvent(chat.Input{User: p.user, Name: p.name, Chat: place.Chat, Space: spaceOf(place.Chat), What: event})
}

// migrateRoom gives the person's room a new ID, if the network can and the bot is in the room. An event may tell the bot the
// new ID; otherwise only the response to its next request does.
func (w *world) migrateRoom(p *person) {
	from := p.room
	if !p.net.canMigrateChats || p.net.blocked[from] || p.net.isDisconnected() {
		return
	}
	to := chat.Place{Chat: from.Chat + "0"}
	w.history.record("%v goes on as %v", from, to)
	p.net.migrations[from.Chat] = &migration{to: to.Chat}
	for _, other := range w.people {
		if other.room == from {
			other.room = to
		}
	}
	// The new room shows no table, as if people had deleted all posts there. A table returns to it at its next change.
	for _, id := range w.records.tables.ids() {
		p.net.deletions.add(tablePlace{to, id})
	}
	for _, m := range slices.Clone(p.net.postsAt[from]) {
		p.net.remove(m)
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
	// The second process gets the lease only after the first one's requests have ended.
	w.answerRequests(func(*request) bool { return true })
	for _, n := range w.nets {
		n.deletions.forgetNoticesOf(w.zombie)
	}
	w.boot()
}

// endFaults ends all faults, delivers the inputs that they have delayed, and lets the networks answer the late requests.
func (w *world) endFaults() {
	w.faults.enabled = false
	w.machine.computers.panics.Store(0)
	if w.store.disk.full.Load() {
		w.store.disk.toggle(&w.history)
	}
	w.process.store.planDeath(death{})
	w.clock.step += stepsToEnd
	w.proceed()
	w.inbox.deliverLate()
	for _, n := range w.nets {
		if n.isDisconnected() {
			n.toggle()
		}
	}
	for _, p := range w.people { // networks must be connected for their events
		if p.net.blocked[p.private()] {
			p.unblock(p.private(), chat.Reachable)
		}
		if p.net.blocked[p.room] {
			p.unblock(p.room, chat.Joined)
		}
	}
	w.clock.step++
	w.inbox.deliverLate() // inputs that waited for a network, and events that queued behind late ones
	w.settle()
	w.shutDownZombie()
}
