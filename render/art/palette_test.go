package art

import (
	"math"
	"testing"

	"tarockbot/engine/card"
	"tarockbot/render/pen"
)

// luminance is how bright a colour is, from 0 to 1, as WCAG 2 defines it.
func luminance(c pen.Color) float64 {
	linear := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

// contrast is the ratio that WCAG 2 asks to be 4.5 for text.
func contrast(a, b pen.Color) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

// over is what is seen of a colour that doesn't cover its ground.
func over(c, ground pen.Color) pen.Color {
	opaque := c
	opaque.A = 255
	return ground.Mix(opaque, float64(c.A)/255)
}

func TestContrastFormula(t *testing.T) {
	for _, tt := range []struct {
		a, b uint32
		want float64
	}{{0xFFFFFF, 0x000000, 21}, {0x777777, 0xFFFFFF, 4.48}, {0x123456, 0x123456, 1}} {
		if got := contrast(pen.RGB(tt.a), pen.RGB(tt.b)); math.Abs(got-tt.want) > .005 {
			t.Errorf("contrast of %06X and %06X = %.3f, want %v", tt.a, tt.b, got, tt.want)
		}
	}
}

// Everything that is written can be read on every ground it stands on. Not
// asked of cards under the veil, which can't be played.
func TestContrast(t *testing.T) {
	cream := map[string]pen.Color{"cream": Cream, "deep cream": DeepCream}
	tile := map[string]pen.Color{"a tile above": Ermine, "a tile below": DeepCream}
	table := map[string]pen.Color{
		"felt": Felt, "felt's edge": FeltEdge, "a panel": over(Panel, Felt), "a panel at the edge": over(Panel, FeltEdge),
		"the panel in turn": TurnPanel, "an empty place": over(Empty, Felt),
	}
	type pair struct {
		name    string
		ink     pen.Color
		grounds map[string]pen.Color
	}
	pairs := []pair{
		{"tarock numbers", Ink, cream},
		{"honours' numbers", Burgundy, cream},
		{"text", Text, table},
		{"muted text", Muted, table},
		{"titles", LightGold, table},
		{"what is said on pills", PillInk, map[string]pen.Color{"gold": Gold, "light gold": LightGold}},
	}
	for _, twoColours := range []bool{false, true} {
		for suit := card.Hearts; suit <= card.Clubs; suit++ {
			ink := Style{TwoColours: twoColours}.livery(suit).color
			pairs = append(pairs, pair{"suit " + suit.Cards().Highest().String(), ink, cream},
				pair{"suit on a tile " + suit.Cards().Highest().String(), ink, tile})
		}
	}
	for _, k := range []card.Card{card.Uhu, card.Mond} {
		base, dark := grounds(k)
		pairs = append(pairs, pair{"numbers on bands and tiles", LightGold, map[string]pen.Color{
			"a band": base.Mix(Cream, .10), "a band's edge": dark,
			"a tile above": base.Mix(Cream, .12), "a tile below": base.Mix(dark, .5)}})
	}
	for _, p := range pairs {
		for name, ground := range p.grounds {
			if got := contrast(p.ink, ground); got < 4.5 {
				t.Errorf("%s (%v) on %s (%v): contrast %.2f, want at least 4.5", p.name, p.ink, name, ground, got)
			}
		}
	}
}
