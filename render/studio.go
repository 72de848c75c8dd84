package render

import (
	"context"
	"crypto/sha256"
	"fmt"
	"image"

	"tarockbot/render/art"
	"tarockbot/render/lru"
	"tarockbot/render/pen"
	"tarockbot/render/words"
)

// maxKept is how many bytes of finished pictures a studio keeps. What it draws
// them with takes up to 68 MB of cards in all styles, 20 MB of felt and 4 MB of
// colours besides, none of it before it is needed.
const maxKept = 32 << 20

// maxFelts is how many heights of felt are kept.
const maxFelts = 8

// Studio draws pictures and icons, one at a time, and keeps the latest pictures:
// asked for one that it has, it draws nothing. It may be used by many goroutines at once.
type Studio struct {
	fonts   *art.Fonts
	printer *art.Printer
	kept    *lru.Cache[Key, []byte]

	easel   chan struct{}       // holds one thing while a picture is drawn, which guards the rest
	felts   map[int]*image.RGBA // by height, of which hands have four, and boards more the more they tell
	encoder encoder
}

// NewStudio prepares the fonts; what else is needed is made when it is.
func NewStudio() (*Studio, error) { return newStudio(maxKept) }

func newStudio(room int) (*Studio, error) {
	fonts, err := art.LoadFonts()
	if err != nil {
		return nil, fmt.Errorf("render: %w", err)
	}
	return &Studio{
		fonts: fonts, printer: art.NewPrinter(fonts), kept: lru.New[Key, []byte](room),
		easel: make(chan struct{}, 1), felts: make(map[int]*image.RGBA),
	}, nil
}

// Key is the same for pictures that look the same.
type Key [sha256.Size]byte

// Picture is a picture to be drawn when it is wanted, with the words for it.
type Picture struct {
	Alt           string // what it shows, in words, at most MaxAlt characters
	Width, Height int    // in pixels
	Key           Key
	parts         []part // from above
	style         art.Style
	whole         string // see sheet
	studio        *Studio
}

// part is what a picture or a part of it shows.
type part interface {
	height() int // in pixels
	draw(*sheet)
	alt(*words.Tongue) []string // sentences, what matters most first
}

// Board is the picture of a table as everybody sees it.
func (s *Studio) Board(scene Scene, t *words.Tongue, twoColours bool) *Picture {
	shown := s.laidOut(scene.plan(t, scene.called(t, s.fonts.Bold.Drawable)), t)
	return s.picture(t, twoColours, []part{shown}, []part{scene.plan(t, scene.called(t, asItIs))})
}

// Hand is the picture of one player's cards.
func (s *Studio) Hand(held Held, t *words.Tongue, twoColours bool) *Picture {
	hand := []part{held.plan(t, nil)}
	return s.picture(t, twoColours, hand, hand)
}

// Seat is the pictures of the table, as far as Scene.BesideHand says, and of one
// player's cards in one, the table above.
func (s *Studio) Seat(scene Scene, held Held, t *words.Tongue, twoColours bool) *Picture {
	drawn, said := scene.called(t, s.fonts.Bold.Drawable), scene.called(t, asItIs)
	shown, told := []part{held.plan(t, drawn)}, []part{held.plan(t, said)}
	if table, ok := scene.table(t, drawn); ok {
		shown = []part{s.laidOut(table, t), shown[0]}
	}
	if table, ok := scene.table(t, said); ok {
		told = append(told, table)
	}
	return s.picture(t, twoColours, shown, told)
}

// Curve is the picture of how a person's rating went.
func (s *Studio) Curve(curve Curve, t *words.Tongue) *Picture {
	shown := []part{curve.plan(t, bounded(s.fonts.Bold.Drawable(oneLine(curve.Name))))}
	return s.picture(t, false, shown, []part{curve.plan(t, bounded(asItIs(curve.Name)))})
}

// laidOut is the board with what the width of texts decides, on which its height
// depends.
func (s *Studio) laidOut(b board, t *words.Tongue) board {
	measure := &sheet{fonts: s.fonts, whole: erased(t)}
	b.Rowed = b.Rowed || !b.fitsAround(measure)
	b.Seats = b.inBrief(measure)
	b.Heading.Below, b.Panel, b.Middle.High = b.Heading.pillsBelow(measure), b.panelHigh(measure), b.Middle.height(measure)
	b.Foot.Cells, b.Foot.Lines = b.Foot.cells(measure), b.Foot.lines(measure)
	return b
}

// picture is one that shows the parts, and is told by what is the same in words.
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
		Alt: joined(sentences), Width: width, Height: height, Key: sha256.Sum256(fmt.Appendf(nil, "%#v %#v", style, shown)),
		parts: shown, style: style, whole: erased(t), studio: s,
	}
}

// style is how the cards look to readers of the language.
func style(t *words.Tongue, twoColours bool) art.Style {
	return art.Style{
		King: t.Say("rank.K"), Queen: t.Say("rank.Q"), Cavalier: t.Say("rank.C"), Valet: t.Say("rank.V"),
		TwoColours: twoColours,
	}
}

// Ready is the picture as PNG if it has been drawn before, else nil.
func (p *Picture) Ready() []byte {
	data, _ := p.studio.kept.Get(p.Key)
	return data
}

// PNG draws the picture unless it is there. It waits for the one that is being
// drawn, but not longer than ctx; the error is then the context's.
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

// acquire waits for the easel, but not longer than ctx; who has it frees it.
func (s *Studio) acquire(ctx context.Context) error {
	select {
	case s.easel <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *Studio) release() { <-s.easel }

// drawing is the picture, drawn; the caller has the easel.
func (s *Studio) drawing(p *Picture) *image.RGBA {
	deck := s.printer.Deck(p.style)
	whole := image.NewRGBA(image.Rect(0, 0, width, p.Height))
	rest := whole.Pix
	for _, part := range p.parts {
		felt := s.felt(part.height())
		n := copy(rest, felt.Pix)
		canvas := pen.On(&image.RGBA{Pix: rest[:n:n], Stride: felt.Stride, Rect: felt.Rect})
		part.draw(&sheet{Canvas: canvas, fonts: s.fonts, deck: deck, whole: p.whole})
		rest = rest[n:]
	}
	return whole
}

// felt is a height of felt with its frame, which takes long to draw.
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
