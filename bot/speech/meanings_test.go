package speech

import "testing"

// TestPlainWord spells words as commands do.
func TestPlainWord(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ typed, want string }{
		{"Könige", "koenige"}, {"GSTIESS", "gstiess"}, {"Gstieß", "gstiess"}, {"Vögel", "voegel"}, {"üÄ", "ueae"}, {"", ""},
	} {
		if got := PlainWord(tt.typed); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.typed, got, tt.want)
		}
	}
}
