package guides

import (
	"slices"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// PointNumbers returns the numbers in which guides write thirds of a card point: the points and the leaves, each only if
// it isn't 0.
func PointNumbers(thirds int) []int {
	return slices.DeleteFunc([]int{thirds / 3, thirds % 3}, func(n int) bool { return n == 0 })
}

// FaceRows returns a row for each face value, from a king's to a pip card's.
func FaceRows() (rows [][]int) {
	for _, c := range slices.Backward(card.Hearts.Cards().Cards()) {
		rows = append(rows, []int{c.Face()})
	}
	return slices.CompactFunc(rows, slices.Equal) // all pip cards share a row
}

// PointRows returns a row for the whole points of each card, from a king to a valet. A pip card has none.
func PointRows() (rows [][]int) {
	for _, c := range slices.Backward(card.Hearts.Cards().Cards()) {
		if points := c.Bit().Thirds() / 3; points > 0 {
			rows = append(rows, []int{points})
		}
	}
	return rows
}

// WinningScoreRow returns the row that tells what wins: the points, the rounded points, and the points of the best score
// that doesn't win. Guides tell the leaves of the two scores in words.
func WinningScoreRow() []int {
	return []int{engine.NeededThirds / 3, engine.Rounded(engine.NeededThirds), (engine.NeededThirds - 1) / 3}
}

// TrickRows returns the rows of the section that counts one trick: one for each card with its points, one with the
// trick's points, and one that counts the trick as people do at a table. The trick has two or three cards.
func TrickRows(t testing.TB, trick engine.Trick) (rows [][]int) {
	t.Helper()
	cards := trick.Cards[:trick.N]
	for _, c := range cards {
		rows = append(rows, PointNumbers(c.Bit().Thirds()))
	}
	return append(rows, PointNumbers(trick.Set().Thirds()), tableCountRow(t, cards))
}

// At a table people put cardsTogether cards together, add their face values and subtract takenOff from the sum.
const cardsTogether, takenOff = 3, 2

// tableCountRow returns the row that counts two or three cards as people do at a table, and then one by one. A pip card
// is added to two cards. Any other number of cards fails the test. The row holds the number of cards, each face value,
// their sum, takenOff and the difference, then the points and the leaves card by card, and the points that they make.
//
//	… you add a card to make it 3. With a plain one you count 4 plus 5 plus 1, which is 10, and take off 2: 8 points.
//	Card by card it comes to the same, for 7 points and 3 leaves are 8 points.
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

// SideResultsRow returns, for each side, its points and leaves and then its rounded points. sideThirds are the sides'
// results in thirds of a point.
func SideResultsRow(sideThirds ...int) (row []int) {
	for _, thirds := range sideThirds {
		row = append(append(row, PointNumbers(thirds)...), engine.Rounded(thirds))
	}
	return row
}
