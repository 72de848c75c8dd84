package pen

import (
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/font/gofont/goregular"
)

const heart = '♥'

func newTestFont(t testing.TB) *Font {
	t.Helper()
	first, err := os.ReadFile("../art/fonts/OpenSans-Bold.ttf")
	if err != nil {
		t.Fatal(err)
	}
	second, err := os.ReadFile("../art/fonts/DejaVuSans-Bold.ttf")
	if err != nil {
		t.Fatal(err)
	}
	drawn := map[rune]Glyph{heart: {Rect(0, -1, 1, 1), 2}}
	f, err := NewFont(drawn, first, second)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestNewFontReportsBadFont(t *testing.T) {
	if _, err := NewFont(nil, goregular.TTF, []byte("no font")); err == nil || !strings.Contains(err.Error(), "font 2") {
		t.Errorf("err = %v, want one that names font 2", err)
	}
}

func TestDrawable(t *testing.T) {
	f := newTestFont(t)
	tests := []struct{ name, text, want string }{
		{"plain", "Änni Müßig", "Änni Müßig"},
		{"Cyrillic", "Крис", "Крис"},
		{"combining accents", "A\u0308nni Mu\u0308\u00dfig", "Änni Müßig"},
		{"many combining accents", "B\u0300\u0301\u0302\u0303a\u0315\u0316l\u0489go", "Balgo"},
		{"emoji", "Jörg 🎉", "Jörg "},
		{"family", "A👨‍👩‍👧B", "AB"},
		{"emoji that the font has", "A😀🂡B", "AB"},
		{"skin and flag", "A👍🏽🇦🇹B", "AB"},
		{"keycap", "1\ufe0f\u20e3", "1"},
		{"heart", "♥ ♥\ufe0e ♥\ufe0f", "♥ ♥ ♥"},
		{"controls", "A\x00\x1b\n\tB\u0085\u2028C", "ABC"},
		{"bidi overrides", "A\u202eB\u202cC\u2066D\u2069\u200f", "ABCD"},
		{"joiners", "A\u200bB\u200cC\u200d\ufeffD\u00ad", "ABCD"},
		{"fancy letters", "𝓐𝔫𝔫𝒾 Ａ１ ①", "Anni A1 ①"},
		{"broken bytes", "A\xff\xc3B\ufffd", "AB"},
		{"private letters", "A\ue000\U000F0000B", "AB"},
		{"no letter anywhere", "李小龍 日本", " "},
		{"empty", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := f.Drawable(tt.text)
			if got != tt.want {
				t.Errorf("Drawable(%q) = %q, want %q", tt.text, got, tt.want)
			}
			if again := f.Drawable(got); again != got {
				t.Errorf("Drawable(%q) = %q, which is not drawable", got, again)
			}
		})
	}
}

func TestWidthOfStrangeTexts(t *testing.T) {
	f := newTestFont(t)
	empty, err := NewFont(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"", "🎉", "\u202e", "李", "\xff", "\u0300", "א", "ا", "⟦א⟧", "(א)", strings.Repeat("W", 200), "א\nב"} {
		for _, font := range []*Font{f, empty} {
			path, width := font.Outline(text, 40)
			if got := font.Width(text, 40); got != width {
				t.Errorf("%q: Width is %v, Outline's width is %v", text, got, width)
			}
			if font.Drawable(text) == "" && (width != 0 || len(path.steps) > 0) {
				t.Errorf("%q has nothing to draw but is %v wide", text, width)
			}
			NewCanvas(10, 10).Text(font, text, 40, 0, 0, Center, black)
			font.Fit(text, 40, 100)
			font.FitSize(text, 40, 10, 100)
		}
	}
}

// The font may lack the mirrored bracket.
func TestFontWithoutMirroredBracket(t *testing.T) {
	f, err := NewFont(map[rune]Glyph{'א': {Rect(0, -1, 1, 1), 1}, ')': {Rect(0, -1, 1, 1), 1}})
	if err != nil {
		t.Fatal(err)
	}
	if got := f.Width("א)", 10); got != 10 {
		t.Errorf("the letter without its bracket is %v wide, want 10", got)
	}
}

func FuzzText(f *testing.F) {
	font := newTestFont(f)
	for _, text := range []string{"Änni", "אבג abc 12", "🎉\u202e", "A\u0300\u0301", "\xff\xfe"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		drawable := font.Drawable(text)
		if font.Drawable(drawable) != drawable {
			t.Errorf("Drawable(%q) = %q, which is not drawable", text, drawable)
		}
		if _, width := font.Outline(text, 30); width < 0 || math.IsNaN(width) {
			t.Errorf("%q is %v wide", text, width)
		}
		if fit := font.Fit(text, 30, 150); fit != "…" && font.Width(fit, 30) > 150 {
			t.Errorf("%q fitted is %q, %v wide", text, fit, font.Width(fit, 30))
		}
	})
}

func TestKerning(t *testing.T) {
	f := newTestFont(t)
	if together, apart := f.Width("AV", 100), f.Width("A", 100)+f.Width("V", 100); together >= apart {
		t.Errorf("AV is %v wide, A and V %v", together, apart)
	}
	// Letters of different fonts have no kerning: their glyph numbers are unrelated.
	first := &Font{faces: f.faces[:1]}
	for a := 'Ā'; a <= 'ʯ'; a++ {
		if first.Drawable(string(a)) != "" {
			continue
		}
		for b := 'A'; b <= 'z'; b++ {
			if together, apart := f.Width(string(a)+string(b), 100), f.Width(string(a), 100)+f.Width(string(b), 100); !near(together, apart) {
				t.Fatalf("%c and %c are %v wide, want %v", a, b, together, apart)
			}
		}
	}
}

