package render

import (
	"context"

	"tarockbot/engine/card"
	"tarockbot/render/art"
	"tarockbot/render/felt"
	"tarockbot/render/pen"
	"tarockbot/render/words"
)

// Faces is the sheet of all cards, face up, and their back, each of a width in pixels, as
// PNG, laid out as package felt says: the same bytes each time. Whoever lays cards out
// themselves cuts them from it. The error is that of ctx, if it ends first.
func (s *Studio) Faces(ctx context.Context, t *words.Tongue, twoColours bool, width int) ([]byte, error) {
	deck, high := s.printer.Deck(style(t, twoColours)), art.Height(width)
	return s.onFelt(ctx, felt.FaceColumns*width, felt.FaceRows*high, func(canvas *pen.Canvas) {
		for c := range card.Card(card.Count + 1) {
			column, row := felt.FaceAt(int(c))
			canvas.Paste(deck.Card(c, width, 0), column*width, row*high)
		}
	})
}

// AppIcon is what stands for the game among other programs: a card on felt, so many pixels
// wide and high, as PNG. All but the middle may be cut off. The error is that of ctx.
func (s *Studio) AppIcon(ctx context.Context, t *words.Tongue, size int) ([]byte, error) {
	width := size * 2 / 5
	return s.onFelt(ctx, size, size, func(canvas *pen.Canvas) {
		canvas.Paste(s.printer.Deck(style(t, false)).Card(card.Mond, width, 0), (size-width)/2, (size-art.Height(width))/2)
	})
}

// onFelt draws on plain felt of so many pixels, and returns that as PNG. It waits for the easel
// as Picture.PNG does.
func (s *Studio) onFelt(ctx context.Context, w, h int, draw func(*pen.Canvas)) ([]byte, error) {
	if err := s.acquire(ctx); err != nil {
		return nil, err
	}
	defer s.release()
	canvas := pen.NewCanvas(w, h)
	canvas.Fill(pen.Rect(0, 0, float64(w), float64(h)), art.Felt)
	draw(canvas)
	return s.encoder.encode(canvas.Image)
}
