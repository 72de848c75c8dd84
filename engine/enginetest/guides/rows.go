package guides

import (
	"slices"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// PointNumbers returns the points and the leaves of a number of thirds, without zeros.
func PointNumbers(thirds int) []int {
	return slices.DeleteFunc([]int{thirds / 3, thirds % 3}, func(n int) bool { return n == 0 })
}

// FaceRows returns a row for each face value, from a king's to a pip card's.
func FaceRows() (rows [][]int) {
	for _, c := range slices.Backward(card.Hearts.Cards().Cards()) {
		rows = append(rows, []int{c.Face()})
	}
	return slices.CompactFunc(rows, slices.Equal)
}

// PointRows returns a row for each card's whole points, from a king to a valet.
func PointRows() (rows [][]int) {
	for _, c := range slices.Backward(card.Hearts.Cards().Cards()) {
		if points := c.Bit().Thirds() / 3; points > 0 {
			rows = append(rows, []int{points})
		}
	}
	return rows
}

// WinningScoreRow returns the winning points, the rounded points, and the points of the best losing score.
func WinningScoreRow() []int {
	return []int{engine.NeededThirds / 3, engine.Rounded(engine.NeededThirds), (engine.NeededThirds - 1) / 3}
}

// TrickRows returns a row for each card's points, one for the trick's, and one for a count by face values.
func TrickRows(t testing.TB, trick engine.Trick) (rows [][]int) {
	t.Helper()
	cards := trick.Cards[:trick.N]
	for _, c := range cards {
		rows = append(rows, PointNumbers(c.Bit().Thirds()))
	}
	return append(rows, PointNumbers(trick.Set().Thirds()), tableCountRow(t, cards))
}

// People put cardsTogether cards together, add their face values and subtract takenOff.
const cardsTogether, takenOff = 3, 2

// tableCountRow adds a pip card to two cards. It counts them by face values, and then one by one:
//
//	3 cards: 4 plus 5 plus 1 is 10, less 2: 8 points. Card by card: 7 points and 3 leaves are 8 points.
func tableCountRow(t testing.TB, cards []card.Card) []int {
	t.Helper()
	switch len(cards) {
	case cardsTogether:
	case cardsTogether - 1:
		cards = append(slices.Clip(cards), card.Hearts.Cards().Lowest())
	default:
		t.Fatalf("no guide counts a trick of %d cards", len(cards))
	}
	row, faces, points, leaves := []int{cardsTogether}, 0, 0, 0
	for _, c := range cards {
		thirds := c.Bit().Thirds()
		faces, points, leaves = faces+c.Face(), points+thirds/3, leaves+thirds%3
		row = append(row, c.Face())
	}
	return append(row, faces, takenOff, faces-takenOff, points, leaves, points+leaves/3)
}

// SideResultsRow returns each side's points, leaves and rounded points.
func SideResultsRow(sideThirds ...int) (row []int) {
	for _, thirds := range sideThirds {
		row = append(append(row, PointNumbers(thirds)...), engine.Rounded(thirds))
	}
	return row
}
