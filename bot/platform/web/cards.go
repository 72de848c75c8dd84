package web

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"tarockbot/engine/card"
	"tarockbot/render/felt"
)

// deckStyle is how the cards look: the letters of a language, in four colours or two.
type deckStyle struct {
	lang       string
	twoColours bool
	width      int // of a card, in pixels
}

// faceWidths are how wide cards come, in pixels: for slow networks, and for all others.
var faceWidths = []int{60, 120, 240}

// decks are the sheets of card faces, each drawn when the first asks for it. Their
// address tells their content, so that browsers keep them for good.
type decks struct {
	mu     sync.Mutex
	sheets map[string][]byte    // by address
	names  map[deckStyle]string // their addresses
	icons  map[int][]byte       // of the page where it is installed, by width
}

// icon is the icon of that width, drawn once.
func (d *decks) icon(ctx context.Context, size int, draw func(context.Context, int) ([]byte, error)) ([]byte, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if data, ok := d.icons[size]; ok {
		return data, nil
	}
	data, err := draw(ctx, size)
	if err != nil {
		return nil, fmt.Errorf("local: icon: %w", err)
	}
	if d.icons == nil {
		d.icons = make(map[int][]byte)
	}
	d.icons[size] = data
	return data, nil
}

// name is the address of the sheet below /cards/, which is drawn if it isn't there.
func (d *decks) name(ctx context.Context, style deckStyle, draw func(context.Context, string, bool, int) ([]byte, error)) (string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if name, ok := d.names[style]; ok {
		return name, nil
	}
	data, err := draw(ctx, style.lang, style.twoColours, style.width)
	if err != nil {
		return "", fmt.Errorf("local: card faces: %w", err)
	}
	sum := sha256.Sum256(data)
	name := hex.EncodeToString(sum[:8]) + ".png"
	if d.names == nil {
		d.sheets, d.names = make(map[string][]byte), make(map[deckStyle]string)
	}
	d.sheets[name], d.names[style] = data, name
	return name, nil
}

// sheet is the picture of that address; nil if there is none.
func (d *decks) sheet(name string) []byte {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.sheets[name]
}

// cards serves the sheets of card faces, and the style sheets that cut cards from them:
// "de.css". What is a picture stays the same for good.
func (s server) cards(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("file")
	if lang, is := strings.CutSuffix(name, ".css"); is && s.p.cfg.Faces != nil {
		s.cardStyles(w, r, catalogue.In(lang).Say("lang"))
		return
	}
	data := s.p.decks.sheet(name)
	if data == nil {
		s.missing(w, r)
		return
	}
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	w.Header().Set("Content-Type", "image/png")
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(data))
}

// cardStyles is the style sheet of the deck in a language: by classes, what a card's face
// is and where it is on the sheet.
func (s server) cardStyles(w http.ResponseWriter, r *http.Request, lang string) {
	var b bytes.Buffer
	for _, two := range []bool{false, true} {
		var names []string
		for _, width := range faceWidths {
			name, err := s.p.decks.name(r.Context(), deckStyle{lang, two, width}, s.p.cfg.Faces)
			if err != nil {
				s.fault(w, r, err)
				return
			}
			names = append(names, name)
		}
		of := ".face"
		if two {
			of = ".two-colours .face"
		}
		fmt.Fprintf(&b, "%s{background-image:url(%s)}\n", of, names[1])
		fmt.Fprintf(&b, "@media (min-width:56rem),(min-resolution:2.5x){%s{background-image:url(%s)}}\n", of, names[2])
		fmt.Fprintf(&b, ".slow %s{background-image:url(%s)}\n", of, names[0])
	}
	for c := range card.Card(card.Count + 1) {
		column, row := felt.FaceAt(int(c))
		code := "back"
		if c < card.Count {
			code = c.String()
		}
		fmt.Fprintf(&b, ".f-%s{background-position:%.4g%% %.4g%%}\n", code, 100*float64(column)/(felt.FaceColumns-1), 100*float64(row)/(felt.FaceRows-1))
	}
	for n := range 30 {
		fmt.Fprintf(&b, ".n-%d{--n:%d}.i-%d{--i:%d}\n", n, n, n, n)
	}
	serveFile(w, r, "cards.css", b.Bytes())
}
