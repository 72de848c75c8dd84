package art

import (
	"bytes"
	"image"
	"os"
	"strings"
	"sync"
	"testing"

	"golang.org/x/image/draw"

	"tarockbot/engine/card"
	"tarockbot/render/pen"
)

func TestRomanNumerals(t *testing.T) {
	want := strings.Fields("I II III IIII V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI")
	for i, w := range want {
		k := card.Pagat + card.Card(i)
		if got := k.Rank(); got != w {
			t.Errorf("%d is %s, want %s", i+1, got, w)
		}
		sign, width := numeral(k)
		left, top, right, bottom := sign.Bounds()
		if left < 0 || right > width+5 || top != 0 || bottom != numeralHeight {
			t.Errorf("%s is drawn from %v, %v to %v, %v, but its width is %v", w, left, top, right, bottom, width)
		}
	}
}

func TestCardSizes(t *testing.T) {
	d := newDeck(t, german)
	tests := []struct {
		width, degrees int
		want           image.Point
	}{
		{200, 0, image.Pt(200, 320)},
		{126, 0, image.Pt(126, 202)},
		{1, 0, image.Pt(1, 2)},
		{60, 90, image.Pt(98, 62)},
		{220, 3, image.Pt(241, 366)},
		{220, -3, image.Pt(241, 366)},
		{0, 0, image.Pt(0, 0)},
	}
	for _, tt := range tests {
		if got := d.Card(card.Mond, tt.width, tt.degrees).Bounds(); got != (image.Rectangle{Max: tt.want}) {
			t.Errorf("%d wide and turned by %d: %v, want %v", tt.width, tt.degrees, got, tt.want)
		}
	}
}

func TestCardShape(t *testing.T) {
	d := newDeck(t, german)
	for _, degrees := range []int{0, -3, 3, 45, 90, 180} {
		p := d.Card(card.Uhu, 100, degrees)
		size := p.Bounds().Size()
		for _, at := range []image.Point{{}, {size.X - 1, 0}, {0, size.Y - 1}, size.Sub(image.Pt(1, 1))} {
			if a := p.RGBAAt(at.X, at.Y).A; a != 0 {
				t.Errorf("turned by %d: the corner %v has opacity %d, want 0", degrees, at, a)
			}
		}
		if p.RGBAAt(size.X/2, size.Y/2).A != 255 {
			t.Errorf("turned by %d: the middle isn't opaque", degrees)
		}
	}
}

func TestCardIsCached(t *testing.T) {
	d := newDeck(t, german)
	first := d.Card(card.Pagat, 80, 0)
	if d.Card(card.Pagat, 80, 0) != first {
		t.Error("a second call draws the card again")
	}
	for name, other := range map[string]*image.RGBA{
		"card": d.Card(card.Uhu, 80, 0), "width": d.Card(card.Pagat, 81, 0), "turn": d.Card(card.Pagat, 80, 3), "back": d.Card(Back, 80, 0),
	} {
		if other == first {
			t.Errorf("another %s gives the same picture", name)
		}
	}
	if d.Card(card.Count, 80, 0) != d.Card(Back, 80, 0) || d.Card(255, 80, 0) != d.Card(Back, 80, 0) {
		t.Error("an invalid card isn't shown as a back")
	}
}

func TestConcurrentDrawing(t *testing.T) {
	d := newDeck(t, german)
	var wg sync.WaitGroup
	drawn := make([]*image.RGBA, 8)
	for i := range drawn {
		wg.Go(func() {
			for k := range card.Card(6) {
				d.Card(k, 30, 0)
			}
			drawn[i] = d.Card(Back, 30, 0)
			c := pen.NewCanvas(100, 100)
			d.DrawWithShadow(c, card.Pagat, 10, 10, 30, 0)
			d.Tile(c, card.Card(i), 0, 0, 60, 40)
			d.Emoji(card.Card(i * 6))
		})
	}
	wg.Wait()
	for _, p := range drawn {
		if p != drawn[0] {
			t.Error("concurrent calls draw the back twice")
		}
	}
}

func TestCourtLetters(t *testing.T) {
	de, en := newDeck(t, german), newDeck(t, english)
	for k := range card.Card(card.Count) {
		rank := k.Rank()
		differ := k.Suit() != card.Tarock && (rank == "Q" || rank == "V")
		same := bytes.Equal(de.Card(k, 60, 0).Pix, en.Card(k, 60, 0).Pix)
		if same == differ {
			t.Errorf("%s: German and English cards are the same: %v", k, same)
		}
		if same := bytes.Equal(de.Emoji(k).Pix, en.Emoji(k).Pix); same == differ {
			t.Errorf("%s: German and English emojis are the same: %v", k, same)
		}
	}
	for k, want := range map[string]string{"HK": "K", "SQ": "D", "CC": "C", "DV": "B", "S10": "10", "H1": "1"} {
		if got := german.rank(parseCards(t, k)[0]); got != want {
			t.Errorf("%s has the rank %s, want %s", k, got, want)
		}
	}
}

