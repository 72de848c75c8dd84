package main

import (
	"fmt"
	"testing"
)

// promise is one of the bot's promises, with its number.
type promise string

// The bot's promises, and where they are checked.
const (
	neverLost      promise = "P1, what was seen is never lost, and nothing has its effect twice"               // most files of the judge
	decidedOnce    promise = "P2, each input is decided once"                                                  // observeCommit, checkActor
	ownCards       promise = "P3, a hand goes to its owner alone"                                              // checkOffer, checkLog, compareTwins
	ratedOnce      promise = "P4, each match is rated once"                                                    // checkChange, checkStore
	dealsCheckable promise = "P5, each deal can be checked"                                                    // checkProofs
	fairClocks     promise = "P6, no player's time is up before their deadline, and no clock runs for nothing" // checkClocks, checkTimer, checkNoStall
	faultIsolated  promise = "P7, a fault harms nobody else"                                                   // checkAnswer
	diskFaultSafe  promise = "P8, a failing disk breaks nothing"                                               // checkNoStall, and all other checks after disk faults
	pausesKept     promise = "P9, no request is sent before a network's retry time"                            // checkDeparture
	oneActs        promise = "P10, only one of two processes acts"                                             // checkDeparture
	wholeCopies    promise = "P11, a copy made at any moment is whole"                                         // checkStore
	forgetsAll     promise = "P12, no document names a forgotten person"                                       // checkForgotten
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
	r.t.Errorf("step %d: %s: %s", r.history.clock.step, p, what)
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
