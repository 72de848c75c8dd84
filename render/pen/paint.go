package pen

import (
	"image"
	"image/color"
	"math"
)

// Paint fills a shape: a Color or a Gradient.
type Paint interface {
	// corner is the mask's top left pixel.
	lay(c *Canvas, mask *image.Alpha, corner image.Point)
}

// Color is a single colour, not premultiplied. A is its opacity.
type Color struct{ R, G, B, A uint8 }

// RGB returns an opaque colour from 0xRRGGBB.
func RGB(hex uint32) Color { return Color{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 255} }

// Fade multiplies the opacity by a, from 0 to 1.
func (c Color) Fade(a float64) Color {
	c.A = uint8(math.Round(float64(c.A) * a))
	return c
}

// Mix returns the colour a fraction t of the way to d.
func (c Color) Mix(d Color, t float64) Color {
	return Color{blend(c.R, d.R, t), blend(c.G, d.G, t), blend(c.B, d.B, t), blend(c.A, d.A, t)}
}

// Over returns the colour as seen on the ground.
func (c Color) Over(ground Color) Color {
	cover := float64(c.A) / 255
	c.A = 255
	return ground.Mix(c, cover)
}

func blend(a, b uint8, t float64) uint8 {
	return uint8(float64(a)*(1-t) + float64(b)*t + 0.5)
}

// RGBA implements color.Color.
func (c Color) RGBA() (r, g, b, a uint32) { return color.NRGBA(c).RGBA() }

func (c Color) lay(canvas *Canvas, mask *image.Alpha, corner image.Point) {
	canvas.FillMask(mask, corner.X, corner.Y, c)
}

// Gradient changes between opaque colours, from From to To or, if Radius is not 0, outwards from From.
type Gradient struct {
	From, To   Point
	Radius     float64
	Start, End Color
}

func (g Gradient) lay(c *Canvas, mask *image.Alpha, corner image.Point) {
	toUser := c.m.inverse()
	for y := range mask.Rect.Dy() {
		row := c.Image.Pix[c.Image.PixOffset(corner.X, corner.Y+y):]
		for x, cover := range mask.Pix[y*mask.Stride:][:mask.Rect.Dx()] {
			if cover != 0 {
				t := g.at(toUser.apply(Point{float64(corner.X+x) + 0.5, float64(corner.Y+y) + 0.5}))
				g.Start.Mix(g.End, t).lanes().blendInto(row[4*x:], uint32(cover))
			}
		}
	}
}

func (g Gradient) at(p Point) float64 {
	if g.Radius > 0 {
		return min(distance(p, g.From)/g.Radius, 1)
	}
	dx, dy := g.To.X-g.From.X, g.To.Y-g.From.Y
	length := dx*dx + dy*dy
	if length == 0 {
		return 0
	}
	return max(0, min(((p.X-g.From.X)*dx+(p.Y-g.From.Y)*dy)/length, 1))
}
