package engine

import "tarockbot/engine/card"

// DiscardLaw is the choice of n cards to put away from a hand: honours never;
// tarocks only when there are not enough other cards, which then all go
// (RULES 0, Discard law).
func DiscardLaw(verb Verb, hand card.Set, n int) Pick {
	plain := hand &^ (card.Honours | card.AllTarocks)
	if plain.Len() >= n {
		return Pick{Verb: verb, Min: n, Max: n, From: plain, Why: EnoughOthers}
	}
	return Pick{Verb: verb, Min: n, Max: n, Must: plain, From: hand &^ card.Honours, Why: NoHonours}
}

// Packet is packet number i of the talon's cards, in packets of size, in
// dealing order (RULES 1.5).
func Packet(talon [6]card.Card, size, i int) card.Set {
	return card.SetOf(talon[i*size : (i+1)*size]...)
}
