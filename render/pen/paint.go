package pen

import (
	"image"
	"image/color"
	"math"
)

// Paint is what a shape is filled with: a Color or a Gradient.
type Paint interface {
	// source is the paint as a picture of the whole canvas; m leads from user
	// units to pixels.
	source(m Matrix) image.Image
}

// Color is one colour; not premultiplied, A is how much it covers.
type Color struct{ R, G, B, A uint8 }

// RGB is an opaque colour, written 0xRRGGBB.
func RGB(hex uint32) Color { return Color{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 255} }

// Fade is the colour covering a part a of what it covers now, from 0 to 1.
func (c Color) Fade(a float64) Color {
	c.A = uint8(math.Round(float64(c.A) * a))
	return c
}

// Mix is a part t of the way to d, from 0 to 1.
func (c Color) Mix(d Color, t float64) Color {
	return Color{blend(c.R, d.R, t), blend(c.G, d.G, t), blend(c.B, d.B, t), blend(c.A, d.A, t)}
}

func blend(a, b uint8, t float64) uint8 {
	return uint8(math.Round(float64(a)*(1-t) + float64(b)*t))
}

// RGBA makes a Color a color.Color.
func (c Color) RGBA() (r, g, b, a uint32) { return color.NRGBA(c).RGBA() }

func (c Color) source(Matrix) image.Image { return image.NewUniform(c) }

// Gradient passes from one opaque colour to another: along the line from From
// to To or, if Radius is not 0, from the centre From outwards. Places are in
// user units.
type Gradient struct {
	From, To   Point
	Radius     float64
	Start, End Color
}

func (g Gradient) source(m Matrix) image.Image { return gradientImage{g, m.inverse()} }

// at is how far along the gradient a place lies, from 0 to 1.
func (g Gradient) at(p Point) float64 {
	if g.Radius > 0 {
		return min(distance(p, g.From)/g.Radius, 1)
	}
	dx, dy := g.To.X-g.From.X, g.To.Y-g.From.Y
	return max(0, min(((p.X-g.From.X)*dx+(p.Y-g.From.Y)*dy)/(dx*dx+dy*dy), 1))
}

// gradientImage is a gradient as a picture without end.
type gradientImage struct {
	Gradient
	toUser Matrix
}

func (g gradientImage) ColorModel() color.Model { return color.RGBA64Model }

func (g gradientImage) Bounds() image.Rectangle { return image.Rect(-1e9, -1e9, 1e9, 1e9) }

func (g gradientImage) At(x, y int) color.Color { return g.RGBA64At(x, y) }

func (g gradientImage) RGBA64At(x, y int) color.RGBA64 {
	t := g.at(g.toUser.apply(Point{float64(x) + 0.5, float64(y) + 0.5}))
	channel := func(a, b uint8) uint16 {
		return uint16((float64(a)*(1-t) + float64(b)*t) * 257)
	}
	return color.RGBA64{
		R: channel(g.Start.R, g.End.R), G: channel(g.Start.G, g.End.G), B: channel(g.Start.B, g.End.B), A: 65535,
	}
}
