package fair

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
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

// The levels. The bot deals on the first two only. Check knows all four, but package verify calls no deck of the
// others fair: a receipt doesn't fix sealed cuts or a beacon's signature.
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
// the rules, and the options.
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

// commitment returns a hash that fixes the deck's seed without revealing it.
func commitment(ctx []byte, seed Hash) Hash { return hashOf("/commit", string(ctx), string(seed[:])) }

// MaxText is the greatest length of a typed text, in bytes.
const MaxText = 128

// CutHash returns the hash of a cut, which the deck depends on. The key is the player's random id; the text is empty if
// the player types nothing.
func CutHash(ctx []byte, key, text string) Hash { return hashOf("/cut", string(ctx), key, text) }

// SealedCut returns a hash that fixes a seat's text without revealing it. It is for level ByAll.
func SealedCut(ctx []byte, seat int, nonce Hash, text string) Hash {
	return hashOf("/cc", string(ctx), encodeUint32(seat), string(nonce[:]), text)
}

// beaconHash returns the hash of a beacon's signature, which the deck depends on.
func beaconHash(ctx []byte, signature string) Hash { return hashOf("/beacon", string(ctx), signature) }

// deckOf returns the pack in dealing order, shuffled with the seed. The parts in salted make the salt.
func deckOf(seed Hash, salted [][]byte, pack card.Set) []card.Card {
	salt := sha256.Sum256(lengthPrefixed(salted...))
	key, err := hkdf.Key(sha256.New, seed[:], salt[:], Version+"/shuffle", sha256.Size)
	if err != nil {
		panic(err) // 32 bytes are never too many
	}
	deck := pack.Cards()
	if err := shuffle(&stream{mac: hmac.New(sha256.New, key)}, deck); err != nil {
		panic(err) // the stream has no end
	}
	return deck
}

// stream is an endless stream of pseudorandom bytes: the MACs of a counter, which starts at 0.
type stream struct {
	mac  hash.Hash
	next uint64
	sum  [sha256.Size]byte
	left []byte // the rest of sum that isn't read yet
}

// Read implements io.Reader. It always fills p.
func (s *stream) Read(p []byte) (int, error) {
	for n := 0; n < len(p); {
		if len(s.left) == 0 {
			s.mac.Reset()
			s.mac.Write(binary.BigEndian.AppendUint64([]byte(Version+"/stream"), s.next))
			s.left, s.next = s.mac.Sum(s.sum[:0]), s.next+1
		}
		took := copy(p[n:], s.left)
		n, s.left = n+took, s.left[took:]
	}
	return len(p), nil
}
