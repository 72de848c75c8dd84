package solver

import (
	"math"
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// fates packs the results of past tricks that a score depends on. Each bird has three bits. Each set has two bits for
// the sides that have cards of it.
type fates uint32

type birdFate uint32

const (
	birdOpen birdFate = iota
	birdMissed
	birdMade
	birdBeaten // lost its trick to the other side
	birdLost   // lost its trick to the holder's partner
)

const (
	fateBits = 3
	fateMask = 1<<fateBits - 1

	someOurs   fates = 1
	someTheirs fates = 2
	setBits          = 2
)

func (f fates) bird(i int) birdFate { return birdFate(f >> (fateBits * i) & fateMask) }

func (f fates) withBird(i int, fate birdFate) fates { return f | fates(fate)<<(fateBits*i) }

func (e *endings) withSet(f fates, i int, setFates fates) fates {
	return f | setFates<<(fateBits*len(e.birds)+setBits*i)
}

// endings holds all possible endings of a deal. The deal itself settles each one, so the search doesn't know what a
// rule set pays.
type endings struct {
	deal   *engine.Deal
	open   *engine.OpenTricks
	rules  engine.RuleSet
	seats  int
	side   engine.Seat
	other  engine.Seat
	cards  card.Set
	thirds int
	birds  []bird
	sets   []card.Set // sets that one side may still win completely; they consist of whole zones
	root   fates
	index  []int32 // by fates: the 1-based number of the ending in list; 0: none
	list   []ending
	tricks []engine.Trick
}

type bird struct {
	due    int // number of its trick, counted from the last one (0)
	holder engine.Seat
	fate   [birdLost + 1]birdFate // by fate: the first fate that always has the same value
}

// ending holds the values that can follow some fates, by the thirds that the side has won.
type ending struct {
	now  []int32 // noValue if the deal can't end here
	low  []int32 // lowest value with that many thirds or more
	high []int32 // highest value with that many thirds or fewer
}

const noValue = math.MinInt32

func sideOf(deal *engine.Deal) engine.Seat { return max(deal.PublicView().Declarer, 0) }

func newEndings(deal *engine.Deal, open *engine.OpenTricks) *endings {
	e := &endings{deal: deal, open: open, rules: deal.Rules(), seats: deal.Game().Seats, side: sideOf(deal)}
	if e.side == 0 {
		e.other = 1
	}
	play := &open.Play
	e.cards = play.Trick.Set()
	for seat, hand := range play.Hands[:e.seats] {
		e.cards |= hand | onPiles(open, engine.Seat(seat))
	}
	e.thirds = e.rules.Thirds(e.cards)
	e.findBirds()
	e.findSets()
	e.tricks = slices.Clone(play.Tricks)
	for len(e.tricks) < int(play.Total) {
		e.tricks = append(e.tricks, engine.Trick{N: play.Seats, Cards: plainTrick})
	}
	e.index = make([]int32, 1<<(fateBits*len(e.birds)+setBits*len(e.sets)))
	e.settleAll()
	e.mergeFates()
	e.reach(e.root)
	return e
}

var plainTrick = [engine.MaxSeats]card.Card(card.AllHearts.Cards()[:engine.MaxSeats])

func onPiles(open *engine.OpenTricks, seat engine.Seat) card.Set {
	return card.SetOf(slices.Concat(open.Piles[seat]...)...)
}

func (e *endings) findBirds() {
	play := &e.open.Play
	for due := range min(int(play.Total)-len(play.Tricks), card.Birds.Len()) {
		b := card.Birds.Nth(due)
		if !e.cards.Has(b) {
			continue
		}
		holder := engine.Nobody
		for seat := range engine.Seat(e.seats) {
			if (play.Hands[seat] | onPiles(e.open, seat) | laidBy(&play.Trick, seat, e.seats)).Has(b) {
				holder = seat
			}
		}
		e.birds = append(e.birds, bird{due: due, holder: holder})
	}
}

// findSets finds the sets that one side may still win completely. All cards are one, because winning every trick may
// count.
func (e *endings) findSets() {
	for _, set := range append([]card.Set{card.Full}, e.open.BonusSets...) {
		var have fates
		for seat, won := range e.open.Play.WonCards[:e.seats] {
			switch {
			case won&set == 0:
			case engine.Seat(seat) == e.side:
				have |= someOurs
			default:
				have |= someTheirs
			}
		}
		if have != someOurs|someTheirs {
			e.root = e.withSet(e.root, len(e.sets), have)
			e.sets = append(e.sets, set)
		}
	}
}

func (e *endings) after(f fates, trick set, taker engine.Seat, tricks int) fates {
	for i := range e.birds {
		b := &e.birds[i]
		if f.bird(i) != birdOpen {
			continue
		}
		played, due := trick>>(firstTarock+b.due)&1 != 0, b.due == tricks-1
		switch {
		case played && due:
			f = f.withBird(i, b.fate[e.fateBy(b.holder, taker)])
		case played || due:
			f = f.withBird(i, birdMissed)
		}
	}
	some := someTheirs
	if taker == e.side {
		some = someOurs
	}
	for i, set := range e.sets {
		if trick&placesOf(set) != 0 {
			f = e.withSet(f, i, some)
		}
	}
	return f
}

func (e *endings) fateBy(holder, taker engine.Seat) birdFate {
	switch {
	case holder == taker:
		return birdMade
	case (holder == e.side) == (taker == e.side):
		return birdLost
	default:
		return birdBeaten
	}
}
