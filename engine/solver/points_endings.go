package solver

import (
	"math"
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// fates are what the tricks so far have brought of all that a score asks for,
// besides points: three bits for each bird that counts, then two for each set
// of cards that counts for the side which takes all of them.
type fates uint32

// The fates of a bird.
const (
	birdOpen   fates = iota // it may still win its trick
	birdMissed              // it wasn't in it
	birdMade                // it won it
	birdBeaten              // the other side took it there
	birdLost                // a partner did
)

const (
	fateBits = 3
	fateMask = 1<<fateBits - 1

	// Who has some of a set.
	someOurs   fates = 1
	someTheirs fates = 2
	setBits          = 2
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
	fate   [birdLost + 1]fates // to each the first that is worth the same
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

// difference is the seat's score times the number of others, less theirs.
func difference(r *engine.Result, seat engine.Seat) int {
	d := len(r.Score) * r.Score[seat]
	for _, score := range r.Score {
		d -= score
	}
	return d
}

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
			e.root |= have << (fateBits*len(e.birds) + setBits*len(e.sets))
			e.sets = append(e.sets, set)
		}
	}
}

// shares are the ways to part the cards in play: to each of the states of the
// sets, and to each sum of thirds, cards that the side may get.
func (e *endings) shares() map[fates][]share {
	shift := fateBits * len(e.birds)
	shares := map[fates][]share{e.root: make([]share, e.thirds+1)}
	shares[e.root][0].there = true
	for c := range e.cards.All() {
		thirds := e.rules.Thirds(c.Bit())
		var ours, theirs fates
		for i, set := range e.sets {
			if set.Has(c) {
				ours |= someOurs << (shift + setBits*i)
				theirs |= someTheirs << (shift + setBits*i)
			}
		}
		next := make(map[fates][]share, len(shares))
		add := func(f fates, sum int, cards card.Set) {
			if next[f] == nil {
				next[f] = make([]share, e.thirds+1)
			}
			next[f][sum] = share{there: true, cards: cards}
		}
		for f, sums := range shares {
			for sum, s := range sums {
				if s.there {
					add(f|theirs, sum, s.cards)
					add(f|ours, sum+thirds, s.cards|c.Bit())
				}
			}
		}
		shares = next
	}
	return shares
}

// share is cards that a side may get.
type share struct {
	cards card.Set
	there bool
}

// settleAll has the deal settled for every outcome.
func (e *endings) settleAll() {
	shares := e.shares()
	e.outcomes(0, 0, func(birds fates) {
		e.placeBirds(birds)
		for sets, sums := range shares {
			now := slices.Repeat([]int32{noValue}, len(sums))
			for taken, s := range sums {
				if s.there {
					now[taken] = e.settle(s.cards)
				}
			}
			e.list = append(e.list, ending{now: now})
			e.index[birds|sets] = int32(len(e.list))
		}
	})
}

// outcomes calls do with every way that the birds from number i on may fare.
func (e *endings) outcomes(i int, f fates, do func(fates)) {
	if i == len(e.birds) {
		do(f)
		return
	}
	for fate := birdMissed; fate <= e.worst(i); fate++ {
		e.outcomes(i+1, f|fate<<(fateBits*i), do)
	}
}

// worst is the last fate that the bird may have: only who has a partner loses it
// to one.
func (e *endings) worst(i int) fates {
	if e.seats == 2 || e.birds[i].holder == e.side {
		return birdBeaten
	}
	return birdLost
}

// placeBirds makes the birds' tricks such as their fates say.
func (e *endings) placeBirds(f fates) {
	play := &e.open.Play
	for i, b := range e.birds {
		t := engine.Trick{Lead: b.holder, N: play.Seats, Cards: plainTrick}
		fate := f >> (fateBits * i) & fateMask
		if fate != birdMissed {
			t.Cards[0] = card.Birds.Nth(b.due)
		}
		for at := 1; at < e.seats; at++ {
			ours := t.By(at, e.seats) == e.side || b.holder == e.side
			if fate == birdBeaten && ours || fate == birdLost && !ours {
				t.Cards[at] = card.Skus
			}
		}
		e.tricks[int(play.Total)-1-b.due] = t
	}
}

