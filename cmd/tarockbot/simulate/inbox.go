package main

import (
	"context"
	"fmt"
	"slices"

	"tarockbot/bot/chat"
)

// inbox holds the inputs of networks.
type inbox struct {
	count   int
	delayed []delayedInput
}

// delayedInput is an input that a network hands in later or again.
type delayedInput struct {
	chat.Input
	step int // the step of the delivery
}

// handIn gives the input to the bot. heard is false if the process was killed or failed.
func (w *world) handIn(p *process, in chat.Input) (answer chat.Answer, heard bool) {
	w.clock.moment()
	w.waitIdle()
	w.history.record("%s in %q: %s (%s)", in.User, in.Chat, in.Line, in.ID)
	again := w.judge.addInput(in)
	w.traffic.alone.Store(true)
	w.clock.publish()
	faulted := w.computers.panicked.Load()
	answer, err := p.bot.Handle(context.WithValue(context.Background(), byInput{}, in.ID), in)
	if p.killed.Load() {
		w.history.record("no answer")
		return answer, false
	}
	w.history.record("answered %q, refused %v, %v", answer.Alert, answer.Refused, err)
	if w.computers.panicked.Load() == faulted || err == nil {
		w.judge.checkAnswer(p, in, again, answer, err)
	}
	return answer, err == nil
}

// handLate hands in the delayed inputs that are due. Events are repeated until they are heard.
func (w *world) handLate() {
	due := func(l delayedInput) bool { return l.step <= w.clock.step && !w.nets.named(l.Platform()).isLost() }
	late := slices.DeleteFunc(slices.Clone(w.inbox.delayed), func(l delayedInput) bool { return !due(l) })
	w.inbox.delayed = slices.DeleteFunc(w.inbox.delayed, due)
	for _, l := range late {
		if l.What == chat.Said {
			w.handIn(w.process, l.Input)
		} else {
			w.handEvent(l.Input)
		}
	}
}

// The shares of inputs that a network mistreats, in a hundred.
const (
	lostShare  = 2
	lateShare  = 3
	twiceShare = 25
)

// deliver hands in the input: now, later, twice or never.
func (w *world) deliver(in chat.Input) (answer chat.Answer) {
	if w.nets.named(in.Platform()).isLost() {
		return answer
	}
	x := 100
	if w.trouble.mishaps {
		x = w.chance.IntN(100)
	}
	soon := w.clock.step + 1 + x*delaySpread%mostDelay
	switch {
	case x < lostShare:
		w.history.record("lost: %s", in.Line)
		return answer
	case x < lostShare+lateShare:
		w.inbox.delayed = append(w.inbox.delayed, delayedInput{in, soon})
		return answer
	}
	p := w.process
	if w.zombie != nil && x%2 == 0 {
		p = w.zombie
	}
	answer, heard := w.handIn(p, in)
	if !heard && in.Platform() == "telegram" || x < lostShare+lateShare+twiceShare {
		w.inbox.delayed = append(w.inbox.delayed, delayedInput{in, soon})
	}
	return answer
}

// event hands in a new event.
func (w *world) event(in chat.Input) {
	w.inbox.count++
	in.ID = fmt.Sprint("event", w.inbox.count)
	w.handEvent(in)
}

// handEvent hands in an event. It waits behind earlier events of the same user and chat: networks keep
// their order.
func (w *world) handEvent(in chat.Input) {
	before := func(l delayedInput) bool { return l.What != chat.Said && l.User == in.User && l.Chat == in.Chat }
	heard := false
	if !slices.ContainsFunc(w.inbox.delayed, before) {
		_, heard = w.handIn(w.process, in)
	}
	if !heard {
		w.inbox.delayed = append(w.inbox.delayed, delayedInput{in, w.clock.step + 1})
	}
}
