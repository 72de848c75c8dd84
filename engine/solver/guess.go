package solver

import "math/bits"

// guess estimates the value of a position for the side that leads, in thirds:
// a sum of weighted terms. Who has more tarocks decides so much that each of
// more, as many and fewer has weights of its own.
func guess(mine, theirs uint64, left int) int {
	t, row := terms(mine, theirs, left)
	sum := 0
	for i, w := range weights[row] {
		sum += int(w) * int(t[i])
	}
	return min(max(sum>>weightBits, 0), left)
}

// weightBits are the bits of a weight after the point.
const weightBits = 10

const termCount = 24

// terms are what the formula weighs, and which row of weights it takes.
func terms(mine, theirs uint64, left int) (t [termCount]int32, row int) {
	mt, tt := mine&tarockPlaces, theirs&tarockPlaces
	mc, tc := bits.OnesCount64(mt), bits.OnesCount64(tt)
	sure := mt &^ (1<<bits.Len64(tt) - 1)
	theirSure := tt &^ (1<<bits.Len64(mt) - 1)
	a, b := sideTerms(mine, theirs), sideTerms(theirs, mine)
	low := 0
	t = [termCount]int32{
		1, int32(left), int32(mc - tc), int32(mc + tc),
		int32(bits.OnesCount64(sure)), int32(bits.OnesCount64(theirSure)),
		int32(mt >> firstTarock & 1), int32(tt >> firstTarock & 1),
		int32(mt >> 62 & 1), int32(tt >> 62 & 1), int32(mt >> 63), int32(tt >> 63),
		int32(a.thirds), int32(b.thirds), int32(a.void), int32(b.void), int32(a.voids), int32(b.voids),
		int32(a.top), int32(b.top), int32(a.tops), int32(b.tops),
		int32(beaten(mt, tt)), int32(low),
	}
	switch {
	case mc > tc:
		row = 0
	case mc == tc:
		row = 1
	default:
		row = 2
	}
	return t, row
}

type side struct{ thirds, void, voids, top, tops int }

func sideTerms(mine, theirs uint64) (s side) {
	for p := 0; p < 32; p += 8 {
		m, o := mine&(0xff<<p), theirs&(0xff<<p)
		if m == 0 {
			continue
		}
		v := thirdsOf(m)
		s.thirds += v
		if o == 0 {
			s.void += v
			s.voids += bits.OnesCount64(m)
		} else if top := m &^ (1<<bits.Len64(o) - 1); top != 0 {
			s.top += thirdsOf(top)
			s.tops += bits.OnesCount64(top)
		}
	}
	return s
}

// beaten counts pairs of a tarock of theirs and one of mine above it.
func beaten(mt, tt uint64) (n int) {
	for ; tt != 0; tt &= tt - 1 {
		n += bits.OnesCount64(mt &^ (1<<lowest(tt) - 1))
	}
	return n
}

var weights = [3][termCount]int32{
	{16725, 578, 5020, -3100, -207, -107, 6110, -1844, 5861, -7693, 6207, -8358, -46, 320, 38, 130, 2139, -696, 587, -854, -148, 821, 512, 0},
	{4759, 489, 0, -695, 3356, -1609, 4969, -5380, 6374, -4004, 3557, -5428, -140, 265, -327, 267, 2794, -1528, 668, -957, 936, 3102, 24, 0},
	{11245, 434, 4490, -449, 750, -183, 2347, -6788, 8403, -4991, 7253, -6100, -429, -170, 29, 297, 368, -2418, 1164, -302, -1844, 801, 442, 0},
}
