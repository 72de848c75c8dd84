package render_test

import (
	"strings"
	"testing"

	"tarockbot/render/describe"
	"tarockbot/render/text"
)

// TestWithCards checks that cards named by signs are read aloud by name, with each language's letters.
// Other text is unchanged.
func TestWithCards(t *testing.T) {
	for _, tt := range []struct{ lang, text, want string }{
		{"en", "Bert leads ♥K, you have ♣10 and ♦J.", "Bert leads king of hearts, you have 10 of clubs and jack of diamonds."},
		{"de", "♥K und ♠B", "Herz-König und Pik-Bube"},
		{"en", "♥ and ♥Z are no cards", "♥ and ♥Z are no cards"},
		{"en", "no card", "no card"},
	} {
		heard := new(strings.Builder)
		for _, s := range describe.WithCards(text.Line{{Text: tt.text}}, catalogue(t).In(tt.lang)) {
			if s.Spoken != "" {
				heard.WriteString(s.Spoken)
			} else {
				heard.WriteString(s.Text)
			}
		}
		if heard.String() != tt.want {
			t.Errorf("%q is heard as %q, want %q", tt.text, heard, tt.want)
		}
	}
}
