package enginetest

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// checkPlaces checks Game.Places, the places of the deck that are dealt to each hand, to the talon and to each pile. They
// must agree with the hands at the beginning, the talon that was turned up, and the cards that were uncovered.
func (tr *trial) checkPlaces(deal *engine.Deal) {
	record := deal.Record()
	places := tr.game.Places(tr.rules.ID, record.Dealer)
	at := func(places []int) []card.Card { return cardsAt(record.Deck, places) }
	all := slices.Clone(places.Talon)
	var piles [engine.MaxSeats][][]card.Card
	for s := range tr.game.Seats {
		all = slices.Concat(all, places.Hands[s], places.Personal[s], slices.Concat(places.Piles[s]...))
		for _, pile := range places.Piles[s] {
			piles[s] = append(piles[s], at(pile))
		}
	}
	var found uint64 // a bit for each place
	for _, place := range all {
		found |= 1 << place
	}
	if len(all) != len(record.Deck) || found != 1<<len(all)-1 {
		tr.Fatalf("the places %v are not those of a deck", all)
	}
	record.Actions = nil
	start := tr.replay(record)
	for s := range engine.Seat(tr.game.Seats) {
		hand, dealt := start.View(s).Hand.Cards, card.SetOf(at(places.Hands[s])...)
		if picked := card.SetOf(at(places.Personal[s])...); hand != dealt && hand != dealt|picked {
			tr.Fatalf("seat %d begins with %s, by its places with %s", s, hand, dealt)
		}
	}
	for _, e := range deal.Events() {
		switch e := e.(type) {
		case engine.TalonTurned:
			if want := at(places.Talon); !slices.Equal(e.Cards[:], want) {
				tr.Fatalf("the talon is %v, by its places %v", e.Cards, want)
			}
		case engine.Uncovered:
			if pile := piles[e.Seat][e.Pile]; pile[0] != e.Card {
				tr.Fatalf("pile %d of seat %d shows %s, by its places %v", e.Pile, e.Seat, e.Card, pile)
			}
			piles[e.Seat][e.Pile] = piles[e.Seat][e.Pile][1:]
		}
	}
}

// cardsAt returns the cards at the places of a deck.
func cardsAt(deck []card.Card, places []int) (cards []card.Card) {
	for _, i := range places {
		cards = append(cards, deck[i])
	}
	return cards
}

// checkMemory checks that a seat remembers the hand it was dealt, all moves (those of others without the
// cards they put away), and everything that was uncovered.
func (tr *trial) checkMemory(deal *engine.Deal) {
	if m := deal.View(engine.Nobody).Memory; m.Moves != nil || m.Talon != nil {
		tr.Fatalf("a spectator remembers %v", m)
	}
	var uncovered []engine.Uncovered
	for _, e := range deal.Events() {
		if e, ok := e.(engine.Uncovered); ok {
			uncovered = append(uncovered, e)
		}
	}
	record := deal.Record()
	for s := range engine.Seat(tr.game.Seats) {
		m := deal.View(s).Memory
		dealt := card.SetOf(cardsAt(record.Deck, tr.game.Places(tr.rules.ID, record.Dealer).Hands[s])...)
		if m.Dealt != dealt || !slices.Equal(m.Uncovered, uncovered) {
			tr.Fatalf("seat %d remembers the hand %s and %v uncovered, want %s and %v", s, m.Dealt, m.Uncovered, dealt, uncovered)
		}
		want := deal.Moves()
		var away card.Set
		for i, move := range want {
			if move.Action.Verb != engine.Exchange && move.Action.Verb != engine.Discard {
				continue
			}
			if move.Seat != s {
				want[i].Action.Cards = 0
			}
			away |= want[i].Action.Cards
		}
		if !slices.Equal(m.Moves, want) || m.Exchanged|m.Discarded != away {
			tr.Fatalf("seat %d remembers %+v, want the moves %v", s, m, want)
		}
	}
}
