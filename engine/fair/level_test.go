package fair

import (
	"crypto/ed25519"
	"testing"
)

func TestLevel(t *testing.T) {
	key := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	chain := Chain{Table: "a", Length: 2}
	for _, tt := range []struct {
		level, want Level
		text        string
		wrong       bool
	}{
		{level: ByHost, want: ByHost},
		{level: ByCutter, text: "abc", want: ByCutter},
		{level: ByCutter, want: ByHost},
		{level: ByHost, text: "abc", want: ByHost, wrong: true},
	} {
		anchor := chain.Publish(nil, key)
		ctx := Context{Table: "a", Number: 1, Kind: ForDeal, Seats: []string{"x", "y"}, Level: tt.level}
		p := Proof{Receipt: chain.Commit(anchor, ctx, anchor.Signature, key), Seed: chain.Seed(1), Cuts: []Cut{ctx.NewCut(1, tt.text)}}
		p.Reveal("", key)
		if err := p.Check(""); (err != nil) != tt.wrong || p.EffectiveLevel() != tt.want {
			t.Errorf("level %d, cut with %q: checked %v, level %d, want %d", tt.level, tt.text, err, p.EffectiveLevel(), tt.want)
		}
	}
}
