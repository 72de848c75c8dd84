package main

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/tables"
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/games"
)

// twins compares two worlds that differ in hidden cards of a table.
type twins struct {
	w         *world
	table     *match.Table
	startedAt time.Time // the start of the first
}

// twin is one of the two worlds.
type twin struct {
	w       *world
	results []inputResult // one for each input
}

// inputResult is an input at the table with its result.
type inputResult struct {
	chat.Input
	completed int               // requests before the input
	public    engine.PublicView // the deal after the input, as everybody may see it
	done      int               // finished deals after the input
}

// compareTwins runs two worlds that differ only in hidden cards. People who can't know these cards must
// see the same in both. Worlds that differ in two cards stay alike for long. Worlds that differ in many
// show at once whether a board reveals a hand.
func (w *world) compareTwins() {
	for _, t := range w.judge.activeTables() {
		if t.Match.Deal == nil {
			continue
		}
		for _, swaps := range []int{1, card.Count} {
			pair := &twins{w, t, time.Now()}
			if other := pair.swapHidden(swaps); other != t.Match.Deal {
				pair.compare(other)
			}
		}
		return
	}
}

// swapHidden returns the table's deal with other hidden cards after the same moves. It swaps at most so many pairs of
// cards. If it finds no pair that can be swapped, it returns the deal itself.
func (pair *twins) swapHidden(most int) *engine.Deal {
	deal := pair.table.Match.Deal
	other := deal
	for tries := 30 + 2*most; tries > 0 && most > 0; tries-- {
		tried := other.Record()
		i, j := pair.w.chance.IntN(len(tried.Deck)), pair.w.chance.IntN(len(tried.Deck))
		tried.Deck[i], tried.Deck[j] = tried.Deck[j], tried.Deck[i]
		replayed, err := games.Replay(tried)
		if i != j && err == nil && reflect.DeepEqual(replayed.PublicView(), deal.PublicView()) {
			other = replayed
			most--
		}
	}
	return other
}

// blindPlaces returns the places of hands that differ in the other deal. There the comparison is blind: screens may differ.
func (pair *twins) blindPlaces(other *engine.Deal) map[chat.Place]bool {
	blind := make(map[chat.Place]bool)
	for _, m := range pair.table.Messages {
		blind[m.Place] = m.Seat != engine.Nobody && !reflect.DeepEqual(other.View(m.Seat), pair.table.Match.Deal.View(m.Seat))
	}
	return blind
}

// mostMoves limits the inputs to each world.
const mostMoves = 3

// compare runs a world with the table's deal, then one with the other deal. Both get the same inputs, as long as both
// offer them.
func (pair *twins) compare(other *engine.Deal) {
	here := pair.begin(pair.table)
	for range mostMoves {
		if in, ok := here.nextMove(pair.table); ok {
			here.handInMove(in)
		}
	}
	here.w.bury(here.w.process)
	changed := pair.table.Clone()
	changed.Match.Deal = other
	there, same := pair.begin(changed), 0
	for same < len(here.results) && there.offers(here.results[same].Input) {
		there.handInMove(here.results[same].Input)
		a, b := here.results[same], there.results[same]
		isOver := a.done != b.done || a.done > len(pair.table.Match.Done)
		if isOver || !reflect.DeepEqual(a.public, b.public) {
			break // swapped cards were revealed
		}
		same++
	}
	there.w.bury(there.w.process)
	blind := pair.blindPlaces(other)
	a, b := here.completedBefore(same, blind), there.completedBefore(same, blind)
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	pair.w.judge.failIf(len(a) > 0 || len(b) > 0, ownCards, "with other hidden cards at %s others see\n%+v\nand not\n%+v", pair.table.ID, b, a)
}

// begin starts a world without mishaps on a copy of the store, which has this state of the table.
func (pair *twins) begin(t *match.Table) *twin {
	c := newWorld(pair.w.t, pair.w.seed)
	c.trouble.mishaps, c.clock.step, c.inbox.count = false, pair.w.clock.step, pair.w.inbox.count
	c.clock.skew.Store(pair.w.clock.skew.Load() - int64(time.Since(pair.startedAt))) // both show the same time
	data, err := t.Encode()
	c.judge.must(err)
	c.judge.identities.linked = pair.w.judge.identities.linked // unlinking deletes the documents
	for _, doc := range pair.w.judge.documents() {
		if doc.Key.Kind == tables.KindTable {
			if doc.Key.ID == string(t.ID) {
				doc.Data = data
			}
			c.judge.recordTable(doc)
		} else {
			c.judge.identities.record(doc)
		}
		c.judge.must(c.store.memory.Commit(context.Background(), doc))
	}
	for _, id := range c.judge.tables.ids() {
		c.judge.must(c.store.markNothingShown(id))
	}
	c.boot()
	return &twin{w: c}
}

// nextMove returns a move that is offered at the table. ok is false if a computer would answer it.
func (one *twin) nextMove(t *match.Table) (in chat.Input, ok bool) {
	if slices.ContainsFunc(t.Chairs, func(c match.Chair) bool { return c.Robot || c.Absent }) {
		return in, false
	}
	for _, p := range one.w.people {
		for _, o := range p.net.offersAt(p.private()) {
			if o.choice == nil && o.isMove() && strings.Contains(o.line, string(t.ID)) {
				return chat.Input{ID: one.w.inbox.newID("twin"), User: p.user, Name: p.name, Lang: p.lang, Line: o.line}, true
			}
		}
	}
	return in, false
}

// offers reports whether the person is offered the input's line.
func (one *twin) offers(in chat.Input) bool {
	offered := one.w.nets.named(in.Platform()).offersAt(in.Place())
	return slices.ContainsFunc(offered, func(o offer) bool { return o.line == in.Line })
}

// handInMove hands the input in, settles, and records the result.
func (one *twin) handInMove(in chat.Input) {
	r := inputResult{Input: in, completed: len(one.w.traffic.completed)}
	one.w.handIn(in, false)
	one.w.settle()
	table, _, _ := parseMove(in.Line, "do")
	if t := one.w.judge.storedTable(table); t != nil {
		r.public, r.done = t.Public(), len(t.Match.Done)
	}
	one.results = append(one.results, r)
}

// completedBefore returns the requests that were completed before the input with the index, or all if there is no such
// input. It clears the looks at the blind places.
func (one *twin) completedBefore(index int, blind map[chat.Place]bool) []completion {
	all := slices.Clone(one.w.traffic.completed)
	if index < len(one.results) {
		all = all[:one.results[index].completed]
	}
	for i := range all {
		if blind[all[i].Place] {
			all[i].look = ""
		}
	}
	return all
}
