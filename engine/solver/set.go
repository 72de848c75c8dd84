package solver

import (
	"math/bits"

	"tarockbot/engine/card"
)

// set is a card.Set rotated by 42 bits. The low 32 bits hold the four plain suits, eight places each from the lowest
// pip to the king. The high 22 bits hold the tarocks. A place is the number of a bit.
//
// The ten bits in between belong to no card. The tables store bounds, moves and tags there.
type set uint64

const (
	firstTarock = 42
	places      = 64

	tarockPlaces set = 1<<places - 1<<firstTarock
	suitPlaces   set = 1<<32 - 1
	cardPlaces       = tarockPlaces | suitPlaces
	pipPlaces    set = 0x0f0f0f0f
	valetPlaces  set = 0x10101010
	kingPlaces   set = 0x80808080

	firstSuit  set = 0xff
	lowestPips set = 0x01010101
	suitSize       = 8
	suitsEnd       = 32

	pagatBit set = 1 << firstTarock
	mondBit  set = 1 << 62
	skusBit  set = 1 << 63

	trullPlaces  = pagatBit | mondBit | skusBit
	plainTarocks = tarockPlaces &^ trullPlaces
	onePlaces    = pipPlaces | plainTarocks
)

// A suit's court cards are in rows valetRow to kingRow. Each counts courtStep thirds more than the one below. Honours
// count like kings.
const (
	valetRow, kingRow = 4, 7
	valetThirds       = 4
	courtStep         = 3
	kingThirds        = valetThirds + courtStep*(kingRow-valetRow)
)

func placesOf(s card.Set) set { return set(bits.RotateLeft64(uint64(s), firstTarock)) }

func (x set) cards() card.Set { return card.Set(bits.RotateLeft64(uint64(x), -firstTarock)) }

func placeOf(c card.Card) int { return int(c+firstTarock) & (places - 1) }

// byPlace holds facts about cards. The search indexes with at&63, which changes no place and saves the bounds check.
type byPlace struct {
	suit   [places]set
	above  [places]set // places of the cards that beat it
	thirds [places]uint8
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

func beats(at, other int) bool { return lookup.above[other&63]>>at&1 != 0 }

func legalCards(hand set, led int) set {
	if suit := hand & lookup.suit[led&63]; suit != 0 {
		return suit
	}
	if tarocks := hand & tarockPlaces; tarocks != 0 {
		return tarocks
	}
	return hand
}

// allowed removes kept birds whose tricks haven't begun. If only such birds are legal, it leaves the highest (RULES
// 1.7, Success).
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

func waiting(kept set, tricks int) set {
	if kept == 0 {
		return 0
	}
	return kept & placesOf(birdsWaiting(tricks))
}

func (x set) count() int { return bits.OnesCount64(uint64(x)) }

func (x set) lowest() int { return bits.TrailingZeros64(uint64(x)) }

func (x set) highest() int { return bits.Len64(uint64(x)) - 1 }

func (x set) highestCard() set { return skusBit >> bits.LeadingZeros64(uint64(x)) }

// above returns the places above all cards of the set, across suits.
func (x set) above() set { return ^(1<<bits.Len64(uint64(x)) - 1) }

// below returns the places below all cards of the set, across suits.
func (x set) below() set { return x&-x - 1 }

func (x set) tarockCount() int { return (x & tarockPlaces).count() }

func (x set) has(bit set) int32 { return int32(min(x&bit, 1)) }

func (x set) suit(n int) set { return x >> (n * suitSize) & firstSuit }

func (x set) thirds() int { return x.cards().Thirds() }

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

func (x set) dearest() int {
	for row := kingPlaces; row >= valetPlaces; row >>= 1 {
		if court := x & row; court != 0 {
			return court.lowest()
		}
	}
	return x.lowest()
}

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

// emptySuits returns the king's place of each plain suit without cards in the set.
func (x set) emptySuits() set {
	const low = ^uint32(kingPlaces)
	suits := uint32(x)
	return set(^(suits&low + low | suits | low))
}

func withSuits(hand, w, x, y, z set) set {
	return hand&tarockPlaces | w&firstSuit | x&firstSuit<<suitSize | y&firstSuit<<(2*suitSize) | z&firstSuit<<(3*suitSize)
}

func sorted3(x, y, z int) (a, b, c int) {
	x, y = min(x, y), max(x, y)
	y, z = min(y, z), max(y, z)
	return min(x, y), max(x, y), z
}

func sorted(w, x, y, z set) (a, b, c, d set) {
	w, x = min(w, x), max(w, x)
	y, z = min(y, z), max(y, z)
	w, y = min(w, y), max(w, y)
	x, z = min(x, z), max(x, z)
	x, y = min(x, y), max(x, y)
	return w, x, y, z
}

func pairsAbove(tarocks, others set) (n int32) {
	for ; others != 0; others &= others - 1 {
		n += int32((tarocks & (others & -others).above()).count())
	}
	return n
}

func faceOf(c card.Card) uint8 {
	if placesOf(c.Bit())&pipPlaces != 0 {
		return 0
	}
	return uint8(c.Face())
}
