// Package proofs checks recorded deals for the page.
package proofs

import (
	"errors"

	"tarockbot/bot/platform/web"
	"tarockbot/engine/fair"
	"tarockbot/engine/verify"
)

// Verify checks deals. Unless keys is empty, one of the keys must have signed them.
func Verify(g web.VerifyInput, keys []string) web.VerifyResult {
	evidence := verify.Evidence{Anchor: g.Anchor}
	var parseErr error
	for _, k := range keys {
		var key fair.Key
		parseErr = errors.Join(parseErr, key.UnmarshalText([]byte(k)))
		evidence.Keys = append(evidence.Keys, key)
	}
	if len(g.Receipts) > 0 {
		receipts, err := verify.ParseReceipts(g.Receipts)
		evidence.Receipts, parseErr = receipts, errors.Join(parseErr, err)
	}
	r := verify.File(g.Deals, evidence)
	r.Err = errors.Join(r.Err, parseErr)
	return ResultOf(r, g.Anchor != "" || len(g.Receipts) > 0)
}

// ResultOf converts a report. hasEvidence tells whether an anchor or receipts were given.
func ResultOf(r verify.Report, hasEvidence bool) web.VerifyResult {
	c := web.VerifyResult{Verdict: string(r.Verdict()), Faults: kindsOf(r.Faults), Unreadable: r.Err != nil, HasEvidence: hasEvidence, MatchesEvidence: r.MatchesEvidence}
	for _, h := range r.Holes {
		c.Missing = append(c.Missing, web.MissingDecks(h))
	}
	for _, d := range r.Decks {
		deck := web.DeckResult{Deal: d.Deal, InMatch: d.Number, Fair: d.Verdict() == verify.Fair, Verdict: string(d.Verdict()), Faults: kindsOf(d.Faults)}
		for _, n := range d.Remarks {
			deck.Notes = append(deck.Notes, string(n))
		}
		if d.Proof != nil {
			for _, cut := range d.Proof.TypedCuts() {
				deck.Cuts = append(deck.Cuts, web.TypedCut{Seat: cut.Seat + 1, Text: *cut.Text})
			}
			about := d.Proof.Context
			deck.Table, deck.Number, deck.Draw, deck.Level = about.Table, about.Number, about.Kind == fair.ForDraw, int(d.Proof.EffectiveLevel())
		}
		c.Decks = append(c.Decks, deck)
	}
	return c
}

func kindsOf(faults fair.Faults) (kinds []string) {
	for _, f := range faults {
		kinds = append(kinds, string(f.Kind))
	}
	return kinds
}
