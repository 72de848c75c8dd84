package render

import _ "embed"

// A fixed palette makes files a quarter of the size. Ramps for felt and cards prevent visible rings.

// TestPalette generates the file: red, green and blue of each colour.
//
//go:embed palette.rgb
var paletteBytes string

var palette = func() (all [256]uint32) {
	for i := range all {
		all[i] = uint32(paletteBytes[3*i])<<16 | uint32(paletteBytes[3*i+1])<<8 | uint32(paletteBytes[3*i+2])
	}
	return all
}()

// mapper maps colours to the palette. Not safe for concurrent use.
type mapper struct {
	// nearest caches the nearest palette colour's number plus one; 0 if not yet searched.
	nearest [1 << (3 * steps)]uint16
}

// steps counts significant bits per channel. Fewer would waste the palette's ramps.
const steps = 7

func (m *mapper) number(r, g, b uint8) uint8 {
	const drop = 8 - steps
	i := int(r>>drop)<<(2*steps) | int(g>>drop)<<steps | int(b>>drop)
	if m.nearest[i] == 0 {
		m.nearest[i] = uint16(nearestTo(middleOf(r), middleOf(g), middleOf(b))) + 1
	}
	return uint8(m.nearest[i] - 1)
}

// middleOf returns twice the middle of the values that share v's significant bits.
func middleOf(v uint8) int {
	const together = 1 << (8 - steps)
	return 2*int(v&^(together-1)) + together - 1
}

func nearestTo(r, g, b int) uint8 {
	best, least := 0, 1<<30
	for i, c := range palette {
		if d := weigh(r-2*int(c>>16), g-2*int(c>>8&255), b-2*int(c&255)); d < least {
			best, least = i, d
		}
	}
	return uint8(best)
}

// feltRamp counts the felt's colours, the palette's first.
const feltRamp = 22

// row keeps the left neighbour's colour, off the felt, if that is nearly as close: it compresses better.
func (m *mapper) row(to, pixels []uint8) {
	const hardly = 50
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

// distance returns a quarter of nearestTo's measure.
func distance(p [3]uint8, number uint8) int {
	c := palette[number]
	return weigh(int(p[0])-int(c>>16), int(p[1])-int(c>>8&255), int(p[2])-int(c&255))
}

// weigh follows the eye, which sees green best and blue worst.
func weigh(dr, dg, db int) int { return 3*dr*dr + 4*dg*dg + 2*db*db }
