package describe

import (
	"fmt"
	"strings"

	"tarockbot/render/words"
)

// Points converts thirds to points and leaves, omitting zeros: "35 points and 2 leaves".
func Points(thirds int, t *words.Tongue) string {
	points, leaves := thirds/3, thirds%3
	switch {
	case leaves == 0:
		return t.Count("points.points", points)
	case points == 0:
		return t.Count("points.leaves", leaves)
	}
	return t.Say("points.both", "Points", t.Count("points.points", points), "Leaves", t.Count("points.leaves", leaves))
}

// PointsNumber converts thirds to points with a fraction: "6⅔".
func PointsNumber(thirds int) string {
	return fmt.Sprint(thirds/3) + [...]string{"", "⅓", "⅔"}[thirds%3]
}

// Signed returns a number with its sign, a true minus. Zero has no sign.
func Signed(n int) string {
	if n == 0 {
		return "0"
	}
	return strings.Replace(fmt.Sprintf("%+d", n), "-", "−", 1)
}

// Scores lists signed points by name.
func Scores(points []int, names []string) string {
	parts := make([]string, len(points))
	for i, n := range points {
		parts[i] = names[i] + " " + Signed(n)
	}
	return strings.Join(parts, " · ")
}
