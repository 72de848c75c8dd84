package solver

import (
	"math/bits"

	"tarockbot/engine/card"
)

// A hand is a word: a card.Set rotated by 42 bits. The low 32 bits are the four plain
// suits, eight places each from the lowest pip to the king; the high 22 bits are the
// tarocks. A place is the number of a bit.
//
// The ten bits between suits and tarocks belong to no card. The tables keep bounds and
// moves there.
const (
	firstTarock = 42 // the place of the Pagat
	places      = 64

	tarockPlaces uint64 = 1<<places - 1<<firstTarock
	suitPlaces   uint64 = 1<<32 - 1
	cardPlaces          = tarockPlaces | suitPlaces
	pipPlaces    uint64 = 0x0f0f0f0f
	valetPlaces  uint64 = 0x10101010
	kingPlaces   uint64 = 0x80808080

	firstSuit  uint64 = 0xff       // the places of hearts
	lowestPips uint64 = 0x01010101 // of each plain suit
	suitSize          = 8
	suitsEnd          = 32 // the first place after the plain suits

	pagatPlace uint64 = 1 << firstTarock
	mondPlace  uint64 = 1 << 62
	skusPlace  uint64 = 1 << 63

	trullPlaces  = pagatPlace | mondPlace | skusPlace
	plainTarocks = tarockPlaces &^ trullPlaces
	onePlaces    = pipPlaces | plainTarocks // cards that count one third
)

// placesOf returns the set as a hand.
func placesOf(s card.Set) uint64 { return bits.RotateLeft64(uint64(s), firstTarock) }

// cardsOf returns the hand as a set.
func cardsOf(hand uint64) card.Set { return card.Set(bits.RotateLeft64(hand, -firstTarock)) }

// placeOf returns the card's place.
func placeOf(c card.Card) int { return int(c+firstTarock) & (places - 1) }

// byPlace tells what places mean. The search writes an index as at&63: that changes no
// place and saves the bounds check.
type byPlace struct {
	suit   [places]uint64 // all places of the suit
	above  [places]uint64 // the places whose card takes a trick from it
	thirds [places]uint8  // what its card counts
}

var lookup = lookupTables()

func lookupTables() (t byPlace) {
	for c := range card.Card(card.Count) {
		at := placeOf(c)
		t.suit[at] = placesOf(c.Suit().Cards())
		t.thirds[at] = uint8(c.Bit().Thirds())
		for d := range card.Card(card.Count) {
			if d.Beats(c) {
				t.above[at] |= 1 << placeOf(d)
			}
		}
	}
	return t
}

// legalCards returns the cards that the hand may play to the led card (RULES 0,
// Tricks).
func legalCards(hand uint64, led int) uint64 {
	if suit := hand & lookup.suit[led&63]; suit != 0 {
		return suit
	}
	if tarocks := hand & tarockPlaces; tarocks != 0 {
		return tarocks
	}
	return hand
}

// allowed restricts legal to cards that announced birds permit. A kept bird isn't
// played before its trick, unless only such birds are legal: then the highest of them
// is (RULES 1.7, Success). tricks is the number left.
func allowed(legal, kept uint64, tricks int) uint64 {
	switch early := legal & waiting(kept, tricks); early {
	case 0:
		return legal
	case legal:
		return highestOf(legal)
	default:
		return legal &^ early
	}
}

// waiting returns the kept birds whose tricks are yet to begin.
func waiting(kept uint64, tricks int) uint64 {
	if kept == 0 {
		return 0
	}
	return kept & placesOf(birdsWaiting(tricks))
}

// lowest returns the lowest place of the hand, which must not be empty.
func lowest(hand uint64) int { return bits.TrailingZeros64(hand) }

// highest returns the highest place of the hand, which must not be empty.
func highest(hand uint64) int { return bits.Len64(hand) - 1 }

// highestOf returns the highest card of the hand, and an empty hand for an empty hand.
func highestOf(hand uint64) uint64 { return skusPlace >> bits.LeadingZeros64(hand) }

