// Package verify checks recorded deals against their proofs: that the host could not choose the decks, and that the
// moves and results follow the rules. It uses no network and no storage.
//
// Start at File, which returns a Report. It makes three kinds of checks:
//
//   - Each deal and draw by itself (deal.go): the proof leads to the deck of the record; a replay of the
//     moves gives the result; the draws chose the first dealer.
//   - All decks of a table together (history.go): no deck was dropped or dealt twice; the match goes on with the same
//     players, rules and options, and the right dealer.
//   - The file against the Evidence of its user: anchors, receipts and keys.
//
// A fault makes a deck Violated. Remarks and missing decks can make it Unchecked.
package verify

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"tarockbot/engine"
	"tarockbot/engine/fair"
)

// Outcome returns the outcome of a deal for fair.Proof.Reveal. Each line ends with a line feed: the rules; the dealer's
// seat; the deck, as fair.DeckText writes it; a line for each action, as in the record; and, unless the deal was broken
// off, the scores of the seats in brackets, separated by blanks.
func Outcome(r engine.Record) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%d\n%s\n", r.Rules, r.Dealer, fair.DeckText(r.Deck))
	for _, m := range r.Actions {
		fmt.Fprintln(&b, m)
	}
	if r.Result != nil {
		fmt.Fprintln(&b, r.Result.Score)
	}
	return b.String()
}

// Evidence is a user's knowledge of the deals. It may be empty.
type Evidence struct {
	Anchor   string // hexadecimal, at least fair.Anchor.Short; "" for none
	Receipts []fair.Receipt
	Keys     []fair.Key // the bot's keys; nil accepts any key
}

func (e Evidence) trusts(key fair.Key) bool { return e.Keys == nil || slices.Contains(e.Keys, key) }

// MaxDecks bounds the decks that File checks. A person's whole history has fewer.
const MaxDecks = 20_000

// File checks a deal or an array of deals, in JSON, and compares them with the kept evidence. It reports receipts with
// foreign keys, but doesn't use them as evidence.
func File(data []byte, kept Evidence) Report {
	texts, err := engine.SplitRecords(data)
	r := Report{Err: err}
	for i, text := range texts {
		if len(r.Decks) >= MaxDecks {
			r.Err = errors.Join(r.Err, fmt.Errorf("verify: more than %d decks; the rest weren't checked", MaxDecks))
			break
		}
		r.Decks = append(r.Decks, checkDeal(i+1, text)...)
	}
	for _, receipt := range kept.Receipts {
		if kept.trusts(receipt.Anchor.Key) && kept.trusts(receipt.Key) {
			r.kept = append(r.kept, receipt)
		}
	}
	r.MatchesEvidence = slices.ContainsFunc(r.kept, r.hasChainOf)
	r.checkHistory()
	if kept.Anchor != "" {
		r.checkAnchor(strings.ToLower(kept.Anchor))
	}
	r.checkKeys(kept)
	return r
}

func (r *Report) checkKeys(kept Evidence) {
	require := func(faults *fair.Faults, all ...fair.Key) {
		for _, key := range distinct(all) {
			faults.Require(kept.trusts(key), FaultKey, "the key %s isn't the bot's", key)
		}
	}
	for i := range r.Decks {
		require(&r.Decks[i].Faults, r.Decks[i].keys()...)
	}
	require(&r.Faults, keysOf(kept.Receipts)...)
}

// checkAnchor accepts a file in which only some matches have the kept anchor.
func (r *Report) checkAnchor(kept string) {
	hasProof := func(d Deck) bool { return d.Proof != nil }
	hasAnchor := func(d Deck) bool { return d.Proof != nil && strings.HasPrefix(d.Proof.Anchor.Hash.String(), kept) }
	switch least := len(fair.Anchor{}.Short()); {
	case len(kept) < least:
		r.Err = errors.Join(r.Err, fmt.Errorf("verify: an anchor needs at least %d digits, not %d", least, len(kept)))
	case slices.ContainsFunc(r.Decks, hasAnchor):
		r.MatchesEvidence = true
	default:
		r.Faults.Require(!slices.ContainsFunc(r.Decks, hasProof), FaultOtherAnchor, "no deck has the anchor %s", kept)
	}
}

// ParseReceipts parses JSON of one receipt or of an array. The error names the first bad receipt.
func ParseReceipts(data []byte) ([]fair.Receipt, error) {
	texts, err := engine.SplitRecords(data)
	if err != nil {
		return nil, fmt.Errorf("verify: receipts: %w", err)
	}
	receipts := make([]fair.Receipt, len(texts))
	for i, text := range texts {
		if err := json.Unmarshal(text, &receipts[i]); err != nil {
			return nil, fmt.Errorf("verify: receipt %d: %w", i+1, err)
		}
		if faults := receipts[i].Check(); len(faults) > 0 {
			return nil, fmt.Errorf("verify: receipt %d: %s", i+1, faults[0].Text)
		}
	}
	return receipts, nil
}
