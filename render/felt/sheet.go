package felt

// The sheet of card faces has FaceColumns × FaceRows places for the 54 cards and their back.
const (
	FaceColumns = 11
	FaceRows    = 5
)

// FaceAt returns the card's place on the sheet, counted from 0. The back follows the last card.
func FaceAt(number int) (column, row int) { return number % FaceColumns, number / FaceColumns }
