package bot

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"sync"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
)

// wholes are the chat and those that it is a part of.
func wholes(c ChatID) (all []trace) {
	for id := string(c); id != ""; {
		all = append(all, ChatID(id))
		i := strings.LastIndexByte(id, '/')
		id = id[:max(i, 0)]
	}
	return all
}

// traces find the tables of the person, through whatever identity.
func tracesOfPerson(p people.Person) (all []trace) {
	for _, x := range p.Identities() {
		all = append(all, x.Person, x.User)
	}
	return all
}

// trace finds what is shown where the input comes from.
func traceOf(in Input) trace {
	if in.Chat != "" {
		return in.Chat
	}
	return in.User
}

// register knows all tables by their briefs.
type register struct {
	mu     sync.Mutex
	briefs map[chat.TableID]brief
	found  map[trace][]chat.TableID
	stages map[match.Stage]int // how many tables there are at each
}

func newRegister() *register {
	return &register{briefs: make(map[chat.TableID]brief), found: make(map[trace][]chat.TableID), stages: make(map[match.Stage]int)}
}

// note brings what is known of the table up to date.
func (r *register) note(x brief) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.set(x)
}

// set is note with the lock held.
func (r *register) set(x brief) {
	old, known := r.briefs[x.ID]
	r.briefs[x.ID] = x
	r.stages[x.Stage]++
	var before []trace
	if known {
		r.stages[old.Stage]--
		before = old.traces()
	}
	now := x.traces()
	if slices.Equal(before, now) {
		return
	}
	for _, t := range before {
		if !slices.Contains(now, t) {
			r.lose(t, x.ID)
		}
	}
	for _, t := range now {
		if !slices.Contains(before, t) {
			r.found[t] = append(r.found[t], x.ID)
		}
	}
}

// lose makes the table be found by the trace no more. The lock must be held.
func (r *register) lose(t trace, id chat.TableID) {
	ids := r.found[t]
	i := slices.Index(ids, id)
	switch {
	case i < 0:
	case len(ids) == 1:
		delete(r.found, t)
	default:
		r.found[t] = slices.Delete(ids, i, i+1)
	}
}

// drop forgets a table that doesn't exist (any more).
func (r *register) drop(id chat.TableID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	x, known := r.briefs[id]
	if !known {
		return
	}
	for _, t := range x.traces() {
		r.lose(t, id)
	}
	r.stages[x.Stage]--
	delete(r.briefs, id)
}

// reserve notes a table that is about to begin, unless the test of it and of the
// tables going on that any of the traces finds fails. Two at once can't both take
// the last place.
func (r *register) reserve(next brief, near []trace, test func(brief, iter.Seq[brief]) error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := test(next, r.going(near)); err != nil {
		return err
	}
	r.set(next)
	return nil
}

// going yields the tables going on that any of the traces finds. The lock must be
// held.
func (r *register) going(near []trace) iter.Seq[brief] {
	return func(yield func(brief) bool) {
		for x := range r.near(near) {
			if x.live() && !yield(x) {
				return
			}
		}
	}
}

// near yields the tables that any of the traces finds, each once. The lock must be
// held.
func (r *register) near(traces []trace) iter.Seq[brief] {
	return func(yield func(brief) bool) {
		seen := make(map[chat.TableID]bool)
		for _, t := range traces {
			for _, id := range r.found[t] {
				if seen[id] {
					continue
				}
				seen[id] = true
				if !yield(r.briefs[id]) {
					return
				}
			}
		}
	}
}

// find lists the tables going on that any of the traces finds and the test admits,
// oldest first.
func (r *register) find(near []trace, admit func(brief) bool) []brief {
	r.mu.Lock()
	defer r.mu.Unlock()
	var found []brief
	for x := range r.going(near) {
		if admit(x) {
			found = append(found, x)
		}
	}
	slices.SortFunc(found, olderFirst)
	return found
}

func olderFirst(x, y brief) int { return cmp.Or(x.Created.Compare(y.Created), cmp.Compare(x.ID, y.ID)) }

// all lists the tables that the test admits, those that are over among them.
func (r *register) all(admit func(brief) bool) (found []brief) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, x := range r.briefs {
		if admit(x) {
			found = append(found, x)
		}
	}
	return found
}

// of lists the tables going on at which the person sits.
func (r *register) of(p people.Person) []brief {
	return r.find(tracesOfPerson(p), func(x brief) bool { return x.seats(p) })
}

// about lists the tables that the person belongs to or is asked to, those that are
// over among them.
func (r *register) about(p people.Person) []brief {
	r.mu.Lock()
	defer r.mu.Unlock()
	var found []brief
	for x := range r.near(tracesOfPerson(p)) {
		if x.seats(p) || x.asks(p) {
			found = append(found, x)
		}
	}
	slices.SortFunc(found, olderFirst)
	return found
}

// shownAt lists the tables that are shown where the input comes from, those that
// are over among them.
func (r *register) shownAt(in Input) []chat.TableID {
	r.mu.Lock()
	defer r.mu.Unlock()
	var ids []chat.TableID
	for x := range r.near([]trace{traceOf(in)}) {
		if slices.ContainsFunc(x.Places, in.IsFrom) {
			ids = append(ids, x.ID)
		}
	}
	slices.Sort(ids)
	return ids
}

// lastOver is the person's table that ended last of those that the test admits.
func (r *register) lastOver(p people.Person, admit func(brief) bool) (last brief, found bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for x := range r.near(tracesOfPerson(p)) {
		if !x.live() && x.seats(p) && admit(x) && (!found || x.Over.After(last.Over)) {
			last, found = x, true
		}
	}
	return last, found
}

// count is how many tables are at the stage.
func (r *register) count(s match.Stage) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.stages[s]
}

// has says whether there is such a table.
func (r *register) has(id chat.TableID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, known := r.briefs[id]
	return known
}

// live says whether the table goes on.
func (r *register) live(id chat.TableID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.briefs[id].live()
}

// size is by how much tables are found.
func (r *register) size() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.found)
}
