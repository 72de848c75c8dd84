package pen

import (
	"fmt"
	"sort"
	"strings"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/norm"
)

// Font turns text into outlines. It takes each letter from the first face that has it. Safe for concurrent use.
type Font struct {
	faces []*sfnt.Font
	drawn map[rune]Glyph
}

// Glyph is a custom glyph with an em of 1 and its baseline at 0.
type Glyph struct {
	Path    *Path
	Advance float64
}

// NewFont parses TrueType or OpenType files, the preferred one first. drawn replaces glyphs of the files.
func NewFont(drawn map[rune]Glyph, files ...[]byte) (*Font, error) {
	f := &Font{drawn: drawn}
	for i, file := range files {
		face, err := sfnt.Parse(file)
		if err != nil {
			return nil, fmt.Errorf("pen: font %d: %w", i+1, err)
		}
		f.faces = append(f.faces, face)
	}
	return f, nil
}

// Drawable returns the drawable part of the text: no formatting, controls, joiners, emoji, or accents without a letter.
// Fancy letters become plain.
func (f *Font) Drawable(text string) string {
	var b strings.Builder
	var buf sfnt.Buffer
	for _, r := range norm.NFC.String(text) {
		if f.has(&buf, r) {
			b.WriteRune(r)
			continue
		}
		for _, plain := range norm.NFKC.String(string(r)) {
			if f.has(&buf, plain) {
				b.WriteRune(plain)
			}
		}
	}
	return b.String()
}

func (f *Font) has(buf *sfnt.Buffer, r rune) bool {
	if _, ok := f.drawn[r]; ok {
		return true
	}
	const firstEmoji = 0x1F000
	return unicode.IsGraphic(r) && !unicode.IsMark(r) && r != unicode.ReplacementChar && r < firstEmoji &&
		f.face(buf, r) != nil
}

func (f *Font) face(buf *sfnt.Buffer, r rune) *sfnt.Font {
	for _, face := range f.faces {
		if i, err := face.GlyphIndex(buf, r); err == nil && i != 0 {
			return face
		}
	}
	return nil
}

// Outline returns the text's outline, starting at 0, 0, and its width. Right-to-left text is put in visual order.
func (f *Font) Outline(text string, size float64) (*Path, float64) {
	w := writer{font: f, size: size, path: new(Path)}
	w.write(f.Drawable(text))
	return w.path, w.x
}

// Width returns the width of the text.
func (f *Font) Width(text string, size float64) float64 {
	w := writer{font: f, size: size}
	w.write(f.Drawable(text))
	return w.x
}

// Fit returns the text cut to a width, with an ellipsis.
func (f *Font) Fit(text string, size, width float64) string {
	if f.Width(text, size) <= width {
		return text
	}
	runes := []rune(f.Drawable(text))
	cut := func(n int) string { return strings.TrimSpace(string(runes[:n])) + "…" }
	tooLong := sort.Search(len(runes), func(n int) bool { return f.Width(cut(n), size) > width })
	return cut(max(tooLong-1, 0))
}

// FitSize returns the largest size up to most that fits the width, but never less than least.
func (f *Font) FitSize(text string, most, least, width float64) float64 {
	size := most
	if w := f.Width(text, most); w > width {
		size = most * width / w
	}
	return max(size, least)
}

type writer struct {
	font *Font
	size float64
	path *Path // nil to measure only
	x    float64
	buf  sfnt.Buffer
	last sfnt.GlyphIndex
	face *sfnt.Font
}

func (w *writer) write(text string) {
	for _, r := range visual(text) {
		if g, ok := w.font.drawn[r]; ok {
			w.putDrawn(g)
		} else if face := w.font.face(&w.buf, r); face != nil {
			w.put(face, r)
		} // else skip it: the font may lack a mirrored bracket
	}
}

func (w *writer) putDrawn(g Glyph) {
	if w.path != nil {
		w.path.Append(g.Path.Transform(Move(w.x, 0).Times(Scale(w.size, w.size))))
	}
	w.x += g.Advance * w.size
	w.face = nil
}

func (w *writer) put(face *sfnt.Font, r rune) {
	index, err := face.GlyphIndex(&w.buf, r)
	if err != nil {
		return
	}
	em := fixed.I(int(face.UnitsPerEm()))
	unit := w.size / float64(face.UnitsPerEm()) / 64
	if w.face == face {
		if kern, err := face.Kern(&w.buf, w.last, index, em, font.HintingNone); err == nil {
			w.x += float64(kern) * unit
		}
	}
	if w.path != nil {
		if segments, err := face.LoadGlyph(&w.buf, index, em, nil); err == nil {
			w.trace(segments, unit)
		}
	}
	if advance, err := face.GlyphAdvance(&w.buf, index, em, font.HintingNone); err == nil {
		w.x += float64(advance) * unit
	}
	w.face, w.last = face, index
}

func (w *writer) trace(segments sfnt.Segments, unit float64) {
	at := func(p fixed.Point26_6) (x, y float64) { return w.x + float64(p.X)*unit, float64(p.Y) * unit }
	for i, s := range segments {
		x, y := at(s.Args[0])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			if i > 0 {
				w.path.Close()
			}
			w.path.MoveTo(x, y)
		case sfnt.SegmentOpLineTo:
			w.path.LineTo(x, y)
		case sfnt.SegmentOpQuadTo:
			x1, y1 := at(s.Args[1])
			w.path.QuadTo(x, y, x1, y1)
		case sfnt.SegmentOpCubeTo:
			x1, y1 := at(s.Args[1])
			x2, y2 := at(s.Args[2])
			w.path.CubeTo(x, y, x1, y1, x2, y2)
		}
	}
	if len(segments) > 0 {
		w.path.Close()
	}
}