// settle is the value of the deal if the side gets those cards of all in play.
func (e *endings) settle(ours card.Set) int32 {
	play := e.open.Play
	play.Hands, play.Trick, play.Tricks = [engine.MaxSeats]card.Set{}, engine.Trick{}, e.tricks
	play.Won[e.side] |= ours
	play.Won[e.other] |= e.cards &^ ours
	var theirs card.Set
	for seat, won := range play.Won[:e.seats] {
		if engine.Seat(seat) != e.side {
			theirs |= won
		}
	}
	play.Count = [engine.MaxSeats]int8{}
	switch {
	case theirs == 0:
		play.Count[e.side] = play.Total
	case play.Won[e.side] == 0:
		play.Count[e.other] = play.Total
	default:
		play.Count[e.side], play.Count[e.other] = 1, play.Total-1
	}
	return int32(difference(e.deal.Settle(play), e.side))
}

// mergeFates finds which fates of a bird are worth the same whatever else comes;
// a bird whose fates all are is taken to be missed.
func (e *endings) mergeFates() {
	for i := range e.birds {
		b := &e.birds[i]
		all := true
		for fate := birdMissed; fate <= e.worst(i); fate++ {
			b.fate[fate] = birdMissed
			for b.fate[fate] < fate && !e.same(i, b.fate[fate], fate) {
				b.fate[fate]++
			}
			all = all && b.fate[fate] == birdMissed
		}
		if all {
			e.root |= birdMissed << (fateBits * i)
		}
	}
}

// same says whether the bird's two fates are always worth the same.
func (e *endings) same(i int, a, b fates) bool {
	shift := fateBits * i
	for f, at := range e.index {
		f := fates(f)
		if at == 0 || f>>shift&fateMask != a {
			continue
		}
		if twin := e.index[f^(a^b)<<shift]; !slices.Equal(e.list[at-1].now, e.list[twin-1].now) {
			return false
		}
	}
	return true
}

// reach finds what there is to get from the fates on, and from all that may
// follow them.
func (e *endings) reach(f fates) *ending {
	if at := e.index[f]; at == 0 {
		e.list = append(e.list, ending{now: slices.Repeat([]int32{noValue}, e.thirds+1)})
		e.index[f] = int32(len(e.list))
	} else if e.list[at-1].low != nil {
		return &e.list[at-1]
	}
	at := e.index[f] - 1
	now := e.list[at].now
	low, high := slices.Clone(now), slices.Clone(now)
	for i, v := range now {
		if v == noValue {
			low[i] = math.MaxInt32
		}
	}
	e.following(f, func(f fates) {
		after := e.reach(f)
		for i := range now {
			low[i], high[i] = min(low[i], after.low[i]), max(high[i], after.high[i])
		}
	})
	for i := 1; i < len(now); i++ {
		high[i] = max(high[i], high[i-1])
		low[len(low)-1-i] = min(low[len(low)-1-i], low[len(low)-i])
	}
	e.list[at].low, e.list[at].high = low, high
	return &e.list[at]
}

// following calls do with the fates that may follow these next.
func (e *endings) following(f fates, do func(fates)) {
	for i := range e.birds {
		if f>>(fateBits*i)&fateMask != birdOpen {
			continue
		}
		for fate := birdMissed; fate <= e.worst(i); fate++ {
			if e.birds[i].fate[fate] == fate {
				do(f | fate<<(fateBits*i))
			}
		}
	}
	for i := range e.sets {
		for _, some := range []fates{someOurs, someTheirs} {
			if some <<= fateBits*len(e.birds) + setBits*i; f&some == 0 {
				do(f | some)
			}
		}
	}
}

// after is what becomes of the fates when the taker gets the trick with so many
// tricks left.
func (e *endings) after(f fates, trick uint64, taker engine.Seat, tricks int) fates {
	for i := range e.birds {
		b := &e.birds[i]
		if f>>(fateBits*i)&fateMask != birdOpen {
			continue
		}
		played, due := trick>>(firstTarock+b.due)&1 != 0, b.due == tricks-1
		switch {
		case played && due:
			f |= b.fate[e.fateBy(b.holder, taker)] << (fateBits * i)
		case played || due:
			f |= birdMissed << (fateBits * i)
		}
	}
	some := someTheirs
	if taker == e.side {
		some = someOurs
	}
	for i, set := range e.sets {
		if trick&placesOf(set) != 0 {
			f |= some << (fateBits*len(e.birds) + setBits*i)
		}
	}
	return f
}

// fateBy is the fate of a bird in its trick.
func (e *endings) fateBy(holder, taker engine.Seat) fates {
	switch {
	case holder == taker:
		return birdMade
	case (holder == e.side) == (taker == e.side):
		return birdLost
	default:
		return birdBeaten
	}
}
