package pen

import "image"

// BlurredMask returns the path as a mask of w by h pixels, blurred by about radius pixels.
func BlurredMask(p *Path, w, h, radius int) *image.Alpha {
	c := NewCanvas(w, h)
	mask := image.NewAlpha(image.Rect(0, 0, w, h))
	box := c.rasterize(p.flat(identity, visible))
	if box.Empty() {
		return mask
	}
	inside := c.mask(box)
	for y := range box.Dy() {
		from := mask.PixOffset(box.Min.X, box.Min.Y+y)
		copy(mask.Pix[from:from+box.Dx()], inside.Pix[y*inside.Stride:])
	}
	blur(mask, radius)
	return mask
}

// blur approximates a Gaussian by three box averages in each direction.
func blur(a *image.Alpha, radius int) {
	w, h := a.Rect.Dx(), a.Rect.Dy()
	other := make([]uint8, len(a.Pix))
	for range 3 {
		for y := range h {
			average(a.Pix[y*a.Stride:], other[y*a.Stride:], w, 1, radius)
		}
		for x := range w {
			average(other[x:], a.Pix[x:], h, a.Stride, radius)
		}
	}
}

// average counts values outside as 0.
func average(from, to []uint8, n, step, radius int) {
	sum := 0
	for i := -radius; i < n; i++ {
		if in := i + radius; in < n {
			sum += int(from[in*step])
		}
		if out := i - radius - 1; out >= 0 {
			sum -= int(from[out*step])
		}
		if i >= 0 {
			to[i*step] = uint8(sum / (2*radius + 1))
		}
	}
}
