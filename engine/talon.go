package engine

import "tarockbot/engine/card"

// DiscardLaw returns the choice of n cards to put away from a hand: honours
// never; tarocks only when there are not enough other cards, which then all go
// (RULES 0, Discard law).
func DiscardLaw(verb Verb, hand card.Set, n int) Pick {
	plain := hand &^ (card.Honours | card.AllTarocks)
	if plain.Len() >= n {
		return Pick{Verb: verb, Min: n, Max: n, From: plain, Why: EnoughOthers}
	}
	return Pick{Verb: verb, Min: n, Max: n, Must: plain, From: hand &^ card.Honours, Why: NoHonours}
}

// ExplainLaid returns the reason why cards may not be put away: where tarocks
// are kept out because others suffice, honours are for a better reason; "" if
// there is none.
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

// Contract is what is bid where there is a talon, the same in all games that have one.
type Contract struct {
	Name   Word
	Packet int // cards taken from the talon; 0: the talon stays down
	Times  int // M, which multiplies every item where scores only add up (RULES 2)
}

// Contracts rise (RULES 1.3, 1.5).
var Contracts = [...]Contract{
	{Dreiblatt, 3, 1},
	{Zweiblatt, 2, 2},
	{Einblatt, 1, 3},
	{Solo, 0, 4},
}

// TalonSize is the number of cards in the talon.
const TalonSize = 6

// TalonCards is the six cards in the middle and what becomes of them (RULES
// 1.5).
type TalonCards struct {
	Cards    [TalonSize]card.Card // in dealing order
	Size     int                  // cards in a packet; 0 where the talon stays down
	Taken    int                  // the packet taken, -1 before
	Packet   card.Set             // its cards
	Discards card.Set             // put away for it
	Turned   bool                 // it was turned face up
}

// LayTalon returns the talon of six dealt cards.
func LayTalon(cards []card.Card) TalonCards {
	return TalonCards{Cards: [TalonSize]card.Card(cards), Taken: -1}
}

// Words returns the choices of a packet. The caller must not change them.
func (t *TalonCards) Choices() []Action {
	packets := TalonSize / t.Size
	return packetChoices[:packets:packets]
}

var packetChoices = func() (words [TalonSize]Action) {
	for i := range words {
		words[i] = Action{Verb: Talon, N: int8(i)}
	}
	return words
}()

// Turn turns the talon face up.
func (t *TalonCards) Turn() Event {
	t.Turned = true
	return TalonTurned{Cards: t.Cards}
}

// Take gives the seat packet n.
func (t *TalonCards) Take(s Seat, n int) Event {
	t.Taken = n
	t.Packet = card.SetOf(t.Cards[n*t.Size : (n+1)*t.Size]...)
	return TalonTaken{Seat: s, Packet: n, Cards: t.Packet}
}

// Discard returns the choice of what to put away for the packet.
func (t *TalonCards) Discard(hand card.Set) Pick { return DiscardLaw(Discard, hand, t.Size) }

// PutAway takes the seat's discards.
func (t *TalonCards) PutAway(s Seat, cards card.Set) Event {
	t.Discards = cards
	shown := LayDown(cards)
	return Discarded{Seat: s, N: shown.N, Tarocks: shown.Tarocks}
}

// Rest returns the cards that the declarer left: all six if none were taken.
func (t *TalonCards) Rest() card.Set { return card.SetOf(t.Cards[:]...) &^ t.Packet }

// Show fills in what everybody sees of the talon: all of it from the moment it is turned until the tricks
// begin, and what the declarer put away.
func (t *TalonCards) Show(table *PublicView, playing bool) {
	table.Packet, table.Taken = t.Size, t.Taken
	if t.Turned && !playing {
		table.Talon = t.Cards[:]
	}
	if t.Discards != 0 {
		table.DeclarerDiscards = LayDown(t.Discards)
	}
}
