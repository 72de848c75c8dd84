package main

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"tarockbot/bot/chat"
)

// inbox sends the inputs of people through networks, which deliver them now, later, twice or never.
type inbox struct {
	chance  *rand.Rand
	clock   *clock
	history *history
	faults  *faultSwitches
	nets    networks
	delayed []delayedInput
	count   int // number of input IDs given out

	deliver func(in chat.Input, toZombie bool) (answer chat.Answer, heard bool) // gives an input to the bot; see world.deliver
}

// delayedInput is an input that a network delivers later or again.
type delayedInput struct {
	chat.Input
	due int // step of the evening
}

// newID returns the ID of the next input.
func (b *inbox) newID(prefix string) string {
	b.count++
	return fmt.Sprint(prefix, b.count)
}

// deliverLate delivers the delayed inputs that are due and whose network is connected, in the queue's order.
func (b *inbox) deliverLate() {
	var due, rest []delayedInput
	for _, d := range b.delayed {
		if d.due > b.clock.step || b.nets.named(d.Platform()).isDisconnected() {
			rest = append(rest, d)
		} else {
			due = append(due, d)
		}
	}
	b.delayed = rest
	for _, d := range due {
		if d.What == chat.Said {
			b.deliver(d.Input, false)
		} else {
			b.deliverEvent(d.Input)
		}
	}
}

// fate is what a network does with an input: the input comes now, later, twice or never.
type fate struct {
	comesNow, comesLater bool
	toZombie             bool // the input that comes now reaches the zombie, if there is one
	delay                int  // steps until the input comes later, or again because nobody heard it
}

// The shares of inputs that a network mistreats, in a hundred.
const (
	lostShare  = 2
	lateShare  = 3
	twiceShare = 25
)

// drawFate draws the fate of an input. While faults can't happen, the input comes now, to the current process.
func (b *inbox) drawFate() fate {
	if !b.faults.enabled {
		return fate{comesNow: true, delay: 1}
	}
	f := fate{toZombie: b.chance.IntN(2) == 0, delay: 1 + b.chance.IntN(mostDelay)}
	switch x := b.chance.IntN(100); {
	case x < lostShare: // it never comes
	case x < lostShare+lateShare:
		f.comesLater = true
	case x < lostShare+lateShare+twiceShare:
		f.comesNow, f.comesLater = true, true
	default:
		f.comesNow = true
	}
	return f
}

// send sends a person's input through their network, which delivers it now, later, twice or never. It returns the answer;
// zero if there is none now.
func (b *inbox) send(in chat.Input) (answer chat.Answer) {
	in.ID = b.newID("in")
	if b.nets.named(in.Platform()).isDisconnected() {
		return answer
	}
	f, heard := b.drawFate(), false
	b.history.record("%s: %+v", in.ID, f)
	if f.comesNow {
		answer, heard = b.deliver(in, f.toZombie)
	}
	if f.comesLater || f.comesNow && !heard && b.nets.named(in.Platform()).repeatsUnheard {
		b.delayed = append(b.delayed, delayedInput{in, b.clock.step + f.delay})
	}
	return answer
}

// sendEvent sends a new event. Its network must be connected.
func (b *inbox) sendEvent(in chat.Input) {
	in.ID = b.newID("event")
	b.deliverEvent(in)
}

// deliverEvent delivers the event, or queues it for the next step if the bot doesn't hear it. Networks deliver the events of
// one user and chat in order, so the event is queued, too, while an earlier one of the same user and chat waits.
func (b *inbox) deliverEvent(in chat.Input) {
	isEarlierEvent := func(d delayedInput) bool { return d.What != chat.Said && d.User == in.User && d.Chat == in.Chat }
	heard := false
	if !slices.ContainsFunc(b.delayed, isEarlierEvent) {
		_, heard = b.deliver(in, false)
	}
	if !heard {
		b.delayed = append(b.delayed, delayedInput{in, b.clock.step + 1})
	}
}
