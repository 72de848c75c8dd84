package main

import (
	"context"
	"crypto/ed25519"
	"io"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"

	"tarockbot/bot"
	"tarockbot/bot/chat"
)

// process is one run of the bot.
type process struct {
	bot     *bot.Bot
	store   *processStore
	killed  atomic.Bool // the process can't reach anyone
	stop    context.CancelFunc
	ended   atomic.Bool // bot.Run has returned
	err     error       // result of bot.Run, once it has returned
	stopped bool        // shutDown is over: the process may show nothing
}

// hasEnded reports whether the process has ended, or is about to because it has lost its store.
func (p *process) hasEnded() bool { return p.ended.Load() || p.store.commitErr() != nil }

// boot starts processes until one survives its start. While faults can happen, some of these processes die soon, and some
// starts follow a check of the store. At half of the starts no fault happens to requests. After such a start, while other
// faults can happen, every player must be offered their move if the disk and all networks work.
func (w *world) boot() {
	for {
		w.process = &process{store: w.store.open()}
		if w.faults.enabled && w.chance.IntN(8) == 0 {
			w.dieSoon()
		}
		// The store is empty at the evening's first start, and a zombie may still use it.
		if w.faults.enabled && w.clock.step > 0 && w.zombie == nil && w.chance.IntN(4) == 0 {
			w.judge.checkStore(w.store.memory)
		}
		w.faults.spareRequests = w.chance.IntN(2) == 0
		if w.start(); !w.process.hasEnded() {
			break
		}
		w.shutDown(w.process)
	}
	fails := func(n *network) bool { return n.isDisconnected() || len(n.blocked) > 0 }
	if w.faults.spareRequests && w.faults.enabled && !w.store.disk.full.Load() && !slices.ContainsFunc(w.nets, fails) {
		w.judge.checkEveryoneOffered()
	}
	w.faults.spareRequests = false
}

// source is a random source that several goroutines may read at once.
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

// noInputLimit is more inputs than people can give at once.
const noInputLimit = 1_000_000

// start starts the bot of the new process and settles.
func (w *world) start() {
	p := w.process
	var err error
	p.bot, err = bot.New(bot.Config{
		Store:    p.store,
		Acting:   p.store.mayAct,
		Log:      slog.New(slog.NewJSONHandler(&w.history, nil)), // a TextHandler would write cards as bytes, not as names
		Random:   w.random,
		Key:      ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)),
		Now:      w.clock.Now,
		Language: "en",
		Limits:   bot.Limits{InputsPerPerson: noInputLimit, InputsPerChat: noInputLimit},
		Players:  w.computers.newPlayer,
	})
	w.judge.must(err)
	var platforms []chat.Platform
	for _, n := range w.nets {
		platforms = append(platforms, &connection{n, w.traffic, p})
	}
	ctx, stop := context.WithCancel(context.Background())
	p.stop = stop
	go func() {
		p.err = p.bot.Run(ctx, platforms...)
		p.ended.Store(true)
	}()
	w.history.record("start")
	w.settle()
}

// dieSoon makes the process end at one of its next commits.
func (w *world) dieSoon() {
	p, d := w.process, death{commitsLeft: 1 + w.chance.IntN(4), applied: w.chance.IntN(2) == 0}
	kill := w.chance.IntN(3) > 0 // otherwise it sees a failed disk
	d.onDeath = func() { p.killed.Store(kill) }
	w.history.record("dies in %d commits, applied %v, killed %v", d.commitsLeft, d.applied, kill)
	p.store.planDeath(d)
}

// shutDown stops the process and waits until its bot has ended. First it ends the requests in flight: the stop would end the
// waits for their responses, and the bot would never learn what was shown.
func (w *world) shutDown(p *process) {
	endedByItself := p.ended.Load()
	w.completeRequestsOf(p)
	p.stop()
	for !p.ended.Load() {
		w.clock.passMoment() // the bot's last commit waits for clockDelay
		w.completeRequestsOf(p)
	}
	for _, n := range w.nets {
		n.dropPostsOf(p)
	}
	w.nets.resetNoticed(p)
	failed := (endedByItself || p.err != nil) && p.store.commitErr() == nil
	w.judge.failIf(failed, faultIsolated, "the bot has ended, by itself: %v, with the error %v", endedByItself, p.err)
	w.history.record("end, killed %v", p.killed.Load())
	p.stopped = true
}

// completeRequestsOf ends the process's requests in flight. The network handles those with outcomeArrives. All others are
// dropped before they arrive, and fail with errCut. The responses may cause new requests, which stay in flight.
func (w *world) completeRequestsOf(p *process) {
	w.waitIdle()
	for _, r := range w.traffic.matching(func(r *request) bool { return r.process == p }) {
		if r.outcome == outcomeArrives {
			w.traffic.complete(r)
		} else {
			w.traffic.completeWith(r, response{err: errCut})
		}
		w.waitIdle()
	}
}

// restart ends all processes and starts a new one.
func (w *world) restart() {
	w.shutDown(w.process)
	w.shutDownZombie()
	w.boot()
}

// shutDownZombie shuts the zombie down, if there is one.
func (w *world) shutDownZombie() {
	if w.zombie != nil {
		w.shutDown(w.zombie)
		w.zombie = nil
	}
}
