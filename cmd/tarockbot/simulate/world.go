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
	disk    *disk
	nets    []*network
	people  []*person
	process *process
	zombie  *process     // one that has lost its disk to another, and doesn't know
	skew    atomic.Int64 // of the machine's clock, in nanoseconds
	steps   int
	moments int
	mishaps bool         // things go wrong
	calm    bool         // but not to requests, for a while
	faults  atomic.Int64 // how many of the next moves of computer players panic, if above 0
	faulted atomic.Int64 // how many have
	alone   atomic.Bool  // one thing alone is happening: an input, or the arrival of a request
	inputs  int
	later   []later // inputs that the networks hand in some time

	// turns grows before the bot's goroutines go on: what they read of the world was written
	// before.
	turns   atomic.Int64
	mu      sync.Mutex // guards what the bot's goroutines come to
	sends   []*send    // on their way
	random  io.Reader
	history hash.Hash
	told    []string // that isn't in it yet
	log     strings.Builder
	known   *knowledge
	began   time.Time
	parted  time.Time // when twins began
	views   []view    // what everybody may know after each input of twins
	rounds  []int     // how many of sights there were before each input of twins
	sights  []sight   // all that has arrived
	doubts  []func()  // what is to be judged once nothing moves
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

// later is an input that a network hands in later, or again.
type later struct {
	chat.Input
	at int // step
}

func newWorld(t *testing.T, n uint64) *world {
	w := &world{
		T: t, seed: n, chance: rand.New(rand.NewPCG(n, 1)), history: sha256.New(), mishaps: true,
		random: rand.NewChaCha8(sha256.Sum256(fmt.Append(nil, "cards ", n))),
	}
	w.began = time.Now()
	w.disk = &disk{Store: memory.New(), heard: w.stored, alone: w.alone.Load, turns: &w.turns, shared: n%2 == 0}
	w.known = newKnowledge(w)
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
	w.mu.Lock()
	defer w.mu.Unlock()
	w.told = append(w.told, line)
}

// broken tells that a promise is broken.
func (w *world) broken(promise, format string, args ...any) {
	w.Helper()
	w.Errorf("step %d: %s: %s", w.steps, promise, fmt.Sprintf(format, args...))
	w.record("%s is broken: %s", promise, fmt.Sprintf(format, args...))
}

// Now is what the machine's clock shows.
func (w *world) Now() time.Time { return time.Now().Round(0).Add(time.Duration(w.skew.Load())) }

// Read implements io.Reader: it is the bot's source of chance.
func (w *world) Read(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.random.Read(p)
}

// Write implements io.Writer, for the log.
func (w *world) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if *trace {
		fmt.Print("log ", string(p))
	}
	return w.log.Write(p)
}

// haste is more inputs than people can give at once.
const haste = 1_000_000

// computer is a computer player. One that thinks does so for a moment, and longer than it
// must: so that three thoughts don't end in the moment in which screens wait for them no more.
type computer struct {
	robot.Player
	*world
	thinks bool
}

// Act implements robot.Player.
func (c computer) Act(v engine.View, ask engine.Prompt, d *dice.Dice) []engine.Action {
	if c.thinks {
		<-time.After(61 * time.Millisecond)
	}
	if c.faults.Add(-1) >= 0 {
		c.faulted.Add(1)
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
		return computer{robot.Medium.New(), w, true}
	}
	return computer{l.New(), w, false}
}

// boot starts a process, until one stays.
func (w *world) boot() {
	for {
		p := &process{world: w, store: w.disk.open(), done: make(chan struct{})}
		w.process = p
		if w.mishaps && w.chance.IntN(8) == 0 {
			w.diesSoon()
		}
		if w.mishaps && w.zombie == nil && w.steps > 0 && w.chance.IntN(4) == 0 {
			w.sound(w.disk.Store)
		}
		w.calm = w.chance.IntN(2) == 0
		var err error
		p.bot, err = bot.New(bot.Config{
			Store: p.store, Log: slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: slog.LevelInfo})), Random: w, Now: w.Now, Language: "en", Acting: p.store.acts,
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
			w.afterStart()
			return
		}
		w.bury(p)
	}
}

// afterStart judges what a start has shown where nothing kept it from that.
func (w *world) afterStart() {
	lost := func(n *network) bool {
		return w.isLost(n.name) || slices.Contains(slices.Collect(maps.Values(n.blocked)), true)
	}
	if w.calm && w.mishaps && !w.disk.full && !slices.ContainsFunc(w.nets, lost) {
		w.offered()
	}
	w.calm = false
}

