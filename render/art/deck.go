// Package art is the artwork: the pack of cards and their back, drawn in code,
// their short forms as tiles and emojis, the fonts and the palette. Start at
// Printer and Deck.
package art

import (
	"image"
	"sync"

	"tarockbot/engine/card"
	"tarockbot/render/lru"
	"tarockbot/render/pen"
)

// Style is what may differ between two decks.
type Style struct {
	// The letters of the figures. Not V, which reads as tarock V.
	King, Queen, Cavalier, Valet string
	// TwoColours gives diamonds the red of hearts, and clubs the black of spades.
	TwoColours bool
}

// rank is the text in the card's corner; not for tarocks.
func (s Style) rank(k card.Card) string {
	switch rank := k.Rank(); rank {
	case "K":
		return s.King
	case "Q":
		return s.Queen
	case "C":
		return s.Cavalier
	case "V":
		return s.Valet
	default:
		return rank
	}
}

// What is kept of what was drawn, in bytes: all 54 cards of 200 pixels with
// their shadows take 21 MB, all of 220 pixels turned by 3 degrees 27 MB.
const (
	spriteRoom = 64 << 20
	maskRoom   = 4 << 20
)

// Printer makes decks. They keep what they have drawn together, within 68 MB;
// what has not been needed longest is drawn again.
type Printer struct {
	fonts   *Fonts
	sprites *lru.Cache[spriteKey, func() *image.RGBA]
	masks   *lru.Cache[maskKey, func() *image.Alpha]
}

// NewPrinter is a printer that has not drawn anything yet.
func NewPrinter(fonts *Fonts) *Printer {
	return &Printer{
		fonts:   fonts,
		sprites: lru.New[spriteKey, func() *image.RGBA](spriteRoom),
		masks:   lru.New[maskKey, func() *image.Alpha](maskRoom),
	}
}

// Deck is the cards in the style.
func (p *Printer) Deck(style Style) *Deck { return &Deck{p, style} }

// Deck draws the cards in one style, each once for a size if there is room to
// keep it. It may be used by many goroutines at once.
type Deck struct {
	*Printer
	style Style
}

// Card is the card's face of a width in pixels, turned clockwise, on a
// transparent ground just large enough. The picture is shared: nobody may
// change it. What is no card is shown as a back.
func (d *Deck) Card(k card.Card, width, degrees int) *image.RGBA {
	return d.sprite(spriteKey{d.style, min(k, card.Count), width, degrees, false})
}

// Back is the back of the cards; as Card otherwise.
func (d *Deck) Back(width, degrees int) *image.RGBA { return d.Card(card.Count, width, degrees) }

// Lay puts the card on the canvas with a soft shadow, turned clockwise about its
// middle. The place is where its top left corner would be if it were not
// turned, in pixels, whatever transform is in force.
func (d *Deck) Lay(c *pen.Canvas, k card.Card, x, y, width, degrees int) {
	sprite := d.sprite(spriteKey{d.style, min(k, card.Count), width, degrees, true})
	size := sprite.Rect.Size()
	c.Paste(sprite, x+(width-size.X)/2, y+(Height(width)-size.Y)/2)
}

// LayBack puts a card on the canvas with its back up; as Lay otherwise.
func (d *Deck) LayBack(c *pen.Canvas, x, y, width, degrees int) {
	d.Lay(c, card.Count, x, y, width, degrees)
}

// spriteKey is one picture of a card, the back being card.Count, with or without
// its shadow.
type spriteKey struct {
	style          Style
	card           card.Card
	width, degrees int
	shadow         bool
}

// The shadow of a card: how far it is shifted and how soft it is, in pixels.
const (
	shadowRight = 2
	shadowDown  = 7
	shadowBlur  = 7
)

// size is the sprite's width and height in pixels.
func (k spriteKey) size() image.Point {
	if k.shadow {
		return k.mask().size()
	}
	return turnedSize(float64(k.width), float64(Height(k.width)), k.degrees)
}

// mask is the shadow's shape.
func (k spriteKey) mask() maskKey {
	const radius = 14
	return maskKey{k.width, Height(k.width), radius, k.degrees, shadowBlur}
}

// sprite is the sprite, drawn if it has to be.
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
		if k.card == card.Count {
			back(c)
		} else {
			d.drawCard(c, k.card)
		}
	})
	return c.Image
}
