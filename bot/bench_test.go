package bot_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/storage"
	"tarockbot/storage/postgres"
	"tarockbot/storage/postgres/pgtest"
)

const syncRounds = 200

// syncTime measures 2×syncRounds durable writes of 4 KiB.
func syncTime(b *testing.B, dir string) time.Duration {
	b.Helper()
	f, err := os.Create(filepath.Join(dir, "sync"))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	page := make([]byte, 4<<10)
	begin := time.Now()
	for range 2 * syncRounds {
		if _, err := f.WriteAt(page, 0); err != nil {
			b.Fatal(err)
		}
		must(b, syscall.Fdatasync(int(f.Fd())))
	}
	return time.Since(begin)
}

type shownScreens struct {
	mu      sync.Mutex
	screen  map[chat.Place]chat.Screen
	waiting map[chat.Place]chan struct{}
}

func newShownScreens() *shownScreens {
	return &shownScreens{screen: make(map[chat.Place]chat.Screen), waiting: make(map[chat.Place]chan struct{})}
}

func (a *shownScreens) hook(p chat.Place, _ chat.Ref, s chat.Screen) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.screen[p] = s
	if done := a.waiting[p]; done != nil {
		close(done)
		delete(a.waiting, p)
	}
	return nil
}

// nextShown returns a channel that closes at the place's next screen.
func (a *shownScreens) nextShown(p chat.Place) <-chan struct{} {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.waiting[p] == nil {
		a.waiting[p] = make(chan struct{})
	}
	return a.waiting[p]
}

func (a *shownScreens) lastShown(p chat.Place) chat.Screen {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.screen[p]
}

// BenchmarkAct measures actions until all screens are shown, and compares them with the disk's speed.
func BenchmarkAct(b *testing.B) {
	bot.TuneMemory()
	for _, tables := range []int{1, 64} {
		b.Run(fmt.Sprintf("tables=%d", tables), func(b *testing.B) { benchmarkActs(b, tables) })
	}
}

func benchmarkActs(b *testing.B, tables int) {
	dir := b.TempDir()
	w, pairs := startPairs(b, openBolt(b, filepath.Join(dir, "data")), tables)
	before := syncTime(b, dir)
	b.ResetTimer()
	actAll(pairs, b.N)
	b.StopTimer()
	rate := 2 * syncRounds / (before + syncTime(b, dir)).Seconds() // the disk's load varies
	acts := float64(b.N) / b.Elapsed().Seconds()
	b.ReportMetric(acts, "acts/s")
	b.ReportMetric(rate, "2xsync/s")
	b.ReportMetric(acts/rate, "acts/2xsync")
	must(b, w.end())
}

func startPairs(b *testing.B, store storage.Store, tables int) (*world, []*pair) {
	b.Helper()
	seen := newShownScreens()
	w := startWorld(b, store, withHook(seen.hook), func(w *world) { w.net.NoFelt = true })
	pairs := make([]*pair, tables)
	for i := range pairs {
		pairs[i] = newPair(w, i, seen)
	}
	return w, pairs
}

func actAll(pairs []*pair, times int) time.Duration {
	var left atomic.Int64
	left.Store(int64(times))
	var workers sync.WaitGroup
	begin := time.Now()
	for _, p := range pairs {
		workers.Go(func() {
			for left.Add(-1) >= 0 {
				p.act()
			}
		})
	}
	workers.Wait()
	return time.Since(begin)
}

