// Package art draws the cards as faces, tiles and emojis, and provides fonts and palette. Start at Printer and Deck.
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
	// The figures' letters. V is not allowed, because it reads as tarock V.
	King, Queen, Cavalier, Valet string
	// TwoColours gives diamonds the red of hearts, and clubs the black of spades.
	TwoColours bool
}

func (s Style) rank(k card.Card) string {
	letters := map[string]string{"K": s.King, "Q": s.Queen, "C": s.Cavalier, "V": s.Valet}
	return cmp.Or(letters[k.Rank()], k.Rank())
}

// In bytes. All 54 cards with shadows take 21 MB at 200 pixels.
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

// Back stands for a card's back.
const Back card.Card = card.Count

// Deck draws and caches the cards of one style. Safe for concurrent use.
type Deck struct {
	*Printer
	style Style
}

// Card returns the card's face, width pixels wide and turned clockwise. The picture is shared and must not be changed.
// An invalid card is shown as a back.
func (d *Deck) Card(k card.Card, width, degrees int) *image.RGBA {
	return d.sprite(spriteKey{d.style, min(k, Back), width, degrees, false})
}

// DrawWithShadow draws the card with a shadow, turned clockwise about its middle. x, y is its top left pixel before the
// turn, without the canvas's transform.
func (d *Deck) DrawWithShadow(c *pen.Canvas, k card.Card, x, y, width, degrees int) {
	sprite := d.sprite(spriteKey{d.style, min(k, Back), width, degrees, true})
	size := sprite.Rect.Size()
	c.Paste(sprite, x+(width-size.X)/2, y+(Height(width)-size.Y)/2)
}

type spriteKey struct {
	style          Style
	card           card.Card
	width, degrees int
	shadow         bool
}

const (
	shadowRight = 2
	shadowDown  = 7
	shadowBlur  = 7
)

func (k spriteKey) size() image.Point {
	if k.shadow {
		return k.mask().size()
	}
	return turnedSize(float64(k.width), float64(Height(k.width)), k.degrees)
}

func (k spriteKey) mask() maskKey {
	const radius = 14
	return maskKey{k.width, Height(k.width), radius, k.degrees, shadowBlur}
}

func (d *Deck) sprite(k spriteKey) *image.RGBA {
	size := k.size()
	return d.sprites.GetOrAdd(k, sync.OnceValue(func() *image.RGBA { return d.draw(k) }), 4*size.X*size.Y)()
}

func (d *Deck) draw(k spriteKey) *image.RGBA {
	size := k.size()
	c := pen.NewCanvas(size.X, size.Y)
	if k.shadow {
		c.FillMask(d.mask(k.mask()), shadowRight, shadowDown, Shadow)
	}
	place := pen.Move(float64(size.X)/2, float64(size.Y)/2).Times(pen.Turn(float64(k.degrees))).
		Times(pen.Scale(float64(k.width)/cardWidth, float64(Height(k.width))/cardHeight)).
		Times(pen.Move(-cardWidth/2, -cardHeight/2))
	c.WithTransform(place, func() {
		if k.card == Back {
			drawBack(c)
		} else {
			d.drawCard(c, k.card)
		}
	})
	return c.Image
}
