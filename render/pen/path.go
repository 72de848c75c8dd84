package pen

import "math"

// Path is a sequence of contours. MoveTo begins one. If Close or nothing precedes a line or curve, a new contour begins
// at the last contour's start, or at the origin.
type Path struct {
	steps []step
	start Point
}

// step is a part of a contour. Its control points come first.
type step struct {
	kind   kind
	points [3]Point
}

type kind uint8

const (
	moveTo kind = iota
	lineTo
	quadTo
	cubeTo
	closing
)

func (s step) end() Point { return s.points[s.kind.points()-1] }

func (s step) backTo(begin Point) step {
	s.points[s.kind.points()-1] = begin
	if s.kind == cubeTo {
		s.points[0], s.points[1] = s.points[1], s.points[0]
	}
	return s
}

func (k kind) points() int {
	switch k {
	case quadTo:
		return 2
	case cubeTo:
		return 3
	default:
		return 1
	}
}

// MoveTo begins a new path.
func MoveTo(x, y float64) *Path { return new(Path).MoveTo(x, y) }

// MoveTo begins a further contour.
func (p *Path) MoveTo(x, y float64) *Path { return p.add(moveTo, Point{x, y}) }

// LineTo draws a straight line.
func (p *Path) LineTo(x, y float64) *Path { return p.add(lineTo, Point{x, y}) }

// QuadTo draws a quadratic curve with one control point.
func (p *Path) QuadTo(x1, y1, x, y float64) *Path { return p.add(quadTo, Point{x1, y1}, Point{x, y}) }

// CubeTo draws a cubic curve with two control points.
func (p *Path) CubeTo(x1, y1, x2, y2, x, y float64) *Path {
	return p.add(cubeTo, Point{x1, y1}, Point{x2, y2}, Point{x, y})
}

// Close joins the contour's end to its beginning.
func (p *Path) Close() *Path {
	if p.open() {
		p.steps = append(p.steps, step{kind: closing})
	}
	return p
}

func (p *Path) open() bool { return len(p.steps) > 0 && p.steps[len(p.steps)-1].kind != closing }

// Append adds the contours of q.
func (p *Path) Append(q *Path) *Path {
	if len(q.steps) > 0 {
		p.steps, p.start = append(p.steps, q.steps...), q.start
	}
	return p
}

func (p *Path) add(k kind, points ...Point) *Path {
	switch {
	case k == moveTo:
		p.start = points[0]
	case !p.open():
		p.MoveTo(p.start.X, p.start.Y)
	}
	s := step{kind: k}
	copy(s.points[:], points)
	p.steps = append(p.steps, s)
	return p
}

// Transform returns the transformed path.
func (p *Path) Transform(m Matrix) *Path {
	q := &Path{steps: make([]step, len(p.steps)), start: m.apply(p.start)}
	for i, s := range p.steps {
		q.steps[i].kind = s.kind
		for j, point := range s.points {
			q.steps[i].points[j] = m.apply(point)
		}
	}
	return q
}

// roundness places the control points of a quarter circle.
const roundness = 0.5522847498

// Circle returns a circle about x, y.
func Circle(x, y, r float64) *Path { return Ellipse(x, y, r, r) }

// Ellipse returns an ellipse about x, y.
func Ellipse(x, y, rx, ry float64) *Path {
	kx, ky := rx*roundness, ry*roundness
	return MoveTo(x+rx, y).
		CubeTo(x+rx, y+ky, x+kx, y+ry, x, y+ry).CubeTo(x-kx, y+ry, x-rx, y+ky, x-rx, y).
		CubeTo(x-rx, y-ky, x-kx, y-ry, x, y-ry).CubeTo(x+kx, y-ry, x+rx, y-ky, x+rx, y).Close()
}

// Rect returns a rectangle. x, y is its top left corner.
func Rect(x, y, w, h float64) *Path { return Polygon(x, y, x+w, y, x+w, y+h, x, y+h) }

// RoundRect returns a rectangle with round corners.
func RoundRect(x, y, w, h, r float64) *Path {
	k := r * (1 - roundness)
	return MoveTo(x+r, y).LineTo(x+w-r, y).CubeTo(x+w-k, y, x+w, y+k, x+w, y+r).
		LineTo(x+w, y+h-r).CubeTo(x+w, y+h-k, x+w-k, y+h, x+w-r, y+h).
		LineTo(x+r, y+h).CubeTo(x+k, y+h, x, y+h-k, x, y+h-r).
		LineTo(x, y+r).CubeTo(x, y+k, x+k, y, x+r, y).Close()
}

// Polygon returns a closed figure through the points.
func Polygon(xy ...float64) *Path { return Line(xy...).Close() }

// Line returns an open line through the points.
func Line(xy ...float64) *Path {
	p := new(Path)
	for i := 0; i+1 < len(xy); i += 2 {
		if i == 0 {
			p.MoveTo(xy[0], xy[1])
		} else {
			p.LineTo(xy[i], xy[i+1])
		}
	}
	return p
}

// Star returns a star of n points, the first pointing up. inner is the radius of its notches.
func Star(x, y, r, inner float64, n int) *Path {
	corners := make([]float64, 0, 4*n)
	for i := range 2 * n {
		radius := r
		if i%2 == 1 {
			radius = inner
		}
		s, c := math.Sincos((180*float64(i)/float64(n) - 90) * math.Pi / 180)
		corners = append(corners, x+radius*c, y+radius*s)
	}
	return Polygon(corners...)
}

// Union returns the paths as one figure. It fills overlaps and holes.
func Union(paths ...*Path) *Path {
	union := new(Path)
	for _, p := range paths {
		for _, c := range p.contours() {
			if c.flat(identity, coarse)[0].area() < 0 {
				c = c.reversed()
			}
			union.Append(c)
		}
	}
	return union
}

func (p *Path) contours() (all []*Path) {
	for _, s := range p.steps {
		if s.kind == moveTo {
			all = append(all, new(Path))
		}
		last := all[len(all)-1]
		last.steps = append(last.steps, s)
	}
	return all
}

func (p *Path) reversed() *Path {
	back := new(Path)
	for i := len(p.steps) - 1; i >= 0; i-- {
		s := p.steps[i]
		if s.kind == closing {
			continue
		}
		if len(back.steps) == 0 {
			end := s.end()
			back.MoveTo(end.X, end.Y)
		}
		if s.kind != moveTo {
			back.steps = append(back.steps, s.backTo(p.steps[i-1].end()))
		}
	}
	return back.Close()
}

// Bounds returns the path's edges.
func (p *Path) Bounds() (left, top, right, bottom float64) {
	return bounds(p.flat(identity, coarse))
}
