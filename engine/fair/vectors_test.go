package fair

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"tarockbot/engine/card"
	"tarockbot/engine/enginetest/golden"
)

// vectorsFile has the values that another program must compute, too.
const vectorsFile = "testdata/vectors.json"

// vectors has proofs with all intermediate values.
type vectors struct {
	Protocol string         `json:"protocol"`
	Key      Hash           `json:"key"` // of Ed25519: the seed, which all is signed with
	Chain    Chain          `json:"chain"`
	Seeds    []Hash         `json:"seeds"` // of deck 0, which is the anchor, 1, …
	Rules    []rulesVector  `json:"rules"`
	Decks    []deckVector   `json:"decks"`
	Function functionVector `json:"function"`
}

// rulesVector has the input and the value of a RulesVersion.
type rulesVector struct {
	Rules   string            `json:"rules"`
	Edition int               `json:"edition"`
	Options map[string]string `json:"options"`
	Version Hash              `json:"version"`
}

// deckVector is the proof of a deck; what is signed is hexadecimal.
type deckVector struct {
	Name    string  `json:"name"`
	Pack    string  `json:"pack"` // in the order of Context.Order
	Proof   Proof   `json:"proof"`
	Context string  `json:"context"`
	Deck    string  `json:"deck"`
	Played  *played `json:"played,omitempty"` // nil for a draw
	Outcome string  `json:"outcome"`
	Anchor  string  `json:"anchor_message"`
	Receipt string  `json:"receipt_message"`
	Reveal  string  `json:"reveal_message"`
}

// played has the moves and the score of a deal.
type played struct {
	Actions []string `json:"actions"`
	Score   []int    `json:"score"` // null for a deal that was broken off
}

// outcome returns the text that Reveal signs.
func (d deckVector) outcome() string {
	if d.Played == nil {
		return d.Deck
	}
	c := d.Proof.Context
	lines := append([]string{c.Rules, fmt.Sprint(c.Dealer), d.Deck}, d.Played.Actions...)
	if d.Played.Score != nil {
		lines = append(lines, fmt.Sprint(d.Played.Score))
	}
	return strings.Join(lines, "\n") + "\n"
}

// functionVector fixes commitment and deck for any context and cuts.
type functionVector struct {
	Context    string   `json:"context"`
	Seed       Hash     `json:"seed"`
	Cuts       []string `json:"cuts"`
	Commitment Hash     `json:"commitment"`
	Deck       string   `json:"deck"` // places in the pack
}

// published is the vector that was there before any program: two have come to it.
var published = functionVector{
	Context: "game=01JABC;deal=3;rules=koenigrufen;seats=u1,u2,u3,u4",
	Seed:    countUp(),
	Cuts:    []string{"cut-seat-0", "cut-seat-1", "cut-seat-2", "cut-seat-3"},
	Commitment: Hash{
		0xc1, 0x22, 0x2f, 0x6a, 0xdf, 0x1a, 0x25, 0xd3, 0x52, 0xa4, 0x4a, 0x38, 0xf0, 0xc6, 0x81, 0xbc,
		0x3c, 0x4c, 0xa4, 0x80, 0x8e, 0xbb, 0x7f, 0xb8, 0x7b, 0x70, 0xda, 0xcc, 0x43, 0x71, 0x4f, 0x45,
	},
	Deck: "24 16 30 44 13 27 7 21 38 22 0 29 20 42 40 52 3 48 51 14 49 6 53 46 8 34 12 " +
		"4 5 39 23 10 33 43 19 26 18 45 28 17 25 50 31 15 1 11 35 2 41 32 36 47 9 37",
}

// countUp returns the bytes 0, 1, 2, …
func countUp() (h Hash) {
	for i := range h {
		h[i] = byte(i)
	}
	return h
}

func TestPublished(t *testing.T) {
	if got := commitment([]byte(published.Context), published.Seed); got != published.Commitment {
		t.Errorf("the commitment is %s", got)
	}
	salted := [][]byte{[]byte(published.Context)}
	for _, cut := range published.Cuts {
		salted = append(salted, []byte(cut))
	}
	var deck []string
	for _, c := range deckOf(published.Seed, salted, card.Full) {
		deck = append(deck, fmt.Sprint(int(c)))
	}
	if got := strings.Join(deck, " "); got != published.Deck {
		t.Errorf("the deck is %s", got)
	}
}

// forty is the pack of 40 cards: without II, III and the three lowest of each suit.
const forty = card.Full &^ (1<<card.Uhu | 1<<card.Pelikan | 7<<22 | 7<<30 | 7<<38 | 7<<46)

