// Command simulate plays evenings on whole bots while everything goes wrong that can, and
// checks after each what the bot promises:
//
//	go run ./cmd/tarockbot/simulate --seed 1 --deals 1500
//
// A seed is one evening, always the same: who does what, what the networks lose, double and
// delay, when the process is killed, what the clock shows. Doubles of the networks and a
// store in memory stand around the bot, and time passes in a bubble of package synctest,
// for which the program runs as a test does. Start at world, then world.step; what is
// promised is in promises.go. With --pure the same is done to tables alone, without a bot.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

var (
	seed  = flag.Uint64("seed", 1, "the first evening; the next ones follow")
	deals = flag.Int64("deals", 100, "how many deals to play at least")
	pure  = flag.Bool("pure", false, "play tables alone, without bots")
	trace = flag.Bool("trace", false, "tell all that happens")
)

func main() {
	runtime.GOMAXPROCS(1)    // which of two goroutines comes first is chance that no seed decides
	debug.SetGCPercent(1000) // an evening needs little memory
	flag.Usage = usage
	every := func(string, string) (bool, error) { return true, nil }
	testing.Main(every, []testing.InternalTest{{Name: "Simulation", F: simulate}}, nil, nil)
}

// usage shows the program's own flags, without those of tests.
func usage() {
	own := flag.NewFlagSet("simulate", flag.ContinueOnError)
	flag.VisitAll(func(f *flag.Flag) {
		if !strings.HasPrefix(f.Name, "test.") {
			own.Var(f.Value, f.Name, f.Usage)
		}
	})
	own.Usage()
}

// simulate plays evenings until enough deals are played, or one has gone wrong.
func simulate(t *testing.T) {
	if flag.NArg() > 0 || *deals < 1 {
		t.Fatalf("there are no deals to play: -deals %d, and no arguments are known: %q", *deals, flag.Args())
	}
	began, next, played := time.Now(), *seed, int64(0)
	for ; played < *deals && !t.Failed(); next++ {
		t.Run(fmt.Sprint("seed ", next), func(t *testing.T) { played += evening(t, next).deals })
	}
	took := time.Since(began)
	fmt.Printf("%d evenings, %d deals in %v: %.0f a second\n", next-*seed, played, took.Round(time.Millisecond), float64(played)/took.Seconds())
}

// outcome is what has come of an evening.
type outcome struct {
	deals   int64  // that were played to their end
	history string // a hash of all that happened
}

// endless is how long an evening lasts in which something waits for what never comes. Others
// last a second, or many on a slow machine.
const endless = 8 * time.Minute

// evening is the evening of that seed.
func evening(t *testing.T, n uint64) (o outcome) {
	defer time.AfterFunc(endless, func() { panic(fmt.Sprintf("%s: the evening of seed %d is too slow or stands still", apart, n)) }).Stop()
	defer func() {
		if t.Failed() {
			fmt.Fprintf(os.Stderr, "again: go run ./cmd/tarockbot/simulate --seed %d --deals 1 --trace%s\n", n, map[bool]string{true: " --pure"}[*pure])
		}
	}()
	if *pure {
		return playTables(t, n)
	}
	synctest.Test(t, func(t *testing.T) { o = newWorld(t, n).play() })
	return o
}
