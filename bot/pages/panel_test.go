package pages

import (
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/render"
)

// TestLaidLabel: the label of the cards put away says so where only those for
// the talon are among them.
func TestLaidLabel(t *testing.T) {
	t.Parallel()
	catalogue := guideCatalogue(t)
	two := card.Set(0b11)
	for _, tt := range []struct {
		name     string
		declarer engine.Seat
		talon    int // cards put away for the talon
		want     string
	}{
		{"for the talon alone", 0, 2, "panel.laid.talon"},
		{"in the exchange too", 0, 1, "panel.laid"},
		{"in the exchange alone", engine.Nobody, 0, "panel.laid"},
		{"by a defender", 1, 2, "panel.laid"},
	} {
		v := engine.View{Hand: engine.Hand{Laid: two}}
		v.Table.Declarer, v.Table.Laid.N = tt.declarer, tt.talon
		for _, lang := range []string{"de", "en"} {
			w := catalogue.In(lang)
			if got, want := laidLines(v, w)[0][0].Text, w.Say(tt.want, "Cards", render.Cards(two, w)); got != want {
				t.Errorf("%s: %q, want %q", tt.name, got, want)
			}
		}
	}
}
