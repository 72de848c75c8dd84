// Package proofs checks recorded deals for the page.
package proofs

import (
	"errors"

	"tarockbot/bot/platform/web"
	"tarockbot/engine/fair"
	"tarockbot/engine/verify"
)

// Check checks deals, which must be signed with one of the keys, if any.
func Check(g web.Given, keys []string) web.Checked {
	kept := verify.Evidence{Anchor: g.Anchor}
	var unread error
	for _, k := range keys {
		var key fair.Key
		unread = errors.Join(unread, key.UnmarshalText([]byte(k)))
		kept.Keys = append(kept.Keys, key)
	}
	if len(g.Receipts) > 0 {
		receipts, err := verify.ParseReceipts(g.Receipts)
		kept.Receipts, unread = receipts, errors.Join(unread, err)
	}
	r := verify.File(g.Deals, kept)
	r.Err = errors.Join(r.Err, unread)
	return Report(r, g.Anchor != "" || len(g.Receipts) > 0)
}

// Report converts a report. kept tells whether an anchor or receipts were given.
func Report(r verify.Report, kept bool) web.Checked {
	c := web.Checked{Verdict: string(r.Verdict()), Faults: kindsOf(r.Faults), Unread: r.Err != nil, Kept: kept, Announced: r.MatchesEvidence}
	for _, h := range r.Holes {
		c.Missing = append(c.Missing, web.MissingDecks(h))
	}
	for _, d := range r.Decks {
		deck := web.CheckedDeck{Deal: d.Deal, InMatch: d.Number, Fair: d.Verdict() == verify.Fair, Verdict: string(d.Verdict()), Faults: kindsOf(d.Faults)}
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
