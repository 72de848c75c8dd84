package pen

import (
	"math"
	"testing"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

func TestTransforms(t *testing.T) {
	tests := []struct {
		name string
		m    Matrix
		want Point // of 2, 1
	}{
		{"identity", identity, Point{2, 1}},
		{"move", Move(10, 20), Point{12, 21}},
		{"scale", Scale(3, -2), Point{6, -2}},
		{"turn is clockwise", Turn(90), Point{-1, 2}},
		{"turn about", TurnAbout(180, 5, 5), Point{8, 9}},
		{"the right factor is applied first", Move(10, 0).Times(Scale(2, 2)), Point{14, 2}},
		{"the left factor is applied last", Scale(2, 2).Times(Move(10, 0)), Point{24, 2}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := tt.m.apply(Point{2, 1})
			if !near(got.X, tt.want.X) || !near(got.Y, tt.want.Y) {
				t.Errorf("2, 1 goes to %v, want %v", got, tt.want)
			}
			back := tt.m.inverse().apply(got)
			if !near(back.X, 2) || !near(back.Y, 1) {
				t.Errorf("the inverse returns %v, want 2, 1", back)
			}
		})
	}
}

func TestScaleOfLengths(t *testing.T) {
	m := Turn(33).Times(Scale(4, 9)).Times(Move(7, 7))
	if got := m.scale(); !near(got, 6) {
		t.Errorf("lengths grow by %v, want 6, the mean of 4 and 9", got)
	}
}
