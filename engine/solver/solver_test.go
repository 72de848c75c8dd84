package solver_test

import (
	"context"
	"flag"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/enginetest"
	"tarockbot/engine/solver"
)

var long = flag.Bool("long", false, "compare 100,000 endings of up to seven tricks with plain minimax")

// plain is minimax written without any of the search's means: what the side of
// the seat in turn takes of the running trick and of all later ones.
type plain struct {
	hands [2]card.Set
	kept  [2]card.Set
	turn  int
	led   card.Card
	open  bool // a card lies
}

// due is the bird's trick counted from the last one.
var due = map[card.Card]int{card.Pagat: 0, card.Uhu: 1, card.Pelikan: 2, card.Quapil: 3}

// legal are the cards that the seat in turn may play.
func (p plain) legal() card.Set {
	hand := p.hands[p.turn]
	left := hand.Len()
	if p.open {
		hand = hand.Follow(p.led)
	}
	var free, bound card.Set
	for c := range hand.All() {
		if d, bird := due[c]; bird && p.kept[p.turn].Has(c) && d < left-1 {
			bound |= c.Bit()
		} else {
			free |= c.Bit()
		}
	}
	if free == 0 {
		return bound.Highest().Bit()
	}
	return free
}

// play is what the seat in turn gets from c on, if that is between low and
// high; else anything on the same side of them.
func (p plain) play(c card.Card, low, high int) int {
	p.hands[p.turn] &^= c.Bit()
	p.turn = 1 - p.turn
	if !p.open {
		p.led, p.open = c, true
		return p.against(low, high)
	}
	trick := (c.Bit() | p.led.Bit()).Thirds()
	p.open = false
	if !c.Beats(p.led) {
		return p.against(low, high)
	}
	p.turn = 1 - p.turn
	return trick + p.best(low-trick, high-trick)
}

// against is what the other seat than the one in turn gets.
func (p plain) against(low, high int) int {
	rest := p.rest()
	return rest - p.best(rest-high, rest-low)
}

// rest is what is still to be taken, a card that lies among it.
func (p plain) rest() int {
	all := p.hands[0] | p.hands[1]
	if p.open {
		all |= p.led.Bit()
	}
	return all.Thirds()
}

// best is what the seat in turn gets.
func (p plain) best(low, high int) int {
	best := 0
	if p.hands[p.turn] == 0 {
		return 0
	}
	for legal := p.legal(); legal != 0 && best < high; legal &= legal - 1 {
		best = max(best, p.play(legal.Lowest(), max(low, best), high))
	}
	return best
}

// ending is a random position of so many tricks, in the middle of one or not,
// with birds bound or not.
func ending(d *enginetest.Dice, deck []card.Card, tricks int) (solver.Position, plain) {
	d.Shuffle(deck)
	p := plain{hands: [2]card.Set{card.SetOf(deck[:tricks]...), card.SetOf(deck[tricks : 2*tricks]...)}, turn: d.Below(2)}
	if d.Below(4) == 0 {
		for seat := range p.kept {
			p.kept[seat] = card.Set(d.Below(16))
		}
	}
	pos := solver.Position{Seats: 2, Trick: engine.Trick{Lead: engine.Seat(p.turn)}}
	if d.Below(2) == 0 {
		legal := p.legal()
		p.led, p.open = legal.Nth(d.Below(legal.Len())), true
		p.hands[p.turn] &^= p.led.Bit()
		p.turn = 1 - p.turn
		pos.Trick.N, pos.Trick.Cards[0] = 1, p.led
	}
	pos.Turn = engine.Seat(p.turn)
	copy(pos.Hands[:], p.hands[:])
	copy(pos.Kept[:], p.kept[:])
	return pos, p
}

// pack is the cards that endings are dealt from: few tarocks in half of them,
// and many birds.
func pack(d *enginetest.Dice) []card.Card {
	switch d.Below(4) {
	case 0:
		return card.Full.Cards()
	case 1:
		return (card.AllSuits | card.Trull | card.Birds).Cards()
	case 2:
		return (card.AllTarocks | card.Kings | card.Diamonds.Cards()).Cards()
	default:
		return (card.Hearts.Cards() | card.Clubs.Cards() | card.Trull | card.Birds | 1<<10 | 1<<11).Cards()
	}
}

func TestEndings(t *testing.T) {
	n, most := 3000, 5
	if *long {
		n, most = 100_000, 7
	}
	s, d := solver.New(4<<20), enginetest.Dice(7)
	for i := range n {
		pos, p := ending(&d, pack(&d), 1+d.Below(most))
		got, err := s.Values(context.Background(), &pos)
		if err != nil {
			t.Fatal(err)
		}
		want := solver.Values{Cards: p.legal()}
		for c := range want.Cards.All() {
			want.Thirds[c] = int16(p.play(c, 0, 210))
		}
		if got != want {
			t.Fatalf("ending %d: %+v\nseat %d in turn\n got %s %v\nwant %s %v", i, p, pos.Turn, got.Cards, got.Thirds, want.Cards, want.Thirds)
		}
		if best, err := s.Value(context.Background(), &pos); err != nil || best != want.Best() {
			t.Fatalf("ending %d: %+v: Value = %d, %v, want %d", i, p, best, err, want.Best())
		}
	}
}
