package render_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/png"
	"maps"
	"slices"
	"testing"

	"tarockbot/engine/card"
	"tarockbot/render/art"
	"tarockbot/render/felt"
	"tarockbot/render/rendertest"
)

func TestIcons(t *testing.T) {
	icons := func(lang string) map[string][]byte {
		t.Helper()
		all, err := studio(t).Icons(t.Context(), rendertest.Catalogue(t).In(lang))
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	german := icons("de")
	const maxEmoji = 256 << 10 // bytes
	for c := range card.Card(card.Count) {
		icon := german[c.String()]
		head, err := png.DecodeConfig(bytes.NewReader(icon))
		if err != nil || head.Width != art.EmojiSize || head.Height != art.EmojiSize || len(icon) > maxEmoji {
			t.Errorf("icon of %s: %d bytes, %+v, %v", c, len(icon), head, err)
		}
	}
	if !maps.EqualFunc(german, icons("de"), bytes.Equal) {
		t.Error("a second drawing differs")
	}
	var different []string
	for name, icon := range icons("en") {
		if !bytes.Equal(icon, german[name]) {
			different = append(different, name)
		}
	}
	slices.Sort(different)
	if want := []string{"CQ", "CV", "DQ", "DV", "HQ", "HV", "SQ", "SV"}; !slices.Equal(different, want) {
		t.Errorf("icons that differ in English: %q, want %q", different, want)
	}
}

func TestIconsStopWaitingIfCancelled(t *testing.T) {
	s := studio(t)
	defer s.LockDrawing()()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if icons, err := s.Icons(ctx, rendertest.Catalogue(t).In("de")); !errors.Is(err, context.Canceled) || icons != nil {
		t.Errorf("while a picture is drawn: got %d icons and %v, want a cancelled request", len(icons), err)
	}
}

func TestFacesDiffer(t *testing.T) {
	t.Parallel()
	s := studio(t)
	for width, maxSize := range map[int]int{60: 100 << 10, 120: 250 << 10} {
		sheet, err := s.Faces(t.Context(), rendertest.Catalogue(t).In("de"), false, width)
		if err != nil {
			t.Fatal(err)
		}
		if len(sheet) > maxSize {
			t.Errorf("%d wide: %d bytes, want at most %d", width, len(sheet), maxSize)
		}
		pixels := rendertest.Pixels(t, sheet)
		high := width * 8 / 5
		if size, want := pixels.Bounds().Size(), image.Pt(felt.FaceColumns*width, felt.FaceRows*high); size != want {
			t.Fatalf("the sheet has size %v, want %v", size, want)
		}
		faces := make(map[string]card.Card)
		for c := range card.Card(card.Count + 1) {
			column, row := felt.FaceAt(int(c))
			at := image.Rect(column*width, row*high, (column+1)*width, (row+1)*high)
			face := string(pixelsOf(pixels.SubImage(at).(*image.RGBA)))
			if other, known := faces[face]; known {
				t.Errorf("%d wide: %v looks like %v", width, c, other)
			}
			faces[face] = c
		}
	}
}

func pixelsOf(m *image.RGBA) []byte {
	var b bytes.Buffer
	for y := m.Rect.Min.Y; y < m.Rect.Max.Y; y++ {
		b.Write(m.Pix[m.PixOffset(m.Rect.Min.X, y):m.PixOffset(m.Rect.Max.X, y)])
	}
	return b.Bytes()
}
