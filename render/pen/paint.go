package pen

import (
	"image"
	"image/color"
	"math"

	"golang.org/x/image/draw"
)

// Paint is what a shape is filled with: a Color or a Gradient.
type Paint interface {
	// lay puts the paint where the canvas's rasterizer has something in the box.
	lay(c *Canvas, box image.Rectangle)
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
	return uint8(float64(a)*(1-t) + float64(b)*t + 0.5)
}

// RGBA makes a Color a color.Color.
func (c Color) RGBA() (r, g, b, a uint32) { return color.NRGBA(c).RGBA() }

func (c Color) lay(canvas *Canvas, box image.Rectangle) {
	canvas.raster.DrawOp = draw.Over
	canvas.raster.Draw(canvas.Image, box, image.NewUniform(c), image.Point{})
}

// Gradient passes from one opaque colour to another: along the line from From
// to To or, if Radius is not 0, from the centre From outwards. Places are in
// user units.
type Gradient struct {
	From, To   Point
	Radius     float64
	Start, End Color
}

// lay works out the pixels itself: a picture without end, asked for a colour
// at a time, takes several times as long.
func (g Gradient) lay(c *Canvas, box image.Rectangle) {
	mask, toUser := c.mask(box), c.m.inverse()
	for y := range box.Dy() {
		row := c.Image.Pix[c.Image.PixOffset(box.Min.X, box.Min.Y+y):]
		for x, cover := range mask.Pix[y*mask.Stride:][:box.Dx()] {
			if cover == 0 {
				continue
			}
			t := g.at(toUser.apply(Point{float64(box.Min.X+x) + 0.5, float64(box.Min.Y+y) + 0.5}))
			blendInto(row[4*x:4*x+4:4*x+4], g.Start.Mix(g.End, t), uint32(cover))
		}
	}
}

// at is how far along the gradient a place lies, from 0 to 1.
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

// blendInto lays an opaque colour over a pixel, covering it as much as cover
// says, from 0 to 255.
func blendInto(pixel []uint8, c Color, cover uint32) {
	for i, v := range [...]uint8{c.R, c.G, c.B, 255} {
		pixel[i] = uint8((uint32(v)*cover + uint32(pixel[i])*(255-cover) + 127) / 255)
	}
}
