package robot

import (
	"iter"
	"math/bits"
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

func choosePacket(v engine.View, p engine.Prompt) (best engine.Action, reason Reason) {
	bestWorth := 0
	for _, word := range p.Choices {
		from, to := int(word.N)*v.PacketSize, int(word.N+1)*v.PacketSize
		if word.Verb != engine.ChoosePacket || to > len(v.Talon) {
			continue
		}
		if w := worthWithPacket(v.Cards, card.SetOf(v.Talon[from:to]...)); w > bestWorth {
			best, bestWorth = word, w
		}
	}
	return best, ReasonPacket
}

// worthWithPacket estimates the hand's card points, in thirds.
func worthWithPacket(hand, packet card.Set) int {
	hand |= packet
	away := chooseDiscards(hand, engine.DiscardLaw(engine.Discard, hand, packet.Len()))
	return strength(hand&^away) + away.Thirds()
}

// emptySuit is the worth of an empty suit, in thirds: a tarock wins its next lead.
const emptySuit = 9

func putCardsAway(hand card.Set, p engine.Pick) (engine.Action, Reason) {
	a := engine.Action{Verb: p.Verb, Cards: chooseDiscards(hand, p)}
	switch {
	case p.From.Len() == p.Min:
		return a, ReasonOnly
	case a.Cards&card.AllTarocks != 0:
		return a, ReasonTarocks
	}
	return a, ReasonAway
}

// chooseDiscards prefers whole suits and fat cards, which would be lost in tricks but count when they are put away.
func chooseDiscards(hand card.Set, p engine.Pick) card.Set {
	var best card.Set
	bestWorth := -1
	for chosen := range discardChoices(p) {
		if w := discardWorth(hand, chosen); w > bestWorth {
			best, bestWorth = chosen, w
		}
	}
	return best
}

func bestDiscards(hand card.Set, p engine.Pick, n int) []card.Set {
	all := slices.Collect(discardChoices(p))
	slices.SortStableFunc(all, func(a, b card.Set) int { return discardWorth(hand, b) - discardWorth(hand, a) })
	all = slices.Compact(all)
	return all[:min(n, len(all))]
}

// discardChoices yields a choice for every set of suits to empty first. It may repeat choices.
func discardChoices(p engine.Pick) iter.Seq[card.Set] {
	free := p.From &^ p.Must
	suits := free & card.PlainSuits
	n := min(max(suits.Len(), p.Min-p.Must.Len()), p.Max-p.Must.Len())
	return func(yield func(card.Set) bool) {
		for empty := range 1 << (card.Suits - 1) {
			if !yield(p.Must | discardFrom(free, cardsOfSuits(suits, empty), n)) {
				return
			}
		}
	}
}

func cardsOfSuits(cards card.Set, suits int) (chosen card.Set) {
	for s := uint(suits); s != 0; s &= s - 1 {
		chosen |= cards & (card.Hearts + card.Suit(bits.TrailingZeros(s))).Cards()
	}
	return chosen
}

func discardFrom(free, first card.Set, n int) (chosen card.Set) {
	for chosen.Len() < n {
		from := first &^ chosen
		if from == 0 {
			from = free & card.PlainSuits &^ chosen
		}
		if from == 0 {
			return chosen | (free &^ chosen).LowestCards(n-chosen.Len())
		}
		chosen |= fattest(from).Bit()
	}
	return chosen
}

func discardWorth(hand, chosen card.Set) int {
	return chosen.Thirds() + emptySuit*emptySuits(hand&^chosen)
}
