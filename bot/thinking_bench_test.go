package bot_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/engine"
	"tarockbot/engine/dice"
	"tarockbot/engine/robot"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
	"tarockbot/storage/postgres/pgtest"
)

// laborious is a computer player that needs a core for a while.
type laborious struct {
	rounds int
	moves  atomic.Int64
}

// newLaborious makes one that needs so much of a core's time for a move.
func newLaborious(each time.Duration) *laborious {
	p := &laborious{rounds: 1 << 20}
	took := time.Hour
	for range 10 { // others may use the core, too
		began := time.Now()
		p.labour()
		took = min(took, time.Since(began))
	}
	p.rounds = int(float64(p.rounds) * float64(each) / float64(took))
	return p
}

func (p *laborious) labour() (sum uint64) {
	d := dice.New(1)
	for range p.rounds {
		sum += d.Uint64()
	}
	return sum
}

// Act implements robot.Player.
func (p *laborious) Act(v engine.View, q engine.Prompt, d *dice.Dice) []engine.Action {
	p.moves.Add(1)
	if p.labour() == 0 {
		return nil
	}
	return robot.Medium.New().Act(v, q, d)
}

// counted is a computer player whose moves are counted.
type counted struct {
	robot.Player
	moves *atomic.Int64
}

// Act implements robot.Player.
func (p counted) Act(v engine.View, q engine.Prompt, d *dice.Dice) []engine.Action {
	p.moves.Add(1)
	return p.Player.Act(v, q, d)
}

// BenchmarkThinking is a hundred people who play the strong computer, or one that needs so
// much of a core for each move, a hundred moves a second in all: how long they wait for the
// answer to a press, and for the computer's card. An operation is a press; a minute is
// -benchtime 6000x.
func BenchmarkThinking(b *testing.B) {
	bot.TuneMemory()
	b.Run("strong", func(b *testing.B) {
		moves := new(atomic.Int64)
		benchmarkThinking(b, moves, func() robot.Player { return counted{robot.Strong.New(), moves} })
	})
	for _, each := range []time.Duration{5 * time.Millisecond, 10 * time.Millisecond} {
		p := newLaborious(each)
		b.Run("cpu="+each.String(), func(b *testing.B) { benchmarkThinking(b, &p.moves, func() robot.Player { return p }) })
	}
}

