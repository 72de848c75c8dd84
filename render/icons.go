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

// Icons returns the icon of every card by Span.Icon name: PNG, art.EmojiSize wide, transparent corners,
// four colours. Repeated calls return the same bytes. Other drawings may run between icons. If ctx ends,
// it returns the context's error.
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
