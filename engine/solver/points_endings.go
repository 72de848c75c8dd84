package solver

import (
	"math"
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// fates packs what the tricks so far have brought that a score asks for, besides
// points: the birdFate of each bird in e.birds, three bits each, then for each set in
// e.sets two bits that say whether the side and the others have some of its cards.
type fates uint32

// birdFate says what has become of a bird.
type birdFate uint32

// The fates of a bird.
const (
	birdOpen   birdFate = iota // the bird may still win its trick
	birdMissed                 // the bird wasn't in its trick
	birdMade                   // the bird won its trick
	birdBeaten                 // the other side took the trick
	birdLost                   // the holder's partner took the trick
)

const (
	fateBits = 3
	fateMask = 1<<fateBits - 1

	// Two bits for each set: which sides have cards of it.
	someOurs   fates = 1
	someTheirs fates = 2
	setBits          = 2
)

// bird returns the fate of the bird with number i.
func (f fates) bird(i int) birdFate { return birdFate(f >> (fateBits * i) & fateMask) }

// withBird returns the fates after the bird with number i, which was birdOpen, gets a fate.
func (f fates) withBird(i int, fate birdFate) fates { return f | fates(fate)<<(fateBits*i) }

// withSet returns the fates after the sides in some get cards of the set with number i.
func (e *endings) withSet(f fates, i int, some fates) fates {
	return f | some<<(fateBits*len(e.birds)+setBits*i)
}

// endings are the ways a deal may end. The deal itself settles each of them, so the
// search needs no knowledge of what a rule set pays for. An ending is determined by the
// thirds that the side takes from now on, the fates of the birds, and which side gets
// which cards of the sets. points_settle.go settles all of them, and points_reach.go
// finds the values that can still follow.
type endings struct {
	deal   *engine.Deal
	open   *engine.OpenTricks
	rules  engine.RuleSet
	seats  int
	side   engine.Seat // the seat whose values are searched
	other  engine.Seat // one of the seats against it
	cards  card.Set    // the cards in play
	thirds int         // the thirds that the cards in play count
	birds  []bird      // the birds in play whose tricks aren't over
	sets   []card.Set  // the sets that one side may still get completely; they hold whole zones
	root   fates       // the fates when the search begins
	index  []int32     // by fates: the number of the ending in list, from 1; 0: none
	list   []ending
	tricks []engine.Trick // the tricks that the deal is settled with
}

// bird is a bird whose trick isn't over.
type bird struct {
	due    int // the number of its trick, counted from the last one
	holder engine.Seat
	fate   [birdLost + 1]birdFate // by fate: the first fate that always has the same value
}

// ending holds the values that can be reached from some fates, indexed by the thirds
// that the side has taken.
type ending struct {
	now  []int32 // the deal's value if it ends here, or noValue
	low  []int32 // the lowest value with that many thirds or more
	high []int32 // the highest value with that many thirds or fewer
}

// noValue marks an ending that can't occur.
const noValue = math.MinInt32

// sideOf returns the seat whose score is searched: the declarer, or seat 0 if there is
// none.
func sideOf(deal *engine.Deal) engine.Seat { return max(deal.PublicView().Declarer, 0) }

// newEndings settles the deal for every outcome that may come.
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

// plainTrick holds cards that aren't birds.
var plainTrick = [engine.MaxSeats]card.Card(card.AllHearts.Cards()[:engine.MaxSeats])

// onPiles returns the cards of the seat's piles.
func onPiles(open *engine.OpenTricks, seat engine.Seat) card.Set {
	return card.SetOf(slices.Concat(open.Piles[seat]...)...)
}

// findBirds finds the birds whose tricks aren't over, and their holders.
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

// findSets finds the sets that one side may still get completely: the cards that count
// together, and all cards, because taking every trick may count.
func (e *endings) findSets() {
	for _, set := range append([]card.Set{card.Full}, e.open.Gathered...) {
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

// after returns the fates after the taker has got the trick. tricks is the number left
// before it.
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

// fateBy returns the fate of a bird that was played to its trick.
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
