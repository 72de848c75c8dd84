package render

// The colours of all pictures are fixed: counted once from pictures of all
// kinds, with ramps for what changes slowly, felt and cards, so that it shows no
// rings.
// A file of 256 colours is a quarter of one in full colour.

// mapper finds the palette's colours. It is for one goroutine at a time.
type mapper struct {
	// nearest is, for every colour of seven bits a channel, one more than the
	// number of the palette's nearest; 0 where nobody has asked yet. Pictures
	// have few colours, so most of it is never looked for.
	nearest [1 << (3 * steps)]uint16
}

// steps is how many bits of each channel count: with fewer the ramps of the
// palette would be wasted.
const steps = 7

func (m *mapper) number(r, g, b uint8) uint8 {
	const drop = 8 - steps
	i := int(r>>drop)<<(2*steps) | int(g>>drop)<<steps | int(b>>drop)
	if m.nearest[i] == 0 {
		m.nearest[i] = uint16(nearestTo(middleOf(r), middleOf(g), middleOf(b))) + 1
	}
	return uint8(m.nearest[i] - 1)
}

// middleOf is twice the middle of what is not told apart from the value, so
// that a colour becomes the same whatever was drawn before.
func middleOf(v uint8) int {
	const together = 1 << (8 - steps)
	return 2*int(v&^(together-1)) + together - 1
}

// nearestTo is the number of the palette's colour least far from one, given
// twice as large.
func nearestTo(r, g, b int) uint8 {
	best, least := 0, 1<<30
	for i, c := range palette {
		dr, dg, db := r-2*int(c>>16), g-2*int(c>>8&255), b-2*int(c&255)
		// The eye tells greens apart best and blues least.
		if d := 3*dr*dr + 4*dg*dg + 2*db*db; d < least {
			best, least = i, d
		}
	}
	return uint8(best)
}

// feltRamp is how many colours of the felt the palette begins with.
const feltRamp = 22

// row writes the numbers of a row of opaque pixels. A pixel takes the colour of
// its left neighbour if that is hardly farther than the nearest: nobody sees it,
// and what is even takes less room. On the felt, which is wide and changes
// slowly, it would be seen as rings.
func (m *mapper) row(to, pixels []uint8) {
	const hardly = 50 // the square of two or three steps of a channel
	var before [3]uint8
	var last uint8
	for x := range to {
		p := [3]uint8(pixels[4*x : 4*x+3])
		if x == 0 || p != before {
			n := m.number(p[0], p[1], p[2])
			if x == 0 || n < feltRamp || distance(p, last) > distance(p, n)+hardly {
				last = n
			}
			before = p
		}
		to[x] = last
	}
}

// distance is how far a colour is from one of the palette, as nearestTo counts,
// but for the factor.
func distance(p [3]uint8, number uint8) int {
	c := palette[number]
	dr, dg, db := int(p[0])-int(c>>16), int(p[1])-int(c>>8&255), int(p[2])-int(c&255)
	return 3*dr*dr + 4*dg*dg + 2*db*db
}