// ended says that the process runs no more, or can't for long.
func (p *process) ended() bool {
	select {
	case <-p.done:
		return true
	default:
		return p.store.stopped() != nil
	}
}

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
func (w *world) bury(p *process) {
	w.lose(p)
	over := closed(p.done)
	p.stop()
	for ; !over; over = closed(p.done) {
		w.moment() // the last commit takes one
		w.lose(p)
	}
	for _, n := range w.nets {
		n.forget(p)
	}
	w.unlearn(p)
	if err := p.err; err != nil && p.store.stopped() == nil {
		w.broken(neverLost, "the bot has ended by itself: %v", err)
	}
	w.record("end, killed %v", p.gone.Load())
}

// unlearn lets nobody know any more what the process has learnt.
func (w *world) unlearn(p *process) {
	for _, n := range w.nets {
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
func (w *world) lose(p *process) {
	w.quiet()
	for _, s := range w.taken(func(s *send) bool { return s.process == p }) {
		if s.fate == arrives {
			s.arrive()
		} else {
			s.done <- result{err: errCut}
		}
	}
}

// taken takes such requests off those that are on their way.
func (w *world) taken(such func(*send) bool) []*send {
	w.mu.Lock()
	defer w.mu.Unlock()
	var all []*send
	for _, s := range w.sends {
		if such(s) {
			all = append(all, s)
		}
	}
	w.sends = slices.DeleteFunc(w.sends, such)
	return all
}

// quiet waits until nothing moves, and numbers the requests that are on their way since.
func (w *world) quiet() {
	w.turns.Add(1)
	synctest.Wait()
	w.alone.Store(false)
	w.mu.Lock()
	slices.SortFunc(w.sends, order)
	sends := slices.Clone(w.sends)
	w.mu.Unlock()
	for _, s := range sends {
		if s.n == 0 {
			s.number()
		}
	}
	w.flush()
	for _, judge := range w.doubts {
		judge()
	}
	w.doubts = nil
}

// flush adds to the history what has been told since: at one moment, in any order.
func (w *world) flush() {
	w.mu.Lock()
	defer w.mu.Unlock()
	slices.Sort(w.told)
	for _, line := range w.told {
		w.history.Write([]byte(line))
		if *trace {
			fmt.Print(line)
		}
	}
	w.told = w.told[:0]
}

// settle lets requests arrive, in any order, until nothing moves. Late ones stay on their way.
func (w *world) settle() {
	w.arrive(func(s *send) bool { return s.fate != late || s.lateUntil() <= w.steps })
}

// arrive lets such requests arrive, in any order, until nothing moves.
func (w *world) arrive(such func(*send) bool) {
	for {
		w.quiet()
		all := w.taken(such)
		if len(all) == 0 {
			return
		}
		i := w.chance.IntN(len(all))
		w.moment()
		w.mu.Lock()
		w.sends = append(w.sends, slices.Delete(slices.Clone(all), i, i+1)...)
		w.mu.Unlock()
		w.alone.Store(true)
		all[i].arrive()
	}
}

// moment lets a moment pass, so that no two things happen at the same time: which comes
// first then would be chance that no seed decides.
func (w *world) moment() {
	w.moments++
	w.skew.Add(1237) // no clock is exact
	w.turns.Add(1)
	<-time.After(time.Millisecond + time.Duration(w.moments*1009%999_983))
}

// pass lets time go by.
func (w *world) pass(d time.Duration) {
	w.record("%v go by", d)
	for end := time.Now().Add(d); time.Now().Before(end); {
		w.turns.Add(1)
		<-time.After(min(time.Until(end), 10*time.Second+d/50))
		w.settle()
		if w.process.ended() {
			w.restart()
		}
	}
}

// restart starts a new process when the one there is has ended, or is ended now.
func (w *world) restart() {
	w.bury(w.process)
	if w.zombie != nil {
		w.bury(w.zombie)
		w.zombie = nil
	}
	w.boot()
}

// hand hands an input in. What it says is true unless its process was killed meanwhile.
func (w *world) hand(p *process, in chat.Input) (answer chat.Answer, heard bool) {
	w.moment()
	w.quiet()
	w.record("%s in %q: %s (%s)", in.User, in.Chat, in.Line, in.ID)
	again := w.known.hears(in)
	w.alone.Store(true)
	w.turns.Add(1)
	faulted := w.faulted.Load()
	answer, err := p.bot.Handle(context.WithValue(context.Background(), byInput{}, in.ID), in)
	if p.gone.Load() {
		w.record("no answer")
		return answer, false
	}
	w.record("answered %q, refused %v, %v", answer.Alert, answer.Refused, err)
	if w.faulted.Load() == faulted || err == nil {
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
			w.bury(p)
		}
	}
	<-time.After(time.Second) // for thoughts that nobody waits for
	return outcome{w.known.deals, fmt.Sprintf("%x", w.history.Sum(nil))}
}
