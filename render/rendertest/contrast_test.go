package rendertest

import (
	"math"
	"testing"

	"tarockbot/render/pen"
)

func TestContrastFormula(t *testing.T) {
	for _, tt := range []struct {
		a, b uint32
		want float64
	}{{0xFFFFFF, 0x000000, 21}, {0x777777, 0xFFFFFF, 4.48}, {0x123456, 0x123456, 1}} {
		if got := Contrast(pen.RGB(tt.a), pen.RGB(tt.b)); math.Abs(got-tt.want) > .005 {
			t.Errorf("contrast of %06X and %06X = %.3f, want %v", tt.a, tt.b, got, tt.want)
		}
	}
}
