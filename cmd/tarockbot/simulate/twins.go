package main

import (
	"context"
	"maps"
	"reflect"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/tables"
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/games"
)

// comparison compares two worlds that continue one evening with different hidden cards of a table.
type comparison struct {
	original  *world
	table     *match.Table
	startedAt time.Time
}

type twin struct {
	world         *world
	results       []inputResult
	requestsAtEnd int
}

type inputResult struct {
	chat.Input
	requestsBefore int
	public         engine.PublicView
	finished       int
}

// compareTwins compares, twice, two worlds with different hidden cards of the first running deal. People who can't know
// these cards must see the same in both. Few swaps keep the worlds alike for long; many show at once whether a board
// reveals a hand.
func (w *world) compareTwins() {
	active := w.records.tables.active()
	i := slices.IndexFunc(active, func(t *tableState) bool { return t.Match.Deal != nil })
	if i < 0 {
		return
	}
	for _, swaps := range []int{1, card.Count} {
		c := &comparison{original: w, table: active[i].Table, startedAt: time.Now()}
		if other := c.swapHidden(swaps); other != c.table.Match.Deal {
			w.history.record("twins differ in hidden cards of table %s", c.table.ID)
			c.compare(other)
		}
	}
}

// extraTries allows for failed swaps, because most swaps change public facts.
const extraTries = 30

// swapHidden returns the deal after the same moves with up to maxSwaps swapped pairs of hidden cards. Without a
// possible swap it returns the deal itself.
func (c *comparison) swapHidden(maxSwaps int) *engine.Deal {
	deal := c.table.Match.Deal
	other := deal
	for tries, swaps := extraTries+2*maxSwaps, 0; tries > 0 && swaps < maxSwaps; tries-- {
		candidate := other.Record()
		i, j := c.original.chance.IntN(len(candidate.Deck)), c.original.chance.IntN(len(candidate.Deck))
		candidate.Deck[i], candidate.Deck[j] = candidate.Deck[j], candidate.Deck[i]
		replayed, err := games.Replay(candidate)
		if i != j && err == nil && reflect.DeepEqual(replayed.PublicView(), deal.PublicView()) {
			other = replayed
			swaps++
		}
	}
	return other
}

func (c *comparison) placesWithOtherCards(other *engine.Deal) map[chat.Place]bool {
	otherCards := make(map[chat.Place]bool)
	for _, m := range c.table.Messages {
		otherCards[m.Place] = m.Seat != engine.Nobody && !reflect.DeepEqual(other.View(m.Seat), c.table.Match.Deal.View(m.Seat))
	}
	return otherCards
}

const maxMoves = 3

// compare plays the same inputs with both deals. Both worlds must send the same requests until the public results
// differ. At places of players with other cards, only the content may differ.
func (c *comparison) compare(other *engine.Deal) {
	first := c.begin(c.table)
	for range maxMoves {
		first.makeMove(c.table)
	}
	first.end()
	second, sameCount := c.replay(first.results, other)
	otherCards := c.placesWithOtherCards(other)
	a, b := first.answeredBefore(sameCount, otherCards), second.answeredBefore(sameCount, otherCards)
	n := commonLen(a, b)
	c.original.report.failIf(n < max(len(a), len(b)), ownCards,
		"with other hidden cards at %s others see\n%+v\nand not\n%+v", c.table.ID, b[n:], a[n:])
}

// replay plays the first world's inputs with the other deal, as long as both worlds have the same results. sameCount is
// the number of these inputs without the input that ends the deal, because the end reveals all cards.
func (c *comparison) replay(inputs []inputResult, other *engine.Deal) (second *twin, sameCount int) {
	changed := c.table.Clone()
	changed.Match.Deal = other
	second = c.begin(changed)
	for sameCount < len(inputs) && second.isOffered(inputs[sameCount].Input) {
		second.deliverMove(inputs[sameCount].Input)
		a, b := inputs[sameCount], second.results[sameCount]
		isOver := max(a.finished, b.finished) > len(c.table.Match.Done)
		if isOver || !reflect.DeepEqual(a.public, b.public) {
			break
		}
		sameCount++
	}
	second.end()
	return second, sameCount
}

func (c *comparison) begin(t *match.Table) *twin {
	from, w := c.original, newWorld(c.original.report.t, c.original.seed)
	w.history.prefix = "twin: "
	w.faults.enabled = false
	w.clock.step = from.clock.step
	w.inbox.count = from.inbox.count
	// The second world starts later. With its clock set back, both show the same times.
	w.clock.skew.Store(from.clock.skew.Load() - int64(time.Since(c.startedAt)))
	// The store no longer shows links that were deleted.
	w.records.identities.linked = maps.Clone(from.records.identities.linked)
	w.copyStore(from.store, t)
	w.processes.boot()
	return &twin{world: w}
}

func (w *world) copyStore(from *sharedStore, t *match.Table) {
	data, err := t.Encode()
	w.report.must(err)
	docs, err := from.documents()
	w.report.must(err)
	for _, doc := range docs {
		if doc.Key.Kind == tables.KindTable && doc.Key.ID == string(t.ID) {
			doc.Data = data
		}
		_, err := w.records.addDocument(doc)
		w.report.must(err)
		w.report.must(w.store.memory.Commit(context.Background(), doc))
	}
	for _, id := range w.records.tables.ids() {
		w.report.must(w.store.markNothingShown(id))
	}
}

func (t *twin) makeMove(table *match.Table) {
	if slices.ContainsFunc(table.Chairs, isPlayedByComputer) {
		return
	}
	for _, p := range t.world.people {
		for _, o := range p.net.offersAt(p.private()) {
			if m, ok := parseMove(o.line); ok && o.choice == nil && m.table == string(table.ID) {
				t.deliverMove(chat.Input{ID: t.world.inbox.newID("twin"), User: p.user, Name: p.name, Lang: p.lang, Line: o.line})
				return
			}
		}
	}
}

func (t *twin) isOffered(in chat.Input) bool {
	offered := t.world.nets.byName(in.Platform()).offersAt(in.Place())
	return slices.ContainsFunc(offered, func(o offer) bool { return o.line == in.Line })
}

func (t *twin) deliverMove(in chat.Input) {
	r := inputResult{Input: in, requestsBefore: len(t.world.traffic.answered)}
	t.world.deliver(in, false)
	t.world.turns.settle()
	move, _ := parseMove(in.Line)
	if table := t.world.records.tables[move.table]; table != nil {
		r.public, r.finished = table.PublicView(), len(table.Match.Done)
	}
	t.results = append(t.results, r)
}

func (t *twin) end() {
	t.requestsAtEnd = len(t.world.traffic.answered)
	t.world.processes.shutDownAll()
}

// answeredBefore returns the requests answered before the numbered input. It clears the contents at places of
// players with other cards.
func (t *twin) answeredBefore(index int, otherCards map[chat.Place]bool) []answeredRequest {
	count := t.requestsAtEnd
	if index < len(t.results) {
		count = t.results[index].requestsBefore
	}
	all := slices.Clone(t.world.traffic.answered[:count])
	for i := range all {
		if otherCards[all[i].place] {
			all[i].content = ""
		}
	}
	return all
}
