package speech

import "testing"

func TestDistance(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		a, b string
		want int
	}{
		{"rules", "rules", 0},
		{"", "ab", 2},
		{"rulse", "rules", 1},
		{"chalenge", "challenge", 1},
		{"helpp", "help", 1},
		{"hand", "hund", 1},
		{"play", "lapy", 2},
	} {
		if got := distance([]rune(tt.a), []rune(tt.b)); got != tt.want {
			t.Errorf("%q is %d from %q, want %d", tt.a, got, tt.b, tt.want)
		}
		if back := distance([]rune(tt.b), []rune(tt.a)); back != tt.want {
			t.Errorf("%q is %d from %q, want %d", tt.b, back, tt.a, tt.want)
		}
	}
}
