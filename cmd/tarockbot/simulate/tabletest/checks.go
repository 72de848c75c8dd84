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
	isRunning := is.Timer.Platform != ""
	mayRun := next.Stage == match.Playing && next.Waiting().Has(s) && !next.Paused && !is.Robot
	mustRun := mayRun && next.Setup.Pace != match.NoPace && !r.facts.offline.Has(s)
	switch {
	case is.Step < was:
		r.t.Errorf("seat %d is at step %d after %d", s, is.Step, was)
	case isRunning && !mayRun:
		r.t.Errorf("%s: seat %d's clock runs, although nobody waits for the player", rules, s)
	case mustRun && !isRunning:
		r.t.Errorf("%s: seat %d's clock doesn't run, although others wait for the player", rules, s)
	case isRunning && left > maxExtension*time.Duration(next.Setup.Pace)*time.Minute:
		r.t.Errorf("%s: seat %d has %v left", rules, s, left)
	}
}

// reload stores the table and reads it again. It checks the stored form and the scores.
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
		r.t.Errorf("the stored form changes when it is read:\n%s\n%s", stored, again)
	}
}

// checkScores checks that each finished deal has a score for every chair, with sum 0 if anybody loses. Games that count
// points have no losses.
func (r *run) checkScores() {
	for _, result := range r.table.Match.Done {
		sum := 0
		for _, points := range result.Score {
			sum += points
		}
		if len(result.Score) != len(r.table.Chairs) || slices.Min(result.Score) < 0 && sum != 0 {
			r.t.Errorf("%s: a deal ends with the score %v", r.table.Setup.Rules, result.Score)
		}
	}
}
