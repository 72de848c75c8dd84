package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"tarockbot/engine/card"
	"tarockbot/render/felt"
)

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

// icon returns the icon of that width. It is drawn once.
func (d *artwork) icon(ctx context.Context, size int) ([]byte, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if data, ok := d.icons[size]; ok {
		return data, nil
	}
	data, err := d.cfg.AppIcon(ctx, size)
	if err != nil {
		return nil, fmt.Errorf("local: icon: %w", err)
	}
	d.icons[size] = data
	return data, nil
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

// cardStyles serves the style sheet of the language's deck: a class for each card's face with its place on
// the sheet of faces, and the sheets for both colour schemes and all widths.
func (d *artwork) cardStyles(w http.ResponseWriter, r *http.Request, lang string) {
	var b bytes.Buffer
	for _, two := range []bool{false, true} {
		var names [len(faceWidths)]string
		for i, width := range faceWidths {
			name, err := d.name(r.Context(), deckStyle{lang, two, width})
			if err != nil {
				d.fault(w, r, err)
				return
			}
			names[i] = name
		}
		of := ".face"
		if two {
			of = ".two-colours .face"
		}
		fmt.Fprintf(&b, "%s{background-image:url(%s)}\n", of, names[normalFaces])
		fmt.Fprintf(&b, "@media (min-width:56rem),(min-resolution:2.5x){%s{background-image:url(%s)}}\n", of, names[largeFaces])
		fmt.Fprintf(&b, ".slow %s{background-image:url(%s)}\n", of, names[smallFaces])
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
	d.serveFile(w, r, "cards.css", b.Bytes())
}

// iconSizes are the widths in pixels of the icons that browsers want for an installed page.
var iconSizes = []int{192, 512}

// manifestIcon is an icon in a web app manifest.
type manifestIcon struct {
	Source  string `json:"src"`
	Sizes   string `json:"sizes"`
	Type    string `json:"type"`
	Purpose string `json:"purpose"`
}

// manifest serves the web app manifest in the visitor's language.
func (d *artwork) manifest(w http.ResponseWriter, r *http.Request) {
	if d.cfg.AppIcon == nil {
		d.missing(w, r)
		return
	}
	t := d.speaksTo(r)
	var icons []manifestIcon
	for _, size := range iconSizes {
		icons = append(icons, manifestIcon{fmt.Sprintf("/app/icon-%d.png", size), fmt.Sprintf("%dx%d", size, size), "image/png", "any maskable"})
	}
	w.Header().Set("Cache-Control", "no-cache")
	data, err := json.Marshal(map[string]any{
		"name": t.Say("title"), "short_name": t.Say("title"), "lang": t.Say("lang"), "start_url": "/", "display": "standalone",
		"background_color": "#163a2c", "theme_color": "#163a2c", "icons": icons,
	})
	if err != nil {
		d.fault(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/manifest+json")
	_, _ = w.Write(data)
}

// appIcon serves the icon in one of the iconSizes: "icon-192.png".
func (d *artwork) appIcon(w http.ResponseWriter, r *http.Request) {
	text, _ := strings.CutSuffix(strings.TrimPrefix(r.PathValue("icon"), "icon-"), ".png")
	size, err := strconv.Atoi(text)
	if err != nil || d.cfg.AppIcon == nil || !slices.Contains(iconSizes, size) {
		d.missing(w, r)
		return
	}
	data, err := d.icon(r.Context(), size)
	if err != nil {
		d.fault(w, r, err)
		return
	}
	w.Header().Set("Cache-Control", "public, max-age=86400")
	w.Header().Set("Content-Type", "image/png")
	_, _ = w.Write(data)
}
