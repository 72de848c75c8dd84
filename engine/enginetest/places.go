package enginetest

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// checkPlaces checks Game.Places, the places of the deck that are dealt to each hand, to the talon and to each pile.
func (tr *trial) checkPlaces(deal *engine.Deal) {
	record := deal.Record()
	places := tr.game.Places(tr.rules.ID, record.Dealer)
	tr.placesAreDeck(places, len(record.Deck))
	tr.handsMatchPlaces(places, record)
	tr.eventsMatchPlaces(places, record.Deck, deal.Events())
}

// placesAreDeck checks that the places are those of a deck of n cards, each once.
func (tr *trial) placesAreDeck(places engine.Places, n int) {
	all := slices.Clone(places.Talon)
	for s := range tr.game.Seats {
		all = slices.Concat(all, places.Hands[s], places.Personal[s], slices.Concat(places.Piles[s]...))
	}
	slices.Sort(all)
	areDeck := len(all) == n
	for i, place := range all {
		areDeck = areDeck && place == i
	}
	if !areDeck {
		tr.Fatalf("the places %v are not those of a deck", all)
	}
}

// handsMatchPlaces checks the hands that the recorded deal begins with.
func (tr *trial) handsMatchPlaces(places engine.Places, record engine.Record) {
	record.Actions = nil
	start := tr.replay(record)
	for s := range engine.Seat(tr.game.Seats) {
		hand, dealt := start.View(s).Hand.Cards, card.SetOf(cardsAt(record.Deck, places.Hands[s])...)
		if picked := card.SetOf(cardsAt(record.Deck, places.Personal[s])...); hand != dealt && hand != dealt|picked {
			tr.Fatalf("seat %d begins with %s, by its places with %s", s, hand, dealt)
		}
	}
}

// eventsMatchPlaces checks the talon that was turned up, and the cards of piles that were uncovered.
func (tr *trial) eventsMatchPlaces(places engine.Places, deck []card.Card, events []engine.Event) {
	var piles [engine.MaxSeats][][]card.Card
	for s := range tr.game.Seats {
		for _, pile := range places.Piles[s] {
			piles[s] = append(piles[s], cardsAt(deck, pile))
		}
	}
	for _, e := range events {
		switch e := e.(type) {
		case engine.TalonTurned:
			if want := cardsAt(deck, places.Talon); !slices.Equal(e.Cards[:], want) {
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
		if moves, away := rememberedBy(s, deal); !slices.Equal(m.Moves, moves) || m.Exchanged|m.Discarded != away {
			tr.Fatalf("seat %d remembers %+v, want the moves %v", s, m, moves)
		}
	}
}

// rememberedBy returns the moves as the seat may know them, and the cards that it has put away.
func rememberedBy(s engine.Seat, deal *engine.Deal) (moves []engine.Move, away card.Set) {
	moves = deal.Moves()
	for i, move := range moves {
		if move.Action.Verb != engine.Exchange && move.Action.Verb != engine.Discard {
			continue
		}
		if move.Seat != s {
			moves[i].Action.Cards = 0
		}
		away |= moves[i].Action.Cards
	}
	return moves, away
}
