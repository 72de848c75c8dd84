package engine

import (
	"strings"
	"testing"
)

func TestParseAction(t *testing.T) {
	tests := []struct {
		in   string
		want string // "" for an error
	}{
		{"bid solo", "bid solo"},
		{"  play   XXI ", "play XXI"},
		{"exchange", "exchange"},
		{"exchange D2 H4", "exchange H4 D2"},
		{"talon 0", "talon 0"},
		{"talon 9", "talon 9"},
		{"announce without-trull", "announce without-trull"},
		{"resign", "resign"},
		{"", ""},
		{"bid", ""},
		{"bid solo solo", ""},
		{"bid Solo", ""},
		{"bid aaaaaaaaaaaaaaaaaaaaa", ""},
		{"done now", ""},
		{"play", ""},
		{"play XXI XX", ""},
		{"play XVII ross", "play XVII ross"},
		{"play ross XVII", ""},
		{"play XVII ross ross", ""},
		{"declare kings", "declare kings"},
		{"declare", ""},
		{"undertake", "undertake"},
		{"fold I", ""},
		{"play xxi", ""},
		{"play IV", "play IIII"},
		{"exchange IV IIII", ""},
		{"exchange H4 H4", ""},
		{"talon 10", ""},
		{"talon -1", ""},
		{"talon x", ""},
		{"talon", ""},
		{"nonsense", ""},
		{"Pass", ""},
	}
	for _, tt := range tests {
		a, err := ParseAction(tt.in)
		if got := a.String(); err == nil && got != tt.want || (err != nil) != (tt.want == "") {
			t.Errorf("ParseAction(%q) = %q, %v, want %q", tt.in, got, err, tt.want)
		}
		if err != nil && !strings.HasPrefix(err.Error(), "engine: not an action") {
			t.Errorf("ParseAction(%q): error %q", tt.in, err)
		}
	}
}

func TestMoveText(t *testing.T) {
	for _, good := range []string{"0 pass", "1 bid solo", "2 play SKUS"} {
		var m Move
		if err := m.UnmarshalText([]byte(good)); err != nil || m.String() != good {
			t.Errorf("UnmarshalText(%q): got %q, %v", good, m, err)
		}
	}
	for _, bad := range []string{"", "pass", "3 pass", "-1 pass", "00 pass", "0", "0pass"} {
		var m Move
		if err := m.UnmarshalText([]byte(bad)); err == nil {
			t.Errorf("UnmarshalText(%q): got %q, want an error", bad, m)
		}
	}
}

func FuzzParseAction(f *testing.F) {
	for _, seed := range []string{"bid solo", "exchange H4 D2", "play XXI", "play XVII ross", "declare trull", "talon 3", "contra game", "done", "resign"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		a, err := ParseAction(s)
		if err != nil {
			return
		}
		if back, err := ParseAction(a.String()); err != nil || back != a {
			t.Errorf("ParseAction(%q) = %q, which parses as %q, %v", s, a, back, err)
		}
	})
}
