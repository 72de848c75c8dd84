package solver

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// PileCount is the number of piles in front of a seat.
const PileCount = 3

// Position is a moment during the tricks of a deal with all hands open.
type Position struct {
	Seats    int                       // at the table: two or three
	Declarer engine.Seat               // with three seats, the seat that plays against both others
	Hands    [engine.MaxSeats]card.Set // what each seat still holds
	Kept     [engine.MaxSeats]card.Set // with two seats, birds that an announcement of the seat binds to their tricks
	Trick    engine.Trick              // the running trick; without cards between tricks
	Turn     engine.Seat

	// Piles are what is left of the piles of each of two seats, from their tops. A top lies
	// open, and is in its seat's hand or was just played. A pile of one card may be left
	// out. Entries beyond seat 1 must be empty.
	Piles [engine.MaxSeats][PileCount][]card.Card
	// Faces is whether cards count their face values, in thirds, and pips nothing, as
	// with forty cards.
	Faces bool
}

// PositionOf reads a position from a deal, with all hands open. It returns ErrUnsolved
// unless tricks are being played for card points by two seats against each other, or by
// a declarer against two.
func PositionOf(deal *engine.Deal) (Position, error) {
	open, ok := deal.OpenTricks()
	faces, counted := countingOf(deal.Rules())
	if !ok || !counted {
		return Position{}, ErrUnsolved
	}
	t, play := deal.PublicView(), &open.Play
	p := Position{
		Seats: deal.Game().Seats, Declarer: t.Declarer,
		Hands: play.Hands, Trick: play.Trick, Turn: play.Turn, Faces: faces,
	}
	copy(p.Kept[:], t.GuardedBirds)
	for seat, piles := range open.Piles {
		for i, pile := range piles {
			p.Piles[seat][i] = p.withTop(engine.Seat(seat), pile)
		}
	}
	return p, nil
}

// withTop returns what is left of a seat's pile, including its top if that was just
// played.
func (p *Position) withTop(seat engine.Seat, pile []card.Card) []card.Card {
	if len(pile) == 0 || p.Hands[seat].Has(pile[0]) {
		return pile
	}
	return append(laidBy(&p.Trick, seat, p.Seats).Cards(), pile...)
}

// countingOf reports whether the rule set counts faces, and whether the search can count
// as the rule set does.
func countingOf(rules engine.RuleSet) (faces, known bool) {
	asThirds, asFaces := true, true
	for c := range rules.Cards().All() {
		counts := rules.Thirds(c.Bit())
		asThirds = asThirds && counts == c.Bit().Thirds()
		asFaces = asFaces && counts == 3*int(faceOf(c))
	}
	return asFaces, asThirds || asFaces
}

// Legal returns the cards that the seat in turn may play. Of the cards that follow suit
// it leaves out birds before their tricks, unless only such birds are left: then it
// returns the highest (RULES 1.7, Success).
func (p *Position) Legal() card.Set {
	hand := p.Hands[p.Turn]
	legal := hand
	if p.Trick.N > 0 {
		legal = hand.Follow(p.Trick.Cards[0])
	}
	return allowed(placesOf(legal), placesOf(p.Kept[p.Turn]), hand.Len()).cards()
}

// Tricks returns the number of tricks left, including the running one.
func (p *Position) Tricks() int { return (p.Hands[p.Turn] | p.faceDown(p.Turn)).Len() }

// birdsWaiting returns the birds whose tricks are yet to begin. tricks is the number
// left, including the running one.
func birdsWaiting(tricks int) card.Set { return card.Birds & (1<<max(tricks-1, 0) - 1) }

// faceDown returns the cards of the seat's piles below their tops.
func (p *Position) faceDown(seat engine.Seat) (cards card.Set) {
	for _, pile := range p.Piles[seat] {
		cards |= card.SetOf(pile[min(len(pile), 1):]...)
	}
	return cards
}

// coveredPiles are the piles of a position that have cards lying face down; the others
// are empty.
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

// isSolvable reports whether the seats, the running trick and the piles are those of a
// game that can be solved.
func (p *Position) isSolvable() bool {
	if p.Turn < 0 || int(p.Turn) >= p.Seats || p.Trick.N < 0 || int(p.Trick.N) >= p.Seats ||
		slices.ContainsFunc(p.Trick.Cards[:p.Trick.N], func(c card.Card) bool { return c >= card.Count }) {
		return false
	}
	piles := p.coveredPiles()
	special := p.Faces || slices.ContainsFunc(piles[:], func(pile []card.Card) bool { return len(pile) > 0 })
	birds := p.Kept != [engine.MaxSeats]card.Set{}
	switch p.Seats {
	case 2:
		return !special || !birds && p.hasValidPiles()
	case 3:
		return !special && !birds && p.Declarer >= 0 && p.Declarer < 3
	default:
		return false
	}
}

// hasValidPiles reports whether the piles are possible: no card occurs twice, and each
// top is a plain card below the king that its seat holds or has just played.
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

// laidBy returns the seat's card of the running trick, or an empty set. seats is the
// number of seats at the table.
func laidBy(t *engine.Trick, seat engine.Seat, seats int) card.Set {
	for i, c := range t.Cards[:t.N] {
		if t.By(i, seats) == seat {
			return c.Bit()
		}
	}
	return 0
}
