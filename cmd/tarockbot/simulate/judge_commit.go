package main

import (
	"context"
	"slices"
	"time"

	"tarockbot/bot/match"
	"tarockbot/bot/people/standing"
	"tarockbot/engine"
	"tarockbot/storage"
	"tarockbot/storage/memory"
)

const clockSlack = 5 * time.Second

const clockCheckEvery = 16

// undoCommands may take moves back. "back" is also the German word for undo.
var undoCommands = []string{"undo", "back", "consent"}

// multiTableCommands may change several tables; "" stands for events, and commits without an input.
var multiTableCommands = []string{"forget", "unlink", "link", "block", "settings", "away", "back", ""}

const copyEvery = 512

func (j *judge) checkCommit(docs []storage.Doc, c commitRecord) {
	in := c.input
	j.report.failIf(c.err != nil, neverLost, "%v", c.err)
	for _, change := range c.changes {
		j.checkChange(in, change)
	}
	j.checkRated(c.changes, docs)
	mayChangeMany := slices.Contains(multiTableCommands, firstWord(in.Line))
	effects := in.effects.Load()
	j.report.failIf(effects > 1 && !mayChangeMany, decidedOnce, "%q of %s has %d effects", in.Line, in.User, effects)
	j.maybeCheckCopy()
}

func (j *judge) maybeCheckCopy() {
	if mix(j.seed, j.records.commits)%copyEvery == 0 {
		docs, err := j.store.documents()
		j.report.must(err)
		s := memory.New()
		j.report.must(s.Commit(context.Background(), docs...))
		j.deferredChecks = append(j.deferredChecks, func() { j.checkStore(s) })
	}
}

// checkRated checks that the commit logs each match that it ends, except those with a computer. The audit finds matches
// logged twice.
func (j *judge) checkRated(changes []tableChange, docs []storage.Doc) {
	logged, ended := 0, 0
	for _, d := range docs {
		if d.Key.Kind == standing.KindMatch && !d.Unchanged {
			logged++
		}
	}
	for _, c := range changes {
		if c.endsMatch() && !c.now.Chairs.HasRobot() {
			ended++
			j.report.failIf(ended > logged, ratedOnce, "match %s ends without a line in the log", c.id)
		}
	}
}

func (j *judge) checkChange(in *inputRecord, c tableChange) {
	j.checkContinuity(in, c)
	j.checkClocks(c)
	if c.gameChanged() {
		j.checkActor(in, c)
	}
}

func (j *judge) checkContinuity(in *inputRecord, c tableChange) {
	was, now := c.was, c.now
	j.report.failIf(now.Rev < was.Rev, neverLost, "table %s is revision %d after %d", c.id, now.Rev, was.Rev)
	j.report.failIf(len(now.Match.Done) < len(was.Match.Done), neverLost, "table %s has lost a finished deal", c.id)
	hasTwoStates := now.Rev == was.Rev && !slices.Equal(was.moves, now.moves)
	j.report.failIf(hasTwoStates, neverLost, "table %s has two states of revision %d", c.id, now.Rev)
	if was.Match.Deal != nil && len(was.Match.Done) == len(now.Match.Done) {
		j.checkSameDeal(in, c)
	}
	for s := range min(len(was.Chairs), len(now.Chairs)) {
		before, after := was.Chairs[s].Step, now.Chairs[s].Step
		j.report.failIf(after < before, neverLost, "table %s: seat %d is at step %d after %d", c.id, s, after, before)
	}
}

// checkSameDeal checks that the running deal keeps its deck and moves. Only an undo may remove moves; checkUndo checks
// which ones if several people play.
func (j *judge) checkSameDeal(in *inputRecord, c tableChange) {
	before, after := c.was.moves, c.now.moves
	commonMoves := commonLen(before, after)
	mayUndo := slices.Contains(undoCommands, firstWord(in.Line))
	continues := commonMoves == len(before) || mayUndo && commonMoves == len(after)
	j.report.failIf(!continues, neverLost, "table %s changes from %q to %q by %q", c.id, before, after, in.Line)
	sameCards := slices.Equal(c.was.deck, c.now.deck)
	j.report.failIf(!sameCards, neverLost, "table %s has lost its deal, or its deck has changed", c.id)
	people := c.now.Chairs.Seats(func(chair match.Chair) bool { return chair.User != "" })
	if mayUndo && people.Len() > 1 {
		j.checkUndo(in, c, before[commonMoves:])
	}
}

// checkUndo checks the moves taken back, oldest first. Nobody else may have played a card after the first of them. Only
// a consent takes back other players' moves. checkUndo doesn't check that everybody has consented.
func (j *judge) checkUndo(in *inputRecord, c tableChange, undone []engine.Move) {
	seat := c.now.seatOf(in.User)
	consented := firstWord(in.Line) == "consent"
	for _, m := range undone {
		isSeen := m.Action.Verb == engine.PlayCard && m.Seat != undone[0].Seat
		j.report.failIf(isSeen, neverLost, "table %s takes back %q, although others have seen the cards", c.id, undone)
		j.report.failIf(!consented && m.Seat != seat, neverLost, "table %s takes back %q without the consent that %s needs", c.id, undone, in.User)
	}
}

// checkActor checks that a move was meant for this table and the player's next step, and came from a player there.
func (j *judge) checkActor(in *inputRecord, c tableChange) {
	move, ok := parseMove(in.Line)
	seat := c.now.seatOf(in.User)
	switch {
	case !ok:
	case move.table != c.id:
		j.report.fail(decidedOnce, "%q changes table %s", in.Line, c.id)
	case seat == engine.Nobody:
		j.report.fail(decidedOnce, "%s plays at %s without a seat", in.User, c.id)
	case c.isNew():
		j.report.fail(decidedOnce, "%q opens table %s", in.Line, c.id)
	case c.was.Chairs[seat].Step != move.step:
		j.report.fail(decidedOnce, "%q takes effect at step %d", in.Line, c.was.Chairs[seat].Step)
	}
}

func (j *judge) checkClocks(c tableChange) {
	for s, chair := range c.now.Chairs {
		timeIsUp := chair.Reminded == match.TimeUp && s < len(c.was.Chairs) && c.was.Chairs[s].Reminded != match.TimeUp
		early := c.now.deadlines[s].Sub(j.nets.timeOn(chair.Timer.Platform))
		j.report.failIf(timeIsUp && early > clockSlack, fairClocks, "table %s: seat %d's time is up %v too early", c.id, s, early)
		if chair.Timer.Platform != "" && mix(j.seed, uint64(c.now.Rev))%clockCheckEvery == 0 {
			j.deferClockCheck(c.id, engine.Seat(s))
		}
	}
}

func (j *judge) deferClockCheck(id string, s engine.Seat) {
	j.deferredChecks = append(j.deferredChecks, func() {
		t := j.records.tables[id]
		isRunning := t != nil && t.Chairs[s].Timer.Platform != ""
		j.report.failIf(isRunning && !t.Waiting().Has(s), fairClocks, "table %s: seat %d's clock runs, although nobody waits for the player", id, s)
	})
}
