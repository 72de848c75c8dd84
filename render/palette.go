package render

import _ "embed"

// A fixed palette makes files a quarter of the size. Its ramps for felt and cards prevent visible rings.

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

// colorMapper maps colours to the palette. Not safe for concurrent use.
type colorMapper struct {
	// nearest caches the nearest palette colour's number plus one; 0 if not yet searched.
	nearest [1 << (3 * significantBits)]uint16
}

// significantBits is per channel. Fewer bits would waste the palette's ramps.
const significantBits = 7

func (m *colorMapper) indexOf(r, g, b uint8) uint8 {
	const drop = 8 - significantBits
	i := int(r>>drop)<<(2*significantBits) | int(g>>drop)<<significantBits | int(b>>drop)
	if m.nearest[i] == 0 {
		m.nearest[i] = uint16(nearestTo(middleOf(r), middleOf(g), middleOf(b))) + 1
	}
	return uint8(m.nearest[i] - 1)
}

// middleOf returns twice the middle of the values that share v's significant bits.
func middleOf(v uint8) int {
	const groupSize = 1 << (8 - significantBits)
	return 2*int(v&^(groupSize-1)) + groupSize - 1
}

func nearestTo(r, g, b int) uint8 {
	best, least := 0, 1<<30
	for i, c := range palette {
		if d := weightedSquares(r-2*int(c>>16), g-2*int(c>>8&255), b-2*int(c&255)); d < least {
			best, least = i, d
		}
	}
	return uint8(best)
}

// feltRamp is the number of the felt's colours, which come first in the palette.
const feltRamp = 22

// mapRow, except on felt, keeps the left neighbour's colour if it is nearly as close: such rows compress better.
func (m *colorMapper) mapRow(to, pixels []uint8) {
	const allowance = 50
	var before [3]uint8
	var last uint8
	for x := range to {
		p := [3]uint8(pixels[4*x : 4*x+3])
		if x == 0 || p != before {
			n := m.indexOf(p[0], p[1], p[2])
			if x == 0 || n < feltRamp || distance(p, last) > distance(p, n)+allowance {
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
	return weightedSquares(int(p[0])-int(c>>16), int(p[1])-int(c>>8&255), int(p[2])-int(c&255))
}

// weightedSquares weighs as the eye does, which sees green best and blue worst.
func weightedSquares(dr, dg, db int) int { return 3*dr*dr + 4*dg*dg + 2*db*db }
