package guides

import (
	"slices"

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

// NeededRow returns the row that tells what wins: the points, the rounded points, and the points of the best score that
// doesn't win. Guides tell the leaves of the two scores in words.
func NeededRow() []int {
	return []int{engine.NeededThirds / 3, engine.Rounded(engine.NeededThirds), (engine.NeededThirds - 1) / 3}
}

// TrickRows returns the rows of the section that counts a trick in both ways: the points of each of its cards, the points
// of the trick, the same cards as people count them at a table, and the ends of deals in which the sides have these thirds
// of a point.
func TrickRows(trick engine.Trick, sideThirds ...int) (rows [][]int) {
	cards := trick.Cards[:trick.N]
	for _, c := range cards {
		rows = append(rows, PointNumbers(c.Bit().Thirds()))
	}
	return append(rows, PointNumbers(trick.Set().Thirds()), tableCountRow(cards), endsRow(sideThirds...))
}

// At a table people put cardsTogether cards together, add their face values and subtract takenOff from the sum.
const cardsTogether, takenOff = 3, 2

// tableCountRow returns the row that counts cards as people do at a table, and then one by one. The third card of a trick
// of two is a pip card:
//
//	… you add a card to make it 3. With a plain one you count 4 plus 5 plus 1, which is 10, and take off 2: 8 points.
//	Card by card it comes to the same, for 7 points and 3 leaves are 8 points.
func tableCountRow(cards []card.Card) []int {
	if len(cards) < cardsTogether {
		cards = append(slices.Clip(cards), card.Hearts.Cards().Lowest())
	}
	row, faces, points, leaves := []int{cardsTogether}, 0, 0, 0
	for _, c := range cards {
		thirds := c.Bit().Thirds()
		faces, points, leaves = faces+c.Face(), points+thirds/3, leaves+thirds%3
		row = append(row, c.Face())
	}
	return append(row, faces, takenOff, faces-takenOff, points, leaves, points+leaves/3)
}

// endsRow returns the points and the rounded points of each side at the end of a deal.
func endsRow(sideThirds ...int) (row []int) {
	for _, thirds := range sideThirds {
		row = append(append(row, PointNumbers(thirds)...), engine.Rounded(thirds))
	}
	return row
}
