package robot

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// choosePacket takes the packet of the turned-up talon that leaves the
// strongest hand after putting away.
func choosePacket(v engine.View, p engine.Prompt) engine.Action {
	var best engine.Action
	bestWorth := 0
	for _, word := range p.Words {
		from, to := int(word.N)*v.Packet, int(word.N+1)*v.Packet
		if word.Verb != engine.Talon || to > len(v.Talon) {
			continue
		}
		if w := withPacket(v.Cards, card.SetOf(v.Talon[from:to]...)); w > bestWorth {
			best, bestWorth = word, w
		}
	}
	return best
}

// withPacket is what a hand can expect to count with the packet, in thirds.
func withPacket(hand, packet card.Set) int {
	hand |= packet
	away := chooseDiscards(hand, engine.DiscardLaw(engine.Discard, hand, packet.Len()))
	return strength(hand&^away) + away.Thirds()
}
