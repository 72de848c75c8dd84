package pen

import (
	"image"
	"math"
	"slices"

	"golang.org/x/image/draw"
	"golang.org/x/image/vector"
)

// Canvas is a picture in progress. Not safe for concurrent use.
type Canvas struct {
	Image  *image.RGBA
	m      Matrix
	raster vector.Rasterizer
	shape  []uint8
}

// NewCanvas returns a transparent canvas of w by h pixels, one per unit.
func NewCanvas(w, h int) *Canvas { return CanvasOn(image.NewRGBA(image.Rect(0, 0, w, h))) }

// CanvasOn returns a canvas on the picture.
func CanvasOn(picture *image.RGBA) *Canvas { return &Canvas{Image: picture, m: identity} }

// WithTransform runs draw with the transform applied before the current one.
func (c *Canvas) WithTransform(m Matrix, draw func()) {
	before := c.m
	c.m = c.m.Times(m)
	draw()
	c.m = before
}

// Fill fills the path.
func (c *Canvas) Fill(p *Path, paint Paint) { c.cover(p.flat(c.m, visible), paint) }

// Stroke draws along the path with a round pen of width w.
func (c *Canvas) Stroke(p *Path, w float64, paint Paint) {
	c.cover(outline(p.flat(c.m, visible), w*c.m.scale()/2), paint)
}

// FillAndStroke fills the path, then draws along it.
func (c *Canvas) FillAndStroke(p *Path, fill Paint, w float64, ink Paint) {
	c.Fill(p, fill)
	c.Stroke(p, w, ink)
}

func (c *Canvas) cover(contours []contour, paint Paint) {
	if box := c.rasterize(contours); !box.Empty() {
		paint.lay(c, c.mask(box), box.Min)
	}
}

// rasterize returns the bounding box, which determines the cost.
func (c *Canvas) rasterize(contours []contour) image.Rectangle {
	left, top, right, bottom := bounds(contours)
	if left > right {
		return image.Rectangle{}
	}
	box := image.Rect(int(math.Floor(left)), int(math.Floor(top)), int(math.Ceil(right))+1, int(math.Ceil(bottom))+1)
	box = box.Intersect(c.Image.Bounds())
	if box.Empty() {
		return box
	}
	c.raster.Reset(box.Dx(), box.Dy())
	for _, k := range contours {
		for i, p := range k.points {
			x, y := float32(p.X-float64(box.Min.X)), float32(p.Y-float64(box.Min.Y))
			if i == 0 {
				c.raster.MoveTo(x, y)
			} else {
				c.raster.LineTo(x, y)
			}
		}
		c.raster.ClosePath()
	}
	return box
}

// Clip runs drawing inside the path only.
func (c *Canvas) Clip(p *Path, drawing func()) {
	box := c.rasterize(p.flat(c.m, visible))
	if box.Empty() {
		return
	}
	mask := c.mask(box)
	mask.Pix = slices.Clone(mask.Pix) // drawing inside overwrites the buffer
	base := c.Image
	c.Image = image.NewRGBA(box)
	drawing()
	layer := c.Image
	c.Image = base
	draw.DrawMask(base, box, layer, box.Min, mask, image.Point{}, draw.Over)
}

func (c *Canvas) mask(box image.Rectangle) *image.Alpha {
	w, h := box.Dx(), box.Dy()
	c.shape = slices.Grow(c.shape[:0], w*h)[:w*h]
	mask := &image.Alpha{Pix: c.shape, Stride: w, Rect: image.Rect(0, 0, w, h)}
	c.raster.DrawOp = draw.Src
	c.raster.Draw(mask, mask.Rect, image.Opaque, image.Point{})
	return mask
}

// Paste lays a picture with its top left corner at pixel x, y, without the transform.
func (c *Canvas) Paste(picture *image.RGBA, x, y int) {
	shift := image.Pt(x, y).Sub(picture.Rect.Min)
	shown := picture.Rect.Add(shift).Intersect(c.Image.Rect)
	for y := shown.Min.Y; y < shown.Max.Y; y++ {
		to := c.Image.Pix[c.Image.PixOffset(shown.Min.X, y):][:4*shown.Dx()]
		from := picture.Pix[picture.PixOffset(shown.Min.X-shift.X, y-shift.Y):][:4*shown.Dx()]
		pasteRow(to, from)
	}
}

func pasteRow(to, from []uint8) {
	for i := 0; i < len(from); {
		switch cover := uint32(from[i+3]); cover {
		case 255:
			end := i + 4
			for end < len(from) && from[end+3] == 255 {
				end += 4
			}
			copy(to[i:end], from[i:end])
			i = end
		case 0:
			i += 4
		default:
			(load(from[i:]) + (load(to[i:]) * lanes(255-cover)).over255()).store(to[i:])
			i += 4
		}
	}
}

// FillMask lays a colour through a mask with its top left corner at pixel x, y, without the transform.
func (c *Canvas) FillMask(mask *image.Alpha, x, y int, color Color) {
	shift := image.Pt(x, y).Sub(mask.Rect.Min)
	shown := mask.Rect.Add(shift).Intersect(c.Image.Rect)
	paint, most := color.lanes(), uint32(color.A)
	for y := shown.Min.Y; y < shown.Max.Y; y++ {
		to := c.Image.Pix[c.Image.PixOffset(shown.Min.X, y):][:4*shown.Dx()]
		from := mask.Pix[mask.PixOffset(shown.Min.X-shift.X, y-shift.Y):][:shown.Dx()]
		for i, cover := range from {
			if cover != 0 {
				paint.blendInto(to[4*i:], (uint32(cover)*most+127)/255)
			}
		}
	}
}

// Align is the share of a text's width left of its place.
type Align float64

// The alignments.
const (
	Left   Align = 0
	Center Align = 0.5
	Right  Align = 1
)

// Text writes the text with its baseline at y and returns its width.
func (c *Canvas) Text(f *Font, text string, size, x, y float64, align Align, paint Paint) float64 {
	path, width := f.Outline(text, size)
	c.Fill(path.Transform(Move(x-width*float64(align), y)), paint)
	return width
}
