// Package card describes the 54 Tarock cards, their values, and sets of cards. Start at Card and Set.
package card

import "fmt"

// Card is a card. Its order: the tarocks I … XXI and Sküs, then hearts, diamonds, spades and clubs, each from weakest
// to strongest.
type Card uint8

// Count is the number of cards.
const Count = 54

// The cards that rules name.
const (
	Pagat   Card = 0 // I
	Uhu     Card = 1 // II
	Pelikan Card = 2 // III
	Quapil  Card = 3 // IIII
	XVII    Card = 16
	XVIII   Card = 17
	Mond    Card = 20 // XXI
	Skus    Card = 21
)

const (
	tarocks  = 22
	suitSize = 8
)

// Suit is a suit; the tarocks are one.
type Suit uint8

// The suits in card order.
const (
	Tarock Suit = iota
	Hearts
	Diamonds
	Spades
	Clubs
)

// Suits is the number of suits.
const Suits = 5

var codes = [Count]string{
	"I", "II", "III", "IIII", "V", "VI", "VII", "VIII", "IX", "X", "XI",
	"XII", "XIII", "XIV", "XV", "XVI", "XVII", "XVIII", "XIX", "XX", "XXI", "SKUS",
	"H4", "H3", "H2", "H1", "HV", "HC", "HQ", "HK",
	"D4", "D3", "D2", "D1", "DV", "DC", "DQ", "DK",
	"S7", "S8", "S9", "S10", "SV", "SC", "SQ", "SK",
	"C7", "C8", "C9", "C10", "CV", "CC", "CQ", "CK",
}

// byCode has both codes of IIII.
var byCode = func() map[string]Card {
	cards := map[string]Card{"IV": Quapil}
	for c, code := range codes {
		cards[code] = Card(c)
	}
	return cards
}()

// Suit returns the suit.
func (c Card) Suit() Suit {
	if c < tarocks {
		return Tarock
	}
	return Hearts + Suit(c-tarocks)/suitSize
}

func (c Card) String() string {
	if c >= Count {
		return fmt.Sprintf("card(%d)", uint8(c))
	}
	return codes[c]
}

// Rank returns the code without a suit letter: "K", "10", "XXI".
func (c Card) Rank() string {
	code := c.String()
	if c < tarocks {
		return code
	}
	return code[1:]
}

// Parse returns the card of a code, in upper case. IV is IIII.
func Parse(code string) (Card, error) {
	c, ok := byCode[code]
	if !ok {
		return 0, fmt.Errorf("card: unknown code %.20q", code)
	}
	return c, nil
}

// MarshalText returns the code.
func (c Card) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText calls Parse.
func (c *Card) UnmarshalText(text []byte) error {
	parsed, err := Parse(string(text))
	if err == nil {
		*c = parsed
	}
	return err
}

// Beats reports whether c, played after best, takes the trick (RULES 0, Tricks).
func (c Card) Beats(best Card) bool {
	if suitOf[c]&(1<<best) != 0 {
		return c > best
	}
	return c < tarocks
}

// Face returns the face value, 1 to 5 (RULES 0, Card points).
func (c Card) Face() int { return (c.Bit().Thirds() + 2) / 3 }
