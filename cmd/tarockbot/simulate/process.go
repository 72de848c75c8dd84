package main

import (
	"context"
	"crypto/ed25519"
	"log/slog"
	"maps"
	"slices"
	"sync/atomic"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/storage"
)

// process is one run of the bot.
type process struct {
	w      *world
	bot    *bot.Bot
	store  *processStore
	killed atomic.Bool // nothing that it does reaches anyone
	stop   context.CancelFunc
	done   chan struct{}
	err    error
	// knownDeletions lists places where the process has found a deleted message. It isn't
	// stored, so the next process finds them again.
	knownDeletions []tablePlace
}

// checkStart checks that everyone was offered their move, if nothing went wrong during the start.
func (p *process) checkStart() {
	lost := func(n *network) bool {
		return n.isLost() || slices.Contains(slices.Collect(maps.Values(n.blocked)), true)
	}
	if p.w.trouble.calm && p.w.trouble.mishaps && !p.w.store.full && !slices.ContainsFunc(p.w.nets, lost) {
		p.w.judge.checkEveryoneOffered()
	}
	p.w.trouble.calm = false
}

// hasEnded reports whether the process has ended or is about to, because it lost its store.
func (p *process) hasEnded() bool { return isClosed(p.done) || p.store.stopped() != nil }

// kill ends the process at once.
func (p *process) kill() {
	p.killed.Store(true)
	p.store.mu.Lock()
	defer p.store.mu.Unlock()
	if p.store.err == nil {
		p.store.err = storage.ErrClosed
	}
}

// bury ends the process and waits for it. The requests on their way arrive or are lost.
func (p *process) bury() {
	p.dropRequests()
	over := isClosed(p.done)
	p.stop()
	for ; !over; over = isClosed(p.done) {
		p.w.clock.moment() // the last commit takes one
		p.dropRequests()
	}
	for _, n := range p.w.nets {
		n.forget(p)
	}
	p.forgetDeletions()
	if err := p.err; err != nil && p.store.stopped() == nil {
		p.w.history.fail(neverLost, "the bot has ended by itself: %v", err)
	}
	p.w.history.record("end, killed %v", p.killed.Load())
}

// forgetDeletions returns the process's known deletions to the networks, for the next process to find.
func (p *process) forgetDeletions() {
	for _, n := range p.w.nets {
		for _, at := range p.knownDeletions {
			if at.Platform() == n.name {
				n.deleted[at] = true
			}
		}
	}
	p.knownDeletions = nil
}

// isClosed reports whether the channel is closed.
func isClosed(c chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// dropRequests lets the process's requests arrive or get lost. Nobody reads the responses.
func (p *process) dropRequests() {
	p.w.waitIdle()
	for _, r := range p.w.traffic.take(func(r *request) bool { return r.process == p }) {
		if r.outcome == arrives {
			r.arrive()
		} else {
			r.done <- response{err: errCut}
		}
	}
}

// boot starts processes until one survives its start.
func (w *world) boot() {
	for {
		p := &process{w: w, store: w.store.open(), done: make(chan struct{})}
		w.process = p
		if w.trouble.mishaps && w.chance.IntN(8) == 0 {
			p.dieSoon()
		}
		if w.trouble.mishaps && w.zombie == nil && w.clock.step > 0 && w.chance.IntN(4) == 0 {
			w.judge.checkStore(w.store)
		}
		w.trouble.calm = w.chance.IntN(2) == 0
		var err error
		p.bot, err = bot.New(bot.Config{
			Store:    p.store,
			Acting:   p.store.acts,
			Log:      slog.New(slog.NewTextHandler(&w.history, nil)),
			Random:   w.random,
			Key:      ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)),
			Now:      w.clock.Now,
			Language: "en",
			Limits:   bot.Limits{InputsPerPerson: noInputLimit, InputsPerChat: noInputLimit},
			Players:  w.computers.newPlayer,
		})
		w.history.must(err)
		var platforms []chat.Platform
		for _, n := range w.nets {
			platforms = append(platforms, &connection{n, p})
		}
		ctx, stop := context.WithCancel(context.Background())
		p.stop = stop
		go func() {
			defer close(p.done)
			p.err = p.bot.Run(ctx, platforms...)
		}()
		w.history.record("start")
		w.settle()
		if !p.hasEnded() {
			p.checkStart()
			return
		}
		p.bury()
	}
}

// noInputLimit is more inputs than people can give at once.
const noInputLimit = 1_000_000

// dieSoon makes the process end at one of its next commits.
func (p *process) dieSoon() {
	d := death{commitsLeft: 1 + p.w.chance.IntN(4), applied: p.w.chance.IntN(2) == 0, kill: p.w.chance.IntN(3) > 0}
	d.hook = func() { p.killed.Store(d.kill) }
	p.w.history.record("dies in %d commits, applied %v, killed %v", d.commitsLeft, d.applied, d.kill)
	p.store.plan(d)
}
