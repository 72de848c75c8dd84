package render

import (
	"bytes"
	"context"
	"fmt"
	"image/png"

	"tarockbot/engine/card"
	"tarockbot/render/art"
	"tarockbot/render/felt"
	"tarockbot/render/pen"
	"tarockbot/render/words"
)

// Faces returns a PNG sheet of all card faces and the back, each width pixels wide, in the places of felt.FaceAt.
func (s *Studio) Faces(ctx context.Context, t *words.Tongue, twoColours bool, width int) ([]byte, error) {
	deck, high := s.printer.Deck(style(t, twoColours)), art.Height(width)
	return s.drawOnFelt(ctx, felt.FaceColumns*width, felt.FaceRows*high, func(canvas *pen.Canvas) {
		for c := range art.Back + 1 {
			column, row := felt.FaceAt(int(c))
			canvas.Paste(deck.Card(c, width, 0), column*width, row*high)
		}
	})
}

// AppIcon returns the app's icon as PNG, size pixels wide and high. Platforms may crop everything but the middle.
func (s *Studio) AppIcon(ctx context.Context, t *words.Tongue, size int) ([]byte, error) {
	width := size * 2 / 5
	return s.drawOnFelt(ctx, size, size, func(canvas *pen.Canvas) {
		canvas.Paste(s.printer.Deck(style(t, false)).Card(card.Mond, width, 0), (size-width)/2, (size-art.Height(width))/2)
	})
}

func (s *Studio) drawOnFelt(ctx context.Context, w, h int, draw func(*pen.Canvas)) ([]byte, error) {
	if err := s.acquire(ctx); err != nil {
		return nil, err
	}
	defer s.release()
	canvas := pen.NewCanvas(w, h)
	canvas.Fill(pen.Rect(0, 0, float64(w), float64(h)), art.Felt)
	draw(canvas)
	return s.encoder.encode(canvas.Image)
}

// Icons returns each card's icon by Span.Icon name: a PNG, art.EmojiSize wide. Repeated calls return the same bytes.
func (s *Studio) Icons(ctx context.Context, t *words.Tongue) (map[string][]byte, error) {
	deck := s.printer.Deck(style(t, false))
	icons := make(map[string][]byte, card.Count)
	for c := range card.Card(card.Count) {
		icon, err := s.icon(ctx, deck, c)
		if err != nil {
			return nil, err
		}
		icons[c.String()] = icon
	}
	return icons, nil
}

func (s *Studio) icon(ctx context.Context, deck *art.Deck, c card.Card) ([]byte, error) {
	if err := s.acquire(ctx); err != nil {
		return nil, err
	}
	defer s.release()
	var b bytes.Buffer
	if err := png.Encode(&b, deck.Emoji(c)); err != nil {
		return nil, fmt.Errorf("render: %w", err)
	}
	return b.Bytes(), nil
}
