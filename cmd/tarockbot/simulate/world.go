package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/storage/memory"
)

// world is one evening: a bot, its networks and store, and people. Its seed determines it. It connects these parts and
// lets them act.
//
// The world and the bot take turns: the world acts only while all goroutines of the bot are blocked. The world's fields
// therefore need no lock. The race detector can't see these turns, so turn.publish and turn.fence show it their order.
// Several goroutines of the bot may act at once. The parts that they change have locks or atomic fields of their own: the
// store, traffic, history, random and computers. The store holds its lock while it calls the judge.
type world struct {
	t         *testing.T
	seed      uint64
	chance    *rand.Rand // decides what people do and what goes wrong
	random    *source    // of the bot
	store     *sharedStore
	nets      networks
	people    []*person
	process   *process
	zombie    *process // has lost its store to another process without notice; nil if none has
	clock     clock
	trouble   trouble
	computers computers
	inbox     inbox
	traffic   traffic
	history   history
	judge     *judge
}

// trouble controls the mishaps that happen to requests, inputs and starts.
type trouble struct {
	mishaps       bool // mishaps can happen
	spareRequests bool // no mishap happens to a request, for a while
}

// source is a random source for many goroutines.
type source struct {
	mu     sync.Mutex
	reader io.Reader
}

// Read implements io.Reader.
func (s *source) Read(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.reader.Read(p)
}

// newWorld returns the world of a seed, without a process.
func newWorld(t *testing.T, n uint64) *world {
	w := &world{
		t: t, seed: n, chance: rand.New(rand.NewPCG(n, 1)),
		trouble: trouble{mishaps: true},
		random:  &source{reader: rand.NewChaCha8(sha256.Sum256(fmt.Append(nil, "cards ", n)))},
	}
	w.history = history{clock: &w.clock, hash: sha256.New()}
	w.judge = &judge{
		seed: n, clock: &w.clock, reporter: reporter{t, &w.history}, tables: make(tableStates), inputs: map[string]*inputRecord{"": {}},
		identities: identities{persons: make(map[chat.UserID]string), removed: make(map[string]bool), forgotten: make(map[chat.UserID]string)},
	}
	w.traffic = traffic{seed: n, clock: &w.clock, history: &w.history, trouble: &w.trouble, check: w.judge.checkRequest, began: time.Now()}
	w.store = &sharedStore{memory: memory.New(), committed: w.judge.observeCommit, clock: &w.clock, isDatabase: n%2 == 0}
	w.nets = networks{
		newNetwork(&w.traffic, "discord", chat.Traits{Threads: true, Connection: chat.Connected}),
		newNetwork(&w.traffic, "telegram", chat.Traits{OnlyPrivate: true, Connection: chat.Connected}),
		newNetwork(&w.traffic, "local", chat.Traits{Forgets: true, Lazy: true, Felt: true, Translates: true}),
	}
	w.judge.store, w.judge.nets = w.store, w.nets
	w.inbox = inbox{chance: w.chance, clock: &w.clock, history: &w.history, trouble: &w.trouble, nets: w.nets, handIn: w.handIn}
	w.people = newPeople(&w.inbox)
	return w
}

// waitIdle waits until all goroutines are blocked. Then it registers the new requests, flushes the history
// and runs the deferred checks.
func (w *world) waitIdle() {
	w.clock.publish()
	synctest.Wait()
	w.store.deterministicTurn.Store(false)
	w.traffic.register()
	w.history.flush()
	for _, check := range w.judge.deferredChecks {
		check()
	}
	w.judge.deferredChecks = nil
}

// settle delivers the requests that are due until none is left.
func (w *world) settle() {
	w.deliverRequests(func(r *request) bool { return r.outcome != outcomeLate || r.arrivesAt() <= w.clock.step })
}

// deliverRequests delivers the requests that match selects, in random order, until none is left.
func (w *world) deliverRequests(match func(*request) bool) {
	for {
		w.waitIdle()
		all := w.traffic.matching(match)
		if len(all) == 0 {
			return
		}
		next := all[w.chance.IntN(len(all))]
		w.clock.passMoment()
		w.store.deterministicTurn.Store(true)
		next.complete()
	}
}

