package engine

import "tarockbot/engine/card"

// Verdict is what has become of an announcement. What is decided stays so,
// however the deal ends (R24).
type Verdict int8

// The verdicts. An announcement that is settled as still open counts nothing.
const (
	Open Verdict = iota
	Lost
	Won
)

// Decided is what has become of the seat's announcement so far. Cards held are
// won at once; a bird when its trick is over, or lost when it left the hand
// before; a Without lost by a packet that spoils it, a Valat by its first trick
// lost; points are open to the end (R24). The hand is what the seat holds now,
// the packet what it took, if that can spoil a Without.
func (p *TrickPlay) Decided(b Word, s Seat, hand, packet card.Set) Verdict {
	switch row := b.Bonus(); {
	case row.Making == ByHolding, row.Making == ByBird && p.BirdMade(b, s):
		return Won
	case row.Making == ByBird && (p.BirdDone(b) || p.BirdWasted(b, hand)),
		row.Making == ByWithout && packet&row.Cards != 0,
		row.Making == ByAll && int(p.Count[s]) < len(p.Tricks):
		return Lost
	default:
		return Open
	}
}

// Settled is how an announcement counts when a seat leaves the deal: as it was
// decided; of what is open the leaver's is lost and the other side's won, and
// that of the leaver's partner counts nothing (RULES 1.8 and 2, R24).
func (c *Claims) Settled(claim Claim, decided Verdict, leaver Seat) Verdict {
	switch {
	case decided != Open:
		return decided
	case claim.Seat == leaver:
		return Lost
	case c.sameSide(claim.Seat, leaver):
		return Open
	default:
		return Won
	}
}
