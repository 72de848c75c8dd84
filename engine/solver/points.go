package solver

import (
	"context"
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// PointValues are the values of the legal cards of the seat in turn in game points: the
// score of its side in the whole deal if the card is played, nobody announces anything
// more, and both sides then play best for that score with open cards. With two seats a
// value is the seat's score less the other's. With three it is twice the declarer's
// score less both defenders' scores, and for a defender the opposite: Others times the
// difference between the declarer's score and the mean of the others'. That keeps it a
// whole number.
type PointValues struct {
	Cards  card.Set // the legal cards
	Others int      // how many times the difference from the mean a value is
	Values [card.Count]int32
}

// Points finds the values of the legal cards in game points. A score isn't a sum over
// tricks, so the search keeps in a position what earlier tricks have brought. The deal
// itself settles every outcome that may come: see endings. Only the last tricks of a
// deal can be searched in reasonable time; Budget limits the search. A table of 8 MB
// serves one call. Errors: ErrUnsolved if there are no tricks to play, no sides, or
// isSearchable is false; ErrBudget; or the context's.
func (s *Solver) Points(ctx context.Context, deal *engine.Deal) (PointValues, error) {
	s.call = call{ctx: ctx, budget: s.Budget}
	open, ok := deal.OpenTricks()
	if !ok || !isSearchable(&open) {
		return PointValues{}, ErrUnsolved
	}
	v := PointValues{Cards: deal.Prompt(open.Play.Turn).Pick.From, Others: deal.Game().Seats - 1}
	if s.call.checkLimits() {
		return PointValues{}, s.call.err
	}
	if open.Unclear {
		s.afterTrick(deal, open.Play.Turn, &v)
	} else {
		s.newPointSearch(deal, &open).allValues(&v)
	}
	if s.call.err != nil {
		return PointValues{}, s.call.err
	}
	return v, nil
}

// isSearchable reports whether the search can tell positions apart: those of two seats,
// and those of three without piles. While it is unclear what was said of a card, the
// next card must end the trick.
func isSearchable(open *engine.OpenTricks) bool {
	seats := int(open.Play.Seats)
	piles := slices.ContainsFunc(open.Piles[:], func(piles [][]card.Card) bool { return len(slices.Concat(piles...)) > 0 })
	return (seats == 2 || seats == 3 && !piles) && (!open.Unclear || int(open.Play.Trick.N) == seats-1)
}

// afterTrick plays each card of the seat, which ends the running trick, and searches
// the position after it.
func (s *Solver) afterTrick(deal *engine.Deal, seat engine.Seat, v *PointValues) {
	for c := range v.Cards.All() {
		next := deal.Clone()
		if _, err := next.Act(seat, engine.Play(c)); err != nil {
			s.call.err = err
			return
		}
		side, value := sideOf(next), 0
		if open, ok := next.OpenTricks(); ok {
			p := s.newPointSearch(next, &open)
			value = p.valueOf(&p.root, 0)
		} else {
			value = next.Result().Margin(side)
		}
		if side != seat {
			value = -value
		}
		v.Values[c] = int32(value)
	}
}

// pointSearch is a null-window alpha-beta search of one position for game points.
// Values are those of the side of its endings; all other seats are against it. bound
// answers as twoSearch does: a result of at least goal is a lower bound, a smaller one
// an upper bound. The side's seat takes the card with the highest value, every other
// seat the one with the lowest.
type pointSearch struct {
	*call
	table  *pointTable
	ends   *endings
	seats  int
	side   engine.Seat
	kept   [engine.MaxSeats]set // birds bound to their tricks
	zones  *zones
	place  [card.Count]int // by card: its place in the search
	thirds [places]int16   // by place: the thirds that its card counts
	piles  []openPile      // the piles with cards face down
	root   pointNode
}

// openPile is the places of a pile's cards, from its top.
type openPile struct {
	owner engine.Seat
	cards []int
}

// pointNode is a position in the search, also in the middle of a trick.
type pointNode struct {
	hands  [engine.MaxSeats]set  // a card of the running trick is still in its hand
	hidden set                   // the cards of piles that lie face down
	cards  [engine.MaxSeats]int8 // the places of the running trick's cards
	n      int8                  // the number of cards in the running trick
	best   int8                  // the place of the card that takes the trick so far
	taker  engine.Seat           // the seat that played that card
	turn   engine.Seat
	tricks int8 // the tricks left, including the running one
	fates  fates
	taken  int // the thirds in the side's tricks since the search began
	left   int // the thirds that are still to be taken
}

// newPointSearch prepares the search of the deal's position.
func (s *Solver) newPointSearch(deal *engine.Deal, open *engine.OpenTricks) *pointSearch {
	if s.pointTable == nil {
		s.pointTable = makePointTable()
	}
	s.pointTable.begin()
	e := newEndings(deal, open)
	p := &pointSearch{call: &s.call, table: s.pointTable, ends: e, seats: e.seats, side: e.side}
	for seat, kept := range deal.PublicView().GuardedBirds {
		p.kept[seat] = placesOf(kept)
	}
	p.findPiles(open)
	p.zones = p.zonesFor()
	p.findPlaces()
	p.loadTricks(&open.Play)
	return p
}

// findPiles collects the piles with cards face down.
func (p *pointSearch) findPiles(open *engine.OpenTricks) {
	for seat, piles := range open.Piles {
		for _, pile := range piles {
			hidden := placesOf(card.SetOf(pile...) &^ open.Play.Hands[seat])
			if hidden == 0 {
				continue
			}
			p.root.hidden |= hidden
			cards := make([]int, len(pile))
			for i, c := range pile {
				cards[i] = placeOf(c)
			}
			p.piles = append(p.piles, openPile{engine.Seat(seat), cards})
		}
	}
}

// zonesFor returns the zones for the search. While cards lie face down no card moves;
// while a bird's trick may still count, birds don't move.
func (p *pointSearch) zonesFor() *zones {
	if p.root.hidden != 0 {
		return &stillZones
	}
	for i, b := range p.ends.birds {
		if b.due > 0 && p.ends.root.bird(i) == birdOpen {
			return &boundZones
		}
	}
	return &freeZones
}

// findPlaces sets the places of the cards in play, and the thirds of the cards by
// place. A card that moves down takes the place of a card of its zone.
func (p *pointSearch) findPlaces() {
	gone := cardPlaces &^ placesOf(p.ends.cards)
	for c := range p.ends.cards.All() {
		p.place[c] = p.zones.placeAfter(placeOf(c), gone)
		p.thirds[p.place[c]] = int16(p.ends.rules.Thirds(c.Bit()))
	}
}

// loadTricks puts the cards into the hands and the running trick.
func (p *pointSearch) loadTricks(play *engine.TrickPlay) {
	n := &p.root
	for seat := range p.seats {
		for c := range play.Hands[seat].All() {
			n.hands[seat] |= 1 << p.place[c]
		}
	}
	n.turn, n.tricks = play.Trick.Lead, int8(int(play.Total)-len(play.Tricks))
	n.fates, n.left = p.ends.root, p.ends.thirds
	for _, c := range play.Trick.Cards[:play.Trick.N] {
		n.hands[n.turn] |= 1 << p.place[c]
		p.layCard(n, p.place[c])
	}
}

// allValues finds the values of all legal cards. Of a run of equal cards it searches
// one.
func (p *pointSearch) allValues(v *PointValues) {
	value, last := 0, -1
	for c := range v.Cards.All() {
		at := p.place[c]
		if !p.zones.equal(last, at) {
			n := p.root
			p.play(&n, at)
			value = p.valueOf(&n, value)
		}
		last = at
		v.Values[c] = int32(value)
		if p.root.turn != p.side {
			v.Values[c] = -v.Values[c]
		}
	}
}

// valueOf returns the node's value. The search is shorter if guess is near it.
func (p *pointSearch) valueOf(n *pointNode, guess int) int {
	low, high := p.bounds(n)
	return p.converge(low, high, guess, func(goal int) int { return p.bound(n, goal) })
}

// bounds returns the lowest and the highest value that the node can still reach.
func (p *pointSearch) bounds(n *pointNode) (low, high int) {
	e := &p.ends.list[p.ends.index[n.fates]-1]
	if n.tricks == 0 {
		return int(e.now[n.taken]), int(e.now[n.taken])
	}
	return int(e.low[n.taken]), int(e.high[n.taken+n.left])
}
