package pen

import (
	"math"
	"slices"
)

// In pixels when drawn, in user units when measured.
const (
	visible = 0.08
	coarse  = 0.1
)

type contour struct {
	points []Point
	closed bool
}

// area returns twice the area. It is negative for counterclockwise contours.
func (c contour) area() (sum float64) {
	for i, p := range c.points {
		q := c.points[(i+1)%len(c.points)]
		sum += p.X*q.Y - q.X*p.Y
	}
	return sum
}

func (c contour) reversed() contour {
	points := slices.Clone(c.points)
	slices.Reverse(points)
	return contour{points, c.closed}
}

func (p *Path) flat(m Matrix, tolerance float64) []contour {
	var f flattener
	for _, s := range p.steps {
		var at [3]Point
		for i, point := range s.points {
			at[i] = m.apply(point)
		}
		f.step(s.kind, at, tolerance)
	}
	f.closeContour(false)
	return f.done
}

type flattener struct {
	done []contour
	now  []Point
}

func (f *flattener) step(k kind, at [3]Point, tolerance float64) {
	switch k {
	case moveTo:
		f.closeContour(false)
		f.now = append(f.now, at[0])
	case lineTo:
		f.now = append(f.now, at[0])
	case quadTo:
		f.quad(at[0], at[1], tolerance)
	case cubeTo:
		f.cube(at[0], at[1], at[2], tolerance)
	case closing:
		f.closeContour(true)
	}
}

func (f *flattener) closeContour(closed bool) {
	if len(f.now) > 0 {
		f.done = append(f.done, contour{f.now, closed})
	}
	f.now = nil
}

func (f *flattener) quad(a, b Point, tolerance float64) {
	from := f.now[len(f.now)-1]
	bend := math.Hypot(from.X-2*a.X+b.X, from.Y-2*a.Y+b.Y)
	n := int(math.Ceil(math.Sqrt(bend/(4*tolerance)))) + 1
	for i := 1; i <= n; i++ {
		t := float64(i) / float64(n)
		u := 1 - t
		f.now = append(f.now, Point{
			u*u*from.X + 2*u*t*a.X + t*t*b.X,
			u*u*from.Y + 2*u*t*a.Y + t*t*b.Y,
		})
	}
}

func (f *flattener) cube(a, b, to Point, tolerance float64) {
	from := f.now[len(f.now)-1]
	bend := max(
		math.Hypot(from.X-2*a.X+b.X, from.Y-2*a.Y+b.Y),
		math.Hypot(a.X-2*b.X+to.X, a.Y-2*b.Y+to.Y))
	n := int(math.Ceil(math.Sqrt(0.75*bend/tolerance))) + 1
	for i := 1; i <= n; i++ {
		t := float64(i) / float64(n)
		u := 1 - t
		f.now = append(f.now, Point{
			u*u*u*from.X + 3*u*u*t*a.X + 3*u*t*t*b.X + t*t*t*to.X,
			u*u*u*from.Y + 3*u*u*t*a.Y + 3*u*t*t*b.Y + t*t*t*to.Y,
		})
	}
}

func bounds(contours []contour) (left, top, right, bottom float64) {
	left, top = math.Inf(1), math.Inf(1)
	right, bottom = math.Inf(-1), math.Inf(-1)
	for _, c := range contours {
		for _, p := range c.points {
			left, right = min(left, p.X), max(right, p.X)
			top, bottom = min(top, p.Y), max(bottom, p.Y)
		}
	}
	return left, top, right, bottom
}
