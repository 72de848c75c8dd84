package main

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/storage"
)

// slack is the inaccuracy of the judge's clock.
const slack = 5 * time.Second

// timerCheckEvery is the average number of revisions between two with a check of the running clocks.
const timerCheckEvery = 16

// undoCommands are the commands that may take moves back. "back" is among them because the German word for undo also
// means back.
var undoCommands = []string{"undo", "back", "consent"}

// tableState is a stored table with what the judge derives from it. It doesn't change after newTableState.
type tableState struct {
	*match.Table
	deck      []card.Card   // deck of the running deal; empty if there is none
	moves     []engine.Move // moves of the running deal, with those that its record leaves out
	deadlines []time.Time   // players' deadlines by seat, in the time of networks.timeOn
}

// newTableState returns the state of the table. previous is its last state; it is empty for a new table. A player's deadline
// stays unless their step or stored time has changed.
func newTableState(previous *tableState, t *match.Table, nets networks) *tableState {
	next := &tableState{Table: t}
	if deal := t.Match.Deal; deal != nil {
		next.deck, next.moves = deal.Record().Deck, deal.Moves()
	}
	for s, chair := range t.Chairs {
		deadline := nets.timeOn(chair.Timer.On).Add(time.Duration(chair.Timer.LeftMillis) * time.Millisecond)
		if s < len(previous.Chairs) && previous.Chairs[s].Step == chair.Step && previous.Chairs[s].Timer == chair.Timer {
			deadline = previous.deadlines[s]
		}
		next.deadlines = append(next.deadlines, deadline)
	}
	return next
}

// tableStates are the states of all stored tables, by ID.
type tableStates map[string]*tableState

// ids returns the IDs of all tables, sorted.
func (all tableStates) ids() []string { return slices.Sorted(maps.Keys(all)) }

// isSeated reports whether the user has a chair at an open or running table.
func (all tableStates) isSeated(u chat.UserID) bool {
	return slices.ContainsFunc(slices.Collect(maps.Values(all)), func(t *tableState) bool {
		return (t.Stage == match.Playing || t.Stage == match.Open) && t.hasChairOf(u)
	})
}

// hasChairOf reports whether the user has a chair under this very account.
func (t *tableState) hasChairOf(u chat.UserID) bool {
	return slices.ContainsFunc(t.Chairs, func(c match.Chair) bool { return c.User == u })
}

// seatOf returns the seat of the user or of someone linked with them; engine.Nobody if there is none.
func (t *tableState) seatOf(u chat.UserID) engine.Seat {
	return engine.Seat(slices.IndexFunc(t.Chairs, func(c match.Chair) bool { return c.User == u || c.Via == u }))
}

// tableChange is a change of a stored table.
type tableChange struct {
	id       string
	was, now *tableState // was is empty for a new table
}

// gameChanged reports whether the running deal's moves or the number of finished deals has changed.
func (c tableChange) gameChanged() bool {
	return len(c.was.Match.Done) != len(c.now.Match.Done) || !slices.Equal(c.was.moves, c.now.moves)
}

// endsMatch reports whether the match has finished.
func (c tableChange) endsMatch() bool {
	return c.was.Stage == match.Playing && c.now.Stage == match.Finished
}

// isEffect reports whether the table is new or its game has changed.
func (c tableChange) isEffect() bool {
	return len(c.was.Chairs) == 0 || c.gameChanged() || c.endsMatch()
}

// recordTable records the table's next state and the deck of a new deal. ok is false if the table can't be read.
func (j *judge) recordTable(doc storage.Doc) (c tableChange, ok bool) {
	c = tableChange{id: doc.Key.ID, was: cmp.Or(j.tables[doc.Key.ID], &tableState{Table: new(match.Table)})}
	t, err := match.Parse(c.id, doc.Data)
	if err != nil {
		j.fail(neverLost, "%v", err)
		return c, false
	}
	c.now = newTableState(c.was, t, j.nets)
	j.tables[c.id] = c.now
	if len(c.now.deck) > 0 && !slices.Equal(c.was.deck, c.now.deck) {
		j.decks = append(j.decks, c.now.deck)
	}
	return c, true
}

// checkChange checks the change of a table by an input. isRated is true if the same commit logs a match.
func (j *judge) checkChange(in *inputRecord, c tableChange, isRated bool) {
	j.checkContinuity(in, c)
	j.checkClocks(c)
	if c.gameChanged() {
		j.checkActor(in, c)
	}
	countsForRating := c.endsMatch() && !c.now.Chairs.WithRobot()
	j.failIf(countsForRating && !isRated, ratedOnce, "match %s ends without a line in the log", c.id)
}

