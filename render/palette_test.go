package render_test

import (
	"bytes"
	"cmp"
	"flag"
	"image"
	"maps"
	"math"
	"os"
	"slices"
	"testing"

	"tarockbot/render"
	"tarockbot/render/art"
	"tarockbot/render/pen"
	"tarockbot/render/rendertest"
	"tarockbot/render/words"
)

var newPalette = flag.Bool("palette", false, "generate the palette from the pictures; then run with -update and look at the pictures")

func TestPalette(t *testing.T) {
	all, flat := make(map[pen.Color]float64), make(map[pen.Color]float64)
	nearest := make(map[pen.Color]pen.Color)
	s := studio(t)
	rendertest.EachLanguage(t, func(t *testing.T, w *words.Tongue) {
		for i, p := range rendertest.Gallery(t) {
			skipped := w.Tag() != "de" || i%max(5 / *rendertest.Times, 1) > 0
			if p.Only != "" && p.Only != w.Tag() || !*newPalette && skipped {
				continue
			}
			picture := pictureOf(s, p, w)
			drawn := picture.Drawn()
			seen := colours(drawn.Pix)
			if *newPalette {
				countEvenPixels(drawn, flat)
			}
			off, pixels := 0.0, 0.0
			for c, n := range seen {
				all[c] += n
				if _, ok := nearest[c]; !ok {
					nearest[c] = render.Nearest(c)
				}
				off += n * distance(c, nearest[c])
				pixels += n
			}
			if *newPalette {
				continue
			}
			if rms := math.Sqrt(off / pixels); rms > 2.7 {
				t.Errorf("%s: colours are off by %.2f, want at most 2.7", p.Name, rms)
			}
			most := 4500
			if p.Open != nil {
				most *= 2
			}
			file := rendertest.Pixels(t, pngOf(t, picture))
			if file.Rect != drawn.Rect || drawn.Rect.Size() != image.Pt(picture.Width, picture.Height) {
				t.Fatalf("%s: %v in the file, %v drawn, want %d by %d", p.Name, file.Rect, drawn.Rect, picture.Width, picture.Height)
			}
			if n := countSteps(drawn, file); n > most {
				t.Errorf("%s: ramps have %d visible steps, want at most %d", p.Name, n, most)
			}
		}
	})
	if *newPalette {
		writePalette(t, all, flat)
	}
}

func colours(pix []uint8) map[pen.Color]float64 {
	all := make(map[pen.Color]float64)
	for begin, i := 0, 4; i <= len(pix); i += 4 {
		if i < len(pix) && bytes.Equal(pix[begin:begin+3], pix[i:i+3]) {
			continue // look up equal neighbours once
		}
		all[pen.Color{R: pix[begin], G: pix[begin+1], B: pix[begin+2], A: 255}] += float64(i-begin) / 4
		begin = i
	}
	return all
}

func countSteps(drawn, fixed *image.RGBA) (n int) {
	const slowly, step = 1, 6
	difference := func(p *image.RGBA, i, j int) (most int) {
		for c := range 3 {
			d := int(p.Pix[i+c]) - int(p.Pix[j+c])
			most = max(most, d, -d)
		}
		return most
	}
	for i := 0; i+drawn.Stride < len(drawn.Pix); i += 4 {
		for _, j := range []int{i + 4, i + drawn.Stride} {
			if difference(drawn, i, j) <= slowly && difference(fixed, i, j) > step {
				n++
			}
		}
	}
	return n
}

func countEvenPixels(p *image.RGBA, counts map[pen.Color]float64) {
	for y := range p.Rect.Dy() - 1 {
		for x := range p.Rect.Dx() - 1 {
			if c := p.RGBAAt(x, y); c == p.RGBAAt(x+1, y) && c == p.RGBAAt(x, y+1) {
				counts[pen.Color(c)]++
			}
		}
	}
}

// Cards' figures have large even surfaces, on which a wrong hue is visible.
func largestSurfaces(flat map[pen.Color]float64, palette []pen.Color) (added []pen.Color) {
	const wanted, near = 40, 30
	all := slices.SortedFunc(maps.Keys(flat), func(a, b pen.Color) int {
		return cmp.Or(cmp.Compare(flat[b], flat[a]), cmp.Compare(key(a), key(b)))
	})
	for _, c := range all {
		with := slices.Concat(palette, added)
		if len(added) < wanted && distance(c, with[nearestOf(with, c)]) > near {
			added = append(added, c)
		}
	}
	return added
}

func distance(a, b pen.Color) float64 {
	r, g, c := float64(a.R)-float64(b.R), float64(a.G)-float64(b.G), float64(a.B)-float64(b.B)
	return (r*r + g*g + c*c) / 3
}

type sample struct {
	pen.Color
	weight float64
}

