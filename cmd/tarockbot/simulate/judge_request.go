package main

import (
	"slices"
	"strconv"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
)

// checkRequest checks a request at its departure.
func (j *judge) checkRequest(r *request) {
	if until, is := r.net.limited[r.message()]; is && r.screen.Table != "" && r.departed.Before(until) { // notices have no identity
		j.w.fail(patient, "%v is shown %v too early", r.place, until.Sub(r.departed))
	}
	if r.process != j.w.process && r.process != j.w.zombie {
		j.w.fail(oneActs, "a process that is over shows something")
	}
	if lost := r.process.store.lostAt(); j.w.store.isDatabase && !lost.IsZero() && r.departed.After(lost) {
		j.w.fail(oneActs, "a process shows something that isn't to act any more")
	}
	for _, o := range offersOf(&r.screen) {
		table, stepText, ok := parseMove(o.line, "do", "confirm", "pick")
		if !ok {
			continue
		}
		if r.place.Chat != "" {
			j.w.fail(ownCards, "%q is offered in public", o.line)
		}
		step, _ := strconv.Atoi(stepText)
		t := j.tables[table]
		if t == nil || !slices.ContainsFunc(t.Chairs, func(c match.Chair) bool { return c.Step >= step }) {
			j.w.fail(neverLost, "%q is offered before it is stored", o.line)
		} else if j.isStranger(r.place.User, t) {
			j.w.fail(ownCards, "%q is offered to %s", o.line, r.place.User)
		}
	}
}

// isStranger reports whether the user certainly has no seat at the table.
func (j *judge) isStranger(u chat.UserID, t *table) bool {
	return !j.linked && !j.removed[j.persons[u]] && !slices.ContainsFunc(t.Chairs, func(c match.Chair) bool { return c.User == u })
}
