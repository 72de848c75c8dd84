package pen

import (
	"math"
	"slices"
)

// outline returns rings. Separate quadrilaterals would draw soft edges twice where they overlap.

func outline(contours []contour, r float64) []contour {
	var rings []contour
	for _, c := range contours {
		c.points = distinct(c)
		switch n := len(c.points); {
		case n == 1:
			rings = append(rings, contour{arc(c.points[0], r, 0, 2*math.Pi), true})
		case c.closed && n > 2:
			rings = append(rings, contour{offset(c.points, r), true}, contour{offset(c.reversed().points, r), true})
		default:
			rings = append(rings, contour{offset(thereAndBack(c.points), r), true})
		}
	}
	return rings
}

const sameSpot = 1e-3

func distinct(c contour) (points []Point) {
	for _, p := range c.points {
		if n := len(points); n == 0 || distance(p, points[n-1]) > sameSpot {
			points = append(points, p)
		}
	}
	if n := len(points); c.closed && n > 1 && distance(points[0], points[n-1]) < sameSpot {
		points = points[:n-1]
	}
	return points
}

func thereAndBack(points []Point) []Point {
	ring := slices.Clone(points)
	for i := len(points) - 2; i > 0; i-- {
		ring = append(ring, points[i])
	}
	return ring
}

func arc(centre Point, r, from, to float64) (points []Point) {
	const stray = 0.06 // of chords from the circle, in pixels
	step := 2 * math.Acos(max(0, 1-stray/max(r, stray)))
	n := int(math.Ceil(math.Abs(to-from)/step)) + 1
	for i := range n + 1 {
		s, c := math.Sincos(from + (to-from)*float64(i)/float64(n))
		points = append(points, Point{centre.X + r*c, centre.Y + r*s})
	}
	return points
}

// offset moves a ring to its left by d.
func offset(ring []Point, d float64) (moved []Point) {
	n := len(ring)
	for i := range ring {
		moved = append(moved, corner(ring[(i+n-1)%n], ring[i], ring[(i+1)%n], d)...)
	}
	return moved
}

// gentle is the largest turn without rounding, in radians.
const gentle = 0.35

// corner returns the points that replace b, at distance d to the left.
func corner(a, b, c Point, d float64) []Point {
	in, turn := turning(a, b, c)
	before, after := in+math.Pi/2, in+math.Pi/2+turn
	mitre := d / math.Cos(turn/2)
	pointed := []Point{polar(b, mitre, (before+after)/2)}
	switch {
	case math.Abs(turn) < gentle:
		return pointed
	case turn < 0:
		return arc(b, d, before, after)
	case mitre*math.Sin(turn/2) < min(distance(a, b), distance(b, c)):
		return pointed
	default: // the inside of a tight bend: through the corner
		return []Point{polar(b, d, before), b, polar(b, d, after)}
	}
}

// turning treats a line straight back as a turn to the right.
func turning(a, b, c Point) (in, turn float64) {
	in = math.Atan2(b.Y-a.Y, b.X-a.X)
	out := math.Atan2(c.Y-b.Y, c.X-b.X)
	turn = math.Mod(out-in+3*math.Pi, 2*math.Pi) - math.Pi
	if math.Abs(math.Abs(turn)-math.Pi) < 1e-6 {
		turn = -math.Pi
	}
	return in, turn
}

func polar(p Point, distance, direction float64) Point {
	s, c := math.Sincos(direction)
	return Point{p.X + distance*c, p.Y + distance*s}
}
