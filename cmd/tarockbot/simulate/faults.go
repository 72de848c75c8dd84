package main

import (
	"slices"
	"time"

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
func (w *world) injectFault(p *person) {
	all := []func(){
		w.restart,
		w.crash,
		w.dieSoon, w.dieSoon, w.dieSoon,
		func() { p.net.deleteNewest(p.room, p.private()) },
		w.jump,
		func() { p.toggleBlocked(p.private(), chat.Reachable) },
		p.net.toggle,
		func() { w.store.disk.toggle(&w.history) },
		func() { p.toggleBlocked(p.room, chat.Joined) },
		func() { w.migrateRoom(p) },
		w.startSecondProcess,
		w.breakComputer,
	}
	all[w.chance.IntN(len(all))]()
}

// crash kills the process and starts a new one.
func (w *world) crash() {
	w.history.record("killed")
	w.process.killed.Store(true)
	w.process.store.stop(storage.ErrClosed, time.Time{})
	w.restart()
}

// breakComputer makes the next moves of computer players panic.
func (w *world) breakComputer() {
	w.machine.computers.panics.Store(int64(1 + w.chance.IntN(3)))
	w.history.record("the computer is at fault")
}

// jumpBack is subtracted from the spans of jumps, so the short ones become jumps to an earlier time.
const jumpBack = 3 * time.Second

// jump changes the machine's clock.
func (w *world) jump() {
	w.clock.skew.Add(int64(spans[w.chance.IntN(len(spans))] - jumpBack))
	w.history.record("the clock jumps to %v", time.Duration(w.clock.skew.Load()))
}

// toggleBlocked blocks the bot at the place and sends the event Removed, or unblocks it and sends the event unblocked. It
// does nothing while the network is disconnected, or on the page, which can't be blocked.
func (p *person) toggleBlocked(place chat.Place, unblocked chat.Event) {
	if p.net.isDisconnected() || p.net.traits.Forgets {
		return
	}
	event := unblocked
	if p.net.blocked[place] {
		delete(p.net.blocked, place)
	} else {
		p.net.blocked[place], event = true, chat.Removed
	}
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
	p.net.migratedTo[from.Chat] = to.Chat
	for _, other := range w.people {
		if other.room == from {
			other.room = to
		}
	}
	// The new room shows no table, as if people had deleted all posts there. A table returns to it at its next change.
	for _, id := range w.judge.tables.ids() {
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
	w.handleRequests(func(*request) bool { return true })
	for _, n := range w.nets {
		n.deletions.forgetNoticesOf(w.zombie)
	}
	w.boot()
}

// endFaults ends all faults, and handles the inputs and requests that they have delayed.
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
	for _, p := range w.people {
		if p.net.blocked[p.private()] {
			p.toggleBlocked(p.private(), chat.Reachable)
		}
		if p.net.blocked[p.room] {
			p.toggleBlocked(p.room, chat.Joined)
		}
	}
	w.clock.step++
	w.inbox.deliverLate() // more events may have queued behind the late ones
	w.settle()
	w.shutDownZombie()
}
