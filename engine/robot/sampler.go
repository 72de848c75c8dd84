package robot

import (
	"cmp"
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/dice"
	"tarockbot/engine/games"
)

// sampler makes whole deals that agree with everything that a seat has seen and done.
type sampler struct {
	v                engine.View
	game             engine.Game
	places           engine.Places
	others           []otherSeat // in the order in which they draw
	exchangeIsForced bool
	unknown          card.Set    // in places that the seat doesn't know
	bag              []card.Card // the unknown cards that nobody has drawn yet
}

func newSampler(v engine.View) (*sampler, error) {
	game, err := games.ByRules(v.Rules)
	if err != nil {
		return nil, err
	}
	s := &sampler{v: v, game: game, places: game.Places(v.Rules, v.Dealer)}
	s.exchangeIsForced = s.forcesExchange()
	known := ownedBefore(v) | card.SetOf(v.Memory.Talon...) | card.SetOf(v.AddedToTricks...) | uncoveredBy(v, engine.Nobody)
	for seat := range engine.Seat(game.Seats) {
		if seat != v.Seat {
			o := knowledgeOf(v, seat)
			s.others = append(s.others, o)
			known |= o.hand | o.laid.Tarocks
		}
	}
	s.unknown = packOf(v) &^ known
	// A seat that discarded draws first, because it may have put away cards that no seat holds. Then the seat that
	// lacks most suits draws, because it has the least choice.
	slices.SortStableFunc(s.others, func(a, b otherSeat) int {
		return cmp.Or(b.discarded.N-a.discarded.N, b.lacks.Len()-a.lacks.Len())
	})
	return s, nil
}

func (s *sampler) newDeal(whole deck) (*engine.Deal, error) {
	return engine.NewDeal(s.game, s.v.Rules, s.v.Options, engine.Cards{Deck: whole, Dealer: s.v.Dealer})
}

// deck has noCard at the free places.
type deck []card.Card

const noCard card.Card = card.Count

func newDeck(n int) deck { return slices.Repeat(deck{noCard}, n) }

// put drops cards without a place; NewDeal then refuses the deck.
func (d deck) put(places []int, cards ...card.Card) {
	for i, c := range cards[:min(len(cards), len(places))] {
		d[places[i]] = c
	}
}

func (d deck) fill(cards []card.Card) {
	for place := range d {
		if d[place] == noCard && len(cards) > 0 {
			d[place], cards = cards[0], cards[1:]
		}
	}
}

func (s *sampler) sample(d *dice.Dice) (world, bool) {
	s.bag = slices.AppendSeq(s.bag[:0], s.unknown.All())
	d.Shuffle(len(s.bag), func(i, j int) { s.bag[i], s.bag[j] = s.bag[j], s.bag[i] })
	whole := newDeck(packOf(s.v).Len())
	s.putOwn(whole)
	var away [engine.MaxSeats]putAway
	for i := range s.others {
		o := &s.others[i]
		first := s.moveToFront(o, s.others[i+1:])
		h, ok := s.drawHand(o, first, d)
		if !ok {
			return world{}, false
		}
		whole.put(s.places.Hands[o.seat], h.dealt.Cards()...)
		whole.put(s.places.Personal[o.seat], h.picked.Cards()...)
		away[o.seat] = h.putAway
	}
	whole.fill(s.bag)
	return s.replay(whole, &away)
}

func (s *sampler) putOwn(whole deck) {
	own, dealt := s.v.Seat, s.v.Memory.Dealt
	picked := ownedBefore(s.v) &^ dealt &^ uncoveredBy(s.v, own)
	if s.v.Declarer == own {
		picked &^= takenPacket(s.v)
	}
	whole.put(s.places.Hands[own], dealt.Cards()...)
	whole.put(s.places.Personal[own], picked.Cards()...)
	whole.put(s.places.Talon, s.v.Memory.Talon...)
	whole.put(s.places.Talon, s.v.AddedToTricks...)
	for seat, piles := range s.places.Piles {
		for i, pile := range piles {
			whole.put(pile, uncoveredIn(s.v, engine.Seat(seat), i)...)
		}
	}
}

// moveToFront moves the cards that the seat must get to the front of the bag: enough cards of each announced set, and
// cards that no later seat can hold if they fit nowhere else.
func (s *sampler) moveToFront(o *otherSeat, later []otherSeat) (first card.Set) {
	places, only := s.hiddenCards(o), card.Full
	for i := range later {
		places += s.hiddenCards(&later[i])
		only &= later[i].lacks
	}
	if len(later) == 0 {
		only = 0
	}
	due := (card.SetOf(s.bag...) & only).Len()
	first = s.firstInBag(only, due-(len(s.bag)-places))
	for _, h := range o.heldAtLeast {
		first |= s.firstInBag(h.cards, h.n-((o.kept|o.packet)&h.cards).Len())
	}
	slices.SortStableFunc(s.bag, func(a, b card.Card) int { return (first & b.Bit()).Len() - (first & a.Bit()).Len() })
	return first
}

func (s *sampler) firstInBag(of card.Set, n int) (picked card.Set) {
	for _, c := range s.bag {
		if picked.Len() < n && of.Has(c) {
			picked |= c.Bit()
		}
	}
	return picked
}

// hiddenCards counts the unknown cards of the hand after the exchange and of those put away in it.
func (s *sampler) hiddenCards(o *otherSeat) int {
	return len(s.places.Hands[o.seat]) - o.hand.Len() + o.laidDown()
}
