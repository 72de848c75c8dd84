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

// modules are the files of the page's script, without separate scripts.
var modules = slices.DeleteFunc(scripts(), func(name string) bool { return name == "enter.js" || name == "worker.js" })

func scripts() (names []string) {
	paths, _ := fs.Glob(assets, "web/*.js") // the pattern is right
	for _, p := range paths {
		names = append(names, path.Base(p))
	}
	return names
}

// deckStyle is the look of a deck: the letters of a language, in four colours or two.
type deckStyle struct {
	lang       string
	twoColours bool
	width      int // of a card, in pixels
}

// faceWidths are the card widths in pixels, by the indexes below.
var faceWidths = [...]int{smallFaces: 60, normalFaces: 120, largeFaces: 240}

const (
	smallFaces  = iota // for slow connections
	normalFaces        // for all others
	largeFaces         // for large or dense screens
)

// artwork serves the static files and the pictures drawn for the page. Each picture is drawn at
// its first request. The name of a sheet of card faces is a digest of its content, so browsers
// cache it forever.
type artwork struct {
	*site
	gzipped sync.Map // files by digest

	// mu is held while a picture is drawn: nothing is drawn twice, and other requests for pictures wait.
	mu     sync.Mutex
	sheets map[string][]byte    // by name
	names  map[deckStyle]string // of sheets
	icons  map[int][]byte       // of the installed page, by width
}

func newArtwork(s *site) *artwork {
	return &artwork{site: s, sheets: make(map[string][]byte), names: make(map[deckStyle]string), icons: make(map[int][]byte)}
}

// name returns the name of the sheet below /cards/. The sheet is drawn once.
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

// sheet returns the sheet with that name, or nil if there is none.
func (d *artwork) sheet(name string) []byte {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.sheets[name]
}

// static serves the style sheets, the scripts and the icons.
func (d *artwork) static(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("file")
	data, err := assets.ReadFile("web/" + name)
	if err != nil || path.Ext(name) == ".html" {
		d.missing(w, r)
		return
	}
	d.serveFile(w, r, name, data)
}

// serveFile serves a file that looks the same to every visitor, compressed if the browser accepts gzip.
// Browsers revalidate it each time. Private content must not be served this way: its compressed length
// would reveal it.
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

// compress returns the data of that digest compressed. It compresses each file once.
func (d *artwork) compress(data []byte, digest string) []byte {
	if done, ok := d.gzipped.Load(digest); ok {
		return done.([]byte)
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write(data) // into memory
	_ = z.Close()
	d.gzipped.Store(digest, b.Bytes())
	return b.Bytes()
}

// cards serves the sheets of card faces and the style sheets that cut cards from them, such as "de.css".
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

// mostInRow is how many cards can lie in a row, at least: more than in any hand.
const mostInRow = 30

// cardStyles serves the style sheet of the language's deck: the sheets of faces, a class for each card's face,
// and classes for a row's number of cards and a card's place in it.
func (d *artwork) cardStyles(w http.ResponseWriter, r *http.Request, lang string) {
	var b bytes.Buffer
	if err := d.writeSheets(r.Context(), &b, lang); err != nil {
		d.fault(w, r, err)
		return
	}
	writeFaces(&b)
	for n := range mostInRow {
		fmt.Fprintf(&b, ".n-%d{--n:%d}.i-%d{--i:%d}\n", n, n, n, n)
	}
	d.serveFile(w, r, "cards.css", b.Bytes())
}

// writeSheets writes the sheets of faces for both colour schemes and all widths.
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
		of := ".face"
		if two {
			of = ".two-colours .face"
		}
		fmt.Fprintf(b, "%s{background-image:url(%s)}\n", of, names[normalFaces])
		fmt.Fprintf(b, "@media (min-width:56rem),(min-resolution:2.5x){%s{background-image:url(%s)}}\n", of, names[largeFaces])
		fmt.Fprintf(b, ".slow %s{background-image:url(%s)}\n", of, names[smallFaces])
	}
	return nil
}

// writeFaces writes a class for each card's face, with its place on a sheet.
func writeFaces(b *bytes.Buffer) {
	for c := range card.Card(card.Count + 1) {
		column, row := felt.FaceAt(int(c))
		code := "back"
		if c < card.Count {
			code = c.String()
		}
		x, y := 100*float64(column)/(felt.FaceColumns-1), 100*float64(row)/(felt.FaceRows-1)
		fmt.Fprintf(b, ".f-%s{background-position:%.4g%% %.4g%%}\n", code, x, y)
	}
}
