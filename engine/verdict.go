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
// lost; points, and what was said of tricks running, are open here (R24). The hand is
// what the seat holds now, the packet what it took, if that can spoil a Without. A
// Valat is taken to be announced only by a seat that is its whole side: of its partner
// a trick would be lost here.
func (p *TrickPlay) Decided(b Word, s Seat, hand, packet card.Set) Verdict {
	lostIf := func(lost bool) Verdict {
		if lost {
			return Lost
		}
		return Open
	}
	switch row := b.Bonus(); row.Making {
	case ByHolding:
		return Won
	case ByBird:
		if p.BirdMade(b, s) {
			return Won
		}
		return lostIf(p.BirdDone(b) || p.BirdWasted(b, hand))
	case ByWithout:
		return lostIf(packet&row.Cards != 0)
	case ByAll:
		return lostIf(int(p.Count[s]) < len(p.Tricks))
	case ByPoints, BySaying:
		return Open
	default:
		panic("engine: nothing says when " + b.String() + " is decided")
	}
}

// Settled is how an announcement counts when a seat leaves the deal: as it was
// decided; of what is open the leaver's is lost and the other side's won, and
// that of the leaver's partner counts nothing (RULES 1.8 and 2, R24). The declarer is
// taken to stand alone: all others are partners of each other.
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
