package engine

import (
	"math/bits"
	"slices"
)

// Claim is something that a side stands for and that may be doubled: the game
// itself or one announcement.
type Claim struct {
	Seat    Seat // the seat that stands for it
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
// all others. In its turn a seat answers what the other side did since the seat's own last
// turn (RULES 1.6).
type Claims struct {
	List     []Claim
	Said     [MaxSeats]WordSet // the bonuses each seat has announced
	declarer Seat
	turn     int           // the number of the turn, from 1
	heard    [MaxSeats]int // the number of each seat's last turn; 0 before
}

// usualClaims is the room for the claims of most deals.
const usualClaims = 8

// startClaims returns the claims of a new contract: the game, which the declarer stands for.
func startClaims(declarer Seat) Claims {
	game := Claim{Seat: declarer, Bonus: TheGame, turn: 1}
	return Claims{declarer: declarer, turn: 1, List: append(make([]Claim, 0, usualClaims), game)}
}

// Add makes the seat's announcement a claim.
func (c *Claims) Add(seat Seat, bonus Word, early bool) {
	c.List = append(c.List, Claim{Seat: seat, Bonus: bonus, Early: early, turn: c.turn})
	c.Said[seat] |= bonus.Bit()
}

// renew lets seats double the game once more that have let it pass. A game that is doubled already stays as
// it is.
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

// sameSide reports whether both seats are the declarer's side or both are not.
func (c *Claims) sameSide(a, b Seat) bool { return (a == c.declarer) == (b == c.declarer) }

// EndTurn ends a seat's turn. doubling says that the seat could double in it: only then has the seat answered the
// claims.
func (c *Claims) EndTurn(seat Seat, doubling bool) {
	if doubling {
		c.heard[seat] = c.turn
	}
	c.turn++
}

// canDouble reports whether the seat may double the claim now: its side has to answer, the other side
// touched the claim since the seat last spoke, and the claim is doubled less than maxDoublings times.
func (c *Claims) canDouble(seat Seat, claim *Claim, maxDoublings int) bool {
	answers := claim.Doubled%2 == 0 // contra and sub: the other side's claim
	return claim.Doubled < maxDoublings && claim.turn > c.heard[seat] && answers != c.sameSide(claim.Seat, seat)
}

// ClaimSet is a set of claims. A claim's bit is its place in Claims.List. The list
// holds the game and, for each of two sides, every bonus once at most.
type ClaimSet uint32

// Doublings returns the claims that the seat may double now. Claims to the bonuses in
// fixed are never doubled.
func (c *Claims) Doublings(seat Seat, maxDoublings int, fixed WordSet) (open ClaimSet) {
	for i := range c.List {
		if claim := &c.List[i]; c.canDouble(seat, claim, maxDoublings) && !fixed.Has(claim.Bonus) {
			open |= 1 << i
		}
	}
	return open
}

// Prompt returns the prompt of an announcing turn: the bonuses offered, the claims that may be
// doubled, and "done".
func (c *Claims) Prompt(phase Name, offered WordSet, doublings ClaimSet) Prompt {
	if offered == 0 && doublings == 0 {
		return Prompt{Phase: phase, Choices: justDone}
	}
	choices := make([]Action, 0, offered.Len()+bits.OnesCount32(uint32(doublings))+1)
	for ; offered != 0; offered &= offered - 1 {
		choices = append(choices, Say(Announce, offered.First()))
	}
	for ; doublings != 0; doublings &= doublings - 1 {
		choices = append(choices, doublingOf(&c.List[bits.TrailingZeros32(uint32(doublings))]))
	}
	return Prompt{Phase: phase, Choices: append(choices, Say(Done, 0))}
}

// justDone are the choices of a seat that can't announce or double anything.
var justDone = []Action{Say(Done, 0)}

// doublingOf returns the action that doubles the claim once more.
func doublingOf(claim *Claim) Action { return Say(doublings[claim.Doubled], claim.Bonus) }

// Double carries out the seat's doubling. Contra and sub double a claim of
// the other side, re doubles one of the seat's own side. Squared doublings count ×4 and ×16.
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

// Times returns the factor that a claim will have after the seat's doubling; 0 if that doubles nothing.
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
