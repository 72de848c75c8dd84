// Package rendertest helps test pictures and words. Start at CheckPicture, Page, Gallery and EachPosition.
package rendertest

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io/fs"
	"os"
	"strings"
	"testing"

	"tarockbot/engine/enginetest/golden"
)

// A wrong shade differs little in each pixel: pictures are also compared in blocks.
const (
	blockSize = 16 // in pixels
	maxMean   = 3  // the largest average difference, twice that of rounding
)

// CheckPicture compares a PNG with the golden file: each pixel's channels by tolerance, each block's average by
// maxMean. A mismatch writes FILE.diff.png (wanted picture, got picture, marked differences). -update replaces a
// different file.
func CheckPicture(t *testing.T, file string, data []byte, tolerance int) {
	t.Helper()
	marks := strings.TrimSuffix(file, ".png") + ".diff.png"
	if err := os.Remove(marks); err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	wanted, err := os.ReadFile(file)
	switch {
	case *golden.Update && errors.Is(err, fs.ErrNotExist):
		writeFile(t, file, data)
		return
	case err != nil:
		t.Fatal(err)
	case bytes.Equal(data, wanted):
		return
	}
	got, want := Pixels(t, data), Pixels(t, wanted)
	switch {
	case samePixels(got, want):
		return
	case *golden.Update:
		writeFile(t, file, data)
		return
	}
	switch difference, where := Difference(got, want, tolerance); {
	case difference == "":
	case where == nil:
		t.Errorf("%s: %s", file, difference)
	default:
		writeFile(t, marks, encodePNG(t, sideBySide(want, got, where)))
		t.Errorf("%s: %s; see %s: wanted, got and where", file, difference, marks)
	}
}

func samePixels(a, b *image.RGBA) bool { return a.Rect == b.Rect && bytes.Equal(a.Pix, b.Pix) }

// Pixels decodes a PNG.
func Pixels(t testing.TB, data []byte) *image.RGBA {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	all := image.NewRGBA(picture.Bounds())
	draw.Draw(all, all.Rect, picture, picture.Bounds().Min, draw.Src)
	return all
}

// Difference describes how two pictures differ, or returns "" if CheckPicture accepts them. where marks the places in
// red; nil if the sizes differ.
func Difference(got, want *image.RGBA, tolerance int) (difference string, where *image.RGBA) {
	if got.Rect != want.Rect {
		return fmt.Sprintf("the picture is %v, want %v", got.Rect, want.Rect), nil
	}
	where = paleCopy(got)
	var box image.Rectangle
	pixels, blocks := 0, 0
	for y := got.Rect.Min.Y; y < got.Rect.Max.Y; y += blockSize {
		for x := got.Rect.Min.X; x < got.Rect.Max.X; x += blockSize {
			part := image.Rect(x, y, x+blockSize, y+blockSize).Intersect(got.Rect)
			farPixels, mean := compare(got, want, part, tolerance)
			if mean > maxMean {
				blocks++
				outline(where, part)
				box = box.Union(part)
			}
			for _, p := range farPixels {
				where.SetRGBA(p.X, p.Y, red)
				box = box.Union(image.Rectangle{p, p.Add(image.Pt(1, 1))})
			}
			pixels += len(farPixels)
		}
	}
	if pixels+blocks == 0 {
		return "", where
	}
	return fmt.Sprintf("%d pixels differ by more than %d, %d blocks by more than %d on average, all within %v",
		pixels, tolerance, blocks, maxMean, box), where
}

// compare returns the pixels that differ too much, and the mean difference of the channel that differs most.
func compare(got, want *image.RGBA, part image.Rectangle, tolerance int) (farPixels []image.Point, mean float64) {
	var sums [4]int
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			i, largest := got.PixOffset(x, y), 0
			for c := range sums {
				off := int(got.Pix[i+c]) - int(want.Pix[i+c])
				off = max(off, -off)
				sums[c] += off
				largest = max(largest, off)
			}
			if largest > tolerance {
				farPixels = append(farPixels, image.Pt(x, y))
			}
		}
	}
	return farPixels, float64(max(sums[0], sums[1], sums[2], sums[3])) / float64(part.Dx()*part.Dy())
}

var red = color.RGBA{R: 255, A: 255}

func paleCopy(p *image.RGBA) *image.RGBA {
	light := image.NewRGBA(p.Rect)
	for i := 0; i < len(p.Pix); i += 4 {
		grey := 192 + p.Pix[i+1]/4
		copy(light.Pix[i:], []uint8{grey, grey, grey, 255})
	}
	return light
}

func outline(p *image.RGBA, part image.Rectangle) {
	inside := part.Inset(1)
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			if !image.Pt(x, y).In(inside) {
				p.SetRGBA(x, y, red)
			}
		}
	}
}

func sideBySide(pictures ...*image.RGBA) *image.RGBA {
	w, h := pictures[0].Rect.Dx(), pictures[0].Rect.Dy()
	all := image.NewRGBA(image.Rect(0, 0, len(pictures)*w, h))
	for i, p := range pictures {
		draw.Draw(all, image.Rect(i*w, 0, (i+1)*w, h), p, p.Rect.Min, draw.Src)
	}
	return all
}

func encodePNG(t *testing.T, picture image.Image) []byte {
	t.Helper()
	var data bytes.Buffer
	if err := png.Encode(&data, picture); err != nil {
		t.Fatal(err)
	}
	return data.Bytes()
}

func writeFile(t *testing.T, file string, data []byte) {
	t.Helper()
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
}
