package engine

import (
	"math/bits"
	"slices"
)

// Claim is the game or an announcement: one side must make it, the other may double it.
type Claim struct {
	Seat    Seat
	Bonus   Word // or TheGame
	Early   bool
	Doubled int  // contra 1, re 2, sub 3
	Squared bool // doublings count ×4, ×16 (RULES 2)
	turn    int  // when it was announced or last doubled
}

// Factor returns the factor of the doublings.
func (c Claim) Factor() int {
	factor := 1 << c.Doubled
	if c.Squared {
		factor *= factor
	}
	return factor
}

// doublings is indexed by Claim.Doubled.
var doublings = [...]Verb{Contra, Re, Sub}

// Claims is the state of announcing and doubling. A seat answers claims made or doubled since its last turn (RULES
// 1.6).
type Claims struct {
	List     []Claim
	Said     [MaxSeats]WordSet
	declarer Seat
	turn     int
	answered [MaxSeats]int // the last turn in which each seat could answer
}

const usualClaims = 8

func startClaims(declarer Seat) Claims {
	game := Claim{Seat: declarer, Bonus: TheGame, turn: 1}
	return Claims{declarer: declarer, turn: 1, List: append(make([]Claim, 0, usualClaims), game)}
}

// Add records the seat's announcement.
func (c *Claims) Add(seat Seat, bonus Word, early bool) {
	c.List = append(c.List, Claim{Seat: seat, Bonus: bonus, Early: early, turn: c.turn})
	c.Said[seat] |= bonus.Bit()
}

// renew gives all seats another chance to double the game, if nobody has doubled it.
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

// EndTurn ends a seat's turn. doubling tells whether the seat could answer claims.
func (c *Claims) EndTurn(seat Seat, doubling bool) {
	if doubling {
		c.answered[seat] = c.turn
	}
	c.turn++
}

func (c *Claims) canDouble(seat Seat, claim *Claim, maxDoublings int) bool {
	answers := claim.Doubled%2 == 0 // contra and sub double the other side's claims
	return claim.Doubled < maxDoublings && claim.turn > c.answered[seat] && answers != c.sameSide(claim.Seat, seat)
}

// ClaimSet is a set of claims, by index in Claims.List.
type ClaimSet uint32

// Doublings returns the claims that the seat may double now, except those of the bonuses in fixed.
func (c *Claims) Doublings(seat Seat, maxDoublings int, fixed WordSet) (open ClaimSet) {
	for i := range c.List {
		if claim := &c.List[i]; c.canDouble(seat, claim, maxDoublings) && !fixed.Has(claim.Bonus) {
			open |= 1 << i
		}
	}
	return open
}

// Prompt returns the prompt of an announcing turn.
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
	return Prompt{Phase: phase, Choices: append(choices, Say(EndAnnouncing, 0))}
}

var justDone = []Action{Say(EndAnnouncing, 0)}

func doublingOf(claim *Claim) Action { return Say(doublings[claim.Doubled], claim.Bonus) }

// Double carries out a doubling.
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

// FactorAfter returns the claim's factor after the doubling; 0 if nothing is doubled.
func (c *Claims) FactorAfter(seat Seat, a Action, squared bool) int {
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
