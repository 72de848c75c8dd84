package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"embed"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"tarockbot/engine/card"
	"tarockbot/render/felt"
)

//go:embed web
var assets embed.FS

// modules are the scripts of app.js.
var modules = slices.DeleteFunc(scripts(), func(name string) bool { return name == "autoenter.js" || name == "worker.js" })

func scripts() (names []string) {
	paths, _ := fs.Glob(assets, "web/*.js")
	for _, p := range paths {
		names = append(names, path.Base(p))
	}
	return names
}

// deckStyle selects a sheet: a language's letters, two or four colours, and a card's width in pixels.
type deckStyle struct {
	lang       string
	twoColours bool
	width      int
}

// in pixels
var faceWidths = [...]int{smallFaces: 60, normalFaces: 120, largeFaces: 240}

const (
	smallFaces = iota // for slow connections
	normalFaces
	largeFaces // for large or dense screens
)

// artwork serves static files, and pictures drawn on request. A sheet's name is a digest: browsers cache it forever.
type artwork struct {
	*site
	gzipped sync.Map

	// mu is held while drawing, to draw nothing twice.
	mu     sync.Mutex
	sheets map[string][]byte
	names  map[deckStyle]string
	icons  map[int][]byte
}

func newArtwork(s *site) *artwork {
	return &artwork{site: s, sheets: make(map[string][]byte), names: make(map[deckStyle]string), icons: make(map[int][]byte)}
}

func (d *artwork) name(ctx context.Context, style deckStyle) (string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if name, ok := d.names[style]; ok {
		return name, nil
	}
	data, err := d.cfg.Faces(ctx, style.lang, style.twoColours, style.width)
	if err != nil {
		return "", fmt.Errorf("local: card faces: %w", err)
	}
	name := digest(data, 8) + ".png"
	d.sheets[name], d.names[style] = data, name
	return name, nil
}

func (d *artwork) sheet(name string) []byte {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.sheets[name]
}

func (d *artwork) static(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("file")
	data, err := assets.ReadFile("web/" + name)
	if err != nil || path.Ext(name) == ".html" {
		d.missing(w, r)
		return
	}
	d.serveFile(w, r, name, data)
}

// serveFile compresses if possible. Private content must not be served: its compressed length would reveal it.
func (d *artwork) serveFile(w http.ResponseWriter, r *http.Request, name string, data []byte) {
	tag, h := digest(data, 8), w.Header()
	h.Set("Cache-Control", "no-cache")
	h.Set("Vary", "Accept-Encoding")
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		data, tag = d.compress(data, tag), tag+"-gzip"
		h.Set("Content-Encoding", "gzip")
	}
	h.Set("ETag", `"`+tag+`"`)
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(data))
}

func (d *artwork) compress(data []byte, digest string) []byte {
	if done, ok := d.gzipped.Load(digest); ok {
		return done.([]byte)
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write(data)
	_ = z.Close()
	d.gzipped.Store(digest, b.Bytes())
	return b.Bytes()
}

func (d *artwork) cards(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("file")
	if lang, is := strings.CutSuffix(name, ".css"); is && d.cfg.Faces != nil {
		d.cardStyles(w, r, catalogue.In(lang).Say("lang"))
		return
	}
	data := d.sheet(name)
	if data == nil {
		d.missing(w, r)
		return
	}
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	w.Header().Set("Content-Type", "image/png")
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(data))
}

// maxInRow exceeds any hand.
const maxInRow = 30

// cardStyles serves the sheets' addresses, and classes for faces, row lengths and places in a row.
func (d *artwork) cardStyles(w http.ResponseWriter, r *http.Request, lang string) {
	var b bytes.Buffer
	if err := d.writeSheets(r.Context(), &b, lang); err != nil {
		d.fault(w, r, err)
		return
	}
	writeFaces(&b)
	for n := range maxInRow {
		fmt.Fprintf(&b, ".count-%d{--card-count:%d}.index-%d{--card-index:%d}\n", n, n, n, n)
	}
	d.serveFile(w, r, "cards.css", b.Bytes())
}

func (d *artwork) writeSheets(ctx context.Context, b *bytes.Buffer, lang string) error {
	for _, two := range []bool{false, true} {
		var names [len(faceWidths)]string
		for i, width := range faceWidths {
			name, err := d.name(ctx, deckStyle{lang, two, width})
			if err != nil {
				return err
			}
			names[i] = name
		}
		selector := ".face"
		if two {
			selector = ".two-colours .face"
		}
		fmt.Fprintf(b, "%s{background-image:url(%s)}\n", selector, names[normalFaces])
		fmt.Fprintf(b, "@media (min-width:56rem),(min-resolution:2.5x){%s{background-image:url(%s)}}\n", selector, names[largeFaces])
		fmt.Fprintf(b, ".slow %s{background-image:url(%s)}\n", selector, names[smallFaces])
	}
	return nil
}

func writeFaces(b *bytes.Buffer) {
	for c := range card.Card(card.Count + 1) {
		column, row := felt.FaceAt(int(c))
		code := "back"
		if c < card.Count {
			code = c.String()
		}
		x, y := 100*float64(column)/(felt.FaceColumns-1), 100*float64(row)/(felt.FaceRows-1)
		fmt.Fprintf(b, ".face-%s{background-position:%.4g%% %.4g%%}\n", code, x, y)
	}
}
