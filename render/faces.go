package render

import (
	"context"
	"fmt"
	"image"

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
	if err := s.acquire(ctx); err != nil {
		return nil, err
	}
	defer s.release()
	deck, high := s.printer.Deck(style(t, twoColours)), art.Height(width)
	canvas := pen.On(image.NewRGBA(image.Rect(0, 0, felt.FaceColumns*width, felt.FaceRows*high)))
	canvas.Fill(pen.Rect(0, 0, float64(felt.FaceColumns*width), float64(felt.FaceRows*high)), art.Felt)
	for c := range card.Card(card.Count + 1) {
		column, row := felt.FaceAt(int(c))
		canvas.Paste(deck.Card(c, width, 0), column*width, row*high)
	}
	data, err := s.encoder.encode(canvas.Image)
	if err != nil {
		return nil, fmt.Errorf("render: faces: %w", err)
	}
	return data, nil
}

// AppIcon is what stands for the game among other programs: a card on felt, so many pixels
// wide and high, as PNG. All but the middle may be cut off. The error is that of ctx.
func (s *Studio) AppIcon(ctx context.Context, t *words.Tongue, size int) ([]byte, error) {
	if err := s.acquire(ctx); err != nil {
		return nil, err
	}
	defer s.release()
	width := size * 2 / 5
	canvas := pen.On(image.NewRGBA(image.Rect(0, 0, size, size)))
	canvas.Fill(pen.Rect(0, 0, float64(size), float64(size)), art.Felt)
	canvas.Paste(s.printer.Deck(style(t, false)).Card(card.Mond, width, 0), (size-width)/2, (size-art.Height(width))/2)
	data, err := s.encoder.encode(canvas.Image)
	if err != nil {
		return nil, fmt.Errorf("render: icon: %w", err)
	}
	return data, nil
}
