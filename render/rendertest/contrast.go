package rendertest

import (
	"math"

	"tarockbot/render/pen"
)

// Contrast returns the contrast of opaque colours, from 1 to 21. WCAG 2 (AA) requires 4.5 for text.
func Contrast(a, b pen.Color) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

func luminance(c pen.Color) float64 {
	linear := func(v uint8) float64 {
		if s := float64(v) / 255; s > 0.04045 {
			return math.Pow((s+0.055)/1.055, 2.4)
		}
		return float64(v) / 255 / 12.92
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}
