// Package verify checks deals against their proofs: that nobody could choose the deck, and
// that it was played and counted by the rules. It asks nobody and reads nothing but what
// it is given. Start at File; deal.go has what is asked of one deal, history.go what of all
// decks of a table together.
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

// Outcome returns the text about the end of a deck that fair.Proof.Reveal signs. Each line ends with a
// line feed: the rules; the dealer's seat; the deck, as fair.TextOf has it; each action, as in the record;
// and, unless the deal was broken off, the scores of the seats in brackets, with blanks between.
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

// Verdict is what has come of a check.
type Verdict string

// The verdicts, the best first.
const (
	Fair      Verdict = "fair"
	Unchecked Verdict = "unchecked" // nothing wrong was found, but not all could be checked
	Violated  Verdict = "violated"
)

// The kinds of faults besides those of package fair.
const (
	FaultDeck        fair.FaultKind = "deck"    // it isn't what the proof leads to
	FaultRecord      fair.FaultKind = "record"  // it is of another deal than the proof
	FaultMoves       fair.FaultKind = "moves"   // they aren't legal
	FaultResult      fair.FaultKind = "result"  // it isn't what the rules make of the moves
	FaultDraw        fair.FaultKind = "draw"    // it didn't find the dealer
	FaultMatch       fair.FaultKind = "match"   // it isn't how the match went on by its rules
	FaultTwice       fair.FaultKind = "twice"   // there are two decks for one
	FaultOtherAnchor fair.FaultKind = "foreign" // the anchor isn't the one that was kept
	FaultKey         fair.FaultKind = "key"     // it isn't one of the bot's
)

// FaultKinds returns all kinds of faults that a Report may have.
func FaultKinds() []fair.FaultKind {
	return []fair.FaultKind{
		fair.FaultProtocol, fair.FaultAnchor, fair.FaultContext, fair.FaultReceipt, fair.FaultLink, fair.FaultReveal, fair.FaultSeed,
		fair.FaultCommitment, fair.FaultCutter, fair.FaultCut, fair.FaultLevel,
		FaultDeck, FaultRecord, FaultMoves, FaultResult, FaultDraw, FaultMatch, FaultTwice, FaultOtherAnchor, FaultKey,
	}
}

// Remark is what ought to be known of a deck, and is no fault.
type Remark string

// The notes. The first four are why a deal can't be checked.
const (
	RemarkNoProof    Remark = "no-proof"   // it is from before there were any, or of a record alone
	RemarkProtocol   Remark = "protocol"   // the proof is of a protocol that isn't known here
	RemarkUnreadable Remark = "unreadable" // there is no such deal
	RemarkReceipt    Remark = "receipt"    // it is a receipt, which belongs beside the deals
	RemarkErased     Remark = "erased"     // a text was erased; its hash stays
	RemarkNoResult   Remark = "no-result"  // the deal was broken off
	RemarkOlder      Remark = "older"      // older rules have settled it, and today's make another result
	RemarkNewer      Remark = "newer"      // newer rules have: the moves can't be checked, either
	RemarkUnbound    Remark = "unbound"    // what was sealed, or a beacon, isn't fixed by the receipt
	RemarkUnlinked   Remark = "unlinked"   // the receipt before it isn't known: decks may have been skipped
	RemarkNoDraw     Remark = "no-draw"    // nobody drew for the first deal
)

// Remarks returns all remarks that a Deck may have.
func Remarks() []Remark {
	return append(slices.Clone(unchecked), RemarkErased, RemarkNoResult)
}

// unchecked are the notes of decks that aren't called fair, whatever else is right.
var unchecked = []Remark{RemarkNoProof, RemarkProtocol, RemarkUnreadable, RemarkReceipt, RemarkOlder, RemarkNewer, RemarkUnbound, RemarkUnlinked, RemarkNoDraw}

// Deck is what has come of one deck.
type Deck struct {
	Deal    int         // of the file, from 1; the draws for it have the same
	Number  int         // of the deal in its match, from 1, or of the one that is drawn for; 0 if decks before it aren't known
	Rules   string      // "" if it can't be read
	Proof   *fair.Proof // nil if the deck can't be checked
	Faults  fair.Faults
	Remarks []Remark
	Err     error // why it can't be read
	deal    *deal // that is dealt from it; nil for a draw
}

// Verdict returns the deck's verdict.
func (d Deck) Verdict() Verdict {
	switch {
	case len(d.Faults) > 0:
		return Violated
	case d.Proof == nil, slices.ContainsFunc(d.Remarks, func(n Remark) bool { return slices.Contains(unchecked, n) }):
		return Unchecked
	}
	return Fair
}

// Report is what has come of a file.
type Report struct {
	Decks  []Deck // as they stand there, the draws before the deal that they are for
	Faults fair.Faults
	Holes  []Hole
	// Announced says that what was kept tells of a deck here: it wasn't made afterwards.
	Announced bool
	kept      []fair.Receipt
	Err       error // what of the file, or of what was kept, can't be read
}

// Hole is decks of a table that nothing was revealed of, or that are left out.
type Hole struct {
	Table       string
	First, Last int  // their numbers
	TableAbsent bool // the file has no deck of the table at all, so a receipt of it tells nothing of the file
	// Skipped says that the file has a deck before them: they may have been signed and never played, because
	// whoever runs the bot knew a later one that was better for somebody.
	Skipped bool
}

