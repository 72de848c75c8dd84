package enginetest

import (
	"strings"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/strohmandeln"
)

// handsOnly deals as forty cards are dealt, with all places of a seat called its
// hand.
func handsOnly(_ string, dealer engine.Seat) (places []string) {
	for _, n := range []int{5, 5, 4, 3, 3} {
		for _, hand := range []string{"hand 0", "hand 1"} {
			if dealer == 0 {
				hand = map[string]string{"hand 0": "hand 1", "hand 1": "hand 0"}[hand]
			}
			for range n {
				places = append(places, hand)
			}
		}
	}
	return places
}

// TestMistakesInTranscripts: what would silently test nothing, or something else
// than is written, is refused.
func TestMistakesInTranscripts(t *testing.T) {
	const head = "rules: " + strohmandeln.Forty + "\ndealer: 0\n"
	tests := []struct{ name, text, want string }{
		{"an unknown header", "# a\n" + head + "hnad 0: HK\n1 pass", `"hnad 0"`},
		{"a title without a deal", "# a\n" + head + "# b\n1 pass", `nothing is done under "a"`},
		{"the last title without a deal", "# a\n" + head + "1 pass\n# b\ncovers: c", `nothing is done under "b"`},
		{"nothing wrong", "# a\n" + head + "hand 0: HK\n1 pass\n# b\n1 pass\n", ""},
	}
	for _, tt := range tests {
		p := &player{game: strohmandeln.Game, layout: handsOnly, header: map[string]string{}}
		var err error
		for line := range strings.SplitSeq(tt.text, "\n") {
			if err == nil {
				err = p.line(line)
			}
		}
		if err == nil {
			err = p.endDeal()
		}
		if got := errorText(err); (got == "") != (tt.want == "") || !strings.Contains(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
