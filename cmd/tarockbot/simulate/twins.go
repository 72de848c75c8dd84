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
	w      *world
	rounds []round // one for each input
}

// round is one input at a table.
type round struct {
	arrivals int               // before the input
	public   engine.PublicView // after it
	done     int               // finished deals after it
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
			two := &twins{w, t, time.Now()}
			if deck, blind := two.otherDeck(swaps); deck != nil {
				two.compare(deck, blind)
			}
		}
		return
	}
}

// otherDeck swaps hidden cards, at most so many pairs, without changing what has happened. It returns the
// deck, nil if no swap is possible, and the places where the difference may be seen.
func (pair *twins) otherDeck(most int) (deck []card.Card, blind map[chat.Place]bool) {
	deal, swaps := pair.table.Match.Deal, 0
	record, otherDeal := deal.Record(), deal
	for range 30 + 2*most {
		i, j := pair.w.chance.IntN(len(record.Deck)), pair.w.chance.IntN(len(record.Deck))
		tried := record
		tried.Deck = slices.Clone(record.Deck)
		tried.Deck[i], tried.Deck[j] = tried.Deck[j], tried.Deck[i]
		replayed, err := games.Replay(tried)
		if i == j || err != nil || !reflect.DeepEqual(replayed.View(engine.Nobody), deal.View(engine.Nobody)) {
			continue
		}
		record, otherDeal = tried, replayed
		if swaps++; swaps == most {
			break
		}
	}
	if swaps == 0 {
		return nil, nil
	}
	blind = make(map[chat.Place]bool)
	for _, m := range pair.table.Messages {
		blind[m.Place] = m.Seat != engine.Nobody && !reflect.DeepEqual(otherDeal.View(m.Seat), deal.View(m.Seat))
	}
	return record.Deck, blind
}

// compare runs one world after the other with the same inputs, as long as both offer them.
func (pair *twins) compare(deck []card.Card, blind map[chat.Place]bool) {
	here, inputs := pair.begin(pair.table.Match.Deal.Record().Deck), []chat.Input{}
	for in, ok := here.nextMove(pair.table); ok && len(inputs) < 3; in, ok = here.nextMove(pair.table) {
		inputs = append(inputs, in)
		here.do(in)
	}
	here.w.bury(here.w.process)
	there, same := pair.begin(deck), 0
	for same < len(inputs) && there.offers(inputs[same]) {
		there.do(inputs[same])
		if a, b := here.rounds[same], there.rounds[same]; !reflect.DeepEqual(a.public, b.public) || a.done != b.done || a.done > len(pair.table.Match.Done) {
			break // a swapped card was revealed
		}
		same++
	}
	there.w.bury(there.w.process)
	a, b := here.arrivals(same, blind), there.arrivals(same, blind)
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	pair.w.history.failIf(len(a) > 0 || len(b) > 0, ownCards, "with other hidden cards at %s others see\n%+v\nand not\n%+v", pair.table.ID, b, a)
}

// do hands the input in and settles.
func (one *twin) do(in chat.Input) {
	r := round{arrivals: len(one.w.traffic.arrived)}
	one.w.handIn(in, false)
	one.w.settle()
	table, _, _ := parseMove(in.Line, "do")
	if t := one.w.judge.storedTable(table); t != nil {
		r.public, r.done = t.Public(), len(t.Match.Done)
	}
	one.rounds = append(one.rounds, r)
}

// nextMove returns a move that is offered at the table. ok is false if a computer would answer it.
func (one *twin) nextMove(t *match.Table) (in chat.Input, ok bool) {
	if slices.ContainsFunc(t.Chairs, func(c match.Chair) bool { return c.Robot || c.Absent }) {
		return in, false
	}
	for _, p := range one.w.people {
		for _, m := range p.net.newest(p.private()) {
			for _, o := range m.offers {
				if o.choice == nil && o.isMove() && strings.Contains(o.line, string(t.ID)) {
					return chat.Input{ID: one.w.inbox.newID("twin"), User: p.user, Name: p.name, Lang: p.lang, Line: o.line}, true
				}
			}
		}
	}
	return in, false
}

// offers reports whether the person is offered the input's line.
func (one *twin) offers(in chat.Input) bool {
	return slices.ContainsFunc(one.w.nets.named(in.Platform()).newest(in.Place()), func(m *post) bool {
		return slices.ContainsFunc(m.offers, func(o offer) bool { return o.line == in.Line })
	})
}

// begin starts a world without mishaps on a copy of the store, where the table's deal has the deck.
func (pair *twins) begin(deck []card.Card) *twin {
	c := newWorld(pair.w.t, pair.w.seed)
	c.trouble.mishaps, c.clock.step, c.inbox.count = false, pair.w.clock.step, pair.w.inbox.count
	c.clock.skew.Store(pair.w.clock.skew.Load() - int64(time.Since(pair.startedAt))) // both show the same time
	c.judge.identities.linked = pair.w.judge.identities.linked
	for _, doc := range pair.w.judge.documents() {
		if doc.Key.Kind == tables.KindTable {
			if doc.Key.ID == string(pair.table.ID) {
				doc.Data = pair.withDeck(doc.Data, deck)
			}
			c.judge.recordTable(doc)
		}
		c.history.must(c.store.Commit(context.Background(), doc))
	}
	for _, id := range c.judge.tableIDs() {
		c.history.must(c.store.markNothingShown(id))
	}
	c.boot()
	return &twin{w: c}
}

// withDeck returns the stored table with the deck in its deal. It fails the test if its deal has no deck.
func (pair *twins) withDeck(table []byte, deck []card.Card) []byte {
	before, rest, begins := strings.Cut(string(table), `"deck":[`)
	_, after, ends := strings.Cut(rest, "]")
	if !begins || !ends {
		pair.w.t.Fatalf("table %s is stored without a deck", pair.table.ID)
	}
	quoted := make([]string, len(deck))
	for i, c := range deck {
		quoted[i] = `"` + c.String() + `"`
	}
	return []byte(before + `"deck":[` + strings.Join(quoted, ",") + "]" + after)
}

// arrivals returns the arrivals before the round with the index, or all arrivals if there is none. It clears the looks
// at places where the other cards may be seen.
func (one *twin) arrivals(index int, blind map[chat.Place]bool) []arrival {
	all := slices.Clone(one.w.traffic.arrived)
	if index < len(one.rounds) {
		all = all[:one.rounds[index].arrivals]
	}
	for i := range all {
		if blind[all[i].Place] {
			all[i].look = ""
		}
	}
	return all
}
