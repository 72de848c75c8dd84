package solver

import (
	"context"
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// PointValues holds the value in game points of each legal card. The value is the score of the player's side in the
// whole deal if the player plays the card, nobody announces more, and both sides then play best for that score.
//
// With two seats a value is the seat's score less the other's. With three it is twice the declarer's score less both
// defenders' scores, negated for a defender.
type PointValues struct {
	Cards      card.Set
	OtherSeats int // a value is OtherSeats times the lead over the other seats' mean
	Values     [card.Count]int32
}

// Points returns the values of the legal cards in game points. A score isn't a sum over tricks, so a position also
// holds the results of earlier tricks, and the deal itself scores every ending. Only the last tricks of a deal can
// be searched in reasonable time; Budget limits the search.
//
// Points returns ErrUnsolved if there are no tricks to play, no sides, or isSearchable is false. It also returns
// ErrBudget or the context's error.
func (s *Solver) Points(ctx context.Context, deal *engine.Deal) (PointValues, error) {
	s.call = call{ctx: ctx, budget: s.Budget}
	open, ok := deal.OpenTricks()
	if !ok || !isSearchable(&open) {
		return PointValues{}, ErrUnsolved
	}
	v := PointValues{Cards: deal.Prompt(open.Play.Turn).Pick.From, OtherSeats: deal.Game().Seats - 1}
	if s.call.checkLimits() {
		return PointValues{}, s.call.err
	}
	if open.WordUndecided {
		s.valuesAfterEachCard(deal, open.Play.Turn, &v)
	} else {
		s.newPointSearch(deal, &open).allValues(&v)
	}
	if s.call.err != nil {
		return PointValues{}, s.call.err
	}
	return v, nil
}

// isSearchable reports whether the search can tell positions apart. It can for two seats, and for three seats without
// piles. If an announcement depends on a card of the running trick, only the trick's last card may be missing.
func isSearchable(open *engine.OpenTricks) bool {
	seats := int(open.Play.Seats)
	piles := slices.ContainsFunc(open.Piles[:], func(piles [][]card.Card) bool { return len(slices.Concat(piles...)) > 0 })
	return (seats == 2 || seats == 3 && !piles) && (!open.WordUndecided || int(open.Play.Trick.N) == seats-1)
}

func (s *Solver) valuesAfterEachCard(deal *engine.Deal, seat engine.Seat, v *PointValues) {
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

// pointSearch is a null-window alpha-beta search for the points of side, against all other seats.
type pointSearch struct {
	*call
	table        *pointTable
	ends         *endings
	seats        int
	side         engine.Seat
	guardedBirds [engine.MaxSeats]set
	zones        *zones
	place        [card.Count]int // by card
	thirds       [places]int16   // by place
	piles        []openPile
	root         pointNode
}

// openPile holds the places of a pile's cards, from its top.
type openPile struct {
	owner engine.Seat
	cards []int
}

type pointNode struct {
	hands  [engine.MaxSeats]set // with the cards of the running trick
	hidden set
	cards  [engine.MaxSeats]int8 // places of the running trick's cards
	n      int8
	best   int8 // place of the winning card so far
	taker  engine.Seat
	turn   engine.Seat
	tricks int8
	fates  fates
	taken  int // thirds that the side has won since the search began
	left   int // thirds still to be won
}

func (s *Solver) newPointSearch(deal *engine.Deal, open *engine.OpenTricks) *pointSearch {
	if s.pointTable == nil {
		s.pointTable = makePointTable()
	}
	s.pointTable.begin()
	e := newEndings(deal, open)
	p := &pointSearch{call: &s.call, table: s.pointTable, ends: e, seats: e.seats, side: e.side}
	for seat, kept := range deal.PublicView().GuardedBirds {
		p.guardedBirds[seat] = placesOf(kept)
	}
	p.findPiles(open)
	p.zones = p.zonesFor()
	p.findPlaces()
	p.loadTricks(&open.Play)
	return p
}

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

// zonesFor returns zones in which birds keep their places while the tricks for them can still come.
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

func (p *pointSearch) findPlaces() {
	gone := cardPlaces &^ placesOf(p.ends.cards)
	for c := range p.ends.cards.All() {
		p.place[c] = p.zones.placeAfter(placeOf(c), gone)
		p.thirds[p.place[c]] = int16(p.ends.rules.Thirds(c.Bit()))
	}
}

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

func (p *pointSearch) valueOf(n *pointNode, guess int) int {
	low, high := p.bounds(n)
	return p.converge(low, high, guess, func(goal int) int { return p.bound(n, goal) })
}

func (p *pointSearch) bounds(n *pointNode) (low, high int) {
	e := &p.ends.list[p.ends.index[n.fates]-1]
	if n.tricks == 0 {
		return int(e.now[n.taken]), int(e.now[n.taken])
	}
	return int(e.low[n.taken]), int(e.high[n.taken+n.left])
}
