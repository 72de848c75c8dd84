package fair

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"io"
	"strings"

	"tarockbot/engine/card"
)

// leastCut is the fewest cards that a cut lifts or leaves (RULES 0 and 1.1).
const leastCut = 3

// RandomDeck shuffles and cuts the pack with bytes of random. It returns the reader's error.
func RandomDeck(random io.Reader, pack card.Set) ([]card.Card, error) {
	deck := pack.Cards()
	if err := shuffle(random, deck); err != nil {
		return nil, fmt.Errorf("fair: shuffle: %w", err)
	}
	lifted, err := below(random, len(deck)-2*leastCut+1)
	if err != nil {
		return nil, fmt.Errorf("fair: cut: %w", err)
	}
	return lift(deck, leastCut+lifted), nil
}

func lift(deck []card.Card, lifted int) []card.Card {
	return append(deck[lifted:len(deck):len(deck)], deck[:lifted]...)
}

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

// stream yields the MACs of a counter, without end.
type stream struct {
	mac  hash.Hash
	next uint64
	sum  [sha256.Size]byte
	left []byte
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

func shuffle(random io.Reader, deck []card.Card) error {
	for i := len(deck) - 1; i > 0; i-- {
		j, err := below(random, i+1)
		if err != nil {
			return err
		}
		deck[i], deck[j] = deck[j], deck[i]
	}
	return nil
}

// below returns a number from 0 to n-1; n is at most 256. It skips the highest bytes, which would make some numbers
// likelier.
func below(random io.Reader, n int) (int, error) {
	var b [1]byte
	for {
		if _, err := io.ReadFull(random, b[:]); err != nil {
			return 0, err
		}
		if int(b[0]) < 256-256%n {
			return int(b[0]) % n, nil
		}
	}
}

// DeckText returns the codes of the cards, separated by blanks.
func DeckText(deck []card.Card) string {
	codes := make([]string, len(deck))
	for i, c := range deck {
		codes[i] = c.String()
	}
	return strings.Join(codes, " ")
}
