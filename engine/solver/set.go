package solver

import (
	"math/bits"

	"tarockbot/engine/card"
)

// set is a set of cards: a card.Set rotated by 42 bits. The low 32 bits are the four plain
// suits, eight places each from the lowest pip to the king; the high 22 bits are the
// tarocks. A place is the number of a bit.
//
// The ten bits between suits and tarocks belong to no card. The tables keep bounds and
// moves there, and tags that tell positions with the same cards apart.
type set uint64

const (
	firstTarock = 42 // the place of the Pagat
	places      = 64

	tarockPlaces set = 1<<places - 1<<firstTarock
	suitPlaces   set = 1<<32 - 1
	cardPlaces       = tarockPlaces | suitPlaces
	pipPlaces    set = 0x0f0f0f0f
	valetPlaces  set = 0x10101010
	kingPlaces   set = 0x80808080

	firstSuit  set = 0xff       // the places of hearts
	lowestPips set = 0x01010101 // of each plain suit
	suitSize       = 8
	suitsEnd       = 32 // the first place after the plain suits

	pagatBit set = 1 << firstTarock
	mondBit  set = 1 << 62
	skusBit  set = 1 << 63

	trullPlaces  = pagatBit | mondBit | skusBit
	plainTarocks = tarockPlaces &^ trullPlaces
	onePlaces    = pipPlaces | plainTarocks // cards that count one third
)

// The court cards of a suit stand from valetRow to kingRow. Each counts courtStep thirds
// more than the one below it. An honour counts like a king.
const (
	valetRow, kingRow = 4, 7
	valetThirds       = 4
	courtStep         = 3
	kingThirds        = valetThirds + courtStep*(kingRow-valetRow)
)

// placesOf returns the places of the cards.
func placesOf(s card.Set) set { return set(bits.RotateLeft64(uint64(s), firstTarock)) }

// cards returns the cards as package card has them.
func (x set) cards() card.Set { return card.Set(bits.RotateLeft64(uint64(x), -firstTarock)) }

// placeOf returns the card's place.
func placeOf(c card.Card) int { return int(c+firstTarock) & (places - 1) }

// byPlace tells what places mean. The search writes an index as at&63: that changes no
// place and saves the bounds check. So does &3 for an array of four.
type byPlace struct {
	suit   [places]set   // all places of the suit
	above  [places]set   // the places whose card takes a trick from it
	thirds [places]uint8 // what its card counts
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

// beats reports whether the card of a place takes a trick from that of the other place.
func beats(at, other int) bool { return lookup.above[other&63]>>at&1 != 0 }

// legalCards returns the cards that the hand may play to the led card (RULES 0,
// Tricks).
func legalCards(hand set, led int) set {
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
func allowed(legal, kept set, tricks int) set {
	switch early := legal & waiting(kept, tricks); early {
	case 0:
		return legal
	case legal:
		return legal.highestCard()
	default:
		return legal &^ early
	}
}

// waiting returns the kept birds whose tricks are yet to begin.
func waiting(kept set, tricks int) set {
	if kept == 0 {
		return 0
	}
	return kept & placesOf(birdsWaiting(tricks))
}

// count returns the number of cards.
func (x set) count() int { return bits.OnesCount64(uint64(x)) }

// lowest returns the lowest place of the set, which must not be empty.
func (x set) lowest() int { return bits.TrailingZeros64(uint64(x)) }

// highest returns the highest place of the set, which must not be empty.
func (x set) highest() int { return bits.Len64(uint64(x)) - 1 }

// highestCard returns the highest card alone, and an empty set for an empty set.
func (x set) highestCard() set { return skusBit >> bits.LeadingZeros64(uint64(x)) }

// above returns the places above all cards of the set, of any suit.
func (x set) above() set { return ^(1<<bits.Len64(uint64(x)) - 1) }

// below returns the places below all cards of the set, of any suit.
func (x set) below() set { return x&-x - 1 }

// tarockCount returns the number of tarocks.
func (x set) tarockCount() int { return (x & tarockPlaces).count() }

// has returns 1 if the card of the bit is in the set, else 0.
func (x set) has(bit set) int32 { return int32(min(x&bit, 1)) }

// suit returns the cards of the n-th plain suit, as if they were hearts.
func (x set) suit(n int) set { return x >> (n * suitSize) & firstSuit }

// thirds returns the thirds that the cards count.
func (x set) thirds() int { return x.cards().Thirds() }

// cheapest returns the place of a card that counts least.
func (x set) cheapest() int {
	if ones := x & onePlaces; ones != 0 {
		return ones.lowest()
	}
	for row := valetPlaces; row < kingPlaces; row <<= 1 {
		if court := x & row; court != 0 {
			return court.lowest()
		}
	}
	return x.lowest()
}

// dearest returns the place of a plain card that counts most.
func (x set) dearest() int {
	for row := kingPlaces; row >= valetPlaces; row >>= 1 {
		if court := x & row; court != 0 {
			return court.lowest()
		}
	}
	return x.lowest()
}

// cheapestThirds returns the thirds that the n cheapest cards count.
func (x set) cheapestThirds(n int) int {
	ones := (x & onePlaces).count()
	if n <= ones {
		return n
	}
	sum := ones
	n -= ones
	for row, thirds := valetRow, valetThirds; row < kingRow; row, thirds = row+1, thirds+courtStep {
		k := min((x & (lowestPips << row)).count(), n)
		sum += k * thirds
		n -= k
	}
	return sum + kingThirds*n
}

// emptySuits returns the king's place of each plain suit that has no card in the set.
func (x set) emptySuits() set {
	const low = ^uint32(kingPlaces)
	suits := uint32(x)
	return set(^(suits&low + low | suits | low))
}

// withSuits returns the hand's tarocks with plain suits of these cards, each given in
// the lowest places of its number.
func withSuits(hand, w, x, y, z set) set {
	return hand&tarockPlaces | w&firstSuit | x&firstSuit<<suitSize | y&firstSuit<<(2*suitSize) | z&firstSuit<<(3*suitSize)
}

// sorted3 returns the three numbers in ascending order.
func sorted3(x, y, z int) (a, b, c int) {
	x, y = min(x, y), max(x, y)
	y, z = min(y, z), max(y, z)
	return min(x, y), max(x, y), z
}

// sorted returns the four numbers in ascending order.
func sorted(w, x, y, z set) (a, b, c, d set) {
	w, x = min(w, x), max(w, x)
	y, z = min(y, z), max(y, z)
	w, y = min(w, y), max(w, y)
	x, z = min(x, z), max(x, z)
	x, y = min(x, y), max(x, y)
	return w, x, y, z
}

// pairsAbove counts the pairs of a tarock and a lower one of the others.
func pairsAbove(tarocks, others set) (n int32) {
	for ; others != 0; others &= others - 1 {
		n += int32((tarocks & (others & -others).above()).count())
	}
	return n
}

// faceOf returns the card's face value, in which pips count nothing.
func faceOf(c card.Card) uint8 {
	if placesOf(c.Bit())&pipPlaces != 0 {
		return 0
	}
	return uint8(c.Face())
}
