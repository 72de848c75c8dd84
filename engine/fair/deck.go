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

// Kind says what a deck is for.
type Kind string

// What decks are for.
const (
	ForDeal Kind = "deal"
	ForDraw Kind = "draw" // seats draw their first cards, to find who deals first
)

// Level says whom somebody has to trust that the deck wasn't chosen.
type Level int

// The levels. The bot deals by the first two; see Check for the others.
const (
	ByHost   Level = iota // nobody has cut: the host, who made the chain
	ByCutter              // the host or who cuts: one of the two is honest; see Proof.EffectiveLevel
	ByAll                 // one of all: each seat has sealed its text before any was opened
	ByBeacon              // a public source of random numbers, named before it spoke
)

// Context is what a deck is for. Its bytes go into all that is hashed for the deck.
type Context struct {
	Table   string   `json:"table"`
	Number  int      `json:"number"` // of the deck in its chain, from 1
	Kind    Kind     `json:"kind"`
	Rules   string   `json:"rules"`
	Version Hash     `json:"rules_version"` // see RulesVersion
	Seats   []string `json:"seats"`         // the players' random ids; "" for the computer
	Dealer  int      `json:"dealer"`        // a seat; 0 when it is drawn for
	Order   string   `json:"order"`         // see OrderOf
	Level   Level    `json:"level"`
	// Beacon names a public source of random numbers, and which of them; "" but on level ByBeacon.
	Beacon string `json:"beacon,omitempty"`
}

// Bytes returns the context as it is hashed.
func (c Context) Bytes() []byte {
	parts := []string{
		c.Table, number(c.Number), string(c.Kind), c.Rules, string(c.Version[:]), string(packed(c.Seats...)),
		number(c.Dealer), c.Order, number(int(c.Level)),
	}
	if c.Beacon != "" {
		parts = append(parts, c.Beacon)
	}
	return packed(parts...)
}

// Cutters returns the seats that cut, in the order in which that counts: at a draw and on
// level ByAll all, else the one before the dealer (RULES 0, Seats).
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

// RulesVersion returns the hash of what a deal is settled by: the rule set, the edition
// of the rules, the options.
func RulesVersion[Name ~string](rules string, edition int, options map[Name]Name) Hash {
	parts := []string{rules, number(edition)}
	for _, name := range slices.Sorted(maps.Keys(options)) {
		parts = append(parts, string(name), string(options[name]))
	}
	return sum("/rules", parts...)
}

// OrderOf names the order in which a pack lies before it is mixed: that of the card codes in
// package card, lowest first.
func OrderOf(pack card.Set) string { return fmt.Sprintf("tarock-%d/1", pack.Len()) }

// commitment fixes the deck's seed without telling it.
func commitment(ctx []byte, seed Hash) Hash { return sum("/commit", string(ctx), string(seed[:])) }

// MaxText is the most bytes of a text that somebody cuts with.
const MaxText = 128

// CutHash returns the part of a cut in the deck: it hashes the cutter's random id and the typed text. The
// text is empty if the player doesn't cut.
func CutHash(ctx []byte, key, text string) Hash { return sum("/cut", string(ctx), key, text) }

// SealedCut fixes the text of a seat before any is opened; for level ByAll.
func SealedCut(ctx []byte, seat int, nonce Hash, text string) Hash {
	return sum("/cc", string(ctx), number(seat), string(nonce[:]), text)
}

// beaconHash returns the part in the deck of a beacon's signature.
func beaconHash(ctx []byte, signature string) Hash { return sum("/beacon", string(ctx), signature) }

// Deck returns the pack in dealing order, after the cut: made of the seed and of what
// each who cuts has put in.
func Deck(ctx []byte, seed Hash, cuts []Hash, pack card.Set) []card.Card {
	salted := [][]byte{ctx}
	for i := range cuts {
		salted = append(salted, cuts[i][:])
	}
	return deckOf(seed, salted, pack)
}

func deckOf(seed Hash, salted [][]byte, pack card.Set) []card.Card {
	salt := sha256.Sum256(packed(salted...))
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

// stream is an endless stream of bytes: the sums of numbers, from 0.
type stream struct {
	mac  hash.Hash
	next uint64
	sum  [sha256.Size]byte
	left []byte // of sum
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
