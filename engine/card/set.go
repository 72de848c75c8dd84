package card

import (
	"fmt"
	"iter"
	"math/bits"
	"strings"
)

// Set is a set of cards. Combine sets with |, & and &^.
type Set uint64

// The sets that rules name.
const (
	Full       Set = 1<<Count - 1
	AllTarocks Set = 1<<tarocks - 1
	AllHearts  Set = (1<<suitSize - 1) << tarocks
	PlainSuits Set = Full &^ AllTarocks

	Trull Set = 1<<Pagat | 1<<Mond | 1<<Skus
	Birds Set = 1<<Pagat | 1<<Uhu | 1<<Pelikan | 1<<Quapil

	valets    Set = (1<<4 | 1<<12 | 1<<20 | 1<<28) << tarocks
	cavaliers     = valets << 1
	queens        = valets << 2
	Kings         = valets << 3
	Courts        = valets | cavaliers | queens | Kings

	Honours = Trull | Kings
)

var suitOf = func() (suits [Count]Set) {
	for c := range Card(Count) {
		suits[c] = c.Suit().Cards()
	}
	return suits
}()

// Cards returns the suit's cards.
func (s Suit) Cards() Set {
	if s == Tarock {
		return AllTarocks
	}
	return AllHearts << ((s - Hearts) * suitSize)
}

// Bit returns the set of c.
func (c Card) Bit() Set { return 1 << c }

// SetOf returns the set of the cards.
func SetOf(cards ...Card) Set {
	var s Set
	for _, c := range cards {
		s |= c.Bit()
	}
	return s
}

// Has reports whether c is in s.
func (s Set) Has(c Card) bool { return s>>c&1 != 0 }

// Holds reports whether all of t is in s.
func (s Set) Holds(t Set) bool { return t&^s == 0 }

// Len returns the number of cards.
func (s Set) Len() int { return bits.OnesCount64(uint64(s)) }

// Lowest returns the first card. s must not be empty.
func (s Set) Lowest() Card { return Card(bits.TrailingZeros64(uint64(s))) }

// Highest returns the last card. s must not be empty.
func (s Set) Highest() Card { return Card(63 - bits.LeadingZeros64(uint64(s))) }

// LowestCards returns the n lowest cards, or all if there are fewer.
func (s Set) LowestCards(n int) (lowest Set) {
	for c := range s.All() {
		if lowest.Len() >= n {
			break
		}
		lowest |= c.Bit()
	}
	return lowest
}

// Beating returns the cards that beat best.
func (s Set) Beating(best Card) (winners Set) {
	for c := range s.All() {
		if c.Beats(best) {
			winners |= c.Bit()
		}
	}
	return winners
}

// Nth returns card n, from 0 to s.Len()-1.
func (s Set) Nth(n int) Card {
	for range n {
		s &= s - 1
	}
	return s.Lowest()
}

// All yields the cards in card order.
func (s Set) All() iter.Seq[Card] {
	return func(yield func(Card) bool) {
		for ; s != 0; s &= s - 1 {
			if !yield(s.Lowest()) {
				return
			}
		}
	}
}

// Cards returns the cards in card order.
func (s Set) Cards() []Card {
	cards := make([]Card, 0, s.Len())
	for c := range s.All() {
		cards = append(cards, c)
	}
	return cards
}

// Thirds returns the card points in thirds: face values less two thirds each (RULES 0, Card points).
func (s Set) Thirds() int {
	return s.Len() + 3*(s&valets).Len() + 6*(s&cavaliers).Len() + 9*(s&queens).Len() + 12*(s&Honours).Len()
}

// Follow returns the cards that may follow led (RULES 0, Tricks).
func (s Set) Follow(led Card) Set {
	if suit := s & suitOf[led]; suit != 0 {
		return suit
	}
	if trumps := s & AllTarocks; trumps != 0 {
		return trumps
	}
	return s
}

func (s Set) String() string {
	var b strings.Builder
	for c := range s.All() {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(c.String())
	}
	return b.String()
}

// ParseSet returns the set of the codes. A repeated code is an error.
func ParseSet(codes []string) (Set, error) {
	var s Set
	for _, code := range codes {
		c, err := Parse(code)
		if err != nil {
			return 0, err
		}
		if s.Has(c) {
			return 0, fmt.Errorf("card: %s named twice", c)
		}
		s |= c.Bit()
	}
	return s, nil
}

// MarshalText returns the text of String.
func (s Set) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the text of MarshalText.
func (s *Set) UnmarshalText(text []byte) error {
	parsed, err := ParseSet(strings.Fields(string(text)))
	if err == nil {
		*s = parsed
	}
	return err
}