// checkContinuity checks that the table continues from its previous state: no count falls, and a running deal goes on.
func (j *judge) checkContinuity(in *inputRecord, c tableChange) {
	was, now := c.was, c.now
	j.failIf(now.Rev < was.Rev, neverLost, "table %s is revision %d after %d", c.id, now.Rev, was.Rev)
	j.failIf(len(now.Match.Done) < len(was.Match.Done), neverLost, "table %s has lost a finished deal", c.id)
	j.failIf(now.Rev == was.Rev && !slices.Equal(was.moves, now.moves), neverLost, "table %s has two states of revision %d", c.id, now.Rev)
	if was.Match.Deal != nil && len(was.Match.Done) == len(now.Match.Done) {
		j.checkSameDeal(in, c)
	}
	for s := range was.Chairs {
		before, after := was.Chairs[s].Step, now.Chairs[s].Step
		j.failIf(after < before, neverLost, "table %s: seat %d is at step %d after %d", c.id, s, after, before)
	}
}

// checkSameDeal checks that the running deal keeps its deck and its moves. Only an undo may remove moves; at a table of
// several people, checkUndo checks which ones.
func (j *judge) checkSameDeal(in *inputRecord, c tableChange) {
	before, after := c.was.moves, c.now.moves
	kept := commonLen(before, after)
	mayUndo := slices.Contains(undoCommands, firstWord(in.Line))
	goesOn := kept == len(before) || mayUndo && kept == len(after)
	j.failIf(!goesOn, neverLost, "table %s goes from %q to %q by %q", c.id, before, after, in.Line)
	j.failIf(!slices.Equal(c.was.deck, c.now.deck), neverLost, "table %s has lost its deal, or has other cards than before", c.id)
	people := c.now.Chairs.Seats(func(c match.Chair) bool { return c.User != "" })
	if mayUndo && people.Len() > 1 {
		j.checkUndo(in, c, before[kept:])
	}
}

// checkUndo checks an undo. tail holds the moves taken back, oldest first. An undo must not take back a card that
// another player played after the first of these moves, and must take back only the undoer's own moves unless all consent.
func (j *judge) checkUndo(in *inputRecord, c tableChange, tail []engine.Move) {
	seat := c.now.seatOf(in.User)
	consented := firstWord(in.Line) == "consent"
	for _, m := range tail {
		isSeen := m.Action.Verb == engine.PlayCard && m.Seat != tail[0].Seat
		j.failIf(isSeen, neverLost, "table %s takes back %q, cards that others have seen", c.id, tail)
		j.failIf(!consented && m.Seat != seat, neverLost, "table %s takes back %q, and %s asked nobody", c.id, tail, in.User)
	}
}

// checkActor checks that a move was meant for this table and the player's next step, and came from a player there.
func (j *judge) checkActor(in *inputRecord, c tableChange) {
	move, ok := parseMove(in.Line)
	seat := c.now.seatOf(in.User)
	switch {
	case !ok: // the input is no move
	case move.table != c.id:
		j.fail(decidedOnce, "%q changes table %s", in.Line, c.id)
	case seat == engine.Nobody:
		j.fail(decidedOnce, "%s plays at %s without a seat", in.User, c.id)
	case c.was.Chairs[seat].Step != move.step:
		j.fail(decidedOnce, "%q counts at step %d", in.Line, c.was.Chairs[seat].Step)
	}
}

// checkClocks checks that no player's time ends before its deadline. At one revision in timerCheckEvery it also defers a
// check of the clocks that run.
func (j *judge) checkClocks(c tableChange) {
	for s, chair := range c.now.Chairs {
		isUp := chair.Reminded == match.TimeUp && s < len(c.was.Chairs) && c.was.Chairs[s].Reminded != match.TimeUp
		early := c.now.deadlines[s].Sub(j.nets.timeOn(chair.Timer.On))
		j.failIf(isUp && early > slack, fairClocks, "table %s: seat %d's time is up %v too early", c.id, s, early)
		if chair.Timer.On != "" && mix(j.seed, uint64(c.now.Rev))%timerCheckEvery == 0 {
			j.deferTimerCheck(c.id, engine.Seat(s))
		}
	}
}

// deferTimerCheck defers a check that the seat's clock runs only while the table waits for the seat.
func (j *judge) deferTimerCheck(id string, s engine.Seat) {
	j.deferredChecks = append(j.deferredChecks, func() {
		t := j.storedTable(id)
		runs := t != nil && t.Chairs[s].Timer.On != ""
		j.failIf(runs && !t.Waiting().Has(s), fairClocks, "table %s: seat %d's clock runs, and nobody waits for it", id, s)
	})
}
