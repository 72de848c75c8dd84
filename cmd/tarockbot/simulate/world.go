package main

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"log/slog"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/engine"
	"tarockbot/engine/dice"
	"tarockbot/engine/robot"
	"tarockbot/storage"
	"tarockbot/storage/memory"
)

// world is one evening: a bot with what stands around it, and people.
type world struct {
	*testing.T
	seed    uint64
	chance  *rand.Rand // of what people do, and what goes wrong
	random  *source    // of the bot
	disk    *disk
	nets    []*network
	people  []*person
	process *process
	zombie  *process // one that has lost its disk to another, and doesn't know
	steps   int
	clock   clock
	trouble trouble
	inbox   inbox
	traffic traffic
	history history
	known   *knowledge
}

// clock is the machine's.
type clock struct {
	skew    atomic.Int64 // in nanoseconds
	moments int
	// turns grows before the bot's goroutines go on: what they read of the world was written
	// before.
	turns atomic.Int64
}

// trouble is what goes wrong besides what somebody does.
type trouble struct {
	mishaps  bool         // things go wrong
	calm     bool         // but not to requests, for a while
	panics   atomic.Int64 // how many of the next moves of computer players panic, if above 0
	panicked atomic.Int64 // how many have
}

// inbox is what networks hand in.
type inbox struct {
	count int
	later []later // some time, or again
}

// later is an input that a network hands in later, or again.
type later struct {
	chat.Input
	at int // step
}

// traffic is the requests to networks.
type traffic struct {
	mu      sync.Mutex
	sends   []*send     // on their way, guarded by mu
	alone   atomic.Bool // one thing alone is happening: an input, or the arrival of a request
	began   time.Time
	arrived []sight
}

// history is what has happened, for two evenings to be compared, and the bot's log.
type history struct {
	mu   sync.Mutex // guards all
	hash hash.Hash
	told []string // that isn't in it yet
	log  strings.Builder
}

// source is a source of chance for many goroutines.
type source struct {
	mu sync.Mutex
	io.Reader
}

// process is a bot that runs.
type process struct {
	*world
	bot   *bot.Bot
	store *handle
	gone  atomic.Bool // it was killed: nothing of it reaches anybody
	stop  context.CancelFunc
	done  chan struct{}
	err   error
	// learnt is where a message was found to be deleted, until another stands there. Nobody
	// stores that: the next process learns it anew.
	learnt []tablePlace
}

func newWorld(t *testing.T, n uint64) *world {
	w := &world{
		T: t, seed: n, chance: rand.New(rand.NewPCG(n, 1)),
		random: &source{Reader: rand.NewChaCha8(sha256.Sum256(fmt.Append(nil, "cards ", n)))},
	}
	w.history.hash, w.trouble.mishaps, w.traffic.began = sha256.New(), true, time.Now()
	w.known = newKnowledge(w)
	w.disk = &disk{Store: memory.New(), heard: w.known.stored, alone: w.traffic.alone.Load, turns: &w.clock.turns, shared: n%2 == 0}
	w.nets = []*network{
		newNetwork(w, "discord", chat.Traits{Threads: true, Connection: chat.Connected}),
		newNetwork(w, "telegram", chat.Traits{OnlyPrivate: true, Connection: chat.Connected}),
		newNetwork(w, "local", chat.Traits{Forgets: true, Lazy: true, Felt: true, Translates: true}),
	}
	w.people = newPeople(w)
	return w
}

// record adds to the history.
func (w *world) record(format string, args ...any) {
	line := fmt.Sprintf("%d %s ", w.steps, time.Now().Format("02 15:04:05.000")) + fmt.Sprintf(format, args...) + "\n"
	w.history.mu.Lock()
	defer w.history.mu.Unlock()
	w.history.told = append(w.history.told, line)
}

// broken tells that a promise is broken.
func (w *world) broken(promise, format string, args ...any) {
	w.Helper()
	w.Errorf("step %d: %s: %s", w.steps, promise, fmt.Sprintf(format, args...))
	w.record("%s is broken: %s", promise, fmt.Sprintf(format, args...))
}

// Now is what the machine's clock shows.
func (c *clock) Now() time.Time { return time.Now().Round(0).Add(time.Duration(c.skew.Load())) }

// Read implements io.Reader.
func (s *source) Read(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.Reader.Read(p)
}

// Write implements io.Writer, for the log.
func (h *history) Write(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if *trace {
		fmt.Print("log ", string(p))
	}
	return h.log.Write(p)
}

// haste is more inputs than people can give at once.
const haste = 1_000_000

