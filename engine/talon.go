package engine

import "tarockbot/engine/card"

// DiscardLaw returns the choice of n cards to put away (RULES 0, Discard law).
func DiscardLaw(verb Verb, hand card.Set, n int) Pick {
	plain := hand &^ (card.Honours | card.AllTarocks)
	if plain.Len() >= n {
		return Pick{Verb: verb, Min: n, Max: n, From: plain, Reason: EnoughOtherCards}
	}
	return Pick{Verb: verb, Min: n, Max: n, Must: plain, From: hand &^ card.Honours, Reason: NoHonours}
}

// ExplainLaid returns NoHonours if honours are among the cards, else "".
func ExplainLaid(cards card.Set) Name {
	if cards&card.Honours != 0 {
		return NoHonours
	}
	return ""
}

// LayDown returns the public part of cards put away.
func LayDown(cards card.Set) LaidDown {
	return LaidDown{N: cards.Len(), Tarocks: cards & card.AllTarocks}
}

// TalonSize is the size of the talon.
const TalonSize = 6

// TalonCards is the talon's state (RULES 1.5).
type TalonCards struct {
	Cards       [TalonSize]card.Card // in dealing order
	PacketSize  int                  // of a packet; 0 in a Solo
	TakenPacket int                  // index of the packet; -1 before a packet is taken
	Packet      card.Set
	Discards    card.Set
	Turned      bool
}

// LayTalon returns a face-down talon.
func LayTalon(cards []card.Card) TalonCards {
	return TalonCards{Cards: [TalonSize]card.Card(cards), TakenPacket: -1}
}

// Choices returns the actions that take a packet. Don't change the slice.
func (t *TalonCards) Choices() []Action {
	packets := TalonSize / t.PacketSize
	return packetChoices[:packets:packets]
}

var packetChoices = [TalonSize]Action{
	{Verb: ChoosePacket, N: 0}, {Verb: ChoosePacket, N: 1}, {Verb: ChoosePacket, N: 2},
	{Verb: ChoosePacket, N: 3}, {Verb: ChoosePacket, N: 4}, {Verb: ChoosePacket, N: 5},
}

// Turn turns the talon face up.
func (t *TalonCards) Turn() Event {
	t.Turned = true
	return TalonTurned{Cards: t.Cards}
}

// Discard returns the choice of cards to put away.
func (t *TalonCards) Discard(hand card.Set) Pick { return DiscardLaw(Discard, hand, t.PacketSize) }

// Untaken returns the cards not taken.
func (t *TalonCards) Untaken() card.Set { return card.SetOf(t.Cards[:]...) &^ t.Packet }
