package fair

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"testing"

	"tarockbot/engine/card"
	"tarockbot/engine/enginetest/golden"
)

const vectorsFile = "testdata/vectors.json"

// Signed messages are in hex.
type vectors struct {
	Protocol string                  `json:"protocol"`
	Key      Hash                    `json:"key"` // the Ed25519 seed of all signatures
	Chain    Chain                   `json:"chain"`
	Seeds    []Hash                  `json:"seeds"`
	Rules    []rulesVector           `json:"rules"`
	Decks    []deckVector            `json:"decks"`
	Function deckVectorForAnyContext `json:"function"`
}

type rulesVector struct {
	Rules   string            `json:"rules"`
	Edition int               `json:"edition"`
	Options map[string]string `json:"options"`
	Version Hash              `json:"version"`
}

type deckVector struct {
	Name    string          `json:"name"`
	Pack    string          `json:"pack"` // in the order of Context.Order
	Proof   Proof           `json:"proof"`
	Context string          `json:"context"`
	Deck    string          `json:"deck"`
	Played  json.RawMessage `json:"played,omitempty"` // for verify.Outcome
	Outcome string          `json:"outcome"`
	Anchor  string          `json:"anchor_message"`
	Receipt string          `json:"receipt_message"`
	Reveal  string          `json:"reveal_message"`
}

// deckVectorForAnyContext is older than the two programs that reproduce it.
type deckVectorForAnyContext struct {
	Context    string   `json:"context"`
	Seed       Hash     `json:"seed"`
	Cuts       []string `json:"cuts"`
	Commitment Hash     `json:"commitment"`
	Deck       string   `json:"deck"` // places in the pack
}

// forty lacks II, III and the three lowest cards of each suit.
const forty = card.Full &^ (1<<card.Uhu | 1<<card.Pelikan | 7<<22 | 7<<30 | 7<<38 | 7<<46)

func TestVectors(t *testing.T) {
	data, err := os.ReadFile(vectorsFile)
	if err != nil {
		t.Fatal(err)
	}
	var v vectors
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&v); err != nil {
		t.Fatal(err)
	}
	if text, err := json.MarshalIndent(v, "", "\t"); err != nil || string(text)+"\n" != string(data) {
		t.Errorf("%v, the file differs from its own re-encoding: %s", err, golden.Difference(string(text)+"\n", string(data)))
	}
	for n, seed := range v.Seeds {
		if got := v.Chain.Seed(n); got != seed {
			t.Errorf("seed %d is %s, want %s", n, got, seed)
		}
	}
	for _, r := range v.Rules {
		if got := RulesVersion(r.Rules, r.Edition, r.Options); got != r.Version {
			t.Errorf("%s: rules version %s, want %s", r.Rules, got, r.Version)
		}
	}
	key := ed25519.NewKeyFromSeed(v.Key[:])
	last := v.Chain.Publish(nil, key).Signature
	for _, d := range v.Decks {
		if !bytes.Equal(d.Proof.Previous, last) {
			t.Errorf("%s doesn't follow the receipt of the deck before", d.Name)
		}
		last = d.Proof.Signature
		d.check(t, v.Chain, key)
	}
	if len(v.Decks) != 6 || v.Protocol != Version {
		t.Errorf("%d decks of protocol %s, want 6 of %s", len(v.Decks), v.Protocol, Version)
	}
	v.Function.check(t)
}

func (d deckVector) check(t *testing.T, chain Chain, key ed25519.PrivateKey) {
	t.Helper()
	pack, err := card.ParseSet(strings.Fields(d.Pack))
	if err != nil {
		t.Fatal(err)
	}
	ctx, remade := d.Proof.Context, d.Proof
	remade.Anchor = chain.Publish(nil, key)
	remade.Receipt = chain.Commit(remade.Anchor, ctx, d.Proof.Previous, key)
	remade.Seed = chain.Seed(ctx.Number)
	remade.Cuts = nil
	for _, cut := range d.Proof.Cuts {
		rebuilt := ctx.NewCut(cut.Seat, *cut.Text)
		if cut.Nonce != nil {
			sealed := SealedCut(ctx.Bytes(), cut.Seat, *cut.Nonce, *cut.Text)
			rebuilt.Nonce, rebuilt.Sealed = cut.Nonce, &sealed
		}
		remade.Cuts = append(remade.Cuts, rebuilt)
	}
	remade.Reveal(d.Outcome, key)
	if faults := remade.Check(d.Outcome); faults != nil || !reflect.DeepEqual(remade, d.Proof) {
		t.Errorf("%s: the proof is %+v, want %+v; %v", d.Name, remade, d.Proof, faults)
	}
	for name, text := range map[string][2]string{
		"context": {hex.EncodeToString(ctx.Bytes()), d.Context},
		"order":   {OrderOf(pack), ctx.Order},
		"deck":    {DeckText(remade.Deck(pack)), d.Deck},
		"anchor":  {hex.EncodeToString(remade.Anchor.message()), d.Anchor},
		"receipt": {hex.EncodeToString(remade.Receipt.message()), d.Receipt},
		"reveal":  {hex.EncodeToString(remade.message(d.Outcome)), d.Reveal},
	} {
		if text[0] != text[1] {
			t.Errorf("%s: the %s is %s, want %s", d.Name, name, text[0], text[1])
		}
	}
}

func (f deckVectorForAnyContext) check(t *testing.T) {
	t.Helper()
	if got := commitment([]byte(f.Context), f.Seed); got != f.Commitment {
		t.Errorf("the commitment is %s, want %s", got, f.Commitment)
	}
	inputs := [][]byte{[]byte(f.Context)}
	for _, cut := range f.Cuts {
		inputs = append(inputs, []byte(cut))
	}
	var deck []string
	for _, c := range deckOf(f.Seed, inputs, card.Full) {
		deck = append(deck, fmt.Sprint(int(c)))
	}
	if got := strings.Join(deck, " "); got != f.Deck {
		t.Errorf("the deck is %s, want %s", got, f.Deck)
	}
}

func TestPythonProgramAgrees(t *testing.T) {
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
		if out, err := checks(vectorsWithWrong(t, text, field)); err == nil || !strings.Contains(out, "AssertionError") {
			t.Errorf("with a wrong %s: got %v: %s, want an AssertionError", field, err, out)
		}
	}
}

func vectorsWithWrong(t *testing.T, text []byte, field string) []byte {
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
