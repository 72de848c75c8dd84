package render

import (
	"bytes"
	"context"
	"fmt"
	"image/png"

	"tarockbot/engine/card"
	"tarockbot/render/art"
	"tarockbot/render/words"
)

// Icons are the pictures of all icons that a Span can name, PNG of
// art.EmojiSize with transparent corners, by name; the cards have four colours.
// They are the same bytes each time. Pictures that are wanted meanwhile are drawn between them; the error is
// that of ctx, if it ends first.
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
