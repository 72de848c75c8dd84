// Package render draws tables, hands and curves as pictures, and describes them. Start at Studio.
package render

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"image"

	"tarockbot/render/art"
	"tarockbot/render/describe"
	"tarockbot/render/lru"
	"tarockbot/render/pen"
	"tarockbot/render/plan"
	"tarockbot/render/words"
)

// maxCached limits the cached pictures, in bytes. Cards, felt and colours take up to 92 MB more.
const maxCached = 32 << 20

const maxFelts = 8

// Studio draws one picture at a time and caches it. Safe for concurrent use.
type Studio struct {
	fonts   *art.Fonts
	printer *art.Printer
	cache   *lru.Cache[Key, []byte]

	drawLock chan struct{} // full while a picture is drawn; guards the fields below
	felts    map[int]*image.RGBA
	encoder  encoder
}

// NewStudio returns a studio with parsed fonts.
func NewStudio() (*Studio, error) { return newStudio(maxCached) }

func newStudio(room int) (*Studio, error) {
	fonts, err := art.LoadFonts()
	if err != nil {
		return nil, fmt.Errorf("render: %w", err)
	}
	return &Studio{
		fonts: fonts, printer: art.NewPrinter(fonts), cache: lru.New[Key, []byte](room),
		drawLock: make(chan struct{}, 1), felts: make(map[int]*image.RGBA),
	}, nil
}

// Key is equal for pictures that look the same.
type Key [sha256.Size]byte

// Picture is drawn on demand.
type Picture struct {
	Alt           string // the description, at most plan.MaxAlt characters
	Width, Height int
	Key           Key
	parts         []part // top to bottom
	style         art.Style
	sizer         *sizer
	studio        *Studio
}

type part interface {
	height() int
	draw(*sheet)
}

// Picture lays out the content.
func (s *Studio) Picture(of plan.Content, t *words.Tongue, twoColours bool) *Picture {
	content := plan.New(of, t, s.fonts.Bold.Drawable)
	p := &Picture{
		Alt: content.Alt, Width: width, style: style(t, twoColours), sizer: &sizer{s.fonts, describe.ErasedName(t)}, studio: s,
	}
	if content.Board != nil {
		p.parts = append(p.parts, layOut(content.Board, p.sizer))
	}
	if content.Hand != nil {
		p.parts = append(p.parts, hand(*content.Hand))
	}
	if content.Hands != nil {
		p.parts = append(p.parts, openHands(*content.Hands))
	}
	if content.Curve != nil {
		p.parts = append(p.parts, curve(*content.Curve))
	}
	for _, part := range p.parts {
		p.Height += part.height()
	}
	p.Key = keyOf(content, p.style, p.sizer.erasedName)
	return p
}

func keyOf(parts ...any) Key {
	data, err := json.Marshal(parts)
	if err != nil {
		panic(err)
	}
	return sha256.Sum256(data)
}

func style(t *words.Tongue, twoColours bool) art.Style {
	return art.Style{
		King: t.Say("rank.K"), Queen: t.Say("rank.Q"), Cavalier: t.Say("rank.C"), Valet: t.Say("rank.V"),
		TwoColours: twoColours,
	}
}

// Ready returns the PNG if it is cached, else nil.
func (p *Picture) Ready() []byte {
	data, _ := p.studio.cache.Get(p.Key)
	return data
}

// PNG returns the cached picture, or draws it. If ctx ends while another picture is drawn, PNG returns ctx's error.
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
	return s.cache.GetOrAdd(p.Key, data, len(data)), nil
}

func (s *Studio) acquire(ctx context.Context) error {
	select {
	case s.drawLock <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *Studio) release() { <-s.drawLock }

// drawing requires drawLock.
func (s *Studio) drawing(p *Picture) *image.RGBA {
	deck := s.printer.Deck(p.style)
	whole := image.NewRGBA(image.Rect(0, 0, width, p.Height))
	rest := whole.Pix
	for _, part := range p.parts {
		felt := s.felt(part.height())
		n := copy(rest, felt.Pix)
		canvas := pen.CanvasOn(&image.RGBA{Pix: rest[:n:n], Stride: felt.Stride, Rect: felt.Rect})
		part.draw(&sheet{sizer: p.sizer, Canvas: canvas, deck: deck})
		rest = rest[n:]
	}
	return whole
}

// felt requires drawLock.
func (s *Studio) felt(height int) *image.RGBA {
	felt, ok := s.felts[height]
	if !ok {
		if len(s.felts) == maxFelts {
			clear(s.felts)
		}
		canvas := pen.NewCanvas(width, height)
		drawFelt(canvas, float64(height))
		felt = canvas.Image
		s.felts[height] = felt
	}
	return felt
}
