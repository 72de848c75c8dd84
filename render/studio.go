// Package render draws tables, hands and curves as pictures and describes them for those who don't see them.
// Start at Studio.
package render

import (
	"context"
	"crypto/sha256"
	"fmt"
	"image"

	"tarockbot/render/art"
	"tarockbot/render/describe"
	"tarockbot/render/lru"
	"tarockbot/render/pen"
	"tarockbot/render/words"
)

// maxKept limits the finished pictures that a studio caches, in bytes. Cards, felt and colours take up to
// 92 MB more, allocated when first needed.
const maxKept = 32 << 20

// maxFelts limits the cached felt backgrounds, one for each height.
const maxFelts = 8

// Studio draws one picture at a time and caches the results. Safe for concurrent use.
type Studio struct {
	fonts   *art.Fonts
	printer *art.Printer
	kept    *lru.Cache[Key, []byte]

	drawLock chan struct{}       // full while a picture is drawn; guards the fields below
	felts    map[int]*image.RGBA // by height
	encoder  encoder
}

// NewStudio returns a studio with parsed fonts. Everything else is prepared when first needed.
func NewStudio() (*Studio, error) { return newStudio(maxKept) }

func newStudio(room int) (*Studio, error) {
	fonts, err := art.LoadFonts()
	if err != nil {
		return nil, fmt.Errorf("render: %w", err)
	}
	return &Studio{
		fonts: fonts, printer: art.NewPrinter(fonts), kept: lru.New[Key, []byte](room),
		drawLock: make(chan struct{}, 1), felts: make(map[int]*image.RGBA),
	}, nil
}

// Key identifies a picture's content: pictures that look the same have the same key.
type Key [sha256.Size]byte

// Picture describes a picture that is drawn on demand.
type Picture struct {
	Alt           string // the description, at most MaxAlt characters
	Width, Height int    // in pixels
	Key           Key
	parts         []part // top to bottom
	style         art.Style
	erasedName    string // the text for an erased name; see sheet
	studio        *Studio
}

// part is a section of a picture. Parts hold plain values only: no pointers or functions, because Key
// hashes their %#v form.
type part interface {
	height() int // in pixels
	draw(*sheet)
	alt(*words.Tongue) []string // sentences, the most important first
}

// Board returns the public picture of a table.
func (s *Studio) Board(scene Scene, t *words.Tongue, twoColours bool) *Picture {
	shown := s.laidOut(scene.plan(t, scene.displayNames(t, s.fonts.Bold.Drawable)), t)
	return s.picture(t, twoColours, []part{shown}, []part{scene.plan(t, scene.displayNames(t, validUTF8))})
}

// Hand returns the picture of one player's cards.
func (s *Studio) Hand(held Held, t *words.Tongue, twoColours bool) *Picture {
	hand := []part{held.plan(t, nil)}
	return s.picture(t, twoColours, hand, hand)
}

// Seat returns the picture of one player's cards, below as much of the table as Scene.BesideHand says.
func (s *Studio) Seat(scene Scene, held Held, t *words.Tongue, twoColours bool) *Picture {
	drawn, said := scene.displayNames(t, s.fonts.Bold.Drawable), scene.displayNames(t, validUTF8)
	shown, told := []part{held.plan(t, drawn)}, []part{held.plan(t, said)}
	if table, ok := scene.table(t, drawn); ok {
		shown = []part{s.laidOut(table, t), shown[0]}
	}
	if table, ok := scene.table(t, said); ok {
		told = append(told, table)
	}
	return s.picture(t, twoColours, shown, told)
}

// Curve returns the picture of a person's rating over time.
func (s *Studio) Curve(curve Curve, t *words.Tongue) *Picture {
	shown := []part{curve.plan(t, truncated(s.fonts.Bold.Drawable(oneLine(curve.Name))))}
	return s.picture(t, false, shown, []part{curve.plan(t, truncated(validUTF8(curve.Name)))})
}

