package render

import "testing"

// TestNoEmptyPill: what is left out of a row of pills is told by its number, but
// not that nothing is.
func TestNoEmptyPill(t *testing.T) {
	if got := new(sheet).asFit(nil, 0); len(got) != 0 {
		t.Errorf("drawn: %q", got)
	}
}