// Verdict returns the verdict of all decks together.
func (r Report) Verdict() Verdict {
	worst := Fair
	if r.Err != nil || len(r.Decks) == 0 || r.ReceiptsUnrelated() || slices.ContainsFunc(r.Holes, func(h Hole) bool { return h.Skipped }) {
		worst = Unchecked
	}
	if len(r.Faults) > 0 {
		worst = Violated
	}
	for _, d := range r.Decks {
		worst = max(worst, d.Verdict()) // their names are in order
	}
	return worst
}

// ReceiptsUnrelated reports whether all receipts that were kept are of other matches.
func (r Report) ReceiptsUnrelated() bool {
	return len(r.kept) > 0 && !slices.ContainsFunc(r.kept, r.has)
}

// Keys returns all keys that the decks, and the kept receipts, are signed with.
func (r Report) Keys() (keys []fair.Key) {
	for _, d := range r.Decks {
		if d.Proof != nil {
			keys = append(keys, d.keys()...)
		}
	}
	for _, x := range r.kept {
		keys = append(keys, x.Anchor.Key, x.Key)
	}
	return distinct(keys)
}

// keys returns the keys that the deck is signed with.
func (d Deck) keys() []fair.Key {
	return []fair.Key{d.Proof.Anchor.Key, d.Proof.Key, d.Proof.RevealedBy}
}

// distinct returns each of the keys once.
func distinct(keys []fair.Key) []fair.Key {
	slices.SortFunc(keys, func(a, b fair.Key) int { return slices.Compare(a[:], b[:]) })
	return slices.Compact(keys)
}

// Evidence is what somebody has kept since the deals were played, or knows of the bot. It may
// be empty.
type Evidence struct {
	Anchor   string // hexadecimal, its beginning at least; see fair.Anchor.Short
	Receipts []fair.Receipt
	Keys     []fair.Key // those that the bot has signed with; nil: any
}

// by reports whether the bot may have signed with the key.
func (k Evidence) by(key fair.Key) bool { return k.Keys == nil || slices.Contains(k.Keys, key) }

// MaxDecks is how many decks of a file are checked: a person's whole history has fewer.
const MaxDecks = 20_000

// File checks all deals of a file, one or an array of them, and that they agree with what
// was kept.
func File(data []byte, kept Evidence) Report {
	texts, err := engine.SplitRecords(data)
	r := Report{Err: err}
	for i, text := range texts {
		if len(r.Decks) >= MaxDecks {
			r.Err = errors.Join(r.Err, fmt.Errorf("verify: more than %d decks, of which the others weren't checked", MaxDecks))
			break
		}
		r.Decks = append(r.Decks, checkDeal(i+1, text)...)
	}
	r.kept = slices.DeleteFunc(slices.Clone(kept.Receipts), func(x fair.Receipt) bool { return !kept.by(x.Anchor.Key) || !kept.by(x.Key) })
	r.Announced = slices.ContainsFunc(r.kept, r.has)
	r.checkHistory(r.kept)
	if kept.Anchor != "" {
		r.checkAnchor(strings.ToLower(kept.Anchor))
	}
	r.checkKeys(kept)
	return r
}

// checkKeys adds a fault for each key of a deck, or of a kept receipt, that isn't the bot's.
func (r *Report) checkKeys(kept Evidence) {
	want := func(faults *fair.Faults, all ...fair.Key) {
		for _, key := range distinct(all) {
			faults.Require(kept.by(key), FaultKey, "the key %s isn't the bot's", key)
		}
	}
	for i := range r.Decks {
		if d := &r.Decks[i]; d.Proof != nil {
			want(&d.Faults, d.keys()...)
		}
	}
	var all []fair.Key
	for _, x := range kept.Receipts {
		all = append(all, x.Anchor.Key, x.Key)
	}
	want(&r.Faults, all...)
}

// has reports whether there is a deck of the receipt's chain.
func (r Report) has(kept fair.Receipt) bool {
	return slices.ContainsFunc(r.Decks, func(d Deck) bool { return d.Proof != nil && d.Proof.Anchor.Hash == kept.Anchor.Hash })
}

// checkAnchor looks for the anchor that was kept: a file may have matches with others, too. Where
// nothing has a proof nothing can be said of it.
func (r *Report) checkAnchor(kept string) {
	if least := len(fair.Anchor{}.Short()); len(kept) < least {
		r.Err = errors.Join(r.Err, fmt.Errorf("verify: an anchor has %d digits or more, not %d", least, len(kept)))
		return
	}
	if !slices.ContainsFunc(r.Decks, func(d Deck) bool { return d.Proof != nil }) {
		return
	}
	found := slices.ContainsFunc(r.Decks, func(d Deck) bool {
		return d.Proof != nil && strings.HasPrefix(d.Proof.Anchor.Hash.String(), kept)
	})
	r.Faults.Require(found, FaultOtherAnchor, "no deck here is of the anchor %s", kept)
	r.Announced = r.Announced || found
}

// ParseReceipts reads what somebody has kept: one receipt or an array of them. The error
// says which isn't one.
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
