package main

// The bot's promises, by number. The judge checks them on every commit, answer and request, and at
// the end: see [judge.observeCommit], [judge.checkAnswer], [judge.checkRequest] and [world.finish].
const (
	neverLost      = "P1, what was seen is never lost, and nothing has its effect twice"
	decidedOnce    = "P2, each input is decided once"
	ownCards       = "P3, a hand goes to its owner alone"
	ratedOnce      = "P4, each match is rated once"
	dealsCheckable = "P5, each deal can be checked"
	fairClocks     = "P6, nobody loses time that they didn't have"
	faultIsolated  = "P7, a fault harms nobody else"
	diskFaultSafe  = "P8, a failing disk breaks nothing"
	pausesKept     = "P9, the networks' pauses are kept"
	oneActs        = "P10, only one of two processes acts"
	wholeCopies    = "P11, a copy made at any moment is whole"
	forgetsAll     = "P12, no document names a forgotten person"
)