// handIn gives the input to the bot, or to the zombie if zombie is true and there is one. The judge checks the answer.
// A person whom the bot forgets may leave. heard is false if no answer came or the answer was an error.
func (w *world) handIn(in chat.Input, zombie bool) (answer chat.Answer, heard bool) {
	p := w.process
	if zombie && w.zombie != nil {
		p = w.zombie
	}
	w.clock.passMoment()
	w.waitIdle()
	w.history.record("%s in %q: %s (%s)", in.User, in.Chat, in.Line, in.ID)
	judged := w.judge.addInput(in)
	w.store.deterministicTurn.Store(true)
	w.clock.publish()
	panickedBefore := w.computers.panicked.Load()
	answer, err := p.bot.Handle(context.WithValue(context.Background(), inputIDKey{}, in.ID), in)
	if p.killed.Load() {
		w.history.record("no answer")
		return answer, false
	}
	fault, _, _ := strings.Cut(fmt.Sprint(err), " at ") // without the stack trace, which changes with the source
	w.history.record("answered %q, refused %v, %s", answer.Alert, answer.Refused, fault)
	computerPanicked := w.computers.panicked.Load() > panickedBefore
	if err == nil || !computerPanicked {
		w.judge.checkAnswer(p, judged, answer, err)
	}
	if err == nil && w.judge.identities.recordForgotten(judged, answer) {
		i := slices.IndexFunc(w.people, func(one *person) bool { return one.user == in.User })
		w.people[i].left = w.chance.IntN(2) == 0
	}
	return answer, err == nil
}

// passTime lets time pass in small portions. The bot proceeds after each.
func (w *world) passTime(d time.Duration) {
	w.history.record("%v go by", d)
	for end := time.Now().Add(d); time.Now().Before(end); {
		w.clock.publish()
		<-time.After(min(time.Until(end), leastPortion+d/mostPortions))
		w.proceed()
	}
}

// proceed settles, and starts a new process if the current one has ended.
func (w *world) proceed() {
	w.settle()
	if w.process.hasEnded() {
		w.restart()
	}
}

// play runs the evening. It returns the number of finished deals and the hash of the history.
func (w *world) play() (deals int64, hash string) {
	w.boot()
	for w.clock.step = range stepsPerEvening {
		if w.step(); w.t.Failed() {
			break
		}
	}
	if w.t.Failed() {
		w.bury(w.process)
		w.buryZombie()
	} else {
		w.finish()
	}
	<-time.After(afterPlay)
	return w.judge.deals, fmt.Sprintf("%x", w.history.hash.Sum(nil))
}

// finish ends all mishaps, waits until the bot has recovered, and makes the final checks.
func (w *world) finish() {
	w.endMishaps()
	w.passTime(30 * time.Minute)
	w.judge.checkEveryoneOffered()
	w.judge.checkNoStall()
	w.judge.checkMoved()
	w.judge.checkForgotten()
	w.judge.checkLog()
	w.checkMessages()
	w.judge.checkStore(w.store.memory)
	w.compareTwins()
}

// stepsPerEvening is the length of an evening in steps.
const stepsPerEvening = 600

// The shares of the things that a step does, in a thousand. The rest are mishaps.
const (
	pressShare   = 880
	commandShare = 80
	pauseShare   = 25
)

// step lets a random person act, time pass or a mishap happen, or nothing if that person has left. Then the bot proceeds.
func (w *world) step() {
	w.inbox.handLate()
	p := w.anyone()
	switch x := w.chance.IntN(1000); {
	case p.left:
	case x < pressShare:
		if !p.press() && !w.judge.tables.hasPlayer(p.user) {
			p.say(p.invitation())
		}
	case x < pressShare+commandShare:
		p.say(p.command())
	case x < pressShare+commandShare+pauseShare:
		w.passTime(spans[w.chance.IntN(len(spans))])
	default:
		w.mishap()
	}
	w.proceed()
}

// anyone returns a random person.
func (w *world) anyone() *person { return w.people[w.chance.IntN(len(w.people))] }

// spans are the lengths of pauses and of clock jumps.
var spans = []time.Duration{time.Second, time.Second, 20 * time.Second, 20 * time.Second, 70 * time.Second, 3 * time.Minute, 40 * time.Minute}
