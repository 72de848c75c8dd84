package render_test

import (
	"bytes"
	"image"
	"testing"

	"tarockbot/engine/card"
	"tarockbot/render/felt"
	"tarockbot/render/rendertest"
)

// TestFaces checks that the sheet has each card's face, and the back after the last, in its place. The
// file must be small enough to send before a game.
func TestFaces(t *testing.T) {
	t.Parallel()
	s := studio(t)
	for width, most := range map[int]int{60: 100 << 10, 120: 250 << 10} {
		sheet, err := s.Faces(t.Context(), catalogue(t).In("de"), false, width)
		if err != nil {
			t.Fatal(err)
		}
		if len(sheet) > most {
			t.Errorf("%d wide: %d bytes, want at most %d", width, len(sheet), most)
		}
		pixels := rendertest.Pixels(t, sheet)
		high := width * 8 / 5
		if size, want := pixels.Bounds().Size(), image.Pt(felt.FaceColumns*width, felt.FaceRows*high); size != want {
			t.Fatalf("the sheet is %v, want %v", size, want)
		}
		faces := make(map[string]card.Card)
		for c := range card.Card(card.Count + 1) {
			column, row := felt.FaceAt(int(c))
			at := image.Rect(column*width, row*high, (column+1)*width, (row+1)*high)
			face := string(rowsOf(pixels.SubImage(at).(*image.RGBA)))
			if other, known := faces[face]; known {
				t.Errorf("%d wide: %v looks like %v", width, c, other)
			}
			faces[face] = c
		}
	}
}

// rowsOf returns the picture's pixels by row.
func rowsOf(m *image.RGBA) []byte {
	var b bytes.Buffer
	for y := m.Rect.Min.Y; y < m.Rect.Max.Y; y++ {
		b.Write(m.Pix[m.PixOffset(m.Rect.Min.X, y):m.PixOffset(m.Rect.Max.X, y)])
	}
	return b.Bytes()
}
