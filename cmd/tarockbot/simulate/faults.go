package main

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"time"

	"tarockbot/bot/chat"
)

// fate is what becomes of a request.
type fate int

const (
	arrives fate = iota
	late         // others overtake it
	unsent       // it doesn't arrive
	cut          // it arrives, and its reply doesn't
	limited      // the network wants to be asked later
	refused      // the network refuses it for good
	faulty       // what speaks to the network panics
)

// fateOf is the request's fate: by what it is, not by when it is drawn.
func (w *world) fateOf(s *send) fate {
	if !w.mishaps || w.calm {
		return arrives
	}
	h := fnv.New64a()
	h.Write([]byte(string(s.place.Chat) + string(s.place.User)))
	x := mix(w.seed, h.Sum64(), uint64(s.n)) % 200
	switch {
	case x < 8:
		return late
	case s.traits.Forgets: // the page is of the same process
		return arrives
	case x < 12:
		return unsent
	case x < 16:
		return cut
	case x < 20:
		return limited
	case x < 21:
		return refused
	case x < 22:
		return faulty
	}
	return arrives
}

// mix is a number made of others.
func mix(all ...uint64) (x uint64) {
	for _, n := range all {
		x = (x ^ n) * 0x9e3779b97f4a7c15
		x ^= x >> 29
	}
	return x
}

// lateUntil is the step at which a late request arrives.
func (s *send) lateUntil() int { return s.since + 1 + s.n%5 }

// deliver lets the network hand in the input: at once, later, twice, or never.
func (w *world) deliver(in chat.Input) (answer chat.Answer) {
	if w.isLost(in.Platform()) {
		return answer
	}
	x := 100
	if w.mishaps {
		x = w.chance.IntN(100)
	}
	soon := w.steps + 1 + x*3%7
	switch {
	case x < 2:
		w.record("lost: %s", in.Line)
		return answer
	case x < 5:
		w.later = append(w.later, later{in, soon})
		return answer
	}
	p := w.process
	if w.zombie != nil && x%2 == 0 {
		p = w.zombie
	}
	answer, heard := w.hand(p, in)
	if !heard && in.Platform() == "telegram" || x < 30 {
		w.later = append(w.later, later{in, soon})
	}
	return answer
}

// mishap lets one thing go wrong, or end.
func (w *world) mishap() {
	p := w.people[w.chance.IntN(len(w.people))]
	all := []func(){
		w.restart,
		func() { w.record("killed"); w.process.kill(); w.restart() },
		w.diesSoon, w.diesSoon, w.diesSoon,
		func() { w.delete(p) },
		func() { w.jump() },
		func() { w.block(p) },
		func() { w.disconnect(p.net) },
		func() { w.record("full %v", !w.disk.full); w.disk.setFull(!w.disk.full) },
		func() { w.kick(p) },
		func() { w.move(p) },
		w.double,
		func() { w.link(p) },
		func() { w.faults.Store(int64(1 + w.chance.IntN(3))); w.record("the computer is at fault") },
	}
	all[w.chance.IntN(len(all))]()
}

// link makes the person one with somebody on another network, if both get through.
func (w *world) link(p *person) {
	other := w.people[w.chance.IntN(len(w.people))]
	answer := w.say(p, "link")
	if answer.Screen == nil || other.net == p.net {
		return
	}
	for _, l := range answer.Screen.Text {
		for _, part := range l {
			if strings.HasPrefix(part.Text, "link ") {
				p.cuts, other.cuts = "somebody was here", "somebody was here"
				w.say(other, part.Text)
			}
		}
	}
}

// diesSoon lets the process end at one of its next commits.
func (w *world) diesSoon() {
	p := w.process
	d := death{in: 1 + w.chance.IntN(4), applied: w.chance.IntN(2) == 0, kill: w.chance.IntN(3) > 0}
	d.hook = func() { p.gone.Store(d.kill) }
	w.record("dies in %d commits, applied %v, killed %v", d.in, d.applied, d.kill)
	w.disk.mu.Lock()
	defer w.disk.mu.Unlock()
	p.store.dies = d
}

