package render

import (
	"testing"

	"tarockbot/render/art"
	"tarockbot/render/pen"
)

// The fixed colours have what is written and what it stands on, so that it can
// be read in the file as well as it is drawn.
func TestPaletteHasTheInks(t *testing.T) {
	for _, c := range []pen.Color{
		art.Ink, art.Burgundy, art.Hearts, art.Diamonds, art.Spades, art.Clubs, art.Text, art.Muted, art.Gold, art.LightGold,
		art.PillInk, art.Cream, art.DeepCream, art.Ermine, art.Green, art.DarkGreen, art.DarkBurgundy, art.Felt, art.FeltEdge, art.TurnPanel,
	} {
		number := nearestTo(int(c.R), int(c.G), int(c.B))
		r, g, b, _ := colors()[number].RGBA()
		for i, d := range []int{int(c.R) - int(r>>8), int(c.G) - int(g>>8), int(c.B) - int(b>>8)} {
			if d > 13 || d < -13 {
				t.Errorf("%v becomes %v: channel %d is off by %d", c, colors()[number], i, d)
			}
		}
	}
}
