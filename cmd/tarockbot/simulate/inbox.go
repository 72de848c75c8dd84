package main

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"tarockbot/bot/chat"
)

// inbox hands in the inputs of networks: now, later, twice or never.
type inbox struct {
	chance  *rand.Rand
	clock   *clock
	history *history
	trouble *trouble
	nets    networks
	handIn  func(in chat.Input, zombie bool) (answer chat.Answer, heard bool) // world.handIn
	delayed []delayedInput
	count   int // of IDs given to inputs
}

// delayedInput is an input that a network hands in later or again.
type delayedInput struct {
	chat.Input
	step int // the step of the delivery
}

// newID returns the ID of the next input.
func (b *inbox) newID(prefix string) string {
	b.count++
	return fmt.Sprint(prefix, b.count)
}

// handLate hands in the delayed inputs that are due and whose network is connected.
func (b *inbox) handLate() {
	early := func(l delayedInput) bool { return l.step > b.clock.step || b.nets.named(l.Platform()).isDisconnected() }
	due := slices.DeleteFunc(slices.Clone(b.delayed), early)
	b.delayed = slices.DeleteFunc(b.delayed, func(l delayedInput) bool { return !early(l) })
	for _, l := range due {
		if l.What == chat.Said {
			b.handIn(l.Input, false)
		} else {
			b.handEvent(l.Input)
		}
	}
}

// The shares of inputs that a network mistreats, in a hundred.
const (
	lostShare  = 2
	lateShare  = 3
	twiceShare = 25
)

// deliver hands a person's input in, now, later, twice or never. It returns the answer; zero if there is none now.
func (b *inbox) deliver(in chat.Input) (answer chat.Answer) {
	in.ID = b.newID("in")
	if b.nets.named(in.Platform()).isDisconnected() {
		return answer
	}
	x := 100 // beyond all shares
	if b.trouble.mishaps {
		x = b.chance.IntN(100)
	}
	later := delayedInput{in, b.clock.step + 1 + x*delaySpread%mostDelay}
	switch {
	case x < lostShare:
		b.history.record("lost: %s", in.Line)
		return answer
	case x < lostShare+lateShare:
		b.delayed = append(b.delayed, later)
		return answer
	}
	toZombie := x%2 == 0
	answer, heard := b.handIn(in, toZombie)
	if x < lostShare+lateShare+twiceShare || !heard && b.nets.named(in.Platform()).repeatsUnheard {
		b.delayed = append(b.delayed, later)
	}
	return answer
}

// handNewEvent hands in a new event.
func (b *inbox) handNewEvent(in chat.Input) {
	in.ID = b.newID("event")
	b.handEvent(in)
}

// handEvent hands in an event, or delays it by a step. An event waits behind delayed ones of the same user and chat,
// because networks keep their order, and is repeated until it is heard. All delayed events of a user and chat fall due
// together, so that the queue's order is theirs.
func (b *inbox) handEvent(in chat.Input) {
	before := func(l delayedInput) bool { return l.What != chat.Said && l.User == in.User && l.Chat == in.Chat }
	heard := false
	if !slices.ContainsFunc(b.delayed, before) {
		_, heard = b.handIn(in, false)
	}
	if !heard {
		b.delayed = append(b.delayed, delayedInput{in, b.clock.step + 1})
	}
}
