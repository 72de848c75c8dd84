package art

import (
	"image"
	"strconv"

	"tarockbot/engine/card"
	"tarockbot/render/pen"
)

// Tile draws the card's short form with its top left corner at x, y. It is readable from 40 units of height.
func (d *Deck) Tile(c *pen.Canvas, k card.Card, x, y, w, h float64) {
	if k.Suit() != card.Tarock {
		d.suitTile(c, k, box{x, y, w, h})
		return
	}
	tarockTile(c, k, box{x, y, w, h})
	margin := h * .15
	if k == card.Skus {
		fillBox(c, d.fonts.Title, "SKÜS", box{x + margin, y + margin*1.7, w - 2*margin, h - 3.2*margin}, LightGold)
		return
	}
	sign, width := numeral(k)
	height := h - 2.7*margin
	tall := height / numeralHeight
	wide := min(tall*.95, (w-2*margin)/width)
	c.Fill(sign.Transform(pen.Move(x+(w-width*wide)/2, y+(h-height)/2).Times(pen.Scale(wide, tall))), LightGold)
}

// EmojiSize is an emoji's width and height in pixels.
const EmojiSize = 128

// Emoji returns the card as a tile, recognizable at 22 pixels: tarocks have Arabic numbers, and the Sküs shows the
// fool.
func (d *Deck) Emoji(k card.Card) *image.RGBA {
	c := pen.NewCanvas(EmojiSize, EmojiSize)
	whole := box{0, 0, EmojiSize, EmojiSize}
	switch {
	case k.Suit() != card.Tarock:
		d.suitTile(c, k, whole)
	case k == card.Skus:
		tarockTile(c, k, whole)
		const grown = EmojiSize / 118.
		c.WithTransform(pen.Move(EmojiSize/2, EmojiSize/2).Times(pen.Scale(grown, grown)), func() { drawEmblem(c, "fool") })
	default:
		tarockTile(c, k, whole)
		const margin = EmojiSize * .15
		fillBox(c, d.fonts.Number, strconv.Itoa(number(k)),
			box{margin, margin * 1.3, EmojiSize - 2*margin, EmojiSize - 2.6*margin}, LightGold)
	}
	return c.Image
}

const corner = .16

func tarockTile(c *pen.Canvas, k card.Card, b box) {
	base, dark := groundColors(k)
	c.Fill(pen.RoundRect(b.x, b.y, b.w, b.h, b.h*corner), pen.Gradient{
		From: pen.Point{X: b.x, Y: b.y}, To: pen.Point{X: b.x, Y: b.y + b.h},
		Start: base.Mix(Cream, .12), End: base.Mix(dark, .5),
	})
	inset := b.h * .035
	c.Stroke(pen.RoundRect(b.x+inset, b.y+inset, b.w-2*inset, b.h-2*inset, b.h*corner*.8), b.h*.045, Gold)
}

func (d *Deck) suitTile(c *pen.Canvas, k card.Card, b box) {
	l := d.style.livery(k.Suit())
	r := b.h * corner
	c.Fill(pen.RoundRect(b.x, b.y, b.w, b.h, r), pen.Gradient{
		From: pen.Point{X: b.x, Y: b.y}, To: pen.Point{X: b.x, Y: b.y + b.h}, Start: Ermine, End: DeepCream,
	})
	c.Stroke(pen.RoundRect(b.x+.8, b.y+.8, b.w-1.6, b.h-1.6, r), 1.6, CardEdge)
	high := b.h * .52
	writeRank(c, d.fonts.Number, d.style.rank(k), box{b.x + b.w*.075, b.y + (b.h-high)/2, b.w * .41, high}, l.color)
	fillPip(c, l.suit, b.x+b.w*.725, b.y+b.h*.5, min(b.h*.54, b.w*.43), l.color)
}
