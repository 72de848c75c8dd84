package pen

import (
	"image"
	"math"
	"testing"
)

func coveredPixels(c *Canvas) (sum float64) {
	for i := 3; i < len(c.Image.Pix); i += 4 {
		sum += float64(c.Image.Pix[i]) / 255
	}
	return sum
}

func alpha(c *Canvas, x, y int) int { return int(c.Image.RGBAAt(x, y).A) }

func checkNear(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if math.Abs(got-want) > tolerance*want {
		t.Errorf("%s is %.2f, want %.2f", what, got, want)
	}
}

var black = RGB(0)

func TestFlatCurvesWithinTolerance(t *testing.T) {
	curves := map[string]struct {
		path *Path
		at   func(t float64) Point
	}{
		"quadratic": {MoveTo(0, 0).QuadTo(40, 90, 100, 5), func(t float64) Point {
			u := 1 - t
			return Point{2*u*t*40 + t*t*100, 2*u*t*90 + t*t*5}
		}},
		"cubic": {MoveTo(0, 0).CubeTo(120, 10, -60, 70, 50, 50), func(t float64) Point {
			u := 1 - t
			return Point{3*u*u*t*120 - 3*u*t*t*60 + t*t*t*50, 3*u*u*t*10 + 3*u*t*t*70 + t*t*t*50}
		}},
	}
	for name, curve := range curves {
		for _, tolerance := range []float64{0.004, 0.08, 1} {
			line := curve.path.flat(identity, tolerance)[0].points
			worst := 0.0
			for i := range 1001 {
				worst = max(worst, distanceToLine(curve.at(float64(i)/1000), line))
			}
			if worst > tolerance*1.001 {
				t.Errorf("%s: off the curve by %.4f, want at most %.4f", name, worst, tolerance)
			}
			if most := 3 + int(20/math.Sqrt(tolerance)); len(line) > most {
				t.Errorf("%s: %d points for a tolerance of %v, want at most %d", name, len(line), tolerance, most)
			}
		}
	}
}

func distanceToLine(p Point, line []Point) float64 {
	nearest := math.Inf(1)
	for i := 1; i < len(line); i++ {
		a, b := line[i-1], line[i]
		dx, dy := b.X-a.X, b.Y-a.Y
		t := max(0, min(((p.X-a.X)*dx+(p.Y-a.Y)*dy)/(dx*dx+dy*dy), 1))
		nearest = min(nearest, distance(p, Point{a.X + t*dx, a.Y + t*dy}))
	}
	return nearest
}

func TestShapes(t *testing.T) {
	tests := []struct {
		name string
		path *Path
		area float64
		box  [4]float64
	}{
		{"circle", Circle(50, 50, 30), math.Pi * 900, [4]float64{20, 20, 80, 80}},
		{"ellipse", Ellipse(50, 40, 30, 10), math.Pi * 300, [4]float64{20, 30, 80, 50}},
		{"rectangle", Rect(10, 20, 30, 40), 1200, [4]float64{10, 20, 40, 60}},
		{"round rectangle", RoundRect(10, 20, 60, 40, 10), 2400 - (4-math.Pi)*100, [4]float64{10, 20, 70, 60}},
		{"polygon", Polygon(10, 10, 50, 10, 10, 50), 800, [4]float64{10, 10, 50, 50}},
		{"star", Star(50, 50, 40, 20, 4), 8 * 40 * 20 / 2 * math.Sin(math.Pi/4), [4]float64{10, 10, 90, 90}},
		{"counterclockwise", Polygon(10, 10, 10, 50, 50, 10), 800, [4]float64{10, 10, 50, 50}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := NewCanvas(100, 100)
			c.Fill(tt.path, black)
			checkNear(t, "the area", coveredPixels(c), tt.area, .005)
			left, top, right, bottom := tt.path.Bounds()
			for i, edge := range []float64{left, top, right, bottom} {
				if math.Abs(edge-tt.box[i]) > .1 {
					t.Errorf("the box is %v %v %v %v, want %v", left, top, right, bottom, tt.box)
				}
			}
		})
	}
}

func TestUnion(t *testing.T) {
	clockwise := Polygon(10, 10, 50, 10, 50, 50, 10, 50)
	against := Polygon(30, 30, 30, 70, 70, 70, 70, 30)
	round := MoveTo(70, 50).CubeTo(70, 60, 60, 70, 50, 70).QuadTo(30, 70, 30, 50).LineTo(50, 30).Close()
	both := NewCanvas(100, 100)
	both.Fill(Union(clockwise, against, round), black)
	checkNear(t, "the union's area", coveredPixels(both), 1600+1600-400, .001)
	if alpha(both, 40, 40) != 255 {
		t.Error("the union has a hole where its parts overlap")
	}
}

