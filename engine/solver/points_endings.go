package solver

import (
	"math"
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// endings are the ways a deal may end. The deal itself is settled for each of
// its outcomes: so the values are right, and nobody has to know here what a rule
// set pays for. An outcome is the thirds that the side takes from now on, the
// fates of the birds still in play, and who gets what there is to gather.
type endings struct {
	deal   *engine.Deal
	open   *engine.OpenTricks
	rules  engine.RuleSet
	seats  int
	side   engine.Seat // whose values they are
	other  engine.Seat // one of those that are against it
	cards  card.Set    // in play
	thirds int         // what they count
	birds  []bird      // those of the cards whose tricks aren't over
	sets   []card.Set  // those of which one side may still get all; they hold whole zones
	root   fates       // as they are now
	index  []int32     // of fates in list, from 1
	list   []ending
	tricks []engine.Trick // what the deal is settled with
}

// bird is one whose trick isn't over.
type bird struct {
	due    int // its trick, counted from the last one
	holder engine.Seat
	fate   [birdLost + 1]birdFate // to each the first that is worth the same
}

// ending is what there is to get from fates on, by the thirds that the side has
// taken.
type ending struct {
	now  []int32 // what the deal's end is worth, or noValue
	low  []int32 // the lowest value with so many thirds or more
	high []int32 // the highest with so many or fewer
}

// noValue stands where the deal can't end so.
const noValue = math.MinInt32

// sideOf is the seat whose score is searched: the declarer's, if there is one.
func sideOf(deal *engine.Deal) engine.Seat { return max(deal.PublicView().Declarer, 0) }

func newEndings(deal *engine.Deal, open *engine.OpenTricks) *endings {
	e := &endings{deal: deal, open: open, rules: deal.Rules(), seats: deal.Game().Seats, side: sideOf(deal)}
	if e.side == 0 {
		e.other = 1
	}
	play := &open.Play
	e.cards = play.Trick.All()
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

// plainTrick is cards of which none is a bird.
var plainTrick = [engine.MaxSeats]card.Card(card.AllHearts.Cards()[:engine.MaxSeats])

// onPiles are the cards of the seat's piles.
func onPiles(open *engine.OpenTricks, seat engine.Seat) (cards card.Set) {
	for _, pile := range open.Piles[seat] {
		cards |= card.SetOf(pile...)
	}
	return cards
}

// findBirds finds the birds whose tricks aren't over, and who has them.
func (e *endings) findBirds() {
	play := &e.open.Play
	for due := range min(int(play.Total)-len(play.Tricks), card.Birds.Len()) {
		b := card.Birds.Nth(due)
		if !e.cards.Has(b) {
			continue
		}
		holder := engine.Nobody
		for i, c := range play.Trick.Cards[:play.Trick.N] {
			if c == b {
				holder = play.Trick.By(i, e.seats)
			}
		}
		for seat := range engine.Seat(e.seats) {
			if (play.Hands[seat] | onPiles(e.open, seat)).Has(b) {
				holder = seat
			}
		}
		e.birds = append(e.birds, bird{due: due, holder: holder})
	}
}

// findSets finds what is gathered and not yet in tricks of both sides: the cards
// that count together, and all cards, for every trick may count.
func (e *endings) findSets() {
	for _, set := range append([]card.Set{card.Full}, e.open.Gathered...) {
		var have fates
		for seat, won := range e.open.Play.Won[:e.seats] {
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
