package main

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"tarockbot/bot/chat"
)

// inbox sends people's inputs through networks, which deliver them now, later, twice or never.
type inbox struct {
	chance  *rand.Rand
	clock   *clock
	history *history
	faults  *faultSwitches
	nets    networks
	delayed []delayedInput
	count   int

	deliver func(in chat.Input, toZombie bool) (answer chat.Answer, heard bool)
}

type delayedInput struct {
	chat.Input
	due int
}

func (b *inbox) newID(prefix string) string {
	b.count++
	return fmt.Sprint(prefix, b.count)
}

func (b *inbox) deliverLate() {
	var due, rest []delayedInput
	for _, d := range b.delayed {
		if d.due > b.clock.step || b.nets.byName(d.Platform()).isDisconnected() {
			rest = append(rest, d)
		} else {
			due = append(due, d)
		}
	}
	b.delayed = rest
	for _, d := range due {
		if d.What == chat.EventSaid {
			b.deliver(d.Input, false)
		} else {
			b.deliverEvent(d.Input)
		}
	}
}

type fate struct {
	comesNow, comesLater bool
	toZombie             bool
	delay                int // steps until the late, second or repeated delivery
}

const (
	lostPercent  = 2
	latePercent  = 3
	twicePercent = 25
)

func (b *inbox) drawFate() fate {
	if !b.faults.enabled {
		return fate{comesNow: true, delay: 1}
	}
	f := fate{toZombie: b.chance.IntN(2) == 0, delay: 1 + b.chance.IntN(maxDelay)}
	switch x := b.chance.IntN(100); {
	case x < lostPercent: // the input never arrives
	case x < lostPercent+latePercent:
		f.comesLater = true
	case x < lostPercent+latePercent+twicePercent:
		f.comesNow, f.comesLater = true, true
	default:
		f.comesNow = true
	}
	return f
}

func (b *inbox) send(in chat.Input) (answer chat.Answer) {
	in.ID = b.newID("in")
	if b.nets.byName(in.Platform()).isDisconnected() {
		return answer
	}
	f, heard := b.drawFate(), false
	b.history.record("%s: %+v", in.ID, f)
	if f.comesNow {
		answer, heard = b.deliver(in, f.toZombie)
	}
	if f.comesLater || f.comesNow && !heard && b.nets.byName(in.Platform()).repeatsUnheard {
		b.delayed = append(b.delayed, delayedInput{in, b.clock.step + f.delay})
	}
	return answer
}

// sendEvent sends a new event. Its network must be connected.
func (b *inbox) sendEvent(in chat.Input) {
	in.ID = b.newID("event")
	b.deliverEvent(in)
}

// deliverEvent delivers the event, or queues it if the bot doesn't hear it or an earlier event waits. Networks deliver
// the events of one user and chat in order.
func (b *inbox) deliverEvent(in chat.Input) {
	isEarlierEvent := func(d delayedInput) bool { return d.What != chat.EventSaid && d.User == in.User && d.Chat == in.Chat }
	heard := false
	if !slices.ContainsFunc(b.delayed, isEarlierEvent) {
		_, heard = b.deliver(in, false)
	}
	if !heard {
		b.delayed = append(b.delayed, delayedInput{in, b.clock.step + 1})
	}
}
