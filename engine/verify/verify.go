// Package verify checks deals against their proofs: that nobody could choose the deck, and
// that it was played and counted by the rules. It asks nobody and reads nothing but what
// it is given. Start at Deal.
package verify

import (
	"fmt"
	"strings"

	"tarockbot/engine"
	"tarockbot/engine/fair"
)

// Outcome is what came of a deck, as fair.Proof.Reveal signs it: the record's parts, a
// line each.
func Outcome(r engine.Record) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%d\n%s\n", r.Rules, r.Dealer, fair.TextOf(r.Deck))
	for _, m := range r.Actions {
		fmt.Fprintln(&b, m)
	}
	if r.Result != nil {
		fmt.Fprintln(&b, r.Result.Score)
	}
	return b.String()
}
