// Package pen draws paths, text, gradients and soft shadows over golang.org/x/image/vector. Start at Canvas, Path and
// Paint. y points down.
package pen

import "math"

// Point is a place in user units.
type Point struct{ X, Y float64 }

// Matrix is an affine transform: x' = m[0]x + m[1]y + m[2], y' = m[3]x + m[4]y + m[5].
type Matrix [6]float64

var identity = Matrix{1, 0, 0, 0, 1, 0}

// Move shifts by x and y.
func Move(x, y float64) Matrix { return Matrix{1, 0, x, 0, 1, y} }

// Scale stretches by x and y from the origin.
func Scale(x, y float64) Matrix { return Matrix{x, 0, 0, 0, y, 0} }

// Turn rotates by degrees, clockwise, about the origin.
func Turn(degrees float64) Matrix {
	s, c := math.Sincos(degrees * math.Pi / 180)
	return Matrix{c, -s, 0, s, c, 0}
}

// TurnAbout rotates by degrees, clockwise, about x, y.
func TurnAbout(degrees, x, y float64) Matrix {
	return Move(x, y).Times(Turn(degrees)).Times(Move(-x, -y))
}

// Times returns the transform that applies n, then m.
func (m Matrix) Times(n Matrix) Matrix {
	return Matrix{
		m[0]*n[0] + m[1]*n[3], m[0]*n[1] + m[1]*n[4], m[0]*n[2] + m[1]*n[5] + m[2],
		m[3]*n[0] + m[4]*n[3], m[3]*n[1] + m[4]*n[4], m[3]*n[2] + m[4]*n[5] + m[5],
	}
}

func (m Matrix) apply(p Point) Point {
	return Point{m[0]*p.X + m[1]*p.Y + m[2], m[3]*p.X + m[4]*p.Y + m[5]}
}

// scale returns the average factor by which lengths grow.
func (m Matrix) scale() float64 { return math.Sqrt(math.Abs(m[0]*m[4] - m[1]*m[3])) }

func (m Matrix) inverse() Matrix {
	d := m[0]*m[4] - m[1]*m[3]
	a, b, c, e := m[4]/d, -m[1]/d, -m[3]/d, m[0]/d
	return Matrix{a, b, -(a*m[2] + b*m[5]), c, e, -(c*m[2] + e*m[5])}
}

func distance(a, b Point) float64 {
	dx, dy := a.X-b.X, a.Y-b.Y
	return math.Sqrt(dx*dx + dy*dy)
}
