// Package dice makes random numbers from a seed: the same numbers on every machine and in every
// version. Computer players choose by them, and measurements shuffle decks by them. Cards that
// people play with come from package fair.
package dice

import (
	"encoding/binary"
	"math/bits"
)

// Dice is a stream of random numbers: Steele, Lea and Flood's SplitMix64. It must not be used
// by two goroutines at the same time. The zero value is a stream, too.
type Dice struct{ state uint64 }

// New returns the stream of a seed from its beginning. A seed may have several numbers. Their order matters.
func New(seed ...uint64) *Dice {
	d := new(Dice)
	for _, s := range seed {
		d.state = d.Uint64() ^ s
	}
	d.state = d.Uint64()
	return d
}

// golden is 2^64 divided by the golden ratio, made odd.
const golden = 0x9e3779b97f4a7c15

// Uint64 returns the next number of the stream.
func (d *Dice) Uint64() uint64 {
	d.state += golden
	z := d.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Below returns a number from 0 to n-1; n must be more than 0. All numbers are equally likely,
// but for a part in 2^64/n.
func (d *Dice) Below(n int) int {
	high, _ := bits.Mul64(d.Uint64(), uint64(n))
	return int(high)
}

// Shuffle puts n things in a random order. swap exchanges two of them.
func (d *Dice) Shuffle(n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, d.Below(i+1))
	}
}

// Read fills b with random bytes. It never fails.
func (d *Dice) Read(b []byte) (int, error) {
	for rest := b; len(rest) > 0; {
		var word [8]byte
		binary.LittleEndian.PutUint64(word[:], d.Uint64())
		rest = rest[copy(rest, word[:]):]
	}
	return len(b), nil
}
