package engine

import "tarockbot/engine/card"

// Verdict is the state of an announcement. Lost and Won are final (R24).
type Verdict int8

// Undecided announcements don't count at the end.
const (
	Undecided Verdict = iota
	Lost
	Won
)

// verdict returns the verdict on the seat's announcement so far (R24). packet is the taken packet if it counts for a
// Without. A Valat is judged only for a seat without partners.
func (p *TrickPlay) verdict(b Word, s Seat, hand, packet card.Set) Verdict {
	var lost bool
	switch row := b.Bonus(); row.Making {
	case MadeByHolding:
		return Won
	case MadeByBird:
		if p.BirdMade(b, s) {
			return Won
		}
		lost = p.birdDone(b) || p.birdWasted(b, hand)
	case MadeWithout:
		lost = packet&row.Cards != 0
	case MadeByAllTricks:
		lost = int(p.WonTricks[s]) < len(p.Tricks)
	case MadeByPoints, MadeBySaying:
	default:
		panic("engine: nothing says when " + b.String() + " is decided")
	}
	if lost {
		return Lost
	}
	return Undecided
}

// VerdictOnLeave returns how an announcement counts when a seat leaves (RULES 1.8 and 2, R24).
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
