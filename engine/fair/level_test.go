package fair

import (
	"crypto/ed25519"
	"testing"
)

func TestCheckLevel(t *testing.T) {
	key := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	chain := Chain{Table: "a", Length: 2}
	for _, tt := range []struct {
		level, want Level
		text        string
		wantErr     bool
	}{
		{level: LevelHost, want: LevelHost},
		{level: LevelCutter, text: "abc", want: LevelCutter},
		{level: LevelCutter, want: LevelHost},
		{level: LevelHost, text: "abc", want: LevelHost, wantErr: true},
	} {
		anchor := chain.Publish(nil, key)
		ctx := Context{Table: "a", Number: 1, Kind: ForDeal, Seats: []string{"x", "y"}, Level: tt.level}
		p := Proof{Receipt: chain.Commit(anchor, ctx, anchor.Signature, key), Seed: chain.Seed(1), Cuts: []Cut{ctx.NewCut(1, tt.text)}}
		p.Reveal("", key)
		if err := p.Check(""); (err != nil) != tt.wantErr || p.EffectiveLevel() != tt.want {
			t.Errorf("level %d, cut with %q: Check returns %v, effective level %d, want %d", tt.level, tt.text, err, p.EffectiveLevel(), tt.want)
		}
	}
}