// delete lets somebody delete the newest message where the person is.
func (w *world) delete(p *person) {
	for _, place := range []chat.Place{p.room, p.private()} {
		if all := p.net.newest(place); len(all) > 0 && !p.net.traits.Forgets {
			w.record("deleted: %v", all[0].ref)
			p.net.deleted[tablePlace{place, all[0].screen.Table}] = true
			p.net.remove(all[0])
			return
		}
	}
}

// jump sets the machine's clock.
func (w *world) jump() {
	w.skew.Add(int64(spans[w.chance.IntN(len(spans))] - 3*spans[1]))
	w.record("the clock jumps to %v", time.Duration(w.skew.Load()))
}

// block lets the person block the bot, or let it write again.
func (w *world) block(p *person) {
	place := p.private()
	if w.isLost(p.net.name) || p.net.traits.Forgets { // nobody can block the page
		return
	}
	p.net.blocked[place] = !p.net.blocked[place]
	w.event(chat.Input{User: p.user, Name: p.name, What: eventFor(p.net.blocked[place], chat.Reachable)})
}

// kick throws the bot out of the person's room, or lets it in again.
func (w *world) kick(p *person) {
	if p.room.Chat == "" || w.isLost(p.net.name) {
		return
	}
	p.net.blocked[p.room] = !p.net.blocked[p.room]
	w.event(chat.Input{User: p.user, Name: p.name, Chat: p.room.Chat, Space: spaceOf(p.room.Chat), What: eventFor(p.net.blocked[p.room], chat.Joined)})
}

func eventFor(out bool, in chat.Event) chat.Event {
	if out {
		return chat.Removed
	}
	return in
}

// move lets the person's room go on under another id, and the network tell of it, or not.
func (w *world) move(p *person) {
	from := p.room
	if p.net.name != "telegram" || p.net.blocked[from] || w.isLost(p.net.name) {
		return
	}
	to := chat.Place{Chat: from.Chat + "0"}
	w.record("%v goes on as %v", from, to)
	p.net.moved[from.Chat] = to.Chat
	for _, who := range w.people {
		if who.room == from {
			who.room = to
		}
	}
	for id := range w.known.tables {
		p.net.deleted[tablePlace{to, id}] = true
	}
	for _, m := range slices.Clone(p.net.at[from]) {
		p.net.remove(m)
	}
	if w.chance.IntN(2) == 0 {
		w.event(chat.Input{Chat: from.Chat, To: to.Chat, What: chat.Moved})
	}
}

// double starts a second process, which takes the database. The first doesn't know. A file is
// locked, so nobody takes it.
func (w *world) double() {
	if w.zombie != nil || !w.disk.shared {
		return
	}
	w.record("a second process")
	w.zombie = w.process
	w.disk.lapse()
	w.arrive(func(*send) bool { return true }) // a lease lasts longer than its holder's last request
	w.unlearn(w.zombie)
	w.boot()
}

// disconnect takes the network away, or gives it back.
func (w *world) disconnect(n *network) {
	switch n.traits.Connection {
	case chat.Connected:
		n.traits.Connection, n.lost = chat.Disconnected, time.Now()
	case chat.Disconnected:
		n.traits.Connection = chat.Connected
		n.away += time.Since(n.lost)
	case chat.NotNeeded:
	}
	w.record("%s is connected: %v", n.name, n.traits.Connection)
}

// isLost says that nobody is heard on the network now.
func (w *world) isLost(name string) bool {
	return slices.ContainsFunc(w.nets, func(n *network) bool { return n.name == name && n.traits.Connection == chat.Disconnected })
}

// event hands in what happened to the bot.
func (w *world) event(in chat.Input) {
	w.inputs++
	in.ID = fmt.Sprint("event", w.inputs)
	w.handEvent(in)
}

// handEvent hands in what has happened, behind what has happened before in the same place
// and wasn't heard: networks tell that in order.
func (w *world) handEvent(in chat.Input) {
	before := func(l later) bool { return l.What != chat.Said && l.User == in.User && l.Chat == in.Chat }
	heard := false
	if !slices.ContainsFunc(w.later, before) {
		_, heard = w.hand(w.process, in)
	}
	if !heard {
		w.later = append(w.later, later{in, w.steps + 1})
	}
}
