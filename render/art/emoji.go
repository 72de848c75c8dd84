package art

import (
	"image"
	"strconv"

	"tarockbot/engine/card"
	"tarockbot/render/pen"
)

// EmojiSize is the width and height of an emoji in pixels.
const EmojiSize = 128

// Emoji returns the card as a tile with transparent corners that is recognizable at 22 pixels. Tarocks
// have Arabic numbers, because Roman ones are unreadable at that size. The Sküs shows the fool.
func (d *Deck) Emoji(k card.Card) *image.RGBA {
	c := pen.NewCanvas(EmojiSize, EmojiSize)
	whole := box{0, 0, EmojiSize, EmojiSize}
	switch {
	case k.Suit() != card.Tarock:
		d.suitTile(c, k, whole)
	case k == card.Skus:
		tarockTile(c, k, whole)
		const grown = EmojiSize / 118.
		c.Under(pen.Move(EmojiSize/2, EmojiSize/2).Times(pen.Scale(grown, grown)), func() { drawEmblem(c, "fool") })
	default:
		tarockTile(c, k, whole)
		const margin = EmojiSize * .15
		fillBox(c, d.fonts.Number, strconv.Itoa(number(k)),
			box{margin, margin * 1.3, EmojiSize - 2*margin, EmojiSize - 2.6*margin}, LightGold)
	}
	return c.Image
}
