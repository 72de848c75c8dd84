package engine

import (
	"math/bits"
	"slices"
)

// Claim is something that a side stands for and that may be doubled: the game
// itself or one announcement.
type Claim struct {
	Seat    Seat // who stands for it
	Bonus   Word // TheGame or the bonus announced
	Early   bool // announced before the talon
	Doubled int  // how often: contra 1, re 2, sub 3
	Squared bool // doubled before the talon where that counts ×4, ×16 (RULES 2)
	turn    int  // the turn in which it was made or last doubled
}

// Factor returns the factor of the claim's own doublings.
func (c Claim) Factor() int {
	factor := 1 << c.Doubled
	if c.Squared {
		factor *= factor
	}
	return factor
}

// doublings are the verbs that double, by how often a claim is doubled already.
var doublings = [...]Verb{Contra, Re, Sub}

// Claims is the state of announcing and doubling. The declarer stands against
// all others. A turn answers what the other side did since the seat's last
// turn (RULES 1.6).
type Claims struct {
	List     []Claim
	Said     [MaxSeats]WordSet // the bonuses each seat has announced
	declarer Seat
	turn     int
	heard    [MaxSeats]int // the turn that was each seat's last; 0 before
}

// startClaims makes the game the first claim.
func startClaims(declarer Seat) Claims {
	c := Claims{declarer: declarer, List: make([]Claim, 1, 8), turn: 1}
	c.List[0] = Claim{Seat: declarer, Bonus: TheGame, turn: 1}
	return c
}

// Add makes an announcement.
func (c *Claims) Add(seat Seat, bonus Word, early bool) {
	c.List = append(c.List, Claim{Seat: seat, Bonus: bonus, Early: early, turn: c.turn})
	c.Said[seat] |= bonus.Bit()
}

// renew lets the game be doubled by all who let it pass so far, unless it was.
func (c *Claims) renew() {
	if c.List[0].Doubled == 0 {
		c.List[0].turn = c.turn
	}
}

// Find returns the claim of the seat's side to the bonus.
func (c *Claims) Find(seat Seat, bonus Word) (Claim, bool) {
	for _, claim := range c.List {
		if claim.Bonus == bonus && c.sameSide(claim.Seat, seat) {
			return claim, true
		}
	}
	return Claim{}, false
}

func (c *Claims) sameSide(a, b Seat) bool { return (a == c.declarer) == (b == c.declarer) }

// EndTurn ends a seat's turn. Only the turns in which one may double answer
// anything.
func (c *Claims) EndTurn(seat Seat, doubling bool) {
	if doubling {
		c.heard[seat] = c.turn
	}
	c.turn++
}

// canDouble reports whether the seat may double the claim now: it is the side that
// would pay, the other side touched the claim since the seat last spoke, and
// the ladder has a rung left.
func (c *Claims) canDouble(seat Seat, claim *Claim, maxDoublings int) bool {
	answers := claim.Doubled%2 == 0 // contra and sub: the other side's claim
	return claim.Doubled < maxDoublings && claim.turn > c.heard[seat] && answers != c.sameSide(claim.Seat, seat)
}

// ClaimSet is a set of claims: the bit of each is its place in Claims.List. The list
// holds the game and, for each of two sides, every bonus once at most.
type ClaimSet uint32

// This doesn't compile if the last claim's bit has no room in a ClaimSet.
const _ ClaimSet = 1 << (2 * (TwoTrull - Pagat + 1))

// Doublings returns the claims that the seat may double now. Claims to the words in
// fixed are never doubled.
func (c *Claims) Doublings(seat Seat, maxDoublings int, fixed WordSet) (open ClaimSet) {
	for i := range c.List {
		if claim := &c.List[i]; c.canDouble(seat, claim, maxDoublings) && !fixed.Has(claim.Bonus) {
			open |= 1 << i
		}
	}
	return open
}

// Prompt returns an announcing turn: what may be announced, what may be
// doubled, and "done".
func (c *Claims) Prompt(phase Name, offered WordSet, doublings ClaimSet) Prompt {
	if offered == 0 && doublings == 0 {
		return Prompt{Phase: phase, Choices: justDone}
	}
	words := make([]Action, 0, offered.Len()+bits.OnesCount32(uint32(doublings))+1)
	for ; offered != 0; offered &= offered - 1 {
		words = append(words, Say(Announce, offered.First()))
	}
	for ; doublings != 0; doublings &= doublings - 1 {
		words = append(words, doublingOf(&c.List[bits.TrailingZeros32(uint32(doublings))]))
	}
	return Prompt{Phase: phase, Choices: append(words, Say(Done, 0))}
}

// justDone is what remains where there is nothing to announce or double.
var justDone = []Action{Say(Done, 0)}

// doublingOf returns the action that doubles the claim once more.
func doublingOf(claim *Claim) Action { return Say(doublings[claim.Doubled], claim.Bonus) }

// Double carries out a doubling of the seat: contra and sub meet a claim of
// the other side, re one of its own. Squared doublings count ×4 and ×16.
func (c *Claims) Double(seat Seat, a Action, squared bool) {
	for i, claim := range c.List {
		own := c.sameSide(claim.Seat, seat)
		if claim.Bonus == a.Word && own == (a.Verb == Re) {
			c.List[i].Doubled++
			c.List[i].Squared = squared
			c.List[i].turn = c.turn
		}
	}
}

// Times returns the factor of what the seat's doubling doubles, once it has.
func (c *Claims) Times(seat Seat, a Action, squared bool) int {
	after := c.Clone()
	after.Double(seat, a, squared)
	for i, claim := range after.List {
		if claim.Doubled != c.List[i].Doubled {
			return claim.Factor()
		}
	}
	return 0
}

// Clone returns an independent copy.
func (c Claims) Clone() Claims {
	c.List = slices.Clone(c.List)
	return c
}
