package fair

import (
	"fmt"
	"maps"
	"slices"

	"tarockbot/engine/card"
)

// Kind is the purpose of a deck.
type Kind string

// The purposes.
const (
	ForDeal Kind = "deal"
	ForDraw Kind = "draw"
)

// Level states who must be honest.
type Level int

// The levels.
const (
	LevelHost   Level = iota
	LevelCutter       // one cutter or the host; see Proof.EffectiveLevel
	LevelAll          // one player: all texts are sealed before any is opened
	LevelBeacon       // a public randomness source named in advance
)

// Context is the purpose of one deck.
type Context struct {
	Table        string   `json:"table"`
	Number       int      `json:"number"`
	Kind         Kind     `json:"kind"`
	Rules        string   `json:"rules"`
	RulesVersion Hash     `json:"rules_version"`
	Seats        []string `json:"seats"`  // random ids; "" for the computer
	Dealer       int      `json:"dealer"` // 0 for a draw
	Order        string   `json:"order"`
	Level        Level    `json:"level"`
	// Beacon names a public randomness source and its future value, on LevelBeacon only.
	Beacon string `json:"beacon,omitempty"`
}

// Bytes encodes the context for hashing.
func (c Context) Bytes() []byte {
	parts := []string{
		c.Table, encodeUint32(c.Number), string(c.Kind), c.Rules, string(c.RulesVersion[:]), string(lengthPrefixed(c.Seats...)),
		encodeUint32(c.Dealer), c.Order, encodeUint32(int(c.Level)),
	}
	if c.Beacon != "" {
		parts = append(parts, c.Beacon)
	}
	return lengthPrefixed(parts...)
}

// Cutters returns the seats that cut, in the order of the cuts (RULES 0, Seats).
func (c Context) Cutters() (seats []int) {
	n := len(c.Seats)
	if c.Kind == ForDraw || c.Level == LevelAll {
		for s := range n {
			seats = append(seats, s)
		}
		return seats
	}
	return []int{(c.Dealer + n - 1) % n}
}

// RulesVersion hashes the rules and options. This package needs no game engine, so names are of any string type.
func RulesVersion[Name ~string](rules string, edition int, options map[Name]Name) Hash {
	parts := []string{rules, encodeUint32(edition)}
	for _, name := range slices.Sorted(maps.Keys(options)) {
		parts = append(parts, string(name), string(options[name]))
	}
	return hashOf("/rules", parts...)
}

// OrderOf names the pack's order before the shuffle: the order of the card codes.
func OrderOf(pack card.Set) string { return fmt.Sprintf("tarock-%d/1", pack.Len()) }
