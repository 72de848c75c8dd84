package fair

import (
	"fmt"
	"maps"
	"slices"

	"tarockbot/engine/card"
)

// Kind is the purpose of a deck.
type Kind string

// The purposes of decks.
const (
	ForDeal Kind = "deal"
	ForDraw Kind = "draw" // seats draw their first cards, to find who deals first
)

// Level states who must be honest for the deck to be fair.
type Level int

// The levels. The package comment says who deals on which.
const (
	ByHost   Level = iota // the host (nobody cut)
	ByCutter              // the host or the cutter; see Proof.EffectiveLevel
	ByAll                 // at least one player: all seats seal their texts before any is opened
	ByBeacon              // a public randomness source named in advance
)

// Context describes the deal or draw that a deck is for. The commitment, the cuts and the shuffle depend on it.
type Context struct {
	Table   string   `json:"table"`
	Number  int      `json:"number"` // the deck's number in its chain, from 1
	Kind    Kind     `json:"kind"`
	Rules   string   `json:"rules"`
	Version Hash     `json:"rules_version"` // see RulesVersion
	Seats   []string `json:"seats"`         // the players' random ids; "" for the computer
	Dealer  int      `json:"dealer"`        // a seat; 0 for a draw
	Order   string   `json:"order"`         // see OrderOf
	Level   Level    `json:"level"`
	// Beacon names a public randomness source and one of its future values. It is set on level ByBeacon only.
	Beacon string `json:"beacon,omitempty"`
}

// Bytes encodes the context for hashing.
func (c Context) Bytes() []byte {
	parts := []string{
		c.Table, encodeUint32(c.Number), string(c.Kind), c.Rules, string(c.Version[:]), string(lengthPrefixed(c.Seats...)),
		encodeUint32(c.Dealer), c.Order, encodeUint32(int(c.Level)),
	}
	if c.Beacon != "" {
		parts = append(parts, c.Beacon)
	}
	return lengthPrefixed(parts...)
}

// Cutters returns the seats that cut, in the order of the proof's cuts. At a draw and on level ByAll all seats cut,
// otherwise only the one before the dealer (RULES 0, Seats).
func (c Context) Cutters() (seats []int) {
	n := len(c.Seats)
	if c.Kind == ForDraw || c.Level == ByAll {
		for s := range n {
			seats = append(seats, s)
		}
		return seats
	}
	return []int{(c.Dealer + n - 1) % n}
}

// RulesVersion returns the hash of all that a deal's result depends on besides its moves: the rule set, the edition of
// the rules, and the options. Names are of any string type, so that this package needs no game engine.
func RulesVersion[Name ~string](rules string, edition int, options map[Name]Name) Hash {
	parts := []string{rules, encodeUint32(edition)}
	for _, name := range slices.Sorted(maps.Keys(options)) {
		parts = append(parts, string(name), string(options[name]))
	}
	return hashOf("/rules", parts...)
}

// OrderOf returns the name of the pack's order before the shuffle. The order is that of the card codes in package
// card, the lowest first.
func OrderOf(pack card.Set) string { return fmt.Sprintf("tarock-%d/1", pack.Len()) }
