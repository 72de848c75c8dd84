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

// draw is the request's fate: by what it is, not by when it is drawn.
func (s *send) draw() fate {
	if !s.trouble.mishaps || s.trouble.calm {
		return arrives
	}
	h := fnv.New64a()
	h.Write([]byte(string(s.place.Chat) + string(s.place.User)))
	x := mix(s.seed, h.Sum64(), uint64(s.n)) % 200
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
	if w.trouble.mishaps {
		x = w.chance.IntN(100)
	}
	soon := w.steps + 1 + x*3%7
	switch {
	case x < 2:
		w.record("lost: %s", in.Line)
		return answer
	case x < 5:
		w.inbox.later = append(w.inbox.later, later{in, soon})
		return answer
	}
	p := w.process
	if w.zombie != nil && x%2 == 0 {
		p = w.zombie
	}
	answer, heard := w.hand(p, in)
	if !heard && in.Platform() == "telegram" || x < 30 {
		w.inbox.later = append(w.inbox.later, later{in, soon})
	}
	return answer
}

// mishap lets one thing go wrong, or end.
func (w *world) mishap() {
	p := w.people[w.chance.IntN(len(w.people))]
	all := []func(){
		w.restart,
		func() { w.record("killed"); w.process.kill(); w.restart() },
		w.process.dieSoon, w.process.dieSoon, w.process.dieSoon,
		p.delete,
		w.jump,
		p.block,
		p.net.disconnect,
		func() { w.record("full %v", !w.disk.full); w.disk.setFull(!w.disk.full) },
		p.kick,
		p.move,
		w.double,
		p.link,
		func() { w.trouble.panics.Store(int64(1 + w.chance.IntN(3))); w.record("the computer is at fault") },
	}
	all[w.chance.IntN(len(all))]()
}

// link makes the person one with somebody on another network, if both get through.
func (p *person) link() {
	other := p.people[p.chance.IntN(len(p.people))]
	answer := p.say("link")
	if answer.Screen == nil || other.net == p.net {
		return
	}
	for _, l := range answer.Screen.Text {
		for _, part := range l {
			if strings.HasPrefix(part.Text, "link ") {
				p.cuts, other.cuts = "somebody was here", "somebody was here"
				other.say(part.Text)
			}
		}
	}
}

// dieSoon lets the process end at one of its next commits.
func (p *process) dieSoon() {
	d := death{in: 1 + p.chance.IntN(4), applied: p.chance.IntN(2) == 0, kill: p.chance.IntN(3) > 0}
	d.hook = func() { p.gone.Store(d.kill) }
	p.record("dies in %d commits, applied %v, killed %v", d.in, d.applied, d.kill)
	p.disk.mu.Lock()
	defer p.disk.mu.Unlock()
	p.store.dies = d
}

// delete lets somebody delete the newest message where the person is.
func (p *person) delete() {
	for _, place := range []chat.Place{p.room, p.private()} {
		if all := p.net.newest(place); len(all) > 0 && !p.net.traits.Forgets {
			p.record("deleted: %v", all[0].ref)
			p.net.deleted[tablePlace{place, all[0].screen.Table}] = true
			p.net.remove(all[0])
			return
		}
	}
}

// jump sets the machine's clock.
func (w *world) jump() {
	w.clock.skew.Add(int64(spans[w.chance.IntN(len(spans))] - 3*spans[1]))
	w.record("the clock jumps to %v", time.Duration(w.clock.skew.Load()))
}

// block lets the person block the bot, or let it write again.
func (p *person) block() {
	place := p.private()
	if p.net.isLost() || p.net.traits.Forgets { // nobody can block the page
		return
	}
	p.net.blocked[place] = !p.net.blocked[place]
	p.event(chat.Input{User: p.user, Name: p.name, What: eventFor(p.net.blocked[place], chat.Reachable)})
}

// kick throws the bot out of the person's room, or lets it in again.
func (p *person) kick() {
	if p.room.Chat == "" || p.net.isLost() {
		return
	}
	p.net.blocked[p.room] = !p.net.blocked[p.room]
	p.event(chat.Input{User: p.user, Name: p.name, Chat: p.room.Chat, Space: spaceOf(p.room.Chat), What: eventFor(p.net.blocked[p.room], chat.Joined)})
}

func eventFor(out bool, in chat.Event) chat.Event {
	if out {
		return chat.Removed
	}
	return in
}

// move lets the person's room go on under another id, and the network tell of it, or not.
func (p *person) move() {
	from := p.room
	if p.net.name != "telegram" || p.net.blocked[from] || p.net.isLost() {
		return
	}
	to := chat.Place{Chat: from.Chat + "0"}
	p.record("%v goes on as %v", from, to)
	p.net.moved[from.Chat] = to.Chat
	for _, who := range p.people {
		if who.room == from {
			who.room = to
		}
	}
	for id := range p.known.tables {
		p.net.deleted[tablePlace{to, id}] = true
	}
	for _, m := range slices.Clone(p.net.at[from]) {
		p.net.remove(m)
	}
	if p.chance.IntN(2) == 0 {
		p.event(chat.Input{Chat: from.Chat, To: to.Chat, What: chat.Moved})
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
	w.zombie.unlearn()
	w.boot()
}

// disconnect takes the network away, or gives it back.
func (n *network) disconnect() {
	switch n.traits.Connection {
	case chat.Connected:
		n.traits.Connection, n.lost = chat.Disconnected, time.Now()
	case chat.Disconnected:
		n.traits.Connection = chat.Connected
		n.away += time.Since(n.lost)
	case chat.NotNeeded:
	}
	n.record("%s is connected: %v", n.name, n.traits.Connection)
}

// isLost says that nobody is heard on the network now.
func (w *world) isLost(name string) bool {
	return slices.ContainsFunc(w.nets, func(n *network) bool { return n.name == name && n.isLost() })
}

func (n *network) isLost() bool { return n.traits.Connection == chat.Disconnected }

// event hands in what happened to the bot.
func (w *world) event(in chat.Input) {
	w.inbox.count++
	in.ID = fmt.Sprint("event", w.inbox.count)
	w.handEvent(in)
}

// handEvent hands in what has happened, behind what has happened before in the same place
// and wasn't heard: networks tell that in order.
func (w *world) handEvent(in chat.Input) {
	before := func(l later) bool { return l.What != chat.Said && l.User == in.User && l.Chat == in.Chat }
	heard := false
	if !slices.ContainsFunc(w.inbox.later, before) {
		_, heard = w.hand(w.process, in)
	}
	if !heard {
		w.inbox.later = append(w.inbox.later, later{in, w.steps + 1})
	}
}
