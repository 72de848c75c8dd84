package robot

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/dice"
)

// aside is what a seat put away.
type aside struct{ laid, discarded card.Set }

// drawn is the cards of another seat as they may be.
type drawn struct {
	dealt, picked card.Set // the hand dealt, and what it picked up of its personal talon
	aside
}

// plain are the cards that are put away face down.
const plain = card.PlainSuits &^ card.Kings

// drawHand draws what another seat was dealt, picked up and put away. It must get the first
// cards.
func (s *sampler) drawHand(o *other, first card.Set, d *dice.Dice) (h drawn, ok bool) {
	fresh, ok := s.draw(o, s.limitsOf(o, first))
	if !ok {
		return h, false
	}
	all, lacked := o.hand|fresh|o.laid.Tarocks, fresh&o.lacks
	h.picked = s.pickedUp(o, all&^o.laid.Tarocks, fresh&plain, d)
	h.dealt = all &^ h.picked
	if !s.v.PickedFirst && h.dealt.Len() != len(s.places.Hands[o.seat]) {
		return h, false
	}
	if o.laid.N > 0 {
		from := h.dealt
		if s.v.PickedFirst {
			from = all
		}
		if h.laid, ok = s.discard(engine.Exchange, from, o.laid, lacked&from, o.hand); !ok {
			return h, false
		}
	}
	if o.discarded.N > 0 {
		from := all&^h.laid | o.packet
		if h.discarded, ok = s.discard(engine.Discard, from, o.discarded, (lacked|o.mustDiscard())&from, o.played); !ok {
			return h, false
		}
	}
	return h, lacked&^h.laid&^h.discarded == 0
}

// limits are how many cards at most are drawn of those that the seat can't hold any more,
// of plain ones and of others; and which it must get.
type limits struct {
	lacked, plain, other int
	first                card.Set
}

// limitsOf are those of the cards that are drawn for the seat. A card that it can't hold any
// more was put away, and what is put away face down is plain: the rest of the hidden cards
// may be others.
func (s *sampler) limitsOf(o *other, first card.Set) limits {
	hidden, laid, discarded := s.hidden(o), o.laidDown(), o.discardedDown()
	ofPacket := o.packet & plain &^ o.played &^ o.mustDiscard() // may be among those discarded
	kept := hidden - laid - max(discarded-ofPacket.Len(), 0)
	l := limits{lacked: laid + discarded, plain: hidden, other: kept, first: first}
	if s.allLaid(o) {
		l.plain = laid + o.laid.N - (o.hand & plain).Len()
	}
	return l
}

// draw draws the cards of a seat that nobody knows from the bag.
func (s *sampler) draw(o *other, l limits) (cards card.Set, ok bool) {
	n, rest := s.hidden(o), s.bag[:0]
	for _, c := range s.bag {
		if n == 0 || !l.allow(c, o) {
			rest = append(rest, c)
			continue
		}
		cards |= c.Bit()
		n--
	}
	s.bag = rest
	return cards, n == 0
}

// allow says whether the card may be drawn, and counts it if so.
func (l *limits) allow(c card.Card, o *other) bool {
	isPlain, isLacked := plain.Has(c), o.lacks.Has(c)
	left := &l.other
	if isPlain {
		left = &l.plain
	}
	for i := range o.some {
		if o.some[i].cards.Has(c) && !l.first.Has(c) {
			return false
		}
	}
	if *left <= 0 || o.never.Has(c) || isLacked && (!isPlain || l.lacked <= 0) {
		return false
	}
	*left--
	if isLacked {
		l.lacked--
	}
	return true
}

// allLaid says that the seat exchanged all cards that can be put away face down, as it must:
// a tarock went with them, or as many as there were.
func (s *sampler) allLaid(o *other) bool {
	return s.bound && o.laid.N > 0 && (o.laid.Tarocks != 0 || o.laid.N < len(s.places.Personal[o.seat]))
}

// exchangeBinds says whether the rules leave nobody the choice how many cards to exchange
// before they pick up: asked of a deal in which a seat is dealt as many plain cards as there
// are.
func (s *sampler) exchangeBinds() bool {
	if len(s.v.Exchange) == 0 || s.v.PickedFirst {
		return false
	}
	cards := slices.Concat((pack(s.v) & plain).Cards(), (pack(s.v) &^ plain).Cards())
	whole, hand := newDeck(len(cards)), s.places.Hands[s.v.Seat]
	whole.put(hand, cards[:len(hand)]...)
	whole.fill(cards[len(hand):])
	deal, err := s.deal(whole)
	if err != nil {
		return false
	}
	pick := deal.Prompt(s.v.Seat).Pick
	return pick.Verb == engine.Exchange && pick.Min == pick.Max
}

// pickedUp chooses which cards came from the personal talon: all of it where that was
// picked up first, else as many as were exchanged. Of those that may have been put away
// as many are left in the hand dealt as were.
func (s *sampler) pickedUp(o *other, from, loose card.Set, d *dice.Dice) (picked card.Set) {
	n, laid := o.laid.N, o.laidDown()
	if s.v.PickedFirst {
		n, laid = len(s.places.Personal[o.seat]), 0
	}
	spare := loose.Len() - laid
	if s.allLaid(o) { // what is left was not there to be laid
		picked = from & plain &^ loose
	}
	for picked.Len() < n {
		rest := from &^ picked
		switch {
		case spare <= 0:
			rest &^= loose
		case s.allLaid(o):
			rest &= loose
		}
		if rest == 0 {
			break
		}
		c := rest.Nth(d.Below(rest.Len())).Bit()
		if picked |= c; loose&c != 0 {
			spare--
		}
	}
	return picked
}

// discard lets the model put away as many cards as everybody saw, those shown and those
// lacked later among them, and none that was played later.
func (s *sampler) discard(verb engine.Verb, hand card.Set, seen engine.LaidDown, lacked, played card.Set) (card.Set, bool) {
	must := seen.Tarocks
	for c := range lacked.All() {
		if must.Len() < seen.N {
			must |= c.Bit()
		}
	}
	pick := engine.Pick{Verb: verb, Min: seen.N, Max: seen.N, Must: must, From: seen.Tarocks | hand&plain&^played}
	if !pick.From.Holds(pick.Must) || pick.From.Len() < pick.Min {
		return 0, false
	}
	chosen := chooseDiscards(hand, pick)
	return chosen, pick.Allows(chosen)
}
