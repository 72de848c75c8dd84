// Command simulate runs whole bots against simulated networks, storage faults and clock jumps, and checks the bot's
// promises. A seed determines an evening: the steps of some people with a bot and its networks. It doesn't determine the
// order of goroutines that act at the same time; see TestSameSeed.
//
//	go run ./cmd/tarockbot/simulate --seed 1 --deals 1500
//
// Time passes in a bubble of package synctest, so the program runs as a test. With --tabletest, package tabletest plays
// tables without a bot.
//
//   - World: world.go runs an evening, step by step. clock.go keeps events apart, history.go records them, and turns.go
//     alternates between the world and the bot.
//   - Causes: people.go presses and types, faults.go starts and ends faults, inbox.go delivers inputs.
//   - Bot: processes.go starts processes on machine.go and store.go. process_store.go is the store of one process.
//   - Effects: connection.go turns screens into requests, traffic.go draws their outcomes, network.go answers them.
//   - Judge: promises.go lists the promises, judge*.go check them against the facts in records.go. restart_check.go
//     compares messages before and after a restart; twins.go compares worlds that differ in hidden cards.
//
// An input passes through world.step, inbox.send, turns.handleInput and the bot's Handle. A commit passes through
// processStore.Commit, records.addCommit and judge.checkCommit. A screen passes through connection.Show, traffic.add,
// turns.waitIdle, judge.checkRequest, turns.answerRequests and network.receive.
//
// If a seed fails, run the printed command and search for "is broken". Read upwards to the input (in17, to process 2:
// …) and to its commits (stored by "in17": …). The trace names a screen by its content's hash. "twin: " begins the
// events of the worlds in compareTwins, but not their bots' log lines.
//
// Any change of the random draws, even a longer list, changes the evenings of all seeds. Run TestPlanted -plant all
// afterwards.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/cmd/tarockbot/simulate/tabletest"
)

// Own flag set: testing.Main parses the default one.
var (
	flags     = flag.NewFlagSet("simulate", flag.ExitOnError)
	firstSeed = flags.Uint64("seed", 1, "seed of the first evening; later evenings use the next numbers")
	minDeals  = flags.Int64("deals", 100, "minimum number of deals")
	tableTest = flags.Bool("tabletest", false, "play tables directly, without bots")
	trace     = flags.Bool("trace", false, "print every event of evenings with bots")
)

func main() {
	runtime.GOMAXPROCS(1) // otherwise the seed wouldn't decide the order of goroutines
	debug.SetGCPercent(1000)
	_ = flags.Parse(os.Args[1:]) // exits on errors
	os.Args = os.Args[:1]        // testing.Main would parse the arguments again
	matchAll := func(string, string) (bool, error) { return true, nil }
	// synctest.Test needs a *testing.T. Outside of go test, only testing.Main makes one.
	testing.Main(matchAll, []testing.InternalTest{{Name: "Simulation", F: simulate}}, nil, nil)
}

func simulate(t *testing.T) {
	if *minDeals < 1 {
		t.Fatal("--deals must be at least 1")
	}
	if flags.NArg() > 0 {
		t.Fatalf("unexpected arguments: %q", flags.Args())
	}
	began, next, played := time.Now(), *firstSeed, int64(0)
	for ; played < *minDeals && !t.Failed(); next++ {
		t.Run(fmt.Sprint("seed ", next), func(t *testing.T) {
			finished, _ := evening(t, next)
			played += finished
		})
	}
	took := time.Since(began)
	fmt.Printf("%d evenings, %d deals in %v: %.0f a second\n",
		next-*firstSeed, played, took.Round(time.Millisecond), float64(played)/took.Seconds())
}

const eveningLimit = 8 * time.Minute

// evening returns the number of finished deals and a hash of all events.
func evening(t *testing.T, seed uint64) (deals int64, hash string) {
	mode := "--trace"
	if *tableTest {
		mode = "--tabletest"
	}
	repeatCommand := fmt.Sprintf("repeat it with: go run ./cmd/tarockbot/simulate --seed %d --deals 1 %s", seed, mode)
	limit := time.AfterFunc(eveningLimit, func() { panic("the evening is too slow or hangs; " + repeatCommand) })
	defer limit.Stop()
	defer func() {
		if t.Failed() {
			fmt.Fprintln(os.Stderr, repeatCommand)
		}
	}()
	if *tableTest {
		return tabletest.Play(t, seed)
	}
	synctest.Test(t, func(t *testing.T) { deals, hash = newWorld(t, seed).play() })
	return deals, hash
}
