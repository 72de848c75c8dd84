package rating

import "math/bits"

// fixed is a number with 40 binary places. Results above maxFixed become maxFixed.
type fixed int64

const (
	one      = fixed(1) << 40
	maxFixed = fixed(1<<63 - 1)

	ln2             fixed = 762123384786 // the natural logarithm of 2
	threeByPiSquare fixed = 334211458664 // 3/π²
)

// scale returns a·b/c for c > 0, rounded half away from zero.
func scale(a, b, c fixed) fixed {
	hi, lo := bits.Mul64(magnitude(a), magnitude(b))
	lo, carry := bits.Add64(lo, uint64(c)/2, 0)
	hi += carry
	q := uint64(maxFixed)
	if hi < uint64(c) {
		q, _ = bits.Div64(hi, lo, uint64(c))
	}
	if (a < 0) != (b < 0) {
		return -fixed(min(q, uint64(maxFixed)))
	}
	return fixed(min(q, uint64(maxFixed)))
}

func magnitude(a fixed) uint64 {
	if a < 0 {
		return -uint64(a)
	}
	return uint64(a)
}

func mul(a, b fixed) fixed { return scale(a, b, one) }

// div returns a/b for b > 0.
func div(a, b fixed) fixed { return scale(a, one, b) }

// sqrt returns the square root of a, from 0 to 10⁶. Newton's iteration decreases towards it.
func sqrt(a fixed) fixed {
	r := max(a, one)
	for {
		next := (r + div(a, r)) / 2
		if next >= r {
			return r
		}
		r = next
	}
}

// exp returns e^x for x from -25 to 15. Thirteen terms are exact up to half a doubling.
func exp(x fixed) fixed {
	doublings := scale(x, 1, ln2)
	rest, sum := x-doublings*ln2, one
	for n := fixed(13); n > 0; n-- {
		sum = one + mul(rest, sum)/n
	}
	if doublings < 0 {
		return sum >> -doublings
	}
	return sum << doublings
}
