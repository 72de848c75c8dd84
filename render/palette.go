package render

import (
	"image"
	"image/color"
	"sync"
)

// The colours of all pictures are fixed: counted once from pictures of all
// kinds, with ramps for the felt and the panels so that neither shows rings.
// A file of 256 colours is a quarter of one in full colour.

// cube is how many steps each channel has where the nearest colour is looked up.
const (
	cubeBits = 6
	cube     = 1 << cubeBits
)

// nearest is the number of the palette's colour for every colour of the cube.
// It takes a moment to make, so it is made when the first picture is written.
var nearest = sync.OnceValue(func() *[cube * cube * cube]uint8 {
	var table [cube * cube * cube]uint8
	for i := range table {
		r, g, b := i>>(2*cubeBits), i>>cubeBits%cube, i%cube
		table[i] = nearestTo(middleOf(r), middleOf(g), middleOf(b))
	}
	return &table
})

// middleOf is the value in the middle of a step.
func middleOf(step int) int { return step<<(8-cubeBits) | 1<<(7-cubeBits) }

// nearestTo is the number of the palette's colour least far from r, g, b.
func nearestTo(r, g, b int) uint8 {
	best, least := 0, 1<<30
	for i, c := range palette {
		dr, dg, db := r-int(c>>16), g-int(c>>8&255), b-int(c&255)
		// The eye tells greens apart best and blues least.
		if d := 3*dr*dr + 4*dg*dg + 2*db*db; d < least {
			best, least = i, d
		}
	}
	return uint8(best)
}

// colors is the palette as the image package wants it.
var colors = sync.OnceValue(func() color.Palette {
	all := make(color.Palette, len(palette))
	for i, c := range palette {
		all[i] = color.RGBA{uint8(c >> 16), uint8(c >> 8), uint8(c), 255}
	}
	return all
})

// paletted is the opaque picture in the fixed colours.
func paletted(from *image.RGBA) *image.Paletted {
	to := image.NewPaletted(from.Rect, colors())
	table := nearest()
	for i := range to.Pix {
		p := from.Pix[4*i : 4*i+3 : 4*i+3]
		const drop = 8 - cubeBits
		to.Pix[i] = table[int(p[0]>>drop)<<(2*cubeBits)|int(p[1]>>drop)<<cubeBits|int(p[2]>>drop)]
	}
	return to
}
