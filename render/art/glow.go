package art

import (
	"image"
	"math"
	"sync"

	"tarockbot/render/pen"
)

// Shape is a rounded rectangle in pixels, before it is turned about its middle.
type Shape struct {
	X, Y, W, H, Radius int
	Degrees            int // clockwise
}

type maskKey struct {
	w, h, radius, degrees, blur int
}

// Glow draws a light or a shadow, fading over about three times blur pixels, without the canvas's transform.
func (p *Printer) Glow(c *pen.Canvas, s Shape, blur int, color pen.Color) {
	mask := p.mask(maskKey{s.W, s.H, s.Radius, s.Degrees, blur})
	size := mask.Rect.Size()
	c.FillMask(mask, s.X+s.W/2-size.X/2, s.Y+s.H/2-size.Y/2, color)
}

func (p *Printer) mask(k maskKey) *image.Alpha {
	size := k.size()
	return p.masks.GetOrAdd(k, sync.OnceValue(k.draw), size.X*size.Y)()
}

func (k maskKey) size() image.Point {
	return turnedSize(float64(k.w), float64(k.h), k.degrees).Add(image.Pt(8*k.blur, 8*k.blur))
}

func (k maskKey) draw() *image.Alpha {
	w, h, size := float64(k.w), float64(k.h), k.size()
	shape := pen.RoundRect(-w/2, -h/2, w, h, float64(k.radius))
	place := pen.Move(float64(size.X)/2, float64(size.Y)/2).Times(pen.Turn(float64(k.degrees)))
	return pen.BlurredMask(shape.Transform(place), size.X, size.Y, k.blur)
}

func turnedSize(w, h float64, degrees int) image.Point {
	if degrees == 0 {
		return image.Pt(int(math.Ceil(w)), int(math.Ceil(h)))
	}
	s, c := math.Sincos(float64(degrees) * math.Pi / 180)
	s, c = math.Abs(s), math.Abs(c)
	const edge, rounding = 2, 1e-9
	return image.Pt(int(math.Ceil(w*c+h*s-rounding))+edge, int(math.Ceil(w*s+h*c-rounding))+edge)
}