// laidOut measures texts and fixes the layout, from which the height follows.
func (s *Studio) laidOut(b board, t *words.Tongue) board {
	measure := &sheet{fonts: s.fonts, erasedName: describe.ErasedName(t)}
	b.Rowed = b.Rowed || !b.fitsAround(measure)
	b.Seats = b.inBrief(measure)
	b.Heading.Below, b.Panel, b.Middle.High = b.Heading.pillsBelow(measure), b.panelHigh(measure), b.Middle.height(measure)
	b.Foot.Cells, b.Foot.Lines = b.Foot.cells(measure), b.Foot.lines(measure)
	return b
}

// picture returns a picture that draws the parts of shown. Its Alt text comes from the parts of told, with
// the full names, even if the fonts lack some of their characters.
func (s *Studio) picture(t *words.Tongue, twoColours bool, shown, told []part) *Picture {
	style := style(t, twoColours)
	var sentences []string
	for _, p := range told {
		sentences = append(sentences, p.alt(t)...)
	}
	height := 0
	for _, p := range shown {
		height += p.height()
	}
	return &Picture{
		Alt: altText(sentences), Width: width, Height: height, Key: sha256.Sum256(fmt.Appendf(nil, "%#v %#v", style, shown)),
		parts: shown, style: style, erasedName: describe.ErasedName(t), studio: s,
	}
}

// style returns the cards' letters in the language, and their colours.
func style(t *words.Tongue, twoColours bool) art.Style {
	return art.Style{
		King: t.Say("rank.K"), Queen: t.Say("rank.Q"), Cavalier: t.Say("rank.C"), Valet: t.Say("rank.V"),
		TwoColours: twoColours,
	}
}

// Ready returns the PNG if it is cached, else nil.
func (p *Picture) Ready() []byte {
	data, _ := p.studio.kept.Get(p.Key)
	return data
}

// PNG returns the picture, drawn if it is not cached. It waits for other drawings until ctx ends, then
// returns the context's error.
func (p *Picture) PNG(ctx context.Context) ([]byte, error) {
	s := p.studio
	if data := p.Ready(); data != nil {
		return data, nil
	}
	if err := s.acquire(ctx); err != nil {
		return nil, err
	}
	defer s.release()
	if data := p.Ready(); data != nil {
		return data, nil
	}
	data, err := s.encoder.encode(s.drawing(p))
	if err != nil {
		return nil, err
	}
	return s.kept.GetOrAdd(p.Key, data, len(data)), nil
}

// acquire waits for the drawing lock until ctx ends. On success the caller must call release.
func (s *Studio) acquire(ctx context.Context) error {
	select {
	case s.drawLock <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *Studio) release() { <-s.drawLock }

// drawing draws the picture. The caller holds the drawing lock.
func (s *Studio) drawing(p *Picture) *image.RGBA {
	deck := s.printer.Deck(p.style)
	whole := image.NewRGBA(image.Rect(0, 0, width, p.Height))
	rest := whole.Pix
	for _, part := range p.parts {
		felt := s.felt(part.height())
		n := copy(rest, felt.Pix)
		canvas := pen.On(&image.RGBA{Pix: rest[:n:n], Stride: felt.Stride, Rect: felt.Rect})
		part.draw(&sheet{Canvas: canvas, fonts: s.fonts, deck: deck, erasedName: p.erasedName})
		rest = rest[n:]
	}
	return whole
}

// felt returns framed felt of the height, cached because it is slow to draw. The caller holds the drawing
// lock.
func (s *Studio) felt(height int) *image.RGBA {
	felt, ok := s.felts[height]
	if !ok {
		if len(s.felts) == maxFelts {
			clear(s.felts)
		}
		sheet := &sheet{Canvas: pen.NewCanvas(width, height)}
		sheet.felt(float64(height))
		felt = sheet.Image
		s.felts[height] = felt
	}
	return felt
}
