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

// comparison compares two worlds that go on from the same evening and differ in hidden cards of a table.
type comparison struct {
	original  *world
	table     *match.Table
	startedAt time.Time // when the first world began
}

// twin is one of the two worlds.
type twin struct {
	world         *world
	results       []inputResult // one for each input
	requestsAtEnd int           // number of requests that were answered before the world ended
}

// inputResult is an input at the table with its result.
type inputResult struct {
	chat.Input
	requestsBefore int               // number of requests that were answered before the input
	public         engine.PublicView // the deal after the input, as everybody may see it
	finished       int               // finished deals after the input
}

// compareTwins compares, twice, two worlds that differ only in hidden cards of the first table with a running deal. People who
// can't know these cards must see the same in both. Worlds that differ in two cards stay alike for long. Worlds that differ in
// many show at once whether a board reveals a hand.
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

// spareTries is how often swapHidden may fail, besides once for each swap: most swaps change what everybody sees.
const spareTries = 30

// swapHidden returns the table's deal with other hidden cards after the same moves. It swaps mostSwaps pairs of cards, or as many
// as it finds. If it finds none, it returns the deal itself.
func (c *comparison) swapHidden(mostSwaps int) *engine.Deal {
	deal := c.table.Match.Deal
	other := deal
	for tries, swaps := spareTries+2*mostSwaps, 0; tries > 0 && swaps < mostSwaps; tries-- {
		tried := other.Record()
		i, j := c.original.chance.IntN(len(tried.Deck)), c.original.chance.IntN(len(tried.Deck))
		tried.Deck[i], tried.Deck[j] = tried.Deck[j], tried.Deck[i]
		replayed, err := games.Replay(tried)
		if i != j && err == nil && reflect.DeepEqual(replayed.PublicView(), deal.PublicView()) {
			other = replayed
			swaps++
		}
	}
	return other
}

// blindPlaces returns the places of hands that differ in the other deal. There the comparison is blind: screens may differ.
func (c *comparison) blindPlaces(other *engine.Deal) map[chat.Place]bool {
	blind := make(map[chat.Place]bool)
	for _, m := range c.table.Messages {
		blind[m.Place] = m.Seat != engine.Nobody && !reflect.DeepEqual(other.View(m.Seat), c.table.Match.Deal.View(m.Seat))
	}
	return blind
}

// mostMoves limits the inputs to each world.
const mostMoves = 3

// compare plays the same inputs in a world with the table's deal and in one with the other deal. Both must send the same
// requests until the inputs' public results differ. At blind places only the content may differ.
func (c *comparison) compare(other *engine.Deal) {
	first := c.begin(c.table)
	for range mostMoves {
		first.makeMove(c.table)
	}
	first.end()
	second, sameCount := c.replay(first.results, other)
	blind := c.blindPlaces(other)
	a, b := first.answeredBefore(sameCount, blind), second.answeredBefore(sameCount, blind)
	n := commonLen(a, b)
	c.original.report.failIf(n < max(len(a), len(b)), ownCards,
		"with other hidden cards at %s others see\n%+v\nand not\n%+v", c.table.ID, b[n:], a[n:])
}

// replay plays the inputs of the first world in a world with the other deal, as long as they are offered there and have the
// same results. It returns the number of such inputs. It doesn't count the input that ends the deal, because that
// reveals all cards.
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

// begin starts a world without faults on a copy of the original's store, in which the table has this state. Its networks begin
// without posts, blocks and migrations: both worlds of a comparison do.
func (c *comparison) begin(t *match.Table) *twin {
	from, w := c.original, newWorld(c.original.report.t, c.original.seed)
	w.history.prefix = "twin: "
	w.faults.enabled = false
	w.clock.step = from.clock.step
	w.inbox.count = from.inbox.count // the store has the IDs of earlier inputs
	// The second world starts later, so its clock is set back: both show the same times.
	w.clock.skew.Store(from.clock.skew.Load() - int64(time.Since(c.startedAt)))
	// Unlinking deletes link documents, so they don't tell who was ever linked.
	w.records.identities.linked = maps.Clone(from.records.identities.linked)
	w.copyStore(from.store, t)
	w.processes.boot()
	return &twin{world: w}
}

// copyStore stores all documents of the other store, with this state of the table, and marks all messages as not shown.
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

// makeMove makes a move that is offered at the table. It does nothing if none is offered or a computer may answer the move.
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

// isOffered reports whether the person is offered the input's line.
func (t *twin) isOffered(in chat.Input) bool {
	offered := t.world.nets.named(in.Platform()).offersAt(in.Place())
	return slices.ContainsFunc(offered, func(o offer) bool { return o.line == in.Line })
}

// deliverMove delivers the input, settles, and records the result.
func (t *twin) deliverMove(in chat.Input) {
	r := inputResult{Input: in, requestsBefore: len(t.world.traffic.answered)}
	t.world.deliver(in, false)
	t.world.turns.settle()
	move, _ := parseMove(in.Line)
	if table := t.world.records.tables[move.table]; table != nil {
		r.public, r.finished = table.Public(), len(table.Match.Done)
	}
	t.results = append(t.results, r)
}

// end ends the world.
func (t *twin) end() {
	t.requestsAtEnd = len(t.world.traffic.answered)
	t.world.processes.shutDownAll()
}

// answeredBefore returns the requests that were answered before the input with the index, or if there is no such input,
// before the world ended. It clears the looks at the blind places.
func (t *twin) answeredBefore(index int, blind map[chat.Place]bool) []answeredRequest {
	count := t.requestsAtEnd
	if index < len(t.results) {
		count = t.results[index].requestsBefore
	}
	all := slices.Clone(t.world.traffic.answered[:count])
	for i := range all {
		if blind[all[i].place] {
			all[i].look = ""
		}
	}
	return all
}
