// Command simulate runs whole bots against simulated networks, storage faults and clock jumps,
// and checks the bot's promises. An evening is one run: the steps of some people with a bot and its networks. A seed
// determines it, except the order in which goroutines of the bot act at the same time. Almost nothing that is recorded depends
// on that order; see TestSameSeed.
//
//	go run ./cmd/tarockbot/simulate --seed 1 --deals 1500
//
// The bot runs with test doubles of the networks and a store in memory. Time passes in a bubble of
// package synctest, so the program runs as a test. With --tabletest, package tabletest plays
// tables directly, without a bot.
//
//   - World: world.go connects the parts and runs an evening, step by step. clock.go keeps its events apart, and history.go
//     records them. turns.go lets the bot act and networks answer, and waits until the bot is idle. chance.go picks at
//     random, or by hashes where the order of events must not matter. slices.go compares slices.
//   - Causes: people.go chooses what people press and type. faults.go starts and ends faults, and outages.go measures
//     outages. inbox.go delivers inputs now, later, twice or never. lines.go parses lines.
//   - Bot: processes.go starts and ends processes (process.go). machine.go, store.go and computer.go hold what they run on:
//     clock, random source and log, the documents, and the computer players. process_store.go is the store as one process
//     sees it.
//   - Effects: connection.go turns the screens of a process into requests (request.go). traffic.go holds the requests in
//     flight and draws their outcomes. network.go answers them and shows the screens. screen.go tells what a screen offers
//     and how it looks. networks.go makes all networks and finds posts in them, and deletions.go tells which posts people
//     have deleted.
//   - Records: records.go notes commits and inputs, with the tables of table_state.go and the persons of identities.go.
//   - Judge: promises.go lists the promises and reports broken ones. judge.go checks answers and requests, judge_commit.go
//     commits, judge_store.go whole stores, and judge_final.go the end of an evening. Two checks of the world start the bot
//     again: restart_check.go compares all messages before and after a restart, and twins.go compares worlds that differ in
//     hidden cards.
//
// The way of an event: world.step lets a person press. inbox.send takes the line to turns.giveInput, which calls bot.Handle.
// What the bot commits goes through processStore.Commit to records.addCommit and judge.checkCommit; see newWorld. What the bot
// shows goes through connection.Show to traffic.add. turns.waitIdle registers it, with judge.checkRequest, and
// turns.answerRequests lets network.receive answer it.
//
// If a seed fails, run the printed command and search for "is broken". Read upwards, to the input (in17, to process 2: …) and
// to the commits that it caused (stored by "in17": …). The trace names a screen by the hash of its look. Events of the worlds
// that compareTwins starts begin with "twin: ", but what their bots log doesn't.
//
// A change of what is drawn, or how often, changes the evenings of all seeds: a row of a list, a share, a draw more or less. Run
// TestPlanted -plant all afterwards.
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

// The program's flags. They have a set of their own, because testing.Main parses the default one.
var (
	flags      = flag.NewFlagSet("simulate", flag.ExitOnError)
	firstSeed  = flags.Uint64("seed", 1, "seed of the first evening; later evenings count up from it")
	leastDeals = flags.Int64("deals", 100, "how many deals to play at least")
	tableTest  = flags.Bool("tabletest", false, "play tables directly, without bots")
	trace      = flags.Bool("trace", false, "print every event of evenings with bots")
)

func main() {
	runtime.GOMAXPROCS(1)        // no seed decides the order of two running goroutines
	debug.SetGCPercent(1000)     // an evening needs little memory
	_ = flags.Parse(os.Args[1:]) // exits if there is an error
	os.Args = os.Args[:1]        // testing.Main would parse them again
	every := func(string, string) (bool, error) { return true, nil }
	// synctest.Test needs a *testing.T. Outside of go test, only testing.Main makes one.
	testing.Main(every, []testing.InternalTest{{Name: "Simulation", F: simulate}}, nil, nil)
}

// simulate plays evenings until enough deals are played or one fails.
func simulate(t *testing.T) {
	if *leastDeals < 1 {
		t.Fatal("--deals must be at least 1")
	}
	if flags.NArg() > 0 {
		t.Fatalf("unexpected arguments: %q", flags.Args())
	}
	began, next, played := time.Now(), *firstSeed, int64(0)
	for ; played < *leastDeals && !t.Failed(); next++ {
		t.Run(fmt.Sprint("seed ", next), func(t *testing.T) {
			finished, _ := evening(t, next)
			played += finished
		})
	}
	took := time.Since(began)
	fmt.Printf("%d evenings, %d deals in %v: %.0f a second\n",
		next-*firstSeed, played, took.Round(time.Millisecond), float64(played)/took.Seconds())
}

// eveningLimit is the limit of real time for an evening. A good one lasts a second, or many on a slow machine.
const eveningLimit = 8 * time.Minute

// evening plays the evening of a seed, or with --tabletest tables. It returns the number of finished deals and a hash of all
// that happened.
func evening(t *testing.T, seed uint64) (deals int64, hash string) {
	mode := "--trace"
	if *tableTest {
		mode = "--tabletest"
	}
	again := fmt.Sprintf("again: go run ./cmd/tarockbot/simulate --seed %d --deals 1 %s", seed, mode)
	limit := time.AfterFunc(eveningLimit, func() { panic("the evening is too slow or stands still; " + again) })
	defer limit.Stop()
	defer func() {
		if t.Failed() {
			fmt.Fprintln(os.Stderr, again)
		}
	}()
	if *tableTest {
		return tabletest.Play(t, seed)
	}
	synctest.Test(t, func(t *testing.T) { deals, hash = newWorld(t, seed).play() })
	return deals, hash
}
