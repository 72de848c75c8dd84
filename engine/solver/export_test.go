package solver

import (
	"context"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

func (s *Solver) Value(ctx context.Context, p *Position) (int, error) {
	return s.Estimate(ctx, p, toTheEnd)
}

func (s *Solver) Estimates(ctx context.Context, p *Position, tricks int) (Values, error) {
	by, err := s.start(ctx, p, tricks)
	if err != nil {
		return Values{}, err
	}
	v := Values{Cards: p.Legal()}
	s.allValues(by, &v)
	return v, s.call.err
}

func (p *Position) Play(c card.Card) {
	p.Hands[p.Turn] &^= c.Bit()
	t := &p.Trick
	if t.N == 0 {
		t.Lead = p.Turn
	}
	t.Cards[t.N] = c
	t.N++
	p.Turn = t.By(int(t.N), p.Seats)
	if int(t.N) == p.Seats {
		p.uncover()
		p.Turn = t.By(t.BestIndex(), p.Seats)
		*t = engine.Trick{Lead: p.Turn}
	}
}

func (p *Position) uncover() {
	for seat := range p.Piles {
		for i, pile := range p.Piles[seat] {
			if len(pile) > 0 && !p.Hands[seat].Has(pile[0]) {
				p.Piles[seat][i] = p.TurnUp(seat, pile[1:])
			}
		}
	}
}

func (p *Position) TurnUp(seat int, pile []card.Card) []card.Card {
	for i, c := range pile {
		p.Hands[seat] |= c.Bit()
		if c.Suit() != card.Tarock && !card.Kings.Has(c) {
			return pile[i:]
		}
	}
	return nil
}
