package bot_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/engine"
	"tarockbot/engine/dice"
	"tarockbot/engine/robot"
	"tarockbot/storage/bolt"
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
		lanes[i] = &lane{w: w, seen: seen, who: fmt.Sprintf("anna%d", i)}
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

// lane is somebody who plays the strong computer.
type lane struct {
	w       *world
	seen    *arrivals
	who     string
	answers []time.Duration // to presses
	cards   []time.Duration // from a press to the computer's move
}

func (l *lane) say(line string) chat.Answer {
	return l.w.input(chat.Input{ID: l.w.newID(), User: user(l.who), Name: l.who, Lang: "en", Line: line})
}

// begin begins a match.
func (l *lane) begin() {
	l.await(func() { l.say("practice strohmandeln strong 24") })
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
	if took := time.Since(began); took >= 50*time.Millisecond { // else it was the person's turn again
		l.cards = append(l.cards, took)
	}
}