// placesAbove returns the places above all cards of the hand, of any suit.
func placesAbove(hand uint64) uint64 { return ^(1<<bits.Len64(hand) - 1) }

// placesBelow returns the places below all cards of the hand, of any suit.
func placesBelow(hand uint64) uint64 { return hand&-hand - 1 }

// tarocksIn counts the tarocks in the hand.
func tarocksIn(hand uint64) int { return bits.OnesCount64(hand & tarockPlaces) }

// cheapest returns the place of a card that counts least.
func cheapest(cards uint64) int {
	if c := cards & onePlaces; c != 0 {
		return lowest(c)
	}
	for row := valetPlaces; row < kingPlaces; row <<= 1 {
		if c := cards & row; c != 0 {
			return lowest(c)
		}
	}
	return lowest(cards)
}

// dearest returns the place of a plain card that counts most.
func dearest(cards uint64) int {
	for row := kingPlaces; row >= valetPlaces; row >>= 1 {
		if c := cards & row; c != 0 {
			return lowest(c)
		}
	}
	return lowest(cards)
}

// suitOf returns the hand's cards of the n-th plain suit, as if they were hearts.
func suitOf(hand uint64, n int) uint64 { return hand >> (n * suitSize) & firstSuit }

// withSuits returns the hand's tarocks with plain suits of these cards, each given in
// the lowest places of its number.
func withSuits(hand, w, x, y, z uint64) uint64 {
	return hand&tarockPlaces | w&firstSuit | x&firstSuit<<suitSize | y&firstSuit<<(2*suitSize) | z&firstSuit<<(3*suitSize)
}

// sorted3 returns the three numbers in ascending order.
func sorted3(x, y, z int) (a, b, c int) {
	x, y = min(x, y), max(x, y)
	y, z = min(y, z), max(y, z)
	return min(x, y), max(x, y), z
}

// sorted returns the four numbers in ascending order.
func sorted(w, x, y, z uint64) (a, b, c, d uint64) {
	w, x = min(w, x), max(w, x)
	y, z = min(y, z), max(y, z)
	w, y = min(w, y), max(w, y)
	x, z = min(x, z), max(x, z)
	x, y = min(x, y), max(x, y)
	return w, x, y, z
}

// thirdsOf returns the thirds that the hand's cards count.
func thirdsOf(hand uint64) int { return cardsOf(hand).Thirds() }

// The court cards of a suit stand from valetRow to kingRow. Each counts courtStep thirds
// more than the one below it. An honour counts like a king.
const (
	valetRow, kingRow = 4, 7
	valetThirds       = 4
	courtStep         = 3
	kingThirds        = valetThirds + courtStep*(kingRow-valetRow)
)

// cheapestOf returns the thirds that the n cheapest cards of the hand count.
func cheapestOf(hand uint64, n int) int {
	ones := bits.OnesCount64(hand & onePlaces)
	if n <= ones {
		return n
	}
	sum := ones
	n -= ones
	for row, thirds := valetRow, valetThirds; row < kingRow; row, thirds = row+1, thirds+courtStep {
		k := min(bits.OnesCount64(hand&(lowestPips<<row)), n)
		sum += k * thirds
		n -= k
	}
	return sum + kingThirds*n
}

// emptySuits returns the king's place of each plain suit that the hand has no card of.
func emptySuits(hand uint64) uint64 {
	x := uint32(hand)
	const low = ^uint32(kingPlaces)
	return uint64(^(x&low + low | x | low))
}

// pairsAbove counts the pairs of a tarock and a lower one of the others.
func pairsAbove(tarocks, others uint64) (n int32) {
	for ; others != 0; others &= others - 1 {
		n += int32(bits.OnesCount64(tarocks & placesAbove(others&-others)))
	}
	return n
}

// has returns 1 if the hand has the card, else 0.
func has(hand, place uint64) int32 { return int32(min(hand&place, 1)) }

// faceOf returns the card's face value, in which pips count nothing.
func faceOf(c card.Card) uint8 {
	if placesOf(c.Bit())&pipPlaces != 0 {
		return 0
	}
	return uint8(c.Face())
}
