package render

import (
	"bytes"
	"fmt"
	"image/png"

	"tarockbot/engine/card"
	"tarockbot/render/art"
	"tarockbot/render/words"
)

// Icons are the pictures of all icons that a Span can name, PNG of
// art.EmojiSize with transparent corners, by name. They are the same bytes each
// time.
func Icons(t *words.Tongue) (map[string][]byte, error) {
	fonts, err := art.LoadFonts()
	if err != nil {
		return nil, fmt.Errorf("render: %w", err)
	}
	deck := art.NewPrinter(fonts).Deck(style(t, false))
	icons := make(map[string][]byte, card.Count)
	for c := range card.Card(card.Count) {
		var b bytes.Buffer
		if err := png.Encode(&b, deck.Emoji(c)); err != nil {
			return nil, fmt.Errorf("render: %w", err)
		}
		icons[c.String()] = b.Bytes()
	}
	return icons, nil
}
