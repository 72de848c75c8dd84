package main

import (
	"fmt"
	"testing"
)

// promise is one of the bot's promises, with its number.
type promise string

// The bot's promises. Each check names the promise that it checks. P8 has only checkRunningTime of its own, and no bug in
// testdata/bugs: a disk fault shows as another broken promise.
//
// A new promise needs a line here and its checks; see judge for the moments of checks. A file in testdata/bugs with a bug that
// breaks the promise proves that the checks work. TestPlanted reads the promise's number, up to the comma, from what is reported.
const (
	neverLost      promise = "P1, what was seen is never lost, and no table stands still"
	decidedOnce    promise = "P2, each input is decided once, and has its effect once"
	ownCards       promise = "P3, a hand goes to its owner alone"
	ratedOnce      promise = "P4, each match is rated once"
	dealsCheckable promise = "P5, each deal can be checked"
	fairClocks     promise = "P6, no player's time is up before their deadline, and no clock runs for nothing"
	faultIsolated  promise = "P7, a fault harms nobody else"
	diskFaultSafe  promise = "P8, a failing disk breaks nothing"
	pausesKept     promise = "P9, no request is sent before a network's retry time"
	oneActs        promise = "P10, only one of two processes acts"
	wholeCopies    promise = "P11, a copy made at any moment is whole"
	forgetsAll     promise = "P12, no document names a forgotten person"
)

// reporter reports broken promises, and errors of the simulation itself.
type reporter struct {
	t       *testing.T
	history *history
}

// fail reports a broken promise.
func (r reporter) fail(p promise, format string, args ...any) {
	r.t.Helper()
	what := fmt.Sprintf(format, args...)
	r.t.Errorf("%sstep %d: %s: %s", r.history.prefix, r.history.clock.step, p, what)
	r.history.record("%s is broken: %s", p, what)
}

// failIf reports a broken promise if the condition holds.
func (r reporter) failIf(broken bool, p promise, format string, args ...any) {
	if broken {
		r.t.Helper()
		r.fail(p, format, args...)
	}
}

// must reports an error of the simulation itself and panics. The bot's goroutines call it too, where t.Fatal isn't
// allowed, and the bot may recover the panic.
func (r reporter) must(err error) {
	r.t.Helper()
	if err != nil {
		r.t.Error(err)
		panic(err)
	}
}
