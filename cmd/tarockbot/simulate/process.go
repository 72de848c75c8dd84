package main

import (
	"context"
	"crypto/ed25519"
	"log/slog"
	"slices"
	"sync/atomic"

	"tarockbot/bot"
	"tarockbot/bot/chat"
)

// process is one run of the bot.
type process struct {
	bot    *bot.Bot
	store  *processStore
	killed atomic.Bool // the process can't reach anyone
	stop   context.CancelFunc
	ended  atomic.Bool // the bot has ended
	err    error       // the result of bot.Run, once the bot has ended
	buried bool        // the process is over and may show nothing
}

// hasEnded reports whether the process has ended or is about to, because it lost its store.
func (p *process) hasEnded() bool { return p.ended.Load() || p.store.commitErr() != nil }

// boot starts processes until one survives its start. Half of the starts are spared mishaps to requests. After such a
// start, while other mishaps can happen, every player must be offered their move if the disk and all networks work.
func (w *world) boot() {
	for {
		w.process = &process{store: w.store.open()}
		w.maybeDieSoon()
		w.maybeCheckStore()
		w.trouble.spareRequests = w.chance.IntN(2) == 0
		if w.start(); !w.process.hasEnded() {
			break
		}
		w.bury(w.process)
	}
	fails := func(n *network) bool { return n.isDisconnected() || len(n.blocked) > 0 }
	if w.trouble.spareRequests && w.trouble.mishaps && !w.store.full.Load() && !slices.ContainsFunc(w.nets, fails) {
		w.judge.checkEveryoneOffered()
	}
	w.trouble.spareRequests = false
}

// noInputLimit is more inputs than people can give at once.
const noInputLimit = 1_000_000

// maybeDieSoon lets one process in eight end soon, if mishaps can happen.
func (w *world) maybeDieSoon() {
	if w.trouble.mishaps && w.chance.IntN(8) == 0 {
		w.dieSoon()
	}
}

// maybeCheckStore checks the store at one start in four, if mishaps can happen. It makes no check at the evening's first
// start, when the store is empty, nor while a zombie runs.
func (w *world) maybeCheckStore() {
	if w.trouble.mishaps && w.zombie == nil && w.clock.step > 0 && w.chance.IntN(4) == 0 {
		w.judge.checkStore(w.store.memory)
	}
}

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
		platforms = append(platforms, &connection{n, p})
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

// bury ends the process and waits for it. The requests on their way complete first, because the stop ends the waits for
// their responses.
func (w *world) bury(p *process) {
	w.endRequests(p)
	p.stop()
	for !p.ended.Load() {
		w.clock.passMoment() // the last commit takes one
		w.endRequests(p)
	}
	for _, n := range w.nets {
		n.dropPostsOf(p)
	}
	w.nets.resetNoticed(p)
	w.judge.failIf(p.err != nil && p.store.commitErr() == nil, neverLost, "the bot has ended by itself: %v", p.err)
	w.history.record("end, killed %v", p.killed.Load())
	p.buried = true
}

// endRequests ends the process's requests on their way: those that would arrive do, all others fail with errCut. The
// responses may cause new requests.
func (w *world) endRequests(p *process) {
	w.waitIdle()
	for _, r := range w.traffic.matching(func(r *request) bool { return r.process == p }) {
		if r.outcome == outcomeArrives {
			r.complete()
		} else {
			w.traffic.respond(r, response{err: errCut})
		}
	}
}

// restart ends all processes and starts a new one.
func (w *world) restart() {
	w.bury(w.process)
	w.buryZombie()
	w.boot()
}

// buryZombie buries the zombie, if there is one.
func (w *world) buryZombie() {
	if w.zombie != nil {
		w.bury(w.zombie)
		w.zombie = nil
	}
}