func TestStrangeCourtLetters(t *testing.T) {
	for _, style := range []Style{{}, {King: "🎉", Queen: "李", Cavalier: "\u202e", Valet: "Wm"}} {
		d := newDeck(t, style)
		for _, k := range parseCards(t, "HK", "SQ", "CC", "DV") {
			if d.Card(k, 50, 0).RGBAAt(25, 40).A != 255 || d.Emoji(k).RGBAAt(64, 64).A != 255 {
				t.Errorf("%v: %s isn't drawn", style, k)
			}
		}
	}
}

func TestEmojisDiffer(t *testing.T) {
	for _, style := range []Style{german, english, {King: "K", Queen: "Q", Cavalier: "C", Valet: "J", TwoColours: true}} {
		d := newDeck(t, style)
		small := make([]*image.RGBA, card.Count)
		for k := range small {
			emoji := d.Emoji(card.Card(k))
			if emoji.Bounds() != image.Rect(0, 0, EmojiSize, EmojiSize) || emoji.RGBAAt(0, 0).A != 0 || emoji.RGBAAt(64, 127).A == 0 {
				t.Errorf("%s: the emoji is %v, or has no transparent corners", card.Card(k), emoji.Bounds())
			}
			small[k] = image.NewRGBA(image.Rect(0, 0, 22, 22))
			draw.CatmullRom.Scale(small[k], small[k].Rect, emoji, emoji.Rect, draw.Src, nil)
		}
		for a := range small {
			for b := range a {
				if n := countClearDifferences(small[a], small[b]); n < 6 {
					t.Errorf("%v: %s and %s differ clearly in %d pixels only", style, card.Card(a), card.Card(b), n)
				}
			}
		}
	}
}

func countClearDifferences(a, b *image.RGBA) (n int) {
	for i := 0; i < len(a.Pix); i += 4 {
		for c := range 3 {
			if d := int(a.Pix[i+c]) - int(b.Pix[i+c]); d > 64 || d < -64 {
				n++
				break
			}
		}
	}
	return n
}

func TestGlow(t *testing.T) {
	d := newDeck(t, german)
	for _, s := range []Shape{{X: 40, Y: 40, W: 40, H: 60, Radius: 5}, {X: 35, Y: 45, W: 51, H: 51, Radius: 5, Degrees: 90}} {
		c := pen.NewCanvas(120, 140)
		d.Glow(c, s, 4, pen.RGB(0xFFFFFF).Fade(.5))
		at := func(x, y int) int { return int(c.Image.RGBAAt(x, y).A) }
		if a := at(s.X+s.W/2, s.Y+s.H/2); a < 127 || a > 129 {
			t.Errorf("%v: the middle has opacity %d, want half of 255", s, a)
		}
		if a := at(s.X, s.Y+s.H/2); a < 50 || a > 78 {
			t.Errorf("%v: the edge has opacity %d, want about a quarter of 255", s, a)
		}
		if at(s.X-14, s.Y+s.H/2) != 0 || at(s.X+s.W/2, s.Y+s.H+13) != 0 {
			t.Errorf("%v: the glow extends further than three times its blur", s)
		}
		if left, right := at(s.X-2, s.Y+s.H/2), at(s.X+s.W+1, s.Y+s.H/2); left-right > 6 || right-left > 6 {
			t.Errorf("%v: the glow has opacity %d on the left and %d on the right, want the same", s, left, right)
		}
	}
}

func TestFontsHaveAllSigns(t *testing.T) {
	fonts, err := LoadFonts()
	if err != nil {
		t.Fatal(err)
	}
	const text = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 ÄÖÜäöüßẞéèêçñøåłőžščğİı" +
		"ÀΩλЖшїא ب .,:;!?…–—-−+×·/()„“”‚‘’»«&%#*♥♦♠♣→←★"
	for name, f := range map[string]*pen.Font{"text": fonts.Text, "bold": fonts.Bold, "number": fonts.Number, "title": fonts.Title} {
		if got := f.Drawable(text); got != text {
			t.Errorf("%s: the font can draw only %q of %q", name, got, text)
		}
		if got := f.Width("♥\ufe0e♠\ufe0f", 100); got != f.Width("♥♠", 100) || got < 100 {
			t.Errorf("%s: with variation selectors the suit signs are %v wide, without %v", name, got, f.Width("♥♠", 100))
		}
	}
}

func TestLicences(t *testing.T) {
	readme, err := os.ReadFile("fonts/README.md")
	if err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir("fonts")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if name := f.Name(); name != "README.md" && !strings.Contains(string(readme), name) {
			t.Errorf("fonts/README.md doesn't say where %s is from", name)
		}
		family, _, _ := strings.Cut(f.Name(), "-")
		if strings.HasSuffix(f.Name(), ".ttf") && !hasLicence(files, family) {
			t.Errorf("the folder has no licence for %s", f.Name())
		}
	}
}

func hasLicence(files []os.DirEntry, family string) bool {
	for _, f := range files {
		if strings.HasPrefix(f.Name(), family+"-") && strings.HasSuffix(f.Name(), ".txt") {
			return true
		}
	}
	return false
}
