package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"tarockbot/bot/local"
	"tarockbot/bot/tables"
	"tarockbot/engine/fair"
	"tarockbot/engine/verify"
)

func newVerify(flags *pflag.FlagSet) action {
	anchor := flags.String("anchor", "", "the anchor that the challenge's message showed, or its beginning")
	receipts := flags.StringArray("receipt", nil, "a file with a receipt that somebody has kept, or with several; may be given again")
	keys := flags.StringArray("key", nil, "a key that the bot signs with, hexadecimal; what is signed with another isn't fair; may be given again")
	return func(_ context.Context, c call) error {
		kept := verify.Kept{Anchor: *anchor}
		for _, digits := range *keys {
			var key fair.Key
			if err := key.UnmarshalText([]byte(digits)); err != nil {
				return fail(exitUsage, fmt.Errorf("--key %.80s: %w", printable(digits), err))
			}
			kept.Keys = append(kept.Keys, key)
		}
		for _, file := range *receipts {
			some, err := receiptsIn(file)
			if err != nil {
				return fail(exitUnchecked, fmt.Errorf("%s: %w", file, err))
			}
			kept.Receipts = append(kept.Receipts, some...)
		}
		data, err := c.read(c.files[0])
		if err != nil {
			return fail(exitUnchecked, err)
		}
		return tellReport(c.out, verify.File(data, kept))
	}
}

// read is all of a file, or of the input.
func (c call) read(file string) ([]byte, error) {
	switch {
	case file != "-":
		return os.ReadFile(file)
	case c.in == nil:
		return nil, errors.New("there is no input")
	}
	return io.ReadAll(c.in)
}

func receiptsIn(file string) ([]fair.Receipt, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return verify.ParseReceipts(data)
}

// addCheck lets the page check deals; they must be signed with one of the keys, the newest
// first. Nil is any.
func addCheck(page *local.Config, keys []tables.SigningKey) {
	var known []fair.Key
	for _, k := range keys {
		known = append(known, k.Key)
		page.Keys = append(page.Keys, local.PublicKey{Key: k.Key.String(), Since: k.Since})
	}
	page.Verify = func(g local.Given) local.Checked {
		kept := verify.Kept{Anchor: g.Anchor, Keys: known}
		var unread error
		if len(g.Receipts) > 0 {
			kept.Receipts, unread = verify.ParseReceipts(g.Receipts)
		}
		r := verify.File(g.Deals, kept)
		r.Err = errors.Join(r.Err, unread)
		return pageReport(r)
	}
}

