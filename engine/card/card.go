// Package card is the Tarock pack: 54 cards, sets of them as bits, and what
// they are worth. Start at Card and Set; everything else in the engine counts
// and compares on these two.
package card

import "fmt"

// Card is one of the 54 cards. The order of the values is the order of
// strength within a suit: tarocks I … XXI and Sküs first, then hearts,
// diamonds, spades and clubs, each from its lowest pip to its king.
type Card uint8

// Count is the number of cards in the pack.
const Count = 54

// The cards that rules name.
const (
	Pagat   Card = 0  // I, the lowest tarock
	Uhu     Card = 1  // II
	Pelikan Card = 2  // III
	Quapil  Card = 3  // IIII
	Mond    Card = 20 // XXI
	Skus    Card = 21 // Sküs, the highest tarock
)

const (
	tarocks  = 22 // cards in the tarock suit
	suitSize = 8  // cards in each other suit
)

// Suit is one of the five suits, tarock being one.
type Suit uint8

// The suits in the order of the card values.
const (
	Tarock Suit = iota
	Hearts
	Diamonds
	Spades
	Clubs
)

// Suits is the number of suits, tarock included.
const Suits = 5

var (
	tarockCodes = [tarocks]string{"I", "II", "III", "IIII", "V", "VI", "VII", "VIII", "IX", "X", "XI",
		"XII", "XIII", "XIV", "XV", "XVI", "XVII", "XVIII", "XIX", "XX", "XXI", "SKUS"}
	suitLetters = [Suits]string{"", "H", "D", "S", "C"}
	redRanks    = [suitSize]string{"4", "3", "2", "1", "V", "C", "Q", "K"}
	blackRanks  = [suitSize]string{"7", "8", "9", "10", "V", "C", "Q", "K"}
)

// codes holds every card's code, byCode the way back.
var codes, byCode = codeTables()

func codeTables() ([Count]string, map[string]Card) {
	var codes [Count]string
	byCode := make(map[string]Card, Count)
	for c := range Card(Count) {
		codes[c] = c.code()
		byCode[codes[c]] = c
	}
	byCode["IV"] = Quapil
	return codes, byCode
}

func (c Card) code() string {
	switch s := c.Suit(); s {
	case Tarock:
		return tarockCodes[c]
	case Hearts, Diamonds:
		return suitLetters[s] + redRanks[c.suitIndex()]
	default:
		return suitLetters[s] + blackRanks[c.suitIndex()]
	}
}

// suitIndex returns the place within a suit other than tarock: 0 the lowest pip, 7 the
// king.
func (c Card) suitIndex() int { return int(c-tarocks) % suitSize }

// Suit returns the suit the card belongs to.
func (c Card) Suit() Suit {
	if c < tarocks {
		return Tarock
	}
	return Hearts + Suit(c-tarocks)/suitSize
}

// String returns the card's code as records, commands and tests write it:
// "XXI", "SKUS", "HK", "S10".
func (c Card) String() string {
	if c >= Count {
		return fmt.Sprintf("card(%d)", uint8(c))
	}
	return codes[c]
}

// Rank returns the card's code without its suit letter: "K", "10"; for a tarock
// the whole code.
func (c Card) Rank() string {
	code := c.String()
	if c < tarocks {
		return code
	}
	return code[1:]
}

// Parse reads a card's code. It is strict: codes are upper case. IIII may be
// written IV.
func Parse(code string) (Card, error) {
	c, ok := byCode[code]
	if !ok {
		return 0, fmt.Errorf("card: unknown code %.20q", code)
	}
	return c, nil
}

// MarshalText writes the card's code.
func (c Card) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads the card's code.
func (c *Card) UnmarshalText(text []byte) error {
	parsed, err := Parse(string(text))
	if err == nil {
		*c = parsed
	}
	return err
}

// Beats reports whether c, played after best, takes the trick: a higher card of the same
// suit, or a tarock on another suit (RULES 0, Tricks). c and best must be < Count.
func (c Card) Beats(best Card) bool {
	if suitOf[c]&(1<<best) != 0 {
		return c > best
	}
	return c < tarocks
}

// Face returns the card's value before counting in threes: 5 for honours, 4, 3,
// 2 for queen, cavalier, valet, 1 for all others (RULES 0, Card points).
func (c Card) Face() int { return (c.Bit().Thirds() + 2) / 3 }
