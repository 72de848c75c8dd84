package match_test

import (
	"crypto/ed25519"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/engine/fair"
)

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
		t.Errorf("drew from %d cards, has a seed: %v", len(deck), d.HasSeed())
	}
	cutter := d.Cutter()
	checkRefused := func(err error, reason string) {
		t.Helper()
		if !chat.IsRefusal(err, reason) {
			t.Errorf("got %v, want %s", err, reason)
		}
	}
	checkRefused(d.CheckCut(cutter), "cut-each")
	d.CommitForCut(key, w)
	checkRefused(d.CheckDealt(), "cut-waits")
	checkRefused(d.CheckCut(1-cutter), "cut-waits")
	if err := d.CheckCut(cutter); err != nil || d.CutDeadline() != w.ran+20*time.Second {
		t.Errorf("seat %d: CheckCut %v, CutDeadline %v", cutter, err, d.CutDeadline())
	}
	d.Cut("Grüß Gott")
	if deal, counts := d.FirstDealCutBy(cutter); d.CutText(cutter) != "Grüß Gott" || deal != 0 || !counts {
		t.Errorf("cut text %q counts from deal %d, %v", d.CutText(cutter), deal, counts)
	}
	hash := tb.Fair.Deal.Cuts[0].Hash
	tb.Chairs[cutter] = match.RobotChair("") // only the proof names the player
	tb.Erase(chat.Identity{Person: chat.PersonID(tb.Fair.Deal.Context.Seats[cutter])})
	if cut := tb.Fair.Deal.Cuts[0]; cut.Text != nil || cut.Hash != hash {
		t.Errorf("the text remains, or its hash changed: %+v", cut)
	}
}
