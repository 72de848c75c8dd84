package enginetest

import (
	"reflect"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// checkHidden exchanges two cards that a viewer can't see and plays the same deal again. The viewer must not notice it
// until one of the two shows.
func (tr *trial) checkHidden(deal *engine.Deal) {
	record := deal.Record()
	record.Actions = deal.Moves()
	for viewer := engine.Nobody; int(viewer) < tr.game.Seats; viewer++ {
		for range 2 {
			moves := tr.random.Below(len(record.Actions))
			hidden := tr.rules.Cards() &^ tr.observe(record, viewer, moves).seen
			if pair := randomCards(tr.random, hidden, 2); pair.Len() == 2 {
				tr.compare(record, viewer, pair)
			}
		}
	}
}

// compare stops when a move is illegal in the second deal, or when one of the cards shows.
func (tr *trial) compare(record engine.Record, viewer engine.Seat, pair card.Set) {
	swapped := record
	swapped.Deck = make([]card.Card, len(record.Deck))
	for i, c := range record.Deck {
		swapped.Deck[i] = swap(c.Bit(), pair).Lowest()
	}
	one, two := tr.observe(record, viewer, 0), tr.observe(swapped, viewer, 0)
	if two.deal.Result() != nil {
		return // a deal that isn't played tells everybody why
	}
	for i := 0; ; i++ {
		if !reflect.DeepEqual(one.knowledge(), two.knowledge()) {
			tr.Fatalf("seat %d notices after %d moves that %s were exchanged:\n got %+v\nwant %+v",
				viewer, i, pair, two.knowledge(), one.knowledge())
		}
		if i == len(record.Actions) {
			return
		}
		tr.compared++
		m := record.Actions[i]
		one.act(m)
		if m.Seat != viewer {
			m.Action.Cards = swap(m.Action.Cards, pair)
		}
		if !two.act(m) || one.deal.Result() != nil || (one.seen|two.seen)&pair != 0 {
			return
		}
	}
}

func swap(cards, pair card.Set) card.Set {
	if (cards & pair).Len() == 1 {
		return cards ^ pair
	}
	return cards
}

type observer struct {
	deal   *engine.Deal
	viewer engine.Seat
	events []engine.Event
	seen   card.Set
}

func (tr *trial) observe(record engine.Record, viewer engine.Seat, n int) *observer {
	moves := record.Actions[:n]
	record.Actions = nil
	w := &observer{deal: tr.replay(record), viewer: viewer}
	w.seen = w.deal.View(viewer).Hand.Cards
	for _, m := range moves {
		w.act(m)
	}
	return w
}

func (w *observer) act(m engine.Move) (ok bool) {
	events, err := w.deal.Act(m.Seat, m.Action)
	w.events = events
	for _, e := range events {
		w.seen |= cardsIn(reflect.ValueOf(e))
	}
	w.seen |= w.deal.View(w.viewer).Hand.Cards
	return err == nil
}

func (w *observer) knowledge() any {
	type knowledge struct {
		View    engine.View
		Prompt  engine.Prompt
		Events  []engine.Event
		Unasked engine.Seat // of a forced card, which is played at once
	}
	unasked, _, _ := w.deal.LastPlay()
	return knowledge{w.deal.View(w.viewer), w.deal.Prompt(w.viewer), w.events, unasked}
}

func cardsIn(v reflect.Value) (found card.Set) {
	switch x := v.Interface().(type) {
	case card.Card:
		return x.Bit()
	case card.Set:
		return x
	case engine.Trick:
		return x.Set()
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			found |= cardsIn(v.Field(i))
		}
	case reflect.Array, reflect.Slice:
		for i := range v.Len() {
			found |= cardsIn(v.Index(i))
		}
	}
	return found
}
