// Package dice generates the same random numbers from a seed on every machine, for computer players and measurements.
// Package fair shuffles for human players.
package dice

import (
	"encoding/binary"
	"math/bits"
)

// Dice is a stream of random numbers, by Steele, Lea and Flood's SplitMix64. It isn't safe for concurrent use.
type Dice struct{ state uint64 }

// New returns the stream of a seed.
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

// Uint64 returns the next number.
func (d *Dice) Uint64() uint64 {
	d.state += golden
	z := d.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Below returns a number from 0 to n-1. The bias is at most n/2^64.
func (d *Dice) Below(n int) int {
	high, _ := bits.Mul64(d.Uint64(), uint64(n))
	return int(high)
}

// Shuffle puts n elements into random order. swap exchanges the elements i and j.
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
