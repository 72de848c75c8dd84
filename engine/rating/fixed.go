package rating

import "math/bits"

// fixed is a number with 40 binary places: one is 2^40. A result that is too large becomes
// the largest fixed.
type fixed int64

const (
	one  = fixed(1) << 40
	most = fixed(1<<63 - 1)

	ln2             fixed = 762123384786 // the natural logarithm of 2
	threeByPiSquare fixed = 334211458664 // 3/π²
)

// scale returns a·b/c; c must be above zero. The quotient is rounded to the nearest, halves
// away from zero, so that scale(-a, b, c) is -scale(a, b, c).
func scale(a, b, c fixed) fixed {
	hi, lo := bits.Mul64(magnitude(a), magnitude(b))
	lo, carry := bits.Add64(lo, uint64(c)/2, 0)
	hi += carry
	q := uint64(most)
	if hi < uint64(c) {
		q, _ = bits.Div64(hi, lo, uint64(c))
	}
	if (a < 0) != (b < 0) {
		return -fixed(min(q, uint64(most)))
	}
	return fixed(min(q, uint64(most)))
}

// magnitude returns a without its sign.
func magnitude(a fixed) uint64 {
	if a < 0 {
		return -uint64(a)
	}
	return uint64(a)
}

// mul returns a·b.
func mul(a, b fixed) fixed { return scale(a, b, one) }

// div returns a/b; b must be above zero.
func div(a, b fixed) fixed { return scale(a, one, b) }

// sqrt returns the square root of a, which must be from 0 to 10⁶. Newton's iteration
// decreases towards the root. It stops at the first step that doesn't decrease.
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

// exp returns e^x; x must be from -25 to 15. It splits x into doublings and a rest of at most
// half a doubling, for which thirteen terms of the series are exact.
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
