package match_test

import (
	"crypto/ed25519"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/engine/fair"
)

// TestCut: the table waits for a player to cut the committed deck, until they do. Their text is in the proof until it is
// erased.
func TestCut(t *testing.T) {
	w := newWorld(t)
	if _, err := w.line("match in club anna bert"); err != nil {
		t.Fatal(err)
	}
	key, tb := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)), w.table
	tb.Match.Deal, tb.Setup.CutEach = nil, true
	d := tb.Decks()
	d.SetChain(fair.Hash{1}, nil, key)
	if deck := d.Draw(key); len(deck) != tb.Match.Rules().Cards().Len() || !d.HasSeed() {
		t.Errorf("%d cards are drawn from, and there is a seed for a deck: %v", len(deck), d.HasSeed())
	}
	cutter := d.Cutter()
	refused := func(err error, reason string) {
		t.Helper()
		if !chat.RefusedWith(err, reason) {
			t.Errorf("got %v, want %s", err, reason)
		}
	}
	refused(d.CheckCut(cutter), "cut-each")
	d.CommitForCut(key, w)
	refused(d.CheckDealt(), "cut-waits")
	refused(d.CheckCut(1-cutter), "cut-waits")
	if err := d.CheckCut(cutter); err != nil || d.CutAt() != w.ran+20*time.Second {
		t.Errorf("seat %d can't cut: %v, or not until %v", cutter, err, d.CutAt())
	}
	d.Cut("Grüß Gott")
	if deal, counts := d.FirstDealCutBy(cutter); d.CutText(cutter) != "Grüß Gott" || deal != 0 || !counts {
		t.Errorf("cut with %q in deal %d, %v", d.CutText(cutter), deal, counts)
	}
	hash := tb.Fair.Deal.Cuts[0].Hash
	tb.Chairs[cutter] = match.RobotChair("") // who has left to the computer is erased, too
	tb.Erase(chat.Identity{Person: chat.PersonID(tb.Fair.Deal.Context.Seats[cutter])})
	if cut := tb.Fair.Deal.Cuts[0]; cut.Text != nil || cut.Hash != hash {
		t.Errorf("the text stays, or its hash doesn't: %+v", cut)
	}
}