// BenchmarkActDatabase compares PostgreSQL with minimal commits: "x-floor" by as many writers as tables,
// "x-floor-connections" by as many as the pool has connections. Both are medians.
func BenchmarkActDatabase(b *testing.B) {
	bot.TuneMemory()
	for _, tables := range []int{1, 64} {
		b.Run(fmt.Sprintf("tables=%d", tables), func(b *testing.B) {
			server := pgtest.Start(b, "", "max_connections=200")
			w, pairs := startPairs(b, openDatabase(b, server), tables)
			floor, poolFloor := pgtest.NewFloor(b, server.DSN(b), tables), pgtest.NewFloor(b, server.DSN(b), min(tables, connections))
			var ratios, poolRatios, rates []float64
			const rounds = 7
			b.ResetTimer()
			for range rounds {
				each := max(b.N/rounds/tables, 1)
				floorTime, actTime := floor.Commits(b, each), actAll(pairs, each*tables)
				ratios = append(ratios, float64(floorTime)/float64(actTime))
				poolRatios = append(poolRatios, float64(poolFloor.Commits(b, each*tables/min(tables, connections)))/float64(actTime))
				rates = append(rates, float64(each*tables)/actTime.Seconds())
			}
			b.StopTimer()
			slices.Sort(ratios)
			slices.Sort(poolRatios)
			slices.Sort(rates)
			b.ReportMetric(ratios[rounds/2], "x-floor")
			b.ReportMetric(poolRatios[rounds/2], "x-floor-connections")
			b.ReportMetric(rates[rounds/2], "acts/s")
			must(b, w.end())
		})
	}
}

const connections = 12

func openDatabase(b *testing.B, server *pgtest.Cluster) storage.Store {
	b.Helper()
	db, err := postgres.Open(b.Context(), server.DSN(b), postgres.Options{PoolSize: connections})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(db.Close)
	lease, err := db.Acquire(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	return lease.Store()
}

type pair struct {
	w      *world
	seen   *shownScreens
	places [3]chat.Place // the board and both panels
	people [2]string
}

func newPair(w *world, i int, seen *shownScreens) *pair {
	w.t.Helper()
	p := &pair{w: w, seen: seen, people: [2]string{fmt.Sprintf("anna%d", i), fmt.Sprintf("bert%d", i)}}
	p.places = [3]chat.Place{{Chat: chat.ChatID(fmt.Sprintf("fake:chat%d", i))}, private(p.people[0]), private(p.people[1])}
	p.say(p.people[1], "help")
	p.beginMatch()
	return p
}

func (p *pair) beginMatch() {
	p.say(p.people[0], "challenge @"+p.people[1]+" bamberger contra 24")
	p.awaitScreens(func() { p.say(p.people[1], "accept") })
	p.awaitTurn()
}

func (p *pair) awaitTurn() {
	p.waitUntil(func() bool {
		_, move := p.nextMove()
		return move != ""
	})
}

func (p *pair) waitUntil(condition func() bool) {
	for {
		first, second := p.seen.nextShown(p.places[1]), p.seen.nextShown(p.places[2])
		if condition() {
			return
		}
		select {
		case <-first:
		case <-second:
		}
	}
}

func (p *pair) say(who, line string) {
	if a := p.trySay(who, line); a.Refused {
		p.w.t.Fatalf("%s: %q is refused: %s", who, line, a.Alert)
	}
}

func (p *pair) trySay(who, line string) chat.Answer {
	in := p.w.in(who, line)
	in.Chat = p.places[0].Chat
	return p.w.input(in)
}

func (p *pair) awaitScreens(do func()) {
	var screens []<-chan struct{}
	for _, place := range p.places {
		screens = append(screens, p.seen.nextShown(place))
	}
	do()
	for _, shown := range screens {
		<-shown
	}
}

func (p *pair) nextMove() (who, line string) {
	for i, who := range p.people {
		if m := offeredMove(p.seen.lastShown(p.places[i+1])); m != "" {
			return who, m
		}
	}
	return "", ""
}

// act makes a move or begins the next match. It retries, because the newest screen may come late.
func (p *pair) act() {
	p.awaitScreens(func() {
		p.waitUntil(func() bool {
			if isOver(p.seen.lastShown(p.places[1])) {
				p.beginMatch()
				return true
			}
			who, move := p.nextMove()
			return move != "" && !p.trySay(who, move).Refused
		})
	})
}
