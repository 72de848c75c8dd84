package engine

import "slices"

// Claim is something that a side stands for and that may be doubled: the game
// itself or one announcement.
type Claim struct {
	Seat    Seat // who stands for it
	Bonus   Word // TheGame or the bonus announced
	Early   bool // announced before the talon
	Doubled int  // how often: contra 1, re 2, sub 3
	turn    int  // the turn in which it was made or last doubled
}

// Factor is what the claim's own doublings multiply it by.
func (c Claim) Factor() int { return 1 << c.Doubled }

// doublings are the verbs that double, by how often a claim is doubled already.
var doublings = [...]Verb{Contra, Re, Sub}

// Claims is the state of announcing and doubling. The declarer stands against
// all others. A turn answers what the other side did since the seat's last
// turn (RULES 1.6).
type Claims struct {
	List     []Claim
	declarer Seat
	turn     int
	heard    [MaxSeats]int // the turn that was each seat's last; 0 before
}

// StartClaims makes the game the first claim.
func StartClaims(declarer Seat) Claims {
	c := Claims{declarer: declarer, List: make([]Claim, 1, 8), turn: 1}
	c.List[0] = Claim{Seat: declarer, Bonus: TheGame, turn: 1}
	return c
}

// Add makes an announcement.
func (c *Claims) Add(seat Seat, bonus Word, early bool) {
	c.List = append(c.List, Claim{Seat: seat, Bonus: bonus, Early: early, turn: c.turn})
}

// Find is the claim of the seat's side to the bonus.
func (c *Claims) Find(seat Seat, bonus Word) (Claim, bool) {
	if i := c.index(seat, bonus); i >= 0 {
		return c.List[i], true
	}
	return Claim{}, false
}

func (c *Claims) index(seat Seat, bonus Word) int {
	return slices.IndexFunc(c.List, func(claim Claim) bool {
		return claim.Bonus == bonus && c.sameSide(claim.Seat, seat)
	})
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

// Open says whether the seat may double the claim now: it is the side that
// would pay, the other side touched the claim since the seat last spoke, and
// the ladder has a rung left.
func (c *Claims) Open(seat Seat, claim *Claim, rungs int) bool {
	answers := claim.Doubled%2 == 0 // contra and sub: the other side's claim
	return claim.Doubled < rungs && claim.turn > c.heard[seat] && answers != c.sameSide(claim.Seat, seat)
}

// Doubling is the action that doubles the claim once more.
func Doubling(claim *Claim) Action { return Say(doublings[claim.Doubled], claim.Bonus) }

// Double carries out a doubling of the seat: contra and sub meet a claim of
// the other side, re one of its own.
func (c *Claims) Double(seat Seat, a Action) {
	for i, claim := range c.List {
		own := c.sameSide(claim.Seat, seat)
		if claim.Bonus == a.Word && own == (a.Verb == Re) {
			c.List[i].Doubled++
			c.List[i].turn = c.turn
		}
	}
}

// Clone is an independent copy.
func (c Claims) Clone() Claims {
	c.List = slices.Clone(c.List)
	return c
}
