package pen

import "testing"

// The other channels hold values that could carry over.
func TestBlendInto(t *testing.T) {
	t.Parallel()
	mean := func(a, b, cover int) uint8 { return uint8((a*cover + b*(255-cover) + 127) / 255) }
	for colour := range 256 {
		for under := range 256 {
			for _, cover := range []int{0, 1, 64, 127, 128, 200, 254, 255} {
				c := Color{uint8(colour), 255, uint8(colour), 7}
				pixel := []uint8{255, uint8(under), uint8(under), 0, 99}
				want := [5]uint8{mean(colour, 255, cover), mean(255, under, cover), mean(colour, under, cover), mean(255, 0, cover), 99}
				c.lanes().blendInto(pixel, uint32(cover))
				if got := [5]uint8(pixel); got != want {
					t.Fatalf("colour %d over %d, covered by %d: %v, want %v", colour, under, cover, got, want)
				}
			}
		}
	}
}
