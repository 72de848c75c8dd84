package engine

import "tarockbot/engine/card"

// DiscardLaw returns the choice of n cards to put away from a hand. Honours stay. Tarocks
// may go only if there are not enough other cards, and then all others must go
// (RULES 0, Discard law).
func DiscardLaw(verb Verb, hand card.Set, n int) Pick {
	plain := hand &^ (card.Honours | card.AllTarocks)
	if plain.Len() >= n {
		return Pick{Verb: verb, Min: n, Max: n, From: plain, Why: EnoughOthers}
	}
	return Pick{Verb: verb, Min: n, Max: n, Must: plain, From: hand &^ card.Honours, Why: NoHonours}
}

// ExplainLaid returns NoHonours if honours are among the cards to put away; "" otherwise. An honour is a better
// reason than a tarock that other cards keep out.
func ExplainLaid(cards card.Set) Name {
	if cards&card.Honours != 0 {
		return NoHonours
	}
	return ""
}

// LayDown returns what others see of the cards put away.
func LayDown(cards card.Set) LaidDown {
	return LaidDown{N: cards.Len(), Tarocks: cards & card.AllTarocks}
}

// TalonSize is the number of cards in the talon.
const TalonSize = 6

// TalonCards is the six cards in the middle and what becomes of them (RULES
// 1.5).
type TalonCards struct {
	Cards    [TalonSize]card.Card // in dealing order
	Size     int                  // cards in a packet; 0 if the talon stays down
	Taken    int                  // the number of the packet taken, from 0; -1 before
	Packet   card.Set             // the cards of the packet taken
	Discards card.Set             // the cards that the declarer put away for it
	Turned   bool                 // the talon was turned face up
}

// LayTalon returns the talon of six dealt cards, face down.
func LayTalon(cards []card.Card) TalonCards {
	return TalonCards{Cards: [TalonSize]card.Card(cards), Taken: -1}
}

// Choices returns the actions that take a packet. The caller must not change them.
func (t *TalonCards) Choices() []Action {
	packets := TalonSize / t.Size
	return packetChoices[:packets:packets]
}

// packetChoices are the actions that take a packet of one card. Larger packets are fewer.
var packetChoices = [TalonSize]Action{
	{Verb: Talon, N: 0}, {Verb: Talon, N: 1}, {Verb: Talon, N: 2},
	{Verb: Talon, N: 3}, {Verb: Talon, N: 4}, {Verb: Talon, N: 5},
}

// Turn turns the talon face up.
func (t *TalonCards) Turn() Event {
	t.Turned = true
	return TalonTurned{Cards: t.Cards}
}

// Discard returns the choice of the cards to put away for the packet.
func (t *TalonCards) Discard(hand card.Set) Pick { return DiscardLaw(Discard, hand, t.Size) }

// Rest returns the cards that the declarer left: all six if no packet was taken.
func (t *TalonCards) Rest() card.Set { return card.SetOf(t.Cards[:]...) &^ t.Packet }
