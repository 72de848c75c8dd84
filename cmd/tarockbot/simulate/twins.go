package main

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/games"
	"tarockbot/storage/memory"
)

// twins are two worlds that differ in hidden cards of a table.
type twins struct {
	*world
	t      *match.Table
	parted time.Time // when the first began
}

// twin is one of them.
type twin struct {
	*world
	views  []view // what everybody may know after each input
	rounds []int  // how much had arrived before each input
}

// compareTwins compares two worlds that differ in hidden cards. People who haven't seen these cards are
// shown the same in both, in the same order and at the same times. Worlds that differ in two
// cards stay alike for long. Worlds that differ in many tell at once what a board shows of a hand.
func (w *world) compareTwins() {
	for _, t := range w.known.active() {
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

// otherDeck makes at most so many swaps of two cards that change nothing of what has happened. It
// returns the deck, nil if there is none, and the places where the difference may be seen.
func (w *twins) otherDeck(most int) (deck []card.Card, blind map[chat.Place]bool) {
	deal, swaps := w.t.Match.Deal, 0
	other, twin := deal.Record(), deal
	for range 30 + 2*most {
		i, j := w.chance.IntN(len(other.Deck)), w.chance.IntN(len(other.Deck))
		tried := other
		tried.Deck = slices.Clone(other.Deck)
		tried.Deck[i], tried.Deck[j] = tried.Deck[j], tried.Deck[i]
		again, err := games.Replay(tried)
		if i == j || err != nil || !reflect.DeepEqual(again.View(engine.Nobody), deal.View(engine.Nobody)) {
			continue
		}
		other, twin = tried, again
		if swaps++; swaps == most {
			break
		}
	}
	if swaps == 0 {
		return nil, nil
	}
	blind = make(map[chat.Place]bool)
	for _, m := range w.t.Messages {
		blind[m.Place] = m.Seat != engine.Nobody && !reflect.DeepEqual(twin.View(m.Seat), deal.View(m.Seat))
	}
	return other.Deck, blind
}

// compare lets one world after the other begin, and their people do the same as long as they
// can.
func (w *twins) compare(deck []card.Card, blind map[chat.Place]bool) {
	here, inputs := w.begin(w.t.Match.Deal.Record().Deck), []chat.Input{}
	for in, ok := here.plain(w.t); ok && len(inputs) < 3; in, ok = here.plain(w.t) {
		inputs = append(inputs, in)
		here.do(in)
	}
	here.process.bury()
	there, same := w.begin(deck), 0
	for same < len(inputs) && there.offers(inputs[same]) {
		there.do(inputs[same])
		if a, b := here.views[same], there.views[same]; !reflect.DeepEqual(a, b) || a.done > len(w.t.Match.Done) {
			break // one of the cards has been turned up, or all have
		}
		same++
	}
	there.process.bury()
	a, b := here.seen(same, blind), there.seen(same, blind)
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	if len(a) > 0 || len(b) > 0 {
		w.broken(ownCards, "with other hidden cards at %s others see\n%+v\nand not\n%+v", w.t.ID, b, a)
	}
}

// do hands the input in, and waits for what follows.
func (w *twin) do(in chat.Input) {
	w.rounds = append(w.rounds, len(w.traffic.arrived))
	w.hand(w.process, in)
	w.settle()
	var now view
	if t := w.known.read(strings.Fields(in.Line)[1]); t != nil {
		now = view{t.Public(), len(t.Match.Done)}
	}
	w.views = append(w.views, now)
}

// plain is a move that is offered at the table, if no computer sits there that would answer it.
func (w *twin) plain(t *match.Table) (in chat.Input, ok bool) {
	if slices.ContainsFunc(t.Chairs, func(c match.Chair) bool { return c.Robot || c.Absent }) {
		return in, false
	}
	for _, p := range w.people {
		for _, m := range p.net.newest(p.private()) {
			for _, o := range m.offers {
				if o.choice == nil && o.isMove() && strings.Contains(o.line, string(t.ID)) {
					w.inbox.count++
					return chat.Input{ID: fmt.Sprint("twin", w.inbox.count), User: p.user, Name: p.name, Lang: p.lang, Line: o.line}, true
				}
			}
		}
	}
	return in, false
}

// offers says that the person is offered what the input says.
func (w *twin) offers(in chat.Input) bool {
	for _, p := range w.people {
		for _, m := range p.net.newest(chat.Place{User: in.User}) {
			if slices.ContainsFunc(m.offers, func(o offer) bool { return o.line == in.Line }) {
				return true
			}
		}
	}
	return false
}

// begin begins a world over a copy of the store, in which nothing goes wrong, and the table's
// deal has that deck.
func (w *twins) begin(deck []card.Card) *twin {
	c := newWorld(w.T, w.seed)
	c.trouble.mishaps, c.steps, c.inbox.count, c.traffic.began = false, w.steps, w.inbox.count, time.Now()
	c.clock.skew.Store(w.clock.skew.Load() - int64(time.Since(w.parted))) // it is the same time in both
	c.disk.Store = memory.New()
	c.known.linked = w.known.linked
	for _, doc := range w.documents() {
		if doc.Version = 0; doc.Key.Kind == "table" {
			if doc.Key.ID == string(w.t.ID) {
				doc.Data = dealt(doc.Data, deck)
			}
			c.known.table(chat.Input{}, doc, map[string]bool{"match": true})
		}
		c.must(c.disk.Store.Commit(context.Background(), doc))
	}
	for id := range c.known.tables {
		c.must(c.disk.outdate(id))
	}
	c.boot()
	return &twin{world: c}
}

// dealt is the stored table with the deck in its deal.
func dealt(table []byte, deck []card.Card) []byte {
	before, rest, _ := strings.Cut(string(table), `"deck":[`)
	_, after, _ := strings.Cut(rest, "]")
	quoted := make([]string, len(deck))
	for i, c := range deck {
		quoted[i] = `"` + c.String() + `"`
	}
	return []byte(before + `"deck":[` + strings.Join(quoted, ",") + "]" + after)
}

// view is what everybody may know of a table.
type view struct {
	engine.PublicView
	done int // deals
}

// sight is what arrives where somebody sees it.
type sight struct {
	after time.Duration
	chat.Place
	old  chat.Ref
	look string
}

// seen is what has arrived until the round was over, without what stands where the other cards
// may be seen.
func (w *twin) seen(round int, blind map[chat.Place]bool) []sight {
	all := slices.Clone(w.traffic.arrived)
	if round < len(w.rounds) {
		all = all[:w.rounds[round]]
	}
	for i := range all {
		if blind[all[i].Place] {
			all[i].look = ""
		}
	}
	return all
}
