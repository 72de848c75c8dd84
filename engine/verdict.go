package engine

import "tarockbot/engine/card"

// Verdict is what has become of an announcement. Lost and Won are final, however the deal ends (R24).
type Verdict int8

// The verdicts. An announcement that is still Undecided at the end counts nothing.
const (
	Undecided Verdict = iota
	Lost
	Won
)

// verdict returns the verdict on the seat's announcement of b so far (R24). Held cards are won at once. A bird is
// decided when its trick is over, and lost as soon as it has left the hand before. A Without is lost by a packet that
// spoils it, a Valat by its first lost trick. Points, and what was said of consecutive tricks, stay
// Undecided. The hand is what the seat holds now. The packet is what the seat took, if that can spoil a
// Without. Only a seat that is its whole side may announce a Valat, because here a trick of its partner would
// count as lost.
func (p *TrickPlay) verdict(b Word, s Seat, hand, packet card.Set) Verdict {
	var lost bool
	switch row := b.Bonus(); row.Making {
	case ByHolding:
		return Won
	case ByBird:
		if p.BirdMade(b, s) {
			return Won
		}
		lost = p.birdDone(b) || p.birdWasted(b, hand)
	case ByWithout:
		lost = packet&row.Cards != 0
	case ByAll:
		lost = int(p.WonTricks[s]) < len(p.Tricks)
	case ByPoints, BySaying:
	default:
		panic("engine: nothing says when " + b.String() + " is decided")
	}
	if lost {
		return Lost
	}
	return Undecided
}

// VerdictOnLeave returns how an announcement counts when a seat leaves the deal. A verdict so far that isn't
// Undecided stays. Otherwise the leaver's announcements are lost, the other side's are won, and those of the leaver's
// partners count nothing (RULES 1.8 and 2, R24). All seats but the declarer are partners of each other.
func (c *Claims) VerdictOnLeave(claim Claim, soFar Verdict, leaver Seat) Verdict {
	switch {
	case soFar != Undecided:
		return soFar
	case claim.Seat == leaver:
		return Lost
	case c.sameSide(claim.Seat, leaver):
		return Undecided
	default:
		return Won
	}
}
