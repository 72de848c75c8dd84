package pen

import (
	"math"
	"testing"
)

func TestStrokeArea(t *testing.T) {
	const w = 6.0
	caps := math.Pi * w * w / 4
	tests := []struct {
		name string
		path *Path
		want float64
	}{
		{"dot", Line(50, 50), caps},
		{"closed dot", MoveTo(50, 50).LineTo(50, 50).Close(), caps},
		{"straight line", Line(20, 50, 80, 50), 60*w + caps},
		{"slanted line", Line(20, 20, 80, 80), 60*math.Sqrt2*w + caps},
		{"line of many pieces", Line(20, 50, 21, 50, 22, 50, 40, 50, 41, 50, 80, 50), 60*w + caps},
		{"there and back", Line(20, 50, 80, 50, 20, 50), 60*w + caps},
		{"right angle", Line(20, 20, 80, 20, 80, 80), 120*w + caps - w*w/4 + caps/4},
		{"circle", Circle(50, 50, 30), 2 * math.Pi * 30 * w},
		{"counterclockwise circle", Circle(50, 50, 30).Transform(TurnAbout(70, 50, 50)).Transform(Move(100, 0).Times(Scale(-1, 1))), 2 * math.Pi * 30 * w},
		{"rectangle", Rect(20, 20, 60, 60), 240*w - w*w + caps},
		{"circle smaller than the pen", Circle(50, 50, 1), math.Pi * 16},
		{"two lines that cross", MoveTo(20, 50).LineTo(80, 50).MoveTo(50, 20).LineTo(50, 80), 120*w + 2*caps - w*w},
		{"ring and line that cross", Circle(50, 50, 20).MoveTo(20, 50).LineTo(80, 50), 2*math.Pi*20*w + 60*w + caps - 2*w*w},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := NewCanvas(100, 100)
			c.Stroke(tt.path, w, black)
			checkNear(t, "the area", coveredPixels(c), tt.want, .025)
		})
	}
}

func TestStrokeEdgesCountOnce(t *testing.T) {
	whole, pieces := NewCanvas(100, 30), NewCanvas(100, 30)
	whole.Stroke(Line(10, 10, 90, 17), 5, black)
	line := MoveTo(10, 10)
	for i := range 80 {
		line.LineTo(11+float64(i), 10+7*float64(i+1)/80)
	}
	pieces.Stroke(line, 5, black)
	for y := range 30 {
		for x := range 100 {
			if a, b := alpha(whole, x, y), alpha(pieces, x, y); a-b > 3 || b-a > 3 {
				t.Errorf("at %d, %d a line of pieces covers %d, a straight one %d", x, y, b, a)
			}
		}
	}
}

func TestStrokeWidth(t *testing.T) {
	c := NewCanvas(200, 200)
	curve := MoveTo(20, 100).CubeTo(60, -60, 90, 260, 180, 60)
	c.Stroke(curve, 8, black)
	line := curve.flat(identity, .01)[0].points
	for y := range 200 {
		for x := range 200 {
			d := distanceToLine(Point{float64(x) + .5, float64(y) + .5}, line)
			if a := alpha(c, x, y); d < 3.1 && a != 255 || d > 4.9 && a != 0 {
				t.Errorf("%d, %d is %.2f from the line and covered by %d of 255", x, y, d, a)
			}
		}
	}
}

func TestStrokeUnderScale(t *testing.T) {
	small, large := NewCanvas(100, 100), NewCanvas(100, 100)
	small.WithTransform(Scale(.5, .5), func() { small.Stroke(Circle(100, 100, 60), 12, black) })
	large.Stroke(Circle(50, 50, 30), 6, black)
	checkNear(t, "the area at half the size", coveredPixels(small), coveredPixels(large), .001)
}

func TestFillAndStroke(t *testing.T) {
	c := NewCanvas(40, 40)
	c.FillAndStroke(Rect(10, 10, 20, 20), RGB(0xFF0000), 2, RGB(0x0000FF))
	if got := c.Image.RGBAAt(20, 20); got.R != 255 || got.B != 0 {
		t.Errorf("inside is %v, want red", got)
	}
	if got := c.Image.RGBAAt(10, 20); got.R != 0 || got.B != 255 {
		t.Errorf("the edge is %v, want blue", got)
	}
}
