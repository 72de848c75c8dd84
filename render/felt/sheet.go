package felt

// The sheet's places hold the 54 card faces and the back.
const (
	FaceColumns = 11
	FaceRows    = 5
)

// FaceAt returns the card's place on the sheet, from 0. The back follows the last card.
func FaceAt(number int) (column, row int) { return number % FaceColumns, number / FaceColumns }
