package solver

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// PileCount is the number of piles in front of each seat.
const PileCount = 3

// Position describes a moment during the tricks of a deal with all hands open.
type Position struct {
	Seats        int
	Declarer     engine.Seat // with three seats
	Hands        [engine.MaxSeats]card.Set
	GuardedBirds [engine.MaxSeats]card.Set // with two seats, birds bound to their tricks by announcements
	Trick        engine.Trick
	Turn         engine.Seat

	// Piles holds the rest of each seat's piles, from the top. The seat holds the top or has just played it. Piles of
	// one card may be omitted.
	Piles [engine.MaxSeats][PileCount][]card.Card
	// CountsFaces reports whether cards count their face values (in thirds) and pips nothing, as with forty cards.
	CountsFaces bool
}

// PositionOf returns the position of a deal with all hands open. It returns ErrUnsolved unless tricks are being played
// for card points by two seats, or by a declarer against two.
func PositionOf(deal *engine.Deal) (Position, error) {
	open, ok := deal.OpenTricks()
	faces, counted := countingOf(deal.Rules())
	if !ok || !counted {
		return Position{}, ErrUnsolved
	}
	t, play := deal.PublicView(), &open.Play
	p := Position{
		Seats: deal.Game().Seats, Declarer: t.Declarer,
		Hands: play.Hands, Trick: play.Trick, Turn: play.Turn, CountsFaces: faces,
	}
	copy(p.GuardedBirds[:], t.GuardedBirds)
	for seat, piles := range open.Piles {
		for i, pile := range piles {
			p.Piles[seat][i] = p.withTop(engine.Seat(seat), pile)
		}
	}
	return p, nil
}

func (p *Position) withTop(seat engine.Seat, pile []card.Card) []card.Card {
	if len(pile) == 0 || p.Hands[seat].Has(pile[0]) {
		return pile
	}
	return append(laidBy(&p.Trick, seat, p.Seats).Cards(), pile...)
}

// countingOf also reports whether the solver supports the rule set's way of counting.
func countingOf(rules engine.RuleSet) (faces, known bool) {
	asThirds, asFaces := true, true
	for c := range rules.Cards().All() {
		counts := rules.Thirds(c.Bit())
		asThirds = asThirds && counts == c.Bit().Thirds()
		asFaces = asFaces && counts == 3*int(faceOf(c))
	}
	return asFaces, asThirds || asFaces
}

// Legal returns the cards that the seat in turn may play. If only birds before their tricks are legal, it returns the
// highest (RULES 1.7, Success).
func (p *Position) Legal() card.Set {
	hand := p.Hands[p.Turn]
	legal := hand
	if p.Trick.N > 0 {
		legal = hand.Follow(p.Trick.Cards[0])
	}
	return allowed(placesOf(legal), placesOf(p.GuardedBirds[p.Turn]), hand.Len()).cards()
}

// Tricks returns the number of tricks left, including the running one.
func (p *Position) Tricks() int { return (p.Hands[p.Turn] | p.faceDown(p.Turn)).Len() }

func birdsWaiting(tricks int) card.Set { return card.Birds & (1<<max(tricks-1, 0) - 1) }

func (p *Position) faceDown(seat engine.Seat) (cards card.Set) {
	for _, pile := range p.Piles[seat] {
		cards |= card.SetOf(pile[min(len(pile), 1):]...)
	}
	return cards
}

type coveredPiles [pileSeats * PileCount][]card.Card

func (p *Position) coveredPiles() (h coveredPiles) {
	for seat := range pileSeats {
		for i, pile := range p.Piles[seat] {
			if len(pile) > 1 {
				h[seat*PileCount+i] = pile
			}
		}
	}
	return h
}

func (p *Position) isSolvable() bool {
	if p.Turn < 0 || int(p.Turn) >= p.Seats || p.Trick.N < 0 || int(p.Trick.N) >= p.Seats ||
		slices.ContainsFunc(p.Trick.Cards[:p.Trick.N], func(c card.Card) bool { return c >= card.Count }) {
		return false
	}
	piles := p.coveredPiles()
	special := p.CountsFaces || slices.ContainsFunc(piles[:], func(pile []card.Card) bool { return len(pile) > 0 })
	birds := p.GuardedBirds != [engine.MaxSeats]card.Set{}
	switch p.Seats {
	case 2:
		return !special || !birds && p.hasValidPiles()
	case 3:
		return !special && !birds && p.Declarer >= 0 && p.Declarer < 3
	default:
		return false
	}
}

func (p *Position) hasValidPiles() bool {
	var all card.Set
	for seat := range p.Piles {
		open := p.Hands[seat] | laidBy(&p.Trick, engine.Seat(seat), p.Seats)
		for _, pile := range p.Piles[seat] {
			if len(pile) == 0 {
				continue
			}
			if !open.Has(pile[0]) || pile[0].Bit()&(card.AllTarocks|card.Kings) != 0 {
				return false
			}
			for _, c := range pile {
				if c >= card.Count || all.Has(c) {
					return false
				}
				all |= c.Bit()
			}
		}
	}
	return true
}

func laidBy(t *engine.Trick, seat engine.Seat, seats int) card.Set {
	for i, c := range t.Cards[:t.N] {
		if t.By(i, seats) == seat {
			return c.Bit()
		}
	}
	return 0
}
