package pen

import "encoding/binary"

// lanes holds a pixel's four bytes in 16 bits each, to blend all four at once.
type lanes uint64

const each lanes = 0x0001_0001_0001_0001

const bytes16 = 255 * each

func load(pixel []uint8) lanes {
	x := lanes(binary.LittleEndian.Uint32(pixel))
	x = (x | x<<16) & 0x0000_ffff_0000_ffff
	return (x | x<<8) & bytes16
}

func (l lanes) store(pixel []uint8) {
	l = (l | l>>8) & 0x0000_ffff_0000_ffff
	binary.LittleEndian.PutUint32(pixel, uint32(l|l>>16))
}

// over255 divides each lane by 255 and rounds. No lane may exceed 255·255.
func (l lanes) over255() lanes {
	l += 127 * each
	return (l + each + (l >> 8 & bytes16)) >> 8 & bytes16
}

func (c Color) lanes() lanes {
	return lanes(c.R) | lanes(c.G)<<16 | lanes(c.B)<<32 | 255<<48
}

func (l lanes) blendInto(pixel []uint8, cover uint32) {
	(l*lanes(cover) + load(pixel)*lanes(255-cover)).over255().store(pixel)
}