// computer is a computer player. One that thinks does so for a moment, and longer than it
// must: so that three thoughts don't end in the moment in which screens wait for them no more.
type computer struct {
	robot.Player
	trouble *trouble
	thinks  bool
}

// Act implements robot.Player.
func (c computer) Act(v engine.View, ask engine.Prompt, d *dice.Dice) []engine.Action {
	if c.thinks {
		<-time.After(61 * time.Millisecond)
	}
	if c.trouble.panics.Add(-1) >= 0 {
		c.trouble.panicked.Add(1)
		panic(errPlayer)
	}
	return c.Player.Act(v, ask, d)
}

// errPlayer is what computer players panic with.
var errPlayer = errors.New("a computer player is at fault")

// player is the computer of the level. None plays better than by rules of thumb, which
// takes no time.
func (w *world) player(l robot.Level) robot.Player {
	if l.Thinks() {
		return computer{robot.Medium.New(), &w.trouble, true}
	}
	return computer{l.New(), &w.trouble, false}
}

// boot starts a process, until one stays.
func (w *world) boot() {
	for {
		p := &process{world: w, store: w.disk.open(), done: make(chan struct{})}
		w.process = p
		if w.trouble.mishaps && w.chance.IntN(8) == 0 {
			p.dieSoon()
		}
		if w.trouble.mishaps && w.zombie == nil && w.steps > 0 && w.chance.IntN(4) == 0 {
			w.known.sound(w.disk.Store)
		}
		w.trouble.calm = w.chance.IntN(2) == 0
		var err error
		p.bot, err = bot.New(bot.Config{
			Store: p.store, Log: slog.New(slog.NewTextHandler(&w.history, &slog.HandlerOptions{Level: slog.LevelInfo})), Random: w.random, Now: w.clock.Now, Language: "en", Acting: p.store.acts,
			Limits: bot.Limits{InputsPerPerson: haste, InputsPerChat: haste}, Players: w.player, Key: ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)),
		})
		if err != nil {
			w.Fatal(err)
		}
		var platforms []chat.Platform
		for _, n := range w.nets {
			platforms = append(platforms, &wire{n, p})
		}
		ctx, stop := context.WithCancel(context.Background())
		p.stop = stop
		go func() {
			defer close(p.done)
			p.err = p.bot.Run(ctx, platforms...)
		}()
		w.record("start")
		w.settle()
		if !p.ended() {
			p.afterStart()
			return
		}
		p.bury()
	}
}

// afterStart judges what a start has shown where nothing kept it from that.
func (p *process) afterStart() {
	lost := func(n *network) bool {
		return n.isLost() || slices.Contains(slices.Collect(maps.Values(n.blocked)), true)
	}
	if p.trouble.calm && p.trouble.mishaps && !p.disk.full && !slices.ContainsFunc(p.nets, lost) {
		p.known.offered()
	}
	p.trouble.calm = false
}

// ended says that the process runs no more, or can't for long.
func (p *process) ended() bool { return closed(p.done) || p.store.stopped() != nil }

// kill ends the process at once.
func (p *process) kill() {
	p.gone.Store(true)
	p.store.mu.Lock()
	defer p.store.mu.Unlock()
	if p.store.err == nil {
		p.store.err = storage.ErrClosed
	}
}

// bury waits until nothing of the process is left. What it had on its way arrives or not.
func (p *process) bury() {
	p.lose()
	over := closed(p.done)
	p.stop()
	for ; !over; over = closed(p.done) {
		p.clock.moment() // the last commit takes one
		p.lose()
	}
	for _, n := range p.nets {
		n.forget(p)
	}
	p.unlearn()
	if err := p.err; err != nil && p.store.stopped() == nil {
		p.broken(neverLost, "the bot has ended by itself: %v", err)
	}
	p.record("end, killed %v", p.gone.Load())
}

// unlearn lets nobody know any more what the process has learnt.
func (p *process) unlearn() {
	for _, n := range p.nets {
		for _, at := range p.learnt {
			if at.Platform() == n.name {
				n.deleted[at] = true
			}
		}
	}
	p.learnt = nil
}

func closed(c chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// lose lets the process's requests arrive or not, and nobody hears.
func (p *process) lose() {
	p.quiet()
	for _, s := range p.traffic.taken(func(s *send) bool { return s.process == p }) {
		if s.fate == arrives {
			s.arrive()
		} else {
			s.done <- result{err: errCut}
		}
	}
}

// taken takes such requests off those that are on their way.
func (t *traffic) taken(such func(*send) bool) []*send {
	t.mu.Lock()
	defer t.mu.Unlock()
	all := slices.DeleteFunc(slices.Clone(t.sends), func(s *send) bool { return !such(s) })
	t.sends = slices.DeleteFunc(t.sends, such)
	return all
}

// add puts requests on their way.
func (t *traffic) add(all ...*send) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.sends = append(t.sends, all...)
}

