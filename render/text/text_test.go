package text_test

import (
	"testing"

	"tarockbot/render/text"
)

func TestString(t *testing.T) {
	line := text.Line{{Text: "Bert", Style: text.Strong}, {Text: " leads "}, {Text: "♥K", Style: text.Red, Spoken: "king of hearts"}}
	if got, want := line.String(), "Bert leads ♥K"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
