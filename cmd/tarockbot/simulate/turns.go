package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing/synctest"

	"tarockbot/bot/chat"
)

// turns let the bot act and wait until it is idle, with all its goroutines blocked. Only then the world acts, so the
// world's own state needs no locks. State that the bot's goroutines change has locks or atomic fields. The race
// detector doesn't know of turns and would report them.
type turns struct {
	chance  *rand.Rand
	clock   *clock
	history *history
	store   *sharedStore
	traffic *traffic
	records *records
	judge   *judge
}

func (t *turns) waitIdle() {
	synctest.Wait()
	t.store.deterministicTurn.Store(false)
	t.traffic.register()
	t.history.flush()
	t.judge.runDeferredChecks()
}

// begin lets a moment pass and begins a deterministic turn, for one input or response. The next waitIdle ends it.
func (t *turns) begin() {
	t.clock.passMoment()
	t.waitIdle()
	t.store.deterministicTurn.Store(true)
}

func (t *turns) settle() {
	t.answerRequests(func(r *request) bool { return r.isDue(t.clock.step) })
}

func (t *turns) answerRequests(match func(*request) bool) {
	for {
		t.waitIdle()
		all := t.traffic.requestsWhere(match)
		if len(all) == 0 {
			return
		}
		next := pick(t.chance, all)
		t.begin()
		t.traffic.answer(next)
	}
}

// handleInput has the process handle the input. heard is false if the process was killed or Handle failed.
func (t *turns) handleInput(p *process, in chat.Input) (answer chat.Answer, heard bool) {
	t.begin()
	t.history.record("%s, to %v: %s", in.ID, p, describeInput(in))
	record := t.records.addInput(in)
	answer, err := p.bot.Handle(context.WithValue(context.Background(), inputIDKey{}, in.ID), in)
	// Goroutines of Handle may still run. Their effects come after the answer and don't count here.
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
