package robot

import (
	"cmp"
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/dice"
	"tarockbot/engine/games"
)

// sampler makes whole deals that agree with all that a seat has seen and done: the
// hidden cards are drawn at random, what others put away face down is what the model
// would, and then all moves are made again.
type sampler struct {
	v      engine.View
	game   engine.Game
	places engine.Places
	model  thumb // how others are taken to decide
	others []other
	bound  bool // see exchangeBinds
	// unknown are the cards that may be anywhere out of sight.
	unknown card.Set
	bag     []card.Card // unknown, in the order of the draw
}

// newSampler prepares the drawing. The error is that there is no such game.
func newSampler(v engine.View) (*sampler, error) {
	game, err := games.ByRules(v.Rules)
	if err != nil {
		return nil, err
	}
	s := &sampler{v: v, game: game, places: game.Places(v.Rules, v.Dealer), unknown: pack(v) &^ mine(v)}
	s.bound = s.exchangeBinds()
	for seat := range engine.Seat(game.Seats) {
		if seat != v.Seat {
			s.others = append(s.others, s.know(seat))
		}
	}
	// First comes who may have put away what nobody holds, then who has least choice.
	slices.SortStableFunc(s.others, func(a, b other) int {
		return cmp.Or(b.discarded.N-a.discarded.N, b.lacks.Len()-a.lacks.Len())
	})
	s.unknown &^= card.SetOf(v.Memory.Talon...) | card.SetOf(v.Added...) | uncoveredBy(v, engine.Nobody)
	return s, nil
}

// deal is a deal of the deck.
func (s *sampler) deal(whole deck) (*engine.Deal, error) {
	return engine.NewDeal(s.game, s.v.Rules, s.v.Options, engine.Cards{Deck: whole, Dealer: s.v.Dealer})
}

// deck is a deck as it is put together, with noCard at places that are still free.
type deck []card.Card

const noCard card.Card = card.Count

func newDeck(n int) deck { return slices.Repeat(deck{noCard}, n) }

// put lays the cards at the first of the places. For those that are too many there is no
// room; then NewDeal refuses the deck.
func (d deck) put(places []int, cards ...card.Card) {
	for i, c := range cards[:min(len(cards), len(places))] {
		d[places[i]] = c
	}
}

// fill lays the cards at the free places, as far as there are enough.
func (d deck) fill(cards []card.Card) {
	for place := range d {
		if d[place] == noCard && len(cards) > 0 {
			d[place], cards = cards[0], cards[1:]
		}
	}
}

// sample draws a world. It says false if what was drawn can't be, which another draw
// may mend.
func (s *sampler) sample(d *dice.Dice) (world, bool) {
	s.bag = slices.AppendSeq(s.bag[:0], s.unknown.All())
	d.Shuffle(len(s.bag), func(i, j int) { s.bag[i], s.bag[j] = s.bag[j], s.bag[i] })
	whole := newDeck(pack(s.v).Len())
	s.putOwn(whole)
	var away [engine.MaxSeats]aside
	for i := range s.others {
		o := &s.others[i]
		first := s.moveToFront(o, s.others[i+1:])
		h, ok := s.drawHand(o, first, d)
		if !ok {
			return world{}, false
		}
		whole.put(s.places.Hands[o.seat], h.dealt.Cards()...)
		whole.put(s.places.Personal[o.seat], h.picked.Cards()...)
		away[o.seat] = h.aside
	}
	whole.fill(s.bag)
	return s.replay(whole, &away)
}

// putOwn lays the cards that the seat has had, and those that it has seen in the talon and
// on piles.
func (s *sampler) putOwn(whole deck) {
	me, dealt := s.v.Seat, s.v.Memory.Dealt
	picked := mine(s.v) &^ dealt &^ uncoveredBy(s.v, me)
	if s.v.Declarer == me {
		picked &^= packet(s.v)
	}
	whole.put(s.places.Hands[me], dealt.Cards()...)
	whole.put(s.places.Personal[me], picked.Cards()...)
	whole.put(s.places.Talon, s.v.Memory.Talon...)
	whole.put(s.places.Talon, s.v.Added...)
	for seat, piles := range s.places.Piles {
		for i, pile := range piles {
			whole.put(pile, s.uncovered(engine.Seat(seat), i)...)
		}
	}
}

// moveToFront puts in front of the bag the cards that the seat must get, and returns them: of
// some cards as many as it holds, and those that the others can't hold and there is no other
// place for.
func (s *sampler) moveToFront(o *other, later []other) (first card.Set) {
	places, only := s.hidden(o), card.Full
	for i := range later {
		places += s.hidden(&later[i])
		only &= later[i].lacks
	}
	if len(later) == 0 {
		only = 0
	}
	due := (card.SetOf(s.bag...) & only).Len()
	first = s.pick(only, due-(len(s.bag)-places))
	for _, h := range o.some {
		first |= s.pick(h.cards, h.n-((o.played|o.packet)&h.cards).Len())
	}
	slices.SortStableFunc(s.bag, func(a, b card.Card) int { return (first & b.Bit()).Len() - (first & a.Bit()).Len() })
	return first
}

// pick is the first n cards of the bag that are of the set.
func (s *sampler) pick(of card.Set, n int) (picked card.Set) {
	for _, c := range s.bag {
		if picked.Len() < n && of.Has(c) {
			picked |= c.Bit()
		}
	}
	return picked
}

// hidden is how many cards of the seat's hand after the exchange, and of those that it laid
// for it, nobody else knows.
func (s *sampler) hidden(o *other) int {
	return len(s.places.Hands[o.seat]) - o.hand.Len() + o.laidDown()
}
