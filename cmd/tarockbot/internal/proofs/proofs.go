// Package proofs checks recorded deals for the page, and tells the findings in the page's words.
package proofs

import (
	"errors"

	"tarockbot/bot/platform/web"
	"tarockbot/bot/tables"
	"tarockbot/engine/fair"
	"tarockbot/engine/verify"
)

// AddCheck lets the page check deals; they must be signed with one of the keys, the newest
// first. Nil is any.
func AddCheck(page *web.Config, keys []tables.SigningKey) {
	var known []fair.Key
	for _, k := range keys {
		known = append(known, k.Key)
		page.Keys = append(page.Keys, web.PublicKey{Key: k.Key.String(), Since: k.Since})
	}
	page.Verify = func(g web.Given) web.Checked {
		kept := verify.Kept{Anchor: g.Anchor, Keys: known}
		var unread error
		if len(g.Receipts) > 0 {
			kept.Receipts, unread = verify.ParseReceipts(g.Receipts)
		}
		r := verify.File(g.Deals, kept)
		r.Err = errors.Join(r.Err, unread)
		return Report(r, g.Anchor != "" || len(g.Receipts) > 0)
	}
}

// Report is the report as the page takes it; kept says that an anchor or receipts were given besides the deals.
func Report(r verify.Report, kept bool) web.Checked {
	c := web.Checked{Verdict: string(r.Verdict()), Faults: kindsOf(r.Faults), Unread: r.Err != nil, Kept: kept, Announced: r.Announced}
	for _, h := range r.Holes {
		c.Missing = append(c.Missing, web.MissingDecks(h))
	}
	for _, d := range r.Decks {
		deck := web.CheckedDeck{Deal: d.Deal, InMatch: d.Number, Fair: d.Verdict() == verify.Fair, Verdict: string(d.Verdict()), Faults: kindsOf(d.Faults)}
		for _, n := range d.Notes {
			deck.Notes = append(deck.Notes, string(n))
		}
		if d.Proof != nil {
			for _, cut := range d.Proof.Typed() {
				deck.Cuts = append(deck.Cuts, web.TypedCut{Seat: cut.Seat + 1, Text: *cut.Text})
			}
			about := d.Proof.Context
			deck.Table, deck.Number, deck.Draw, deck.Level = about.Table, about.Number, about.Kind == fair.ForDraw, int(d.Proof.Level())
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
