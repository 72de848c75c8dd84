package main

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/storage"
)

// table is the part of a stored table that the judge reads.
type table struct {
	Stage  match.Stage
	Rev    int64
	Paused bool
	Chairs match.Chairs
	Setup  match.Setup
	Done   []json.RawMessage
	Deal   *struct {
		Deck    []string
		Actions []string
	}
	deadlines []time.Time // by seat, in networkTime
}

func (t *table) actions() []string {
	if t.Deal == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(t.Deal.Actions), func(a string) bool { return strings.HasSuffix(a, " pass") }) // optional in a record
}

// seatOf returns the seat of the user or of someone linked with them, -1 if there is none.
func (t *table) seatOf(u chat.UserID) int {
	return slices.IndexFunc(t.Chairs, func(c match.Chair) bool { return c.User == u || c.Via == u })
}

// checkTable compares a table with its previous state and reports whether the game has changed. rated is true if
// the same commit logs a match.
func (j *judge) checkTable(in *input, doc storage.Doc, rated bool) (effect bool) {
	id, now := doc.Key.ID, new(table)
	if err := json.Unmarshal(doc.Data, now); err != nil {
		j.history.fail(neverLost, "table %s: %v", id, err)
		return false
	}
	was := j.tables[id]
	j.tables[id] = now
	if effect = was == nil; effect {
		was = new(table)
	}
	if now.Rev > was.Rev {
		in.changes++
	}
	j.checkContinuity(id, in, was, now)
	j.checkClocks(id, was, now)
	if len(was.Done) != len(now.Done) || !slices.Equal(was.actions(), now.actions()) {
		j.checkActor(id, in, was, now)
		effect = true
	}
	if was.Stage == match.Playing && now.Stage == match.Finished {
		if !now.Chairs.WithRobot() && !rated {
			j.history.fail(ratedOnce, "match %s ends without a line in the log", id)
		}
		effect = true
	}
	return effect
}

// checkContinuity checks that the table continues from its previous state.
func (j *judge) checkContinuity(id string, in *input, was, now *table) {
	before, after := was.actions(), now.actions()
	back := slices.Contains([]string{"undo", "back", "consent"}, verbOf(in.Line))
	same := len(was.Done) == len(now.Done) && was.Deal != nil
	switch {
	case now.Rev < was.Rev:
		j.history.fail(neverLost, "table %s is revision %d after %d", id, now.Rev, was.Rev)
	case len(now.Done) < len(was.Done):
		j.history.fail(neverLost, "table %s has lost a finished deal", id)
	case now.Rev == was.Rev && !slices.Equal(before, after):
		j.history.fail(neverLost, "table %s has two states of revision %d", id, now.Rev)
	case same && !back && (len(after) < len(before) || !slices.Equal(after[:len(before)], before)) && now.Deal != nil:
		j.history.fail(neverLost, "table %s goes from %q to %q by %q", id, before, after, in.Line)
	case same && now.Deal != nil && !slices.Equal(was.Deal.Deck, now.Deal.Deck):
		j.history.fail(neverLost, "table %s has other cards than before", id)
	}
	people := now.Chairs.Seats(func(c match.Chair) bool { return c.User != "" })
	if same && back && people.Len() > 1 {
		j.checkUndo(id, in, before[min(len(after), len(before)):], now)
	}
	for s := range was.Chairs {
		if now.Chairs[s].Step < was.Chairs[s].Step {
			j.history.fail(neverLost, "table %s: seat %d is at step %d after %d", id, s, now.Chairs[s].Step, was.Chairs[s].Step)
		}
	}
}

// checkUndo checks moves that were taken back. Cards that others have seen must stay, and players take
// back only their own moves unless all consent.
func (j *judge) checkUndo(id string, in *input, tail []string, now *table) {
	if len(tail) == 0 {
		return
	}
	whose, _, _ := strings.Cut(tail[0], " ")
	seat := now.seatOf(in.User)
	consented := verbOf(in.Line) == "consent"
	for _, a := range tail {
		switch own := strings.HasPrefix(a, whose+" "); {
		case !own && strings.Contains(a, " play "):
			j.history.fail(neverLost, "table %s takes back %q, cards that others have seen", id, tail)
		case !consented && (!own || whose != strconv.Itoa(seat)):
			j.history.fail(neverLost, "table %s takes back %q, and %s asked nobody", id, tail, in.User)
		}
	}
}

// checkActor checks that the input was meant for this table and step, and came from a player there.
func (j *judge) checkActor(id string, in *input, was, now *table) {
	table, step, ok := parseMove(in.Line, "do", "confirm")
	if !ok {
		return
	}
	seat := now.seatOf(in.User)
	switch {
	case table != id:
		j.history.fail(decidedOnce, "%q changes table %s", in.Line, id)
	case seat < 0:
		j.history.fail(decidedOnce, "%s plays at %s without a seat", in.User, id)
	case strconv.Itoa(was.Chairs[seat].Step) != step:
		j.history.fail(decidedOnce, "%q counts at step %d", in.Line, was.Chairs[seat].Step)
	}
}

// checkClocks checks that no player's time ends before its deadline.
func (j *judge) checkClocks(id string, was, now *table) {
	now.deadlines = make([]time.Time, len(now.Chairs))
	for s, c := range now.Chairs {
		ran := j.networkTime(c.Timer.On)
		if s < len(was.Chairs) && was.Chairs[s].Step == c.Step && was.Chairs[s].Timer == c.Timer {
			now.deadlines[s] = was.deadlines[s]
		} else {
			now.deadlines[s] = ran.Add(time.Duration(c.Timer.LeftMillis) * time.Millisecond)
		}
		up := c.Reminded == match.TimeUp && s < len(was.Chairs) && was.Chairs[s].Reminded != match.TimeUp
		if early := now.deadlines[s].Sub(ran); up && early > slack {
			j.history.fail(fairClocks, "table %s: seat %d's time is up %v too early", id, s, early)
		}
		if c.Timer.On != "" && mix(j.seed, uint64(now.Rev))%16 == 0 {
			j.checkTimer(id, s)
		}
	}
}

// slack is the inaccuracy of the judge's clock.
const slack = 5 * time.Second

// networkTime returns the time of a clock that stops while the network is away.
func (j *judge) networkTime(network string) time.Time {
	if n := j.nets.named(network); n != nil {
		return time.Now().Add(-n.absence())
	}
	return time.Now()
}

// checkTimer checks that a seat's clock runs only while the table waits for the seat. The check is
// deferred until the commit is readable.
func (j *judge) checkTimer(id string, seat int) {
	j.deferredChecks = append(j.deferredChecks, func() {
		t := j.storedTable(id)
		if t != nil && t.Chairs[seat].Timer.On != "" && !t.Waiting().Has(engine.Seat(seat)) {
			j.history.fail(fairClocks, "table %s: seat %d's clock runs, and nobody waits for it", id, seat)
		}
	})
}

// storedTable reads a table; nil if there is none.
func (j *judge) storedTable(id string) *match.Table {
	_, t, err := j.store.table(id)
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		j.history.fail(neverLost, "%v", err)
	}
	return t
}
