package robot

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/dice"
)

type putAway struct{ exchanged, discarded card.Set }

type drawnHand struct {
	dealt, picked card.Set // picked: from the personal talon
	putAway
}

// plain cards are put away face down. Kings can't be put away, and tarocks only face up.
const plain = card.PlainSuits &^ card.Kings

// drawHand draws another seat's cards from the bag, among them the first cards. It reports false if they contradict
// what is known.
func (s *sampler) drawHand(o *otherSeat, first card.Set, d *dice.Dice) (h drawnHand, ok bool) {
	fresh, ok := s.drawCards(o, s.limitsOf(o, first))
	if !ok {
		return h, false
	}
	if h.dealt, h.picked, ok = s.splitDealt(o, fresh, d); !ok {
		return h, false
	}
	lacked := fresh & o.lacks
	if h.exchanged, ok = s.chooseExchange(o, &h, lacked); !ok {
		return h, false
	}
	h.discarded, ok = chooseDiscard(o, &h, lacked)
	return h, ok && (h.exchanged | h.discarded).Holds(lacked)
}

// limits holds how many cards may still be drawn, and the cards that the seat must get.
type limits struct {
	lacked int // plain cards of suits that the seat lacks by now
	plain  int // including lacked
	other  int
	first  card.Set
}

// limitsOf assumes that the cards a seat lacks were put away, and that cards put away face down are plain.
func (s *sampler) limitsOf(o *otherSeat, first card.Set) limits {
	hidden, laid, discarded := s.hiddenCards(o), o.laidDown(), o.discardedDown()
	ofPacket := o.packet & plain &^ o.kept &^ o.surelyDiscarded()
	kept := hidden - laid - max(discarded-ofPacket.Len(), 0)
	l := limits{lacked: laid + discarded, plain: hidden, other: kept, first: first}
	if s.exchangedAllPlain(o) {
		l.plain = laid + o.laid.N - (o.hand & plain).Len()
	}
	return l
}

func (s *sampler) drawCards(o *otherSeat, l limits) (cards card.Set, ok bool) {
	n, rest := s.hiddenCards(o), s.bag[:0]
	for _, c := range s.bag {
		if n == 0 || !l.allows(c, o) {
			rest = append(rest, c)
			continue
		}
		l.spend(c, o)
		cards |= c.Bit()
		n--
	}
	s.bag = rest
	return cards, n == 0
}

func (l *limits) allows(c card.Card, o *otherSeat) bool {
	for i := range o.heldAtLeast {
		if o.heldAtLeast[i].cards.Has(c) && !l.first.Has(c) {
			return false
		}
	}
	left := l.other
	if plain.Has(c) {
		left = l.plain
	}
	isLacked := o.lacks.Has(c)
	return left > 0 && !o.never.Has(c) && (!isLacked || plain.Has(c) && l.lacked > 0)
}

func (l *limits) spend(c card.Card, o *otherSeat) {
	if plain.Has(c) {
		l.plain--
	} else {
		l.other--
	}
	if o.lacks.Has(c) {
		l.lacked--
	}
}

func (s *sampler) splitDealt(o *otherSeat, fresh card.Set, d *dice.Dice) (dealt, picked card.Set, ok bool) {
	all := o.hand | fresh | o.laid.Tarocks
	picked = s.choosePicked(o, all&^o.laid.Tarocks, fresh&plain, d)
	dealt = all &^ picked
	return dealt, picked, s.v.PickedFirst || dealt.Len() == len(s.places.Hands[o.seat])
}

// choosePicked keeps as many loose cards in the dealt hand as were exchanged face down.
func (s *sampler) choosePicked(o *otherSeat, from, loose card.Set, d *dice.Dice) (picked card.Set) {
	n, laid := o.laid.N, o.laidDown()
	if s.v.PickedFirst {
		n, laid = len(s.places.Personal[o.seat]), 0
	}
	spare, all := loose.Len()-laid, s.exchangedAllPlain(o)
	if all {
		picked = from & plain &^ loose
	}
	for picked.Len() < n {
		next := pickable(from&^picked, loose, spare, all)
		if next == 0 {
			break
		}
		c := next.Nth(d.Below(next.Len())).Bit()
		picked |= c
		spare -= (loose & c).Len()
	}
	return picked
}

func pickable(rest, loose card.Set, spare int, onlyLoose bool) card.Set {
	switch {
	case spare <= 0:
		return rest &^ loose
	case onlyLoose:
		return rest & loose
	default:
		return rest
	}
}

// exchangedAllPlain reports whether the seat had to exchange all its plain cards: it exchanged a tarock too, or fewer
// cards than it might.
func (s *sampler) exchangedAllPlain(o *otherSeat) bool {
	return s.exchangeIsForced && o.laid.N > 0 && (o.laid.Tarocks != 0 || o.laid.N < len(s.places.Personal[o.seat]))
}

// forcesExchange reports whether the rules fix the number of cards to exchange before players pick up. It asks a
// deal in which the seat has as many plain cards as possible.
func (s *sampler) forcesExchange() bool {
	if len(s.v.Exchange) == 0 || s.v.PickedFirst {
		return false
	}
	pack := packOf(s.v)
	cards := slices.Concat((pack & plain).Cards(), (pack &^ plain).Cards())
	whole, hand := newDeck(len(cards)), s.places.Hands[s.v.Seat]
	whole.put(hand, cards[:len(hand)]...)
	whole.fill(cards[len(hand):])
	deal, err := s.newDeal(whole)
	if err != nil {
		return false
	}
	pick := deal.Prompt(s.v.Seat).Pick
	return pick.Verb == engine.Exchange && pick.Min == pick.Max
}

func (s *sampler) chooseExchange(o *otherSeat, h *drawnHand, lacked card.Set) (exchanged card.Set, ok bool) {
	from := h.dealt
	if s.v.PickedFirst {
		from |= h.picked
	}
	return likelyDiscards(engine.Exchange, from, o.laid, lacked&from, o.hand)
}

func chooseDiscard(o *otherSeat, h *drawnHand, lacked card.Set) (discarded card.Set, ok bool) {
	from := (h.dealt|h.picked)&^h.exchanged | o.packet
	return likelyDiscards(engine.Discard, from, o.discarded, (lacked|o.surelyDiscarded())&from, o.kept)
}

// likelyDiscards returns the cards that the heuristics would put away, in the number that everybody saw.
func likelyDiscards(verb engine.Verb, hand card.Set, seen engine.LaidDown, lacked, kept card.Set) (card.Set, bool) {
	if seen.N == 0 {
		return 0, true
	}
	must := seen.Tarocks
	for c := range lacked.All() {
		if must.Len() < seen.N {
			must |= c.Bit()
		}
	}
	pick := engine.Pick{Verb: verb, Min: seen.N, Max: seen.N, Must: must, From: seen.Tarocks | hand&plain&^kept}
	if !pick.From.Holds(pick.Must) || pick.From.Len() < pick.Min {
		return 0, false
	}
	chosen := chooseDiscards(hand, pick)
	return chosen, pick.Allows(chosen)
}
