// Package art draws the cards, their short forms as tiles and emojis, and provides
// the fonts and the palette. Start at Printer and Deck.
package art

import (
	"cmp"
	"image"
	"sync"

	"tarockbot/engine/card"
	"tarockbot/render/lru"
	"tarockbot/render/pen"
)

// Style holds the differences between decks.
type Style struct {
	// The letters of the figures. V is not allowed, because it reads as tarock V.
	King, Queen, Cavalier, Valet string
	// TwoColours gives diamonds the red of hearts, and clubs the black of spades.
	TwoColours bool
}

// rank returns the text in a suit card's corner.
func (s Style) rank(k card.Card) string {
	letters := map[string]string{"K": s.King, "Q": s.Queen, "C": s.Cavalier, "V": s.Valet}
	return cmp.Or(letters[k.Rank()], k.Rank())
}

// The sizes of the caches in bytes. All 54 cards with shadows take 21 MB at 200
// pixels, 27 MB at 220 pixels and 3 degrees.
const (
	spriteRoom = 64 << 20
	maskRoom   = 4 << 20
)

// Printer makes decks that share a cache of 68 MB.
type Printer struct {
	fonts   *Fonts
	sprites *lru.Cache[spriteKey, func() *image.RGBA]
	masks   *lru.Cache[maskKey, func() *image.Alpha]
}

// NewPrinter returns a printer with an empty cache.
func NewPrinter(fonts *Fonts) *Printer {
	return &Printer{
		fonts:   fonts,
		sprites: lru.New[spriteKey, func() *image.RGBA](spriteRoom),
		masks:   lru.New[maskKey, func() *image.Alpha](maskRoom),
	}
}

// Deck returns the deck of the style.
func (p *Printer) Deck(style Style) *Deck { return &Deck{p, style} }

// Back stands for the back of the cards.
const Back card.Card = card.Count

// Deck draws the cards of one style and caches them by size. Safe for concurrent use.
type Deck struct {
	*Printer
	style Style
}

// Card returns the card's face, width pixels wide and turned clockwise, on a transparent ground just large
// enough. The picture is shared and must not be changed. An invalid card is shown as a back.
func (d *Deck) Card(k card.Card, width, degrees int) *image.RGBA {
	return d.sprite(spriteKey{d.style, min(k, Back), width, degrees, false})
}

// Lay draws the card with a soft shadow, turned clockwise about its middle. The place, in pixels, is its
// top left corner before the turn. The canvas's transform is ignored.
func (d *Deck) Lay(c *pen.Canvas, k card.Card, x, y, width, degrees int) {
	sprite := d.sprite(spriteKey{d.style, min(k, Back), width, degrees, true})
	size := sprite.Rect.Size()
	c.Paste(sprite, x+(width-size.X)/2, y+(Height(width)-size.Y)/2)
}

// spriteKey identifies a picture of a card, with or without its shadow.
type spriteKey struct {
	style          Style
	card           card.Card
	width, degrees int
	shadow         bool
}

// The offset and softness of a card's shadow, in pixels.
const (
	shadowRight = 2
	shadowDown  = 7
	shadowBlur  = 7
)

// size returns the sprite's width and height in pixels.
func (k spriteKey) size() image.Point {
	if k.shadow {
		return k.mask().size()
	}
	return turnedSize(float64(k.width), float64(Height(k.width)), k.degrees)
}

// mask returns the shadow's shape.
func (k spriteKey) mask() maskKey {
	const radius = 14
	return maskKey{k.width, Height(k.width), radius, k.degrees, shadowBlur}
}

// sprite returns the sprite, drawn if it is not cached.
func (d *Deck) sprite(k spriteKey) *image.RGBA {
	size := k.size()
	return d.sprites.GetOrAdd(k, sync.OnceValue(func() *image.RGBA { return d.draw(k) }), 4*size.X*size.Y)()
}

// draw draws the sprite.
func (d *Deck) draw(k spriteKey) *image.RGBA {
	size := k.size()
	c := pen.NewCanvas(size.X, size.Y)
	if k.shadow {
		c.Stain(d.mask(k.mask()), shadowRight, shadowDown, Shadow)
	}
	place := pen.Move(float64(size.X)/2, float64(size.Y)/2).Times(pen.Turn(float64(k.degrees))).
		Times(pen.Scale(float64(k.width)/cardWidth, float64(Height(k.width))/cardHeight)).
		Times(pen.Move(-cardWidth/2, -cardHeight/2))
	c.Under(place, func() {
		if k.card == Back {
			back(c)
		} else {
			d.drawCard(c, k.card)
		}
	})
	return c.Image
}