// pageReport is the report as the page takes it.
func pageReport(r verify.Report) local.Checked {
	c := local.Checked{Verdict: string(r.Verdict()), Faults: kindsOf(r.Faults), Unread: r.Err != nil, Announced: r.Announced}
	for _, h := range r.Holes {
		c.Missing = append(c.Missing, local.MissingDecks(h))
	}
	for _, d := range r.Decks {
		deck := local.CheckedDeck{Deal: d.Deal, Fair: d.Verdict() == verify.Fair, Verdict: string(d.Verdict()), Faults: kindsOf(d.Faults)}
		for _, n := range d.Notes {
			deck.Notes = append(deck.Notes, string(n))
		}
		if d.Proof != nil {
			for _, cut := range d.Proof.Typed() {
				deck.Cuts = append(deck.Cuts, local.TypedCut{Seat: cut.Seat + 1, Text: *cut.Text})
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

// levels say whom one has to trust that a deck wasn't chosen. Decks of others can't be checked.
var levels = map[fair.Level]string{
	fair.ByHost:   "nobody has cut: whoever runs the bot could have chosen among chains of seeds",
	fair.ByCutter: "if the text is the one that was typed, nobody could choose it, unless whoever runs the bot and who cut did so together",
}

// notes say what ought to be known of a deck besides.
var notes = map[verify.Note]string{
	verify.NoProof:    "it has no proof: it was dealt before there were any, or this is the record alone",
	verify.Protocol:   "its proof is of a protocol that this program doesn't know",
	verify.Unreadable: "it can't be read",
	verify.Receipt:    "it is a receipt, signed before a deck was played: give it by --receipt, beside a file with the deals of its match",
	verify.Erased:     "a text that somebody cut with isn't here, as when they had themselves forgotten; that its hash is of what they typed can't be checked",
	verify.NoResult:   "it was broken off: there is no result",
	verify.Older:      "older rules have settled it: its result isn't compared",
	verify.Newer:      "newer rules have settled it: its moves and result aren't compared",
	verify.Unbound:    "of its level it can't be checked that all was sealed, or the beacon was named, before the deck could be known",
	verify.Unlinked:   "the receipt of the deck before it isn't here: decks may have been skipped",
	verify.NoDraw:     "nobody has drawn for the first deal: who deals could have been chosen",
}

// tellReport prints what has come of each deck, and of all. The error is the verdict, if it
// isn't that all is fair.
func tellReport(w io.Writer, r verify.Report) error {
	count := make(map[verify.Verdict]int)
	for _, d := range r.Decks {
		count[d.Verdict()]++
		tellDeck(w, d)
	}
	fmt.Fprintf(w, "%s: %d fair, %d violated, %d not checkable\n", decks(len(r.Decks)), count[verify.Fair], count[verify.Violated], count[verify.Unchecked])
	listFaults(w, r.Faults)
	for _, h := range r.Holes {
		fmt.Fprintf(w, "table %s: %s\n", printable(h.Table), missing(h))
	}
	for _, key := range r.Keys() {
		fmt.Fprintf(w, "signed with the key %s: compare it with those on the bot's page /verify\n", key)
	}
	if !r.Announced {
		fmt.Fprintln(w, "without the match's --anchor or a --receipt of it nothing shows that this is what was announced then, and wasn't made afterwards")
	}
	fmt.Fprintln(w, proves)
	switch verdict := r.Verdict(); {
	case verdict == verify.Violated:
		return fail(exitDiffers, fmt.Errorf("not fair: %d of %s%s", count[verify.Violated], decks(len(r.Decks)), between(r.Faults)))
	case r.Err != nil:
		return fail(exitUnchecked, r.Err)
	case r.Strange():
		return fail(exitUnchecked, errors.New("the receipts are of other matches"))
	case count[verify.Unchecked] > 0:
		return fail(exitUnchecked, fmt.Errorf("%d of %s can't be checked", count[verify.Unchecked], decks(len(r.Decks))))
	case verdict == verify.Unchecked:
		return fail(exitUnchecked, errors.New("decks are missing: some may have been skipped"))
	}
	return nil
}

// proves is what a check proves and what it doesn't.
const proves = "A deck that is fair was fixed before anybody saw a card of it, if an anchor or receipt of then says so and the texts are those that were typed, and played and counted by the rules. " +
	"Who runs the bot can know all decks that one text was typed for; that none was skipped is shown by the receipts, of which each names the one before. " +
	"It isn't proved that nobody was told others' cards: whoever runs the bot can see all hands while they are played."

// between is what else isn't fair, besides single decks.
func between(faults fair.Faults) string {
	if len(faults) == 0 {
		return ""
	}
	return "; " + faults[0].Text
}

func decks(n int) string {
	if n == 1 {
		return "1 deck"
	}
	return fmt.Sprintf("%d decks", n)
}

func missing(h verify.Hole) string {
	if h.Other {
		return "a receipt of it was given, and no deck of it is here"
	}
	which, means := fmt.Sprintf("decks %d to %d aren't here", h.First, h.Last), "only the whole match shows that none was left out"
	if h.First == h.Last {
		which = fmt.Sprintf("deck %d isn't here", h.First)
	}
	if h.Skipped {
		means = "it can't be excluded that decks were skipped, for whoever runs the bot can also have signed some that were never played"
	}
	return which + ": " + means
}

func tellDeck(w io.Writer, d verify.Deck) {
	words := map[verify.Verdict]string{verify.Fair: "fair", verify.Unchecked: "not checkable", verify.Violated: "VIOLATED"}
	what := fmt.Sprintf("deal %d (%s)", d.Deal, cmp.Or(printable(d.Rules), "unknown rules"))
	if d.Proof != nil {
		c := d.Proof.Context
		what += fmt.Sprintf(", %s, table %s, deck %d", printable(string(c.Kind)), printable(c.Table), c.Number)
	}
	fmt.Fprintf(w, "%s: %s\n", what, words[d.Verdict()])
	if d.Verdict() == verify.Fair {
		level := d.Proof.Level()
		fmt.Fprintf(w, "  level %d: %s\n", level, levels[level])
	}
	if d.Proof != nil {
		for _, cut := range d.Proof.Typed() {
			fmt.Fprintf(w, "  seat %d cut with %.128q\n", cut.Seat+1, *cut.Text)
		}
	}
	for _, n := range d.Notes {
		fmt.Fprintf(w, "  %s\n", notes[n])
	}
	if d.Err != nil {
		fmt.Fprintf(w, "  %s\n", oneLine(d.Err))
	}
	listFaults(w, d.Faults)
}

func listFaults(w io.Writer, faults fair.Faults) {
	for _, f := range faults {
		fmt.Fprintf(w, "  %s: %s\n", f.Kind, f.Text)
	}
}

// maxPrinted is how many letters of a name in a file are printed.
const maxPrinted = 40

// printable is a name as a file has it, which may be anything.
func printable(name string) string {
	return strings.Trim(fmt.Sprintf("%.*q", maxPrinted, name), `"`)
}