func benchmarkThinking(b *testing.B, moves *atomic.Int64, player func() robot.Player) {
	store, err := bolt.Open(filepath.Join(b.TempDir(), "data"), bolt.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	seen := newArrivals()
	w := startWorld(b, store, withHook(seen.hook), ticking, func(w *world) {
		w.players = func(l robot.Level) robot.Player {
			if l == robot.Strong {
				return player()
			}
			return l.New()
		}
	})
	lanes := make([]*lane, 100)
	var all sync.WaitGroup
	for i := range lanes {
		lanes[i] = &lane{w: w, seen: seen, who: fmt.Sprintf("anna%d", i), match: "strohmandeln strong 24"}
		all.Go(lanes[i].begin)
	}
	all.Wait()
	before, presses := moves.Load(), make(chan struct{}, b.N)
	b.ResetTimer()
	for _, l := range lanes {
		all.Go(func() {
			for range presses {
				l.press()
			}
		})
	}
	pace := time.NewTicker(10 * time.Millisecond)
	defer pace.Stop()
	for range b.N {
		<-pace.C
		presses <- struct{}{}
	}
	close(presses)
	all.Wait()
	b.StopTimer()
	b.ReportMetric(float64(moves.Load()-before)/b.Elapsed().Seconds(), "moves/s")
	report(b, "answer", lanes, func(l *lane) []time.Duration { return l.answers })
	report(b, "card", lanes, func(l *lane) []time.Duration { return l.cards })
	if err := w.end(); err != nil {
		b.Fatal(err)
	}
}

// report tells how long the lanes have waited.
func report(b *testing.B, what string, lanes []*lane, of func(*lane) []time.Duration) {
	b.Helper()
	var all []time.Duration
	for _, l := range lanes {
		all = append(all, of(l)...)
	}
	slices.Sort(all)
	if len(all) > 0 {
		for _, percent := range []int{50, 99} {
			b.ReportMetric(float64(all[(len(all)-1)*percent/100].Microseconds())/1000, fmt.Sprintf("%s-p%d-ms", what, percent))
		}
	}
}

// BenchmarkComputer is one person who plays the computer: how long it takes from a press until the
// next move is offered, and how many commits that needs. With a level that thinks it takes 50 ms at
// least, and two computers move twice.
func BenchmarkComputer(b *testing.B) {
	bot.TuneMemory()
	for store, open := range map[string]func(*testing.B) storage.Store{
		"bolt": func(b *testing.B) storage.Store {
			store, err := bolt.Open(filepath.Join(b.TempDir(), "data"), bolt.Options{})
			if err != nil {
				b.Fatal(err)
			}
			b.Cleanup(func() { store.Close() })
			return store
		},
		"postgres": func(b *testing.B) storage.Store { return openDatabase(b, pgtest.Start(b, "", "max_connections=200")) },
	} {
		for _, match := range []string{"strohmandeln easy 24", "strohmandeln medium 24", "strohmandeln strong 24", "loew medium 24"} {
			b.Run(store+"/"+strings.ReplaceAll(match, " ", "-"), func(b *testing.B) { benchmarkComputer(b, open(b), match) })
		}
	}
}

// committing is a store whose commits are counted.
type committing struct {
	storage.Store
	commits atomic.Int64
}

// Commit implements storage.Store.
func (s *committing) Commit(ctx context.Context, docs ...storage.Doc) error {
	s.commits.Add(1)
	return s.Store.Commit(ctx, docs...)
}

func benchmarkComputer(b *testing.B, store storage.Store, match string) {
	counted, seen := &committing{Store: store}, newArrivals()
	w := startWorld(b, counted, withHook(seen.hook), ticking)
	l := &lane{w: w, seen: seen, who: "anna", match: match}
	l.begin()
	before := counted.commits.Load()
	b.ResetTimer()
	for len(l.shown) < b.N {
		l.press()
	}
	b.StopTimer()
	b.ReportMetric(float64(counted.commits.Load()-before)/float64(b.N), "commits/op")
	report(b, "shown", []*lane{l}, func(l *lane) []time.Duration { return l.shown })
	if err := w.end(); err != nil {
		b.Fatal(err)
	}
}

// lane is somebody who plays the computer.
type lane struct {
	w       *world
	seen    *arrivals
	who     string
	match   string          // as one types it
	shown   []time.Duration // from a press until the next move is offered
	answers []time.Duration // to presses
	cards   []time.Duration // from a press to the computer's move
}

func (l *lane) say(line string) chat.Answer {
	return l.w.says("fake:"+l.who, line)
}

// begin begins a match.
func (l *lane) begin() {
	l.await(func() { l.say("practice " + l.match) })
}

// await does something, and waits until the computer has moved.
func (l *lane) await(do func()) {
	next := l.seen.next(private(l.who))
	do()
	for {
		<-next
		next = l.seen.next(private(l.who))
		if s := l.seen.last(private(l.who)); move(s) != "" || isOver(s) {
			return
		}
	}
}

// press makes a move.
func (l *lane) press() {
	m, began := move(l.seen.last(private(l.who))), time.Now()
	if m == "" {
		l.begin()
		return
	}
	l.await(func() {
		if a := l.say(m); a.Refused {
			l.w.t.Errorf("%q is refused: %s", m, a.Alert)
		}
		l.answers = append(l.answers, time.Since(began))
	})
	l.shown = append(l.shown, time.Since(began))
	if took := time.Since(began); took >= 50*time.Millisecond { // else it was the person's turn again
		l.cards = append(l.cards, took)
	}
}
