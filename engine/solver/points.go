package solver

import (
	"context"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// Points are what the legal cards of the seat in turn are worth in game points:
// the score of its side in the whole deal if the card is played, nobody says
// anything more, and both sides then play best for that score with open cards.
// With two seats the score is the seat's less the other's. With three it is, so
// that it stays a whole number, twice the declarer's less both defenders', and
// for a defender the opposite of that: Others times what the declarer's score
// is above the mean of the others'.
type Points struct {
	Cards  card.Set // the legal cards
	Others int      // how many times the difference from the mean a value is
	Values [card.Count]int32
}

// Points finds what the legal cards are worth in game points. A score is no sum
// over tricks, so that this is a search of its own, and of positions together
// with what the tricks so far have brought of all that a score asks for. What a
// deal brings in the end the deal itself says: points_endings.go has it settled
// for every outcome that there may be. Few tricks can be searched so; Budget says
// when to give up. Positions are remembered in 8 MB besides the Solver's memory,
// for the time of a call. The error is ErrUnsolved where there are no tricks to
// play or no sides and where isSearchable says no, ErrBudget or the context's.
func (s *Solver) Points(ctx context.Context, deal *engine.Deal) (Points, error) {
	s.call = call{ctx: ctx, budget: s.Budget}
	open, ok := deal.Open()
	if !ok || !isSearchable(&open) {
		return Points{}, ErrUnsolved
	}
	v := Points{Cards: deal.Prompt(open.Play.Turn).Pick.From, Others: deal.Game().Seats - 1}
	if s.call.checkLimits() {
		return Points{}, s.call.err
	}
	if open.Unclear {
		s.afterTrick(deal, open.Play.Turn, &v)
	} else {
		p := s.newPointSearch(deal, &open)
		p.allValues(&v)
	}
	if s.call.err != nil {
		return Points{}, s.call.err
	}
	return v, nil
}

// isSearchable says whether the search can tell the positions that may come from each
// other: those of two seats, and of three without piles. Where it is unclear what was
// said of a card, the next card must end the trick.
func isSearchable(open *engine.OpenTricks) bool {
	seats, piles := int(open.Play.Seats), false
	for seat := range open.Piles {
		piles = piles || onPiles(open, engine.Seat(seat)) != 0
	}
	return (seats == 2 || seats == 3 && !piles) && (!open.Unclear || int(open.Play.Trick.N) == seats-1)
}

// afterTrick plays each card of the seat, which ends the running trick, and searches
// from there.
func (s *Solver) afterTrick(deal *engine.Deal, seat engine.Seat, v *Points) {
	for c := range v.Cards.All() {
		next := deal.Clone()
		if _, err := next.Act(seat, engine.Play(c)); err != nil {
			s.call.err = err
			return
		}
		side, value := sideOf(next), 0
		if open, ok := next.Open(); ok {
			p := s.newPointSearch(next, &open)
			value = p.valueOf(&p.root, 0)
		} else {
			value = difference(next.Result(), side)
		}
		if side != seat {
			value = -value
		}
		v.Values[c] = int32(value)
	}
}

// pointSearch is the search of one position. Values are for the side of its
// endings; all seats but one are against it.
type pointSearch struct {
	*call
	table  *pointTable
	ends   *endings
	seats  int
	side   engine.Seat
	kept   [engine.MaxSeats]uint64 // birds bound to their tricks
	zones  *zones
	place  [card.Count]int // where the search has each card
	thirds [places]int16   // what the card of a place counts
	piles  []openPile      // those with cards face down
	root   pointNode
}

// openPile is the places of a pile's cards, from its top.
type openPile struct {
	owner engine.Seat
	cards []int
}

// pointNode is a moment in the search.
type pointNode struct {
	hands  [engine.MaxSeats]uint64 // a card of the running trick is still in its hand
	hidden uint64                  // the cards of piles that lie face down
	cards  [engine.MaxSeats]int8   // the places of the running trick's cards
	n      int8                    // how many there are
	best   int8                    // the place that takes the trick so far
	taker  engine.Seat             // who played it
	turn   engine.Seat
	tricks int8 // left, the running one among them
	fates  fates
	taken  int // thirds in the side's tricks since the search began
	left   int // thirds that are still to be taken
}

// newPointSearch sees the deal as the search does.
func (s *Solver) newPointSearch(deal *engine.Deal, open *engine.OpenTricks) *pointSearch {
	if s.pointTable == nil {
		s.pointTable = makePointTable()
	}
	s.pointTable.begin()
	e := newEndings(deal, open)
	p := &pointSearch{call: &s.call, table: s.pointTable, ends: e, seats: e.seats, side: e.side}
	for seat, kept := range deal.PublicView().Kept {
		p.kept[seat] = placesOf(kept)
	}
	p.findPiles(open)
	p.zones = p.zonesFor()
	p.findPlaces()
	p.loadTricks(&open.Play)
	return p
}

// findPiles finds the piles with cards face down.
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

// zonesFor are the zones to search with: none while the places of cards on piles
// have to stay, else the birds' places stay if their tricks count.
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

// findPlaces finds the places of the cards in play, and what the cards of places
// count. A card that moves down comes to a place where one of its zone was.
func (p *pointSearch) findPlaces() {
	gone := cardPlaces &^ placesOf(p.ends.cards)
	for c := range p.ends.cards.All() {
		p.place[c] = p.zones.placeAfter(placeOf(c), gone)
		p.thirds[p.place[c]] = int16(p.ends.rules.Thirds(c.Bit()))
	}
}

// loadTricks puts the cards into hands and the running trick.
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

// each finds the values of all legal cards, each of a run of equal ones once.
func (p *pointSearch) allValues(v *Points) {
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

// best finds the value of the node, which may be near the guess.
func (p *pointSearch) valueOf(n *pointNode, guess int) int {
	low, high := p.bounds(n)
	if low == high {
		return low
	}
	return p.converge(low, high, guess, func(goal int) int { return p.bound(n, goal) })
}

// bounds are the lowest and the highest value that the node may have by what
// there is still to get.
func (p *pointSearch) bounds(n *pointNode) (low, high int) {
	e := &p.ends.list[p.ends.index[n.fates]-1]
	if n.tricks == 0 {
		return int(e.now[n.taken]), int(e.now[n.taken])
	}
	return int(e.low[n.taken]), int(e.high[n.taken+n.left])
}
