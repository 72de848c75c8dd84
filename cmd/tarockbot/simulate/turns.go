package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing/synctest"

	"tarockbot/bot/chat"
)

// turns let the bot act and wait until it is idle: until all its goroutines are blocked. The world acts only then, so it needs
// no locks for what it alone changes. Several goroutines of the bot may act at once. What these change has a lock or atomic
// fields: the machine, the store, the history, the traffic, the end of a process, and the effects of an input. The store holds
// its lock while commits are recorded and checked. The race detector doesn't know of the turns and would report them, so it
// isn't used here.
type turns struct {
	chance  *rand.Rand
	clock   *clock
	history *history
	store   *sharedStore
	traffic *traffic
	records *records
	judge   *judge
}

// waitIdle waits until the bot is idle. It ends the deterministic turn, registers the new requests, flushes the history and runs
// the deferred checks.
func (t *turns) waitIdle() {
	synctest.Wait()
	t.store.deterministicTurn.Store(false)
	t.traffic.register()
	t.history.flush()
	t.judge.runDeferredChecks()
}

// begin lets a moment pass and begins a deterministic turn: the handling of one input or one response. The next waitIdle ends it.
func (t *turns) begin() {
	t.clock.passMoment()
	t.waitIdle()
	t.store.deterministicTurn.Store(true)
}

// settle lets the networks answer the requests that are due until none is left.
func (t *turns) settle() {
	t.answerRequests(func(r *request) bool { return r.isDue(t.clock.step) })
}

// answerRequests lets the networks answer the requests that match selects, in random order, until none is left.
func (t *turns) answerRequests(match func(*request) bool) {
	for {
		t.waitIdle()
		all := t.traffic.matching(match)
		if len(all) == 0 {
			return
		}
		next := pick(t.chance, all)
		t.begin()
		t.traffic.answer(next)
	}
}

// giveInput lets the process handle the input, waits until the bot is idle, and lets the judge check the answer. If the process
// was killed or its Handle failed, nobody gets an answer, and heard is false.
func (t *turns) giveInput(p *process, in chat.Input) (answer chat.Answer, heard bool) {
	t.begin()
	t.history.record("%s, to %v: %s", in.ID, p, describeInput(in))
	record := t.records.addInput(in)
	answer, err := p.bot.Handle(context.WithValue(context.Background(), inputIDKey{}, in.ID), in)
	// Goroutines that Handle started may still run. What they do comes after the answer, so it doesn't count here.
	killed := p.killed.Load()
	record.effectsAtAnswer = record.effects.Load()
	t.waitIdle()
	if killed {
		t.history.record("%s: no answer", in.ID)
		return chat.Answer{}, false
	}
	failure, _, _ := strings.Cut(fmt.Sprint(err), " at ") // without the stack trace, which changes with the source
	t.history.record("%s: answered %q, refused %v, error %s", in.ID, answer.Alert, answer.Refused, failure)
	t.judge.checkAnswer(p, record, answer, err)
	if err != nil {
		return chat.Answer{}, false
	}
	return answer, true
}