// quiet waits until nothing moves, and numbers the requests that are on their way since.
func (w *world) quiet() {
	w.clock.turns.Add(1)
	synctest.Wait()
	w.traffic.alone.Store(false)
	w.traffic.mu.Lock()
	slices.SortFunc(w.traffic.sends, order)
	sends := slices.Clone(w.traffic.sends)
	w.traffic.mu.Unlock()
	for _, s := range sends {
		if s.n == 0 {
			s.number()
		}
	}
	w.history.flush()
	for _, judge := range w.known.doubts {
		judge()
	}
	w.known.doubts = nil
}

// flush adds to the history what has been told since: at one moment, in any order.
func (h *history) flush() {
	h.mu.Lock()
	defer h.mu.Unlock()
	slices.Sort(h.told)
	for _, line := range h.told {
		h.hash.Write([]byte(line))
		if *trace {
			fmt.Print(line)
		}
	}
	h.told = h.told[:0]
}

// settle lets requests arrive, in any order, until nothing moves. Late ones stay on their way.
func (w *world) settle() {
	w.arrive(func(s *send) bool { return s.fate != late || s.lateUntil() <= w.steps })
}

// arrive lets such requests arrive, in any order, until nothing moves.
func (w *world) arrive(such func(*send) bool) {
	for {
		w.quiet()
		all := w.traffic.taken(such)
		if len(all) == 0 {
			return
		}
		i := w.chance.IntN(len(all))
		w.clock.moment()
		w.traffic.add(slices.Delete(slices.Clone(all), i, i+1)...)
		w.traffic.alone.Store(true)
		all[i].arrive()
	}
}

// moment lets a moment pass, so that no two things happen at the same time: which comes
// first then would be chance that no seed decides.
func (c *clock) moment() {
	c.moments++
	c.skew.Add(1237) // no clock is exact
	c.turns.Add(1)
	<-time.After(time.Millisecond + time.Duration(c.moments*1009%999_983))
}

// pass lets time go by.
func (w *world) pass(d time.Duration) {
	w.record("%v go by", d)
	for end := time.Now().Add(d); time.Now().Before(end); {
		w.clock.turns.Add(1)
		<-time.After(min(time.Until(end), 10*time.Second+d/50))
		w.goOn()
	}
}

// goOn lets requests arrive, and starts a new process when the one there is has ended by that.
func (w *world) goOn() {
	w.settle()
	if w.process.ended() {
		w.restart()
	}
}

// restart starts a new process when the one there is has ended, or is ended now.
func (w *world) restart() {
	w.process.bury()
	w.buryZombie()
	w.boot()
}

func (w *world) buryZombie() {
	if w.zombie != nil {
		w.zombie.bury()
		w.zombie = nil
	}
}

// hand hands an input in. What it says is true unless its process was killed meanwhile.
func (w *world) hand(p *process, in chat.Input) (answer chat.Answer, heard bool) {
	w.clock.moment()
	w.quiet()
	w.record("%s in %q: %s (%s)", in.User, in.Chat, in.Line, in.ID)
	again := w.known.hears(in)
	w.traffic.alone.Store(true)
	w.clock.turns.Add(1)
	faulted := w.trouble.panicked.Load()
	answer, err := p.bot.Handle(context.WithValue(context.Background(), byInput{}, in.ID), in)
	if p.gone.Load() {
		w.record("no answer")
		return answer, false
	}
	w.record("answered %q, refused %v, %v", answer.Alert, answer.Refused, err)
	if w.trouble.panicked.Load() == faulted || err == nil {
		w.known.answered(p, in, again, answer, err)
	}
	return answer, err == nil
}

// play lets the evening pass, and is what has come of it.
func (w *world) play() outcome {
	w.boot()
	for w.steps = range evenings {
		w.step()
		if w.Failed() {
			break
		}
	}
	if !w.Failed() {
		w.finish()
	}
	for _, p := range []*process{w.process, w.zombie} {
		if p != nil && !closed(p.done) {
			p.bury()
		}
	}
	<-time.After(time.Second) // for thoughts that nobody waits for
	return outcome{w.known.deals, fmt.Sprintf("%x", w.history.hash.Sum(nil))}
}