func TestFallback(t *testing.T) {
	f := newTestFont(t)
	first := &Font{faces: f.faces[:1]}
	second := &Font{faces: f.faces[1:]}
	if first.Drawable("שלום") != "" {
		t.Fatal("the first font has Hebrew letters, so this test checks nothing")
	}
	if got, want := f.Width("Aש", 50), first.Width("A", 50)+second.Width("ש", 50); !near(got, want) {
		t.Errorf("a letter of either font is %v wide, want %v", got, want)
	}
	if f.Width("A", 50) == second.Width("A", 50) {
		t.Error("a letter that both fonts have isn't drawn with the first")
	}
}

func TestDrawnGlyph(t *testing.T) {
	f := newTestFont(t)
	if got, want := f.Width("A♥A", 50), 2*f.Width("A", 50)+100; !near(got, want) {
		t.Errorf("A♥A is %v wide, want %v", got, want)
	}
	c := NewCanvas(100, 100)
	c.Text(f, "♥", 50, 10, 80, Left, black)
	if coveredPixels(c) != 2500 || alpha(c, 10, 30) != 255 || alpha(c, 59, 79) != 255 {
		t.Error("the heart isn't drawn on the baseline, at the text's start")
	}
}

func TestAlign(t *testing.T) {
	f := newTestFont(t)
	for _, tt := range []struct {
		align Align
		left  int
	}{{Left, 100}, {Center, 50}, {Right, 0}} {
		c := NewCanvas(200, 50)
		if got := c.Text(f, "♥", 50, 100, 50, tt.align, black); got != 100 {
			t.Errorf("Text returns a width of %v, want 100", got)
		}
		if alpha(c, tt.left, 10) != 255 || tt.left > 0 && alpha(c, tt.left-1, 10) != 0 {
			t.Errorf("text aligned %v doesn't begin at %d", tt.align, tt.left)
		}
	}
}

func TestLettersHaveHoles(t *testing.T) {
	c := NewCanvas(100, 100)
	c.Text(newTestFont(t), "O", 100, 10, 85, Left, black)
	if alpha(c, 10+40, 50) != 0 || alpha(c, 10+12, 50) != 255 {
		t.Error("the O has no hole, or no left side")
	}
}

func TestRightToLeft(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"Latin", "abc def", "abc def"},
		{"Hebrew", "אבג", "גבא"},
		{"words", "אב גד", "דג בא"},
		{"Latin in Hebrew", "אב cd הו", "וה cd בא"},
		{"Hebrew in Latin", "ab גד ef", "ab דג ef"},
		{"Hebrew first", "אב cd", "cd בא"},
		{"number in Hebrew", "אב 12 גד", "דג 12 בא"},
		{"number after Hebrew in Latin", "ab גד 12", "ab 12 דג"},
		{"number between Hebrew in Latin", "ab גד 12 הו", "ab וה 12 דג"},
		{"brackets", "אב (גד)", "(דג) בא"},
		{"sentence", "♥: אב, גד!", "!דג ,בא :♥"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := visual(tt.text); got != tt.want {
				t.Errorf("visual(%q) = %q, want %q", letters(tt.text), letters(got), letters(tt.want))
			}
		})
	}
}

func letters(text string) (all []string) {
	for _, r := range text {
		all = append(all, string(r))
	}
	return all
}

func TestFit(t *testing.T) {
	f := newTestFont(t)
	long := "Maximilian der Große von und zu Hohenwarth"
	for width := 0.0; width < 1200; width += 7 {
		got := f.Fit(long, 40, width)
		if got == long {
			if f.Width(long, 40) > width {
				t.Fatalf("not cut at width %v, though it is wider", width)
			}
			continue
		}
		head, ok := strings.CutSuffix(got, "…")
		if !ok || !strings.HasPrefix(long, head) || strings.HasSuffix(head, " ") {
			t.Fatalf("at width %v, cut to %q", width, got)
		}
		if head != "" && f.Width(got, 40) > width {
			t.Errorf("%q is %v wide, more than %v", got, f.Width(got, 40), width)
		}
		next := string(slices.Collect(runes(long))[:len([]rune(head))+1])
		if more := strings.TrimSpace(next) + "…"; more != got && f.Width(more, 40) <= width && !strings.HasSuffix(next, " ") {
			t.Errorf("at width %v, cut to %q, though %q fits", width, got, more)
		}
	}
}

func runes(text string) func(func(rune) bool) {
	return func(yield func(rune) bool) {
		for _, r := range text {
			if !yield(r) {
				return
			}
		}
	}
}

func TestFitSize(t *testing.T) {
	f := newTestFont(t)
	full := f.Width("Änni Müßig", 46)
	tests := []struct {
		name        string
		width, want float64
	}{
		{"room enough", full + 1, 46},
		{"a little too narrow", full * 40 / 46, 40},
		{"much too narrow", full / 10, 34},
	}
	for _, tt := range tests {
		if got := f.FitSize("Änni Müßig", 46, 34, tt.width); math.Abs(got-tt.want) > 1e-6 {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
	if got := f.FitSize("", 46, 34, 0); got != 46 {
		t.Errorf("an empty text is fitted to %v, want 46", got)
	}
}