// makeVectors computes the vectors.
func makeVectors() vectors {
	seed := countUp()
	key := ed25519.NewKeyFromSeed(seed[:])
	v := vectors{Protocol: Version, Key: seed, Function: published, Chain: Chain{Table: "abcd2345", Length: 8, Last: hashOf("/vectors")}}
	for n := range v.Chain.Length + 1 {
		v.Seeds = append(v.Seeds, v.Chain.Seed(n))
	}
	for _, r := range []rulesVector{
		{Rules: "kosakeln/spieleversum", Edition: 2},
		{Rules: "strohmandeln/forty", Edition: 1, Options: map[string]string{"simple": "throw-in", "contra": "yes"}},
	} {
		r.Version = RulesVersion(r.Rules, r.Edition, r.Options)
		v.Rules = append(v.Rules, r)
	}
	anchor := v.Chain.Publish(nil, key)
	last := anchor.Signature
	for i, d := range []struct {
		name  string
		seats []string
		pack  card.Set
		texts []string
		*played
		Context
	}{
		{"a draw that one has cut", []string{"p1", "p2"}, card.Full, []string{"", "Grüß Gott"}, nil, Context{Kind: ForDraw, Level: ByCutter}},
		{"nobody has cut", []string{"p1", "p2"}, card.Full, []string{"", ""}, &played{[]string{"1 pass", "0 undertake", "1 play SK", "0 resign"}, []int{-3, 3}}, Context{Kind: ForDeal}},
		{"cut by the seat before the dealer", []string{"p1", "p2", ""}, card.Full, []string{"", "klopf, klopf", ""}, &played{[]string{"0 bid dreiblatt", "1 pass"}, nil}, Context{Kind: ForDeal, Dealer: 2, Level: ByCutter}},
		{"forty cards", []string{"p1", ""}, forty, []string{"mash the keys", ""}, &played{nil, nil}, Context{Kind: ForDeal, Dealer: 1, Level: ByCutter}},
		{"all have sealed their texts", []string{"p1", "p2", "p3"}, card.Full, []string{"one", "two", ""}, &played{[]string{"2 exchange H4 D4"}, []int{4, -2, -2}}, Context{Kind: ForDeal, Dealer: 1, Level: ByAll}},
		{"a beacon", []string{"p1", "p2"}, card.Full, []string{"one", "two"}, &played{[]string{"1 fold"}, []int{0, 0}}, Context{Kind: ForDeal, Level: ByBeacon, Beacon: "drand quicknet 4000000"}},
	} {
		c := d.Context
		c.Table, c.Number, c.Seats, c.Order = v.Chain.Table, i+1, d.seats, OrderOf(d.pack)
		c.Rules, c.Version = v.Rules[i%2].Rules, v.Rules[i%2].Version
		p := Proof{Receipt: v.Chain.Commit(anchor, c, last, key), Seed: v.Chain.Seed(i + 1)}
		last = p.Signature
		for _, s := range c.Cutters() {
			cut := c.NewCut(s, d.texts[s])
			if c.Level == ByAll {
				nonce := hashOf("/nonce", encodeUint32(s))
				sealed := SealedCut(c.Bytes(), s, nonce, d.texts[s])
				cut.Nonce, cut.Sealed = &nonce, &sealed
			}
			p.Cuts = append(p.Cuts, cut)
		}
		if c.Level == ByBeacon {
			p.Beacon = "b0ac00"
		}
		made := deckVector{
			Name: d.name, Pack: TextOf(d.pack.Cards()), Proof: p, Context: hex.EncodeToString(c.Bytes()),
			Deck: TextOf(p.Deck(d.pack)), Played: d.played, Anchor: hex.EncodeToString(anchor.message()),
			Receipt: hex.EncodeToString(p.Receipt.message()),
		}
		made.Outcome = made.outcome()
		made.Proof.Reveal(made.Outcome, key)
		made.Reveal = hex.EncodeToString(p.message(made.Outcome))
		v.Decks = append(v.Decks, made)
	}
	return v
}

// TestVectors: what is published for other programs is what this one comes to, and its proofs
// hold.
func TestVectors(t *testing.T) {
	made := makeVectors()
	text, err := json.MarshalIndent(made, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	golden.Expect(t, vectorsFile, string(text)+"\n")
	data, err := os.ReadFile(vectorsFile)
	if err != nil {
		t.Fatal(err)
	}
	var read vectors
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&read); err != nil {
		t.Fatal(err)
	}
	for _, d := range read.Decks {
		if faults := d.Proof.Check(d.Outcome); faults != nil {
			t.Errorf("%s: %v", d.Name, faults)
		}
	}
	if len(read.Decks) != 6 || forty.Len() != 40 {
		t.Errorf("%d decks, and one of %d cards", len(read.Decks), forty.Len())
	}
}

// TestOtherProgram lets a second implementation come to the vectors, and not to others.
func TestOtherProgram(t *testing.T) {
	python, err := exec.LookPath("python3")
	switch {
	case err != nil && os.Getenv("CI") == "true":
		t.Fatal(err)
	case err != nil:
		t.Skip("no python3 here")
	}
	text, err := os.ReadFile(vectorsFile)
	if err != nil {
		t.Fatal(err)
	}
	checks := func(vectors []byte) (string, error) {
		c := exec.CommandContext(t.Context(), python, "testdata/verify.py", "-")
		c.Stdin = bytes.NewReader(vectors)
		out, err := c.CombinedOutput()
		return string(out), err
	}
	if out, err := checks(text); err != nil || !strings.HasSuffix(out, "6 decks agree\n") {
		t.Errorf("%v: %s", err, out)
	}
	for _, field := range []string{"context", "seed", "deck", "outcome"} {
		if out, err := checks(spoilt(t, text, field)); err == nil || !strings.Contains(out, "AssertionError") {
			t.Errorf("with another %s: %v: %s", field, err, out)
		}
	}
}

// spoilt returns the vectors with a field of the last deck changed.
func spoilt(t *testing.T, text []byte, field string) []byte {
	t.Helper()
	var tree map[string]any
	if err := json.Unmarshal(text, &tree); err != nil {
		t.Fatal(err)
	}
	decks := tree["decks"].([]any)
	last := decks[len(decks)-1].(map[string]any)
	switch field {
	case "seed":
		last["proof"].(map[string]any)["seed"] = strings.Repeat("00", len(Hash{}))
	default:
		last[field] = last[field].(string) + "00"
	}
	out, err := json.Marshal(tree)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
