package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/storage"
)

// judge checks the promises against the events of its world.
type judge struct {
	w              *world
	deals          int64  // finished ones
	commits        uint64 // durable ones
	tables         map[string]*table
	inputs         map[string]chat.Input
	effects        map[string]int // by input
	moves          map[string]int // changes of tables, by input
	persons        map[chat.UserID]string
	linked         bool // people have linked identities
	forgotten      map[*person]bool
	removed        map[string]bool // persons with a request to be forgotten
	deferredChecks []func()        // run by world.waitIdle
}

func newJudge(w *world) *judge {
	return &judge{
		w: w, tables: make(map[string]*table), inputs: make(map[string]chat.Input), effects: make(map[string]int), moves: make(map[string]int),
		persons: make(map[chat.UserID]string), forgotten: make(map[*person]bool), removed: make(map[string]bool),
	}
}

// checkCommit checks a durable commit against the input that caused it.
func (j *judge) checkCommit(input string, docs []storage.Doc) {
	var all []string
	kinds := make(map[string]bool)
	for _, d := range docs {
		all = append(all, fmt.Sprintf("%s %s, %d bytes", d.Key.Kind, d.Key.ID, len(d.Data)))
		kinds[d.Key.Kind] = true
	}
	slices.Sort(all)
	j.w.history.record("stored by %q: %q", input, all)
	if j.commits++; mix(j.w.seed, j.commits)%copyEvery == 0 {
		c := j.copyStore()
		j.deferredChecks = append(j.deferredChecks, func() { j.checkStore(c) })
	}
	effect := false
	for _, d := range docs {
		switch {
		case d.Unchanged:
		case d.Key.Kind == "link":
			j.linked = true
		case d.Key.Kind == "identity" && d.Data != nil:
			j.persons[chat.UserID(d.Key.ID)] = strings.Trim(string(d.Data), `"`)
		case d.Key.Kind == "removed":
			j.removed[d.Key.ID] = true
		case d.Key.Kind == "deal" && d.Version == 0:
			j.deals++
		case d.Key.Kind == "table" && d.Data == nil:
			delete(j.tables, d.Key.ID)
		case d.Key.Kind == "table":
			effect = j.checkTable(j.inputs[input], d, kinds) || effect
		}
	}
	if effect {
		j.effects[input]++
	}
	if in := j.inputs[input]; j.effects[input] > 1 && input != "" && !slices.Contains(multiTableCommands, verbOf(in.Line)) {
		j.w.history.fail(decidedOnce, "%q of %s has %d effects", in.Line, in.User, j.effects[input])
	}
}

// multiTableCommands are the commands that may change several tables.
var multiTableCommands = []string{"forget", "unlink", "link", "block", "settings", "away", "back", ""}

func verbOf(line string) string {
	word, _, _ := strings.Cut(line, " ")
	return word
}

// addInput records the input and reports whether it was recorded before.
func (j *judge) addInput(in chat.Input) (again bool) {
	_, again = j.inputs[in.ID]
	j.inputs[in.ID] = in
	for _, who := range j.w.people {
		if who.user == in.User {
			j.forgotten[who] = false // they are back
		}
	}
	return again
}

// checkAnswer checks the bot's answer to an input.
func (j *judge) checkAnswer(p *process, in chat.Input, again bool, a chat.Answer, err error) {
	words := strings.Fields(in.Line)
	_, _, isMove := parseMove(in.Line, "do", "confirm")
	switch {
	case err != nil && p.store.stopped() == nil && !errors.Is(err, storage.ErrFull):
		j.w.history.fail(apart, "%q of %s: %v", in.Line, in.User, err)
	case err != nil || a.Refused || len(words) == 0:
	case isMove && j.moves[in.ID] == 0:
		j.w.history.fail(neverLost, "%q of %s is acknowledged, and not stored", in.Line, in.User)
	case !again && words[0] == "forget" && words[len(words)-1] == "yes":
		for _, who := range j.w.people {
			if who.user == in.User {
				j.forgotten[who] = true
				who.left = j.w.chance.IntN(2) == 0
			}
		}
	}
}

// tableIDs returns the IDs of all stored tables, sorted.
func (j *judge) tableIDs() []string { return slices.Sorted(maps.Keys(j.tables)) }

// isPlaying reports whether the user has a seat at an open or running table.
func (j *judge) isPlaying(u chat.UserID) bool {
	for _, t := range j.tables {
		if (t.Stage == match.Playing || t.Stage == match.Open) && slices.ContainsFunc(t.Chairs, func(c match.Chair) bool { return c.User == u }) {
			return true
		}
	}
	return false
}

// parseMove reads a line of the form "VERB TABLE STEP …". ok is false if the line is of another
// form or has none of the verbs.
func parseMove(line string, verbs ...string) (table, step string, ok bool) {
	words := strings.Fields(line)
	if len(words) < 3 || !slices.Contains(verbs, words[0]) {
		return "", "", false
	}
	return words[1], words[2], true
}

// checkRequest checks a request at its departure.
func (j *judge) checkRequest(r *request) {
	if until, is := r.net.limited[r.message()]; is && r.screen.Table != "" && r.departed.Before(until) { // notices have no identity
		j.w.history.fail(patient, "%v is shown %v too early", r.place, until.Sub(r.departed))
	}
	if r.process.buried {
		j.w.history.fail(oneActs, "a process that is over shows something")
	}
	if lost := r.process.store.lostAt(); j.w.store.isDatabase && !lost.IsZero() && r.departed.After(lost) {
		j.w.history.fail(oneActs, "a process shows something that isn't to act any more")
	}
	for _, o := range offersOf(&r.screen) {
		table, stepText, ok := parseMove(o.line, "do", "confirm", "pick")
		if !ok {
			continue
		}
		if r.place.Chat != "" {
			j.w.history.fail(ownCards, "%q is offered in public", o.line)
		}
		step, _ := strconv.Atoi(stepText)
		t := j.tables[table]
		if t == nil || !slices.ContainsFunc(t.Chairs, func(c match.Chair) bool { return c.Step >= step }) {
			j.w.history.fail(neverLost, "%q is offered before it is stored", o.line)
		} else if j.isStranger(r.place.User, t) {
			j.w.history.fail(ownCards, "%q is offered to %s", o.line, r.place.User)
		}
	}
}

// isStranger reports whether the user certainly has no seat at the table.
func (j *judge) isStranger(u chat.UserID, t *table) bool {
	return !j.linked && !j.removed[j.persons[u]] && !slices.ContainsFunc(t.Chairs, func(c match.Chair) bool { return c.User == u })
}
