package engine

import "tarockbot/engine/card"

// Verdict is what has become of an announcement. What is decided stays so,
// however the deal ends (R24).
type Verdict int8

// The verdicts. An announcement that is settled as Undecided counts nothing.
const (
	Undecided Verdict = iota
	Lost
	Won
)

// verdict returns the verdict on the seat's announcement so far. Held cards are won at once. A bird is
// decided when its trick is over, or lost when it left the hand before. A Without is lost by a packet that
// spoils it, a Valat by its first lost trick. Points, and what was said of consecutive tricks, are
// Undecided here (R24). The hand is what the seat holds now; the packet is what it took, if that can spoil a
// Without. Only a seat that is its whole side may announce a Valat: here a trick of its partner would
// count as lost.
func (p *TrickPlay) verdict(b Word, s Seat, hand, packet card.Set) Verdict {
	lostIf := func(lost bool) Verdict {
		if lost {
			return Lost
		}
		return Undecided
	}
	switch row := b.Bonus(); row.Making {
	case ByHolding:
		return Won
	case ByBird:
		if p.BirdMade(b, s) {
			return Won
		}
		return lostIf(p.birdDone(b) || p.birdWasted(b, hand))
	case ByWithout:
		return lostIf(packet&row.Cards != 0)
	case ByAll:
		return lostIf(int(p.Count[s]) < len(p.Tricks))
	case ByPoints, BySaying:
		return Undecided
	default:
		panic("engine: nothing says when " + b.String() + " is decided")
	}
}

// VerdictOnLeave returns how an announcement counts when a seat leaves the deal. What is decided stays decided.
// Of the undecided ones, the leaver's are lost, the other side's are won, and those of the leaver's partner
// count nothing (RULES 1.8 and 2, R24). The declarer must stand alone, so all others are partners of each
// other.
func (c *Claims) VerdictOnLeave(claim Claim, decided Verdict, leaver Seat) Verdict {
	switch {
	case decided != Undecided:
		return decided
	case claim.Seat == leaver:
		return Lost
	case c.sameSide(claim.Seat, leaver):
		return Undecided
	default:
		return Won
	}
}
