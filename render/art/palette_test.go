package art

import (
	"testing"

	"tarockbot/engine/card"
	"tarockbot/render/pen"
	"tarockbot/render/rendertest"
)

// Cards under the veil can't be played, so they may have less contrast.
func TestContrast(t *testing.T) {
	cream := map[string]pen.Color{"cream": Cream, "deep cream": DeepCream}
	tile := map[string]pen.Color{"a tile above": Ermine, "a tile below": DeepCream}
	table := map[string]pen.Color{
		"felt": Felt, "felt's edge": FeltEdge, "a panel": Panel.Over(Felt), "a panel at the edge": Panel.Over(FeltEdge),
		"the panel of the player to move": TurnPanel, "an empty place": Empty.Over(Felt),
	}
	type pair struct {
		name    string
		ink     pen.Color
		grounds map[string]pen.Color
		veiled  bool // also appears under the veil
	}
	pairs := []pair{
		{"tarock numbers", Ink, cream, true},
		{"honours' numbers", Burgundy, cream, true},
		{"text", Text, table, false},
		{"muted text", Muted, table, false},
		{"titles", LightGold, table, false},
		{"text on pills", PillInk, map[string]pen.Color{"gold": Gold, "light gold": LightGold}, false},
	}
	for _, twoColours := range []bool{false, true} {
		for suit := card.Hearts; suit <= card.Clubs; suit++ {
			ink := Style{TwoColours: twoColours}.livery(suit).color
			pairs = append(pairs, pair{"suit " + suit.Cards().Highest().String(), ink, cream, true},
				pair{"suit on a tile " + suit.Cards().Highest().String(), ink, tile, false})
		}
	}
	for _, k := range []card.Card{card.Uhu, card.Mond} {
		base, dark := groundColors(k)
		pairs = append(pairs, pair{"numbers on bands", LightGold, map[string]pen.Color{
			"a band": base.Mix(Cream, .10), "a band's edge": dark}, true})
		pairs = append(pairs, pair{"numbers on tiles", LightGold, map[string]pen.Color{
			"a tile above": base.Mix(Cream, .12), "a tile below": base.Mix(dark, .5)}, false})
	}
	for _, p := range pairs {
		for name, ground := range p.grounds {
			if got := rendertest.Contrast(p.ink, ground); got < 4.5 {
				t.Errorf("%s (%v) on %s (%v): contrast %.2f, want at least 4.5", p.name, p.ink, name, ground, got)
			}
			if got := rendertest.Contrast(Veil.Over(p.ink), Veil.Over(ground)); p.veiled && got < 2 {
				t.Errorf("%s (%v) on %s (%v) under the veil: contrast %.2f, want at least 2", p.name, p.ink, name, ground, got)
			}
		}
	}
}