func writePalette(t *testing.T, seen, flat map[pen.Color]float64) {
	fixed := exactColors()
	fixed = append(fixed, largestSurfaces(flat, fixed)...)
	var rest []sample
	for c, n := range seen {
		if at := nearestOf(fixed, c); distance(c, fixed[at]) > 3 {
			rest = append(rest, sample{c, math.Pow(n, 0.7)}) // small areas count more than proportionally
		}
	}
	slices.SortFunc(rest, func(a, b sample) int { return cmp.Compare(key(a.Color), key(b.Color)) })
	all := slices.Concat(fixed, medianCut(rest, 256-len(fixed)))
	for range 12 {
		moveToMeans(all, len(fixed), rest)
	}
	var colours []byte
	for _, c := range all {
		colours = append(colours, c.R, c.G, c.B)
	}
	if err := os.WriteFile("palette.rgb", colours, 0o600); err != nil {
		t.Fatal(err)
	}
}

func exactColors() (all []pen.Color) {
	all = ramp(art.Felt, art.Panel.Over(art.FeltEdge), render.FeltRamp)
	suits := []pen.Color{art.Hearts, art.Diamonds, art.Spades, art.Clubs}
	for _, c := range append(slices.Clone(suits), art.Ink, art.Burgundy, art.Gold, art.LightGold) {
		all = append(all, c, art.Veil.Over(c))
	}
	all = append(all, art.Text, art.Muted, art.PillInk, art.Ermine, pen.RGB(0xF2D3B0), art.CardEdge, art.TurnPanel, art.Playable)
	for _, w := range render.Inks() {
		for _, ground := range w.Grounds {
			if w.Ink.A < 255 {
				all = append(all, w.Ink.Over(ground))
			}
		}
	}
	addRamps := func(from, to pen.Color, n, veiled int) {
		all = append(all, ramp(from, to, n)...)
		all = append(all, ramp(art.Veil.Over(from), art.Veil.Over(to), veiled)...)
	}
	addRamps(art.Green.Mix(art.Cream, 0.12), art.DarkGreen, 11, 5)
	addRamps(art.Burgundy.Mix(art.Cream, 0.12), art.DarkBurgundy, 11, 5)
	addRamps(art.LightGold, art.Gold, 5, 4)
	addRamps(art.Moonlight, art.Gold, 6, 6)
	addRamps(art.Cream, art.DeepCream, 8, 3)
	for i := range 2 { // one ramp for two suits with nearly the same tints
		tint := suits[2*i].Mix(suits[2*i+1], 0.5).Fade(0.075)
		addRamps(tint.Over(art.Cream), tint.Over(art.DeepCream), 10, 4)
	}
	return all
}

func key(c pen.Color) int { return int(c.R)<<16 | int(c.G)<<8 | int(c.B) }

func ramp(from, to pen.Color, n int) (all []pen.Color) {
	for i := range n {
		all = append(all, from.Mix(to, float64(i)/float64(n-1)))
	}
	return all
}

func nearestOf(all []pen.Color, c pen.Color) (best int) {
	for i := range all {
		if distance(all[i], c) < distance(all[best], c) {
			best = i
		}
	}
	return best
}

func medianCut(all []sample, n int) (means []pen.Color) {
	boxes := [][]sample{all}
	for len(boxes) < n {
		best, most := 0, 0.0
		for i, b := range boxes {
			if _, _, spread := widestChannel(b); spread > most {
				best, most = i, spread
			}
		}
		channel, middle, _ := widestChannel(boxes[best])
		var low, high []sample
		for _, s := range boxes[best] {
			if channel(s.Color) <= middle {
				low = append(low, s)
			} else {
				high = append(high, s)
			}
		}
		boxes[best] = low
		boxes = append(boxes, high)
	}
	for _, b := range boxes {
		means = append(means, mean(b))
	}
	return means
}

func widestChannel(box []sample) (channel func(pen.Color) float64, middle, spread float64) {
	for _, ch := range []func(pen.Color) float64{
		func(c pen.Color) float64 { return float64(c.R) },
		func(c pen.Color) float64 { return float64(c.G) },
		func(c pen.Color) float64 { return float64(c.B) },
	} {
		sum, squares, weight := 0.0, 0.0, 0.0
		for _, s := range box {
			v := ch(s.Color)
			sum, squares, weight = sum+v*s.weight, squares+v*v*s.weight, weight+s.weight
		}
		if v := squares - sum*sum/weight; v >= spread {
			channel, middle, spread = ch, sum/weight, v
		}
	}
	return channel, middle, spread
}

func mean(box []sample) pen.Color {
	var r, g, b, weight float64
	for _, s := range box {
		r, g, b, weight = r+float64(s.R)*s.weight, g+float64(s.G)*s.weight, b+float64(s.B)*s.weight, weight+s.weight
	}
	at := func(sum float64) uint8 { return uint8(math.Round(sum / weight)) }
	return pen.Color{R: at(r), G: at(g), B: at(b), A: 255}
}

// moveToMeans moves each colour behind the first fixed ones to the mean of its nearest samples.
func moveToMeans(all []pen.Color, fixed int, samples []sample) {
	boxes := make([][]sample, len(all))
	for _, s := range samples {
		at := nearestOf(all, s.Color)
		boxes[at] = append(boxes[at], s)
	}
	for i := fixed; i < len(all); i++ {
		if len(boxes[i]) > 0 {
			all[i] = mean(boxes[i])
		}
	}
}
