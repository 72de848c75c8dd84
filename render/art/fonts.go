package art

import (
	_ "embed"
	"errors"
	"maps"

	"tarockbot/engine/card"
	"tarockbot/render/pen"
)

// Sources and licences lie beside the files.
var (
	//go:embed fonts/OpenSans-Semibold.ttf
	openSansSemibold []byte
	//go:embed fonts/OpenSans-Bold.ttf
	openSansBold []byte
	//go:embed fonts/BodoniModa-Black.ttf
	bodoniModaBlack []byte
	//go:embed fonts/LibreBodoni-Bold.ttf
	libreBodoniBold []byte
	//go:embed fonts/DejaVuSans-Bold.ttf
	dejaVuSansBold []byte
)

// Fonts holds the pictures' fonts. Each has the cards' suit signs, and a fallback for missing letters.
type Fonts struct {
	Text   *pen.Font
	Bold   *pen.Font // names, important texts
	Number *pen.Font // ranks, tricks, points
	Title  *pen.Font
}

// LoadFonts parses the embedded fonts.
func LoadFonts() (*Fonts, error) {
	suitSigns := signs()
	titleSigns := maps.Clone(suitSigns)
	titleSigns[' '] = pen.Glyph{Path: new(pen.Path), Advance: 0.26} // the font's own blank is too narrow
	var failed []error
	font := func(signs map[rune]pen.Glyph, files ...[]byte) *pen.Font {
		f, err := pen.NewFont(signs, append(files, dejaVuSansBold)...)
		failed = append(failed, err)
		return f
	}
	fonts := &Fonts{
		Text:   font(suitSigns, openSansSemibold),
		Bold:   font(suitSigns, openSansBold),
		Number: font(suitSigns, bodoniModaBlack, openSansBold),
		Title:  font(titleSigns, libreBodoniBold, openSansBold),
	}
	return fonts, errors.Join(failed...)
}

func signs() map[rune]pen.Glyph {
	const height, middle, advance = 0.78, 0.35, 0.8424
	letters := make(map[rune]pen.Glyph)
	for suit, r := range map[card.Suit]rune{card.Hearts: '♥', card.Diamonds: '♦', card.Spades: '♠', card.Clubs: '♣'} {
		place := pen.Move(advance/2, -middle).Times(pen.Scale(height, height))
		letters[r] = pen.Glyph{Path: pipPath(suit).Transform(place), Advance: advance}
	}
	return letters
}
