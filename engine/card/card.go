// Package card describes the Tarock pack: its 54 cards, what they are worth, and sets of
// cards, one bit each. Start at Card and Set, on which the whole engine counts and compares.
package card

import "fmt"

// Card is one of the 54 cards. Card order is the order of the values: first the tarocks
// I … XXI and Sküs, then hearts, diamonds, spades and clubs, each from its lowest pip to
// its king. Within a suit it is the order of strength.
type Card uint8

// Count is the number of cards in the pack.
const Count = 54

// The cards that rules name.
const (
	Pagat   Card = 0 // I, the lowest tarock
	Uhu     Card = 1 // II
	Pelikan Card = 2 // III
	Quapil  Card = 3 // IIII
	XVII    Card = 16
	XVIII   Card = 17
	Mond    Card = 20 // XXI
	Skus    Card = 21 // Sküs, the highest tarock
)

const (
	tarocks  = 22 // cards in the tarock suit
	suitSize = 8  // cards in each other suit
)

// Suit is one of the five suits. The tarocks are a suit, too.
type Suit uint8

// The suits in card order.
const (
	Tarock Suit = iota
	Hearts
	Diamonds
	Spades
	Clubs
)

// Suits is the number of suits, the tarocks included.
const Suits = 5

// codes holds the code of each card.
var codes = [Count]string{
	"I", "II", "III", "IIII", "V", "VI", "VII", "VIII", "IX", "X", "XI",
	"XII", "XIII", "XIV", "XV", "XVI", "XVII", "XVIII", "XIX", "XX", "XXI", "SKUS",
	"H4", "H3", "H2", "H1", "HV", "HC", "HQ", "HK",
	"D4", "D3", "D2", "D1", "DV", "DC", "DQ", "DK",
	"S7", "S8", "S9", "S10", "SV", "SC", "SQ", "SK",
	"C7", "C8", "C9", "C10", "CV", "CC", "CQ", "CK",
}

// byCode finds the card of each code. IIII has two codes.
var byCode = func() map[string]Card {
	cards := map[string]Card{"IV": Quapil}
	for c, code := range codes {
		cards[code] = Card(c)
	}
	return cards
}()

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

// Rank returns the card's code without its suit letter: "K", "10". A tarock has no suit
// letter.
func (c Card) Rank() string {
	code := c.String()
	if c < tarocks {
		return code
	}
	return code[1:]
}

// Parse returns the card that has the code, or an error if there is none. Codes are upper
// case. IIII may be written IV.
func Parse(code string) (Card, error) {
	c, ok := byCode[code]
	if !ok {
		return 0, fmt.Errorf("card: unknown code %.20q", code)
	}
	return c, nil
}

// MarshalText returns the card's code.
func (c Card) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText sets the card to the one that has the code, or returns the error of Parse.
func (c *Card) UnmarshalText(text []byte) error {
	parsed, err := Parse(string(text))
	if err == nil {
		*c = parsed
	}
	return err
}

// Beats reports whether c, played after best, takes the trick: c is a higher card of the
// same suit, or a tarock on another suit (RULES 0, Tricks). c and best must be < Count.
func (c Card) Beats(best Card) bool {
	if suitOf[c]&(1<<best) != 0 {
		return c > best
	}
	return c < tarocks
}

// Face returns the card's value before counting in threes: 5 for honours, 4, 3,
// 2 for queen, cavalier, valet, 1 for all others (RULES 0, Card points).
func (c Card) Face() int { return (c.Bit().Thirds() + 2) / 3 }
