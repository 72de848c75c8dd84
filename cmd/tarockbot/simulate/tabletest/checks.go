package tabletest

import (
	"bytes"
	"slices"
	"time"

	"tarockbot/bot/match"
	"tarockbot/engine"
)

const maxExtension = 3

func (r *run) checkSeat(next *match.Table, s engine.Seat) {
	was, is := r.table.Chairs[s].Step, next.Chairs[s]
	rules, left := next.Setup.Rules, is.Timer.Remaining(&r.facts)
	runs := is.Timer.On != ""
	mayRun := next.Stage == match.Playing && next.Waiting().Has(s) && !next.Paused && !is.Robot
	mustRun := mayRun && next.Setup.Pace != match.NoPace && !r.facts.offline.Has(s)
	switch {
	case is.Step < was:
		r.t.Errorf("seat %d is at step %d after %d", s, is.Step, was)
	case runs && !mayRun:
		r.t.Errorf("%s: seat %d's clock runs, and nobody waits for it", rules, s)
	case mustRun && !runs:
		r.t.Errorf("%s: seat %d's clock stands still", rules, s)
	case runs && left > maxExtension*time.Duration(next.Setup.Pace)*time.Minute:
		r.t.Errorf("%s: seat %d has %v left", rules, s, left)
	}
}

// reload replaces the table by its stored form, read again, and checks form and scores.
func (r *run) reload() {
	stored, err := r.table.Encode()
	r.must(err)
	r.record.Write(stored)
	r.table, err = match.Parse(string(r.table.ID), stored)
	r.must(err)
	r.checkStoredForm(stored)
	r.checkScores()
}

func (r *run) checkStoredForm(stored []byte) {
	again, err := r.table.Encode()
	r.must(err)
	if !bytes.Equal(stored, again) {
		r.t.Errorf("stored as\n%s\nand read as\n%s", stored, again)
	}
}

// checkScores checks that each finished deal has a score for every chair, with sum 0 if anybody loses. Some games have
// no losses and count points.
func (r *run) checkScores() {
	for _, result := range r.table.Match.Done {
		sum := 0
		for _, points := range result.Score {
			sum += points
		}
		if len(result.Score) != len(r.table.Chairs) || slices.Min(result.Score) < 0 && sum != 0 {
			r.t.Errorf("%s: a deal ends with %v", r.table.Setup.Rules, result.Score)
		}
	}
}
