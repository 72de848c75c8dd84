package enginetest

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

func (tr *trial) checkPlaces(deal *engine.Deal) {
	p := placesOf(tr, deal)
	p.checkAll()
	p.checkHands()
	p.checkEvents(deal.Events())
}

type dealtPlaces struct {
	*trial
	engine.Places
	record engine.Record
}

func placesOf(tr *trial, deal *engine.Deal) dealtPlaces {
	record := deal.Record()
	return dealtPlaces{tr, tr.game.Places(tr.rules.ID, record.Dealer), record}
}

func (p dealtPlaces) at(places []int) (cards []card.Card) {
	for _, i := range places {
		cards = append(cards, p.record.Deck[i])
	}
	return cards
}

func (p dealtPlaces) checkAll() {
	all := slices.Clone(p.Talon)
	for s := range p.game.Seats {
		all = slices.Concat(all, p.Hands[s], p.Personal[s], slices.Concat(p.Piles[s]...))
	}
	if len(all) != len(p.record.Deck) || card.SetOf(p.at(all)...).Len() != len(all) {
		p.Fatalf("Places returns %v, want each place of the deck once", all)
	}
}

func (p dealtPlaces) checkHands() {
	p.record.Actions = nil
	start := p.replay(p.record)
	for s := range engine.Seat(p.game.Seats) {
		hand, dealt := start.View(s).Hand.Cards, card.SetOf(p.at(p.Hands[s])...)
		if picked := card.SetOf(p.at(p.Personal[s])...); hand != dealt && hand != dealt|picked {
			p.Fatalf("seat %d begins with %s, but Places gives it %s", s, hand, dealt)
		}
	}
}

func (p dealtPlaces) checkEvents(events []engine.Event) {
	var piles [engine.MaxSeats][][]card.Card
	for s := range p.game.Seats {
		for _, pile := range p.Piles[s] {
			piles[s] = append(piles[s], p.at(pile))
		}
	}
	for _, e := range events {
		switch e := e.(type) {
		case engine.TalonTurned:
			if want := p.at(p.Talon); !slices.Equal(e.Cards[:], want) {
				p.Fatalf("the talon is %v, but Places gives %v", e.Cards, want)
			}
		case engine.Uncovered:
			if pile := piles[e.Seat][e.Pile]; pile[0] != e.Card {
				p.Fatalf("pile %d of seat %d shows %s, but Places gives %v", e.Pile, e.Seat, e.Card, pile)
			}
			piles[e.Seat][e.Pile] = piles[e.Seat][e.Pile][1:]
		}
	}
}

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
	places := placesOf(tr, deal)
	for s := range engine.Seat(tr.game.Seats) {
		m, dealt := deal.View(s).Memory, card.SetOf(places.at(places.Hands[s])...)
		if m.Dealt != dealt || !slices.Equal(m.Uncovered, uncovered) {
			tr.Fatalf("seat %d remembers the hand %s and %v uncovered, want %s and %v", s, m.Dealt, m.Uncovered, dealt, uncovered)
		}
		if moves, away := rememberedBy(s, deal); !slices.Equal(m.Moves, moves) || m.Exchanged|m.Discarded != away {
			tr.Fatalf("seat %d remembers %+v, want the moves %v", s, m, moves)
		}
	}
}

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