func TestUnionKeepsCurves(t *testing.T) {
	// A small circle that runs counterclockwise must still become a smooth clockwise contour.
	small := Circle(0, 0, .5).Transform(Scale(-1, 1))
	line := Union(small).Transform(Scale(1000, 1000)).flat(identity, .01)[0].points
	for _, p := range line {
		if r := distance(p, Point{}); math.Abs(r-500) > .2 {
			t.Fatalf("a point lies at %.2f from the centre, want 500", r)
		}
	}
	if c := Union(small).flat(identity, .01)[0]; c.area() < 0 {
		t.Error("the contour still runs counterclockwise")
	}
}

func TestPathWithoutMoveTo(t *testing.T) {
	tests := []struct {
		name string
		path *Path
		area float64
	}{
		{"from the origin", new(Path).LineTo(10, 0).QuadTo(10, 0, 10, 10).CubeTo(10, 10, 0, 10, 0, 10), 100},
		{"after a close", Polygon(5, 5, 15, 5, 15, 15, 5, 15).LineTo(5, -5).LineTo(15, 5), 150},
		{"closed twice", Polygon(5, 5, 15, 5, 15, 15, 5, 15).Close().Close(), 100},
		{"moved", Rect(0, 0, 10, 10).Transform(Move(5, 5)).LineTo(15, 5).LineTo(15, -5), 150},
		{"nothing", new(Path).Close(), 0},
		{"no points", Polygon(), 0},
		{"half a point", Line(3), 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := NewCanvas(20, 25)
			c.WithTransform(Move(0, 8), func() { c.Fill(tt.path, black) })
			if got := coveredPixels(c); math.Abs(got-tt.area) > .5 {
				t.Errorf("the area is %.2f, want %.2f", got, tt.area)
			}
		})
	}
}

func TestOffTheCanvas(t *testing.T) {
	c := NewCanvas(10, 10)
	for _, p := range []*Path{Rect(-50, -50, 20, 20), Rect(40, 2, 20, 5), Circle(5, -30, 8), new(Path)} {
		c.Fill(p, black)
		c.Stroke(p, 2, Gradient{To: Point{10, 10}, Start: black, End: black})
		c.Clip(p, func() { c.Fill(Rect(0, 0, 10, 10), black) })
	}
	if got := coveredPixels(c); got != 0 {
		t.Errorf("%v pixels are covered by paths outside of the canvas, want none", got)
	}
	c.Fill(Rect(-5, -5, 30, 30), black)
	if got := coveredPixels(c); got != 100 {
		t.Errorf("%v pixels are covered by a path larger than the canvas, want 100", got)
	}
}

func TestBlurredMask(t *testing.T) {
	const radius = 3
	mask := BlurredMask(Rect(30, 30, 40, 40), 100, 100, radius)
	at := func(x, y int) int { return int(mask.AlphaAt(x, y).A) }
	if mask.Bounds() != image.Rect(0, 0, 100, 100) {
		t.Fatalf("the mask is %v", mask.Bounds())
	}
	if at(50, 50) != 255 || at(30-3*radius-1, 50) != 0 || at(50, 70+3*radius) != 0 {
		t.Errorf("inside %d, want 255; outside %d and %d, want 0", at(50, 50), at(20, 50), at(50, 79))
	}
	if at(30-2*radius, 50) == 0 {
		t.Error("the soft edge is too narrow")
	}
	if edge := at(30, 50) + at(29, 50); edge < 240 || edge > 260 {
		t.Errorf("the two pixels beside the edge sum to %d, want about 255", edge)
	}
	for x := 21; x < 50; x++ {
		if at(x, 50) < at(x-1, 50) {
			t.Errorf("the mask gets fainter inwards at %d", x)
		}
		if at(x, 50) != at(50, x) || at(x, 50) != at(99-x, 50) {
			t.Errorf("the mask isn't symmetric at %d", x)
		}
	}
	if sharp := BlurredMask(Rect(30, 30, 40, 40), 100, 100, 0); sharp.AlphaAt(29, 50).A != 0 || sharp.AlphaAt(30, 50).A != 255 {
		t.Error("an edge with radius 0 isn't sharp")
	}
	if nothing := BlurredMask(Rect(200, 200, 5, 5), 10, 10, 2); nothing.AlphaAt(9, 9).A != 0 {
		t.Error("a path outside of the mask changes it")
	}
}
