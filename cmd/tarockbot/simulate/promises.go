package main

import (
	"fmt"
	"testing"
)

type promise string

// The bot's promises. P8 has no bug in testdata/bugs, because a disk fault shows as another broken promise.
//
// Add a promise here with its checks (see judge for their moments), and a bug to testdata/bugs that breaks it.
// TestPlanted reads the number before the comma.
const (
	neverLost      promise = "P1, nothing that a person has seen is lost, and no table hangs"
	decidedOnce    promise = "P2, each input is decided once, and has its effect once"
	ownCards       promise = "P3, only its owner sees a hand"
	ratedOnce      promise = "P4, each match is rated once"
	dealsCheckable promise = "P5, each deal can be checked"
	fairClocks     promise = "P6, no player's time is up before their deadline, and no clock runs while nobody waits"
	faultIsolated  promise = "P7, a fault affects only the people whom it hits"
	diskFaultSafe  promise = "P8, a failing disk breaks nothing"
	pausesKept     promise = "P9, no request is sent before a network's retry time"
	oneActs        promise = "P10, only one of two processes acts"
	wholeCopies    promise = "P11, a copy made at any moment is complete"
	forgetsAll     promise = "P12, no document names a forgotten person"
)

type reporter struct {
	t       *testing.T
	history *history
}

func (r reporter) fail(p promise, format string, args ...any) {
	r.t.Helper()
	what := fmt.Sprintf(format, args...)
	r.t.Errorf("%sstep %d: %s: %s", r.history.prefix, r.history.clock.step, p, what)
	r.history.record("%s is broken: %s", p, what)
}

func (r reporter) failIf(broken bool, p promise, format string, args ...any) {
	if broken {
		r.t.Helper()
		r.fail(p, format, args...)
	}
}

// must reports an error of the simulation itself and panics. t.Fatal isn't allowed in the bot's goroutines, which also
// call must. The bot may recover the panic.
func (r reporter) must(err error) {
	r.t.Helper()
	if err != nil {
		r.t.Error(err)
		panic(err)
	}
}
