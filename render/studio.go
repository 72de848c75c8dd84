package render

import (
	"bytes"
	"container/list"
	"context"
	"crypto/sha256"
	"fmt"
	"image"
	"image/png"
	"sync"

	"tarockbot/render/art"
	"tarockbot/render/words"
)

// Studio draws pictures, one at a time, and keeps the latest: asked for one
// that it has, it draws nothing. It may be used by many goroutines at once.
type Studio struct {
	easel chan struct{} // holds one thing while a picture is drawn
	kit   *kit
	decks map[art.Style]*art.Deck

	mu    sync.Mutex
	kept  map[[sha256.Size]byte]*list.Element
	order *list.List // of *Picture, the latest used first
	size  int        // bytes of all that are kept
}

// maxKept is how many bytes of finished pictures a studio keeps.
const maxKept = 32 << 20

// NewStudio prepares the fonts; what else is needed is made when it is.
func NewStudio() (*Studio, error) {
	fonts, err := art.LoadFonts()
	if err != nil {
		return nil, fmt.Errorf("render: %w", err)
	}
	return &Studio{
		easel: make(chan struct{}, 1),
		kit:   &kit{fonts: fonts, felts: make(map[int]*image.RGBA)},
		decks: make(map[art.Style]*art.Deck),
		kept:  make(map[[sha256.Size]byte]*list.Element), order: list.New(),
	}, nil
}

// Picture is a picture to be drawn when it is wanted, with the words for it.
type Picture struct {
	Alt           string // what it shows, in words, at most MaxAlt characters
	Width, Height int    // in pixels
	// Key is the same for pictures that look the same.
	Key    [sha256.Size]byte
	draw   func() *sheet
	studio *Studio
	png    []byte
}

// Board is the picture of a table as everybody sees it.
func (s *Studio) Board(scene Scene, t *words.Tongue, twoColours bool) *Picture {
	plan, style := scene.plan(t), style(t, twoColours)
	return s.picture(scene.alt(t), boardHeight, plan, style, func() *sheet {
		sheet := s.kit.newSheet(boardHeight, s.deck(style))
		plan.draw(sheet)
		return sheet
	})
}

// Hand is the picture of one player's cards.
func (s *Studio) Hand(held Held, t *words.Tongue, twoColours bool) *Picture {
	plan, style := held.plan(t), style(t, twoColours)
	return s.picture(held.alt(t), plan.height(), plan, style, func() *sheet { return plan.draw(s.kit, s.deck(style)) })
}

// Seat is the pictures of the table and of one player's cards in one, the table
// above.
func (s *Studio) Seat(scene Scene, held Held, t *words.Tongue, twoColours bool) *Picture {
	board, hand, style := scene.plan(t), held.plan(t), style(t, twoColours)
	alt := shortened([]string{held.alt(t), scene.alt(t)})
	return s.picture(alt, boardHeight+hand.height(), []any{board, hand}, style, func() *sheet {
		deck := s.deck(style)
		above := s.kit.newSheet(boardHeight, deck)
		board.draw(above)
		return above.over(hand.draw(s.kit, deck))
	})
}

// picture knows a picture by all that is drawn in it.
func (s *Studio) picture(alt string, height int, plan any, style art.Style, draw func() *sheet) *Picture {
	key := sha256.Sum256(fmt.Appendf(nil, "%T %+v %+v", plan, plan, style))
	return &Picture{Alt: alt, Width: width, Height: height, Key: key, draw: draw, studio: s}
}

// style is how the cards look to readers of the language.
func style(t *words.Tongue, twoColours bool) art.Style {
	return art.Style{
		King: t.Say("rank.K"), Queen: t.Say("rank.Q"), Cavalier: t.Say("rank.C"), Valet: t.Say("rank.V"),
		TwoColours: twoColours,
	}
}

// deck is the cards in a style; the caller holds the drawing lock.
func (s *Studio) deck(style art.Style) *art.Deck {
	deck, ok := s.decks[style]
	if !ok {
		deck, _ = art.New(style)
		s.decks[style] = deck
	}
	return deck
}

// Ready is the picture as PNG if it has been drawn before, else nil.
func (p *Picture) Ready() []byte {
	s := p.studio
	s.mu.Lock()
	defer s.mu.Unlock()
	e, ok := s.kept[p.Key]
	if !ok {
		return nil
	}
	s.order.MoveToFront(e)
	return e.Value.(*Picture).png
}

// PNG draws the picture unless it is there. It waits for the one that is being
// drawn, but not longer than ctx; the error is then the context's.
func (p *Picture) PNG(ctx context.Context) ([]byte, error) {
	s := p.studio
	if data := p.Ready(); data != nil {
		return data, nil
	}
	select {
	case s.easel <- struct{}{}:
		defer func() { <-s.easel }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if data := p.Ready(); data != nil {
		return data, nil
	}
	data, err := s.kit.encode(p.draw().Image)
	if err != nil {
		return nil, err
	}
	s.keep(&Picture{Alt: p.Alt, Key: p.Key, png: data})
	return data, nil
}

// keep remembers a finished picture and forgets those unused for longest.
func (s *Studio) keep(p *Picture) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept[p.Key] = s.order.PushFront(p)
	s.size += len(p.png)
	for s.size > maxKept {
		oldest := s.order.Remove(s.order.Back()).(*Picture)
		delete(s.kept, oldest.Key)
		s.size -= len(oldest.png)
	}
}

// encode writes the picture in the fixed colours.
func (k *kit) encode(drawn *image.RGBA) ([]byte, error) {
	var b bytes.Buffer
	if err := png.Encode(&b, k.mapper.paletted(drawn)); err != nil {
		return nil, fmt.Errorf("render: %w", err)
	}
	return b.Bytes(), nil
}
