package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"tarockbot/bot/platform/texts"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/proofs"
	"tarockbot/engine/fair"
	"tarockbot/engine/verify"
)

// newVerify declares the flags of verify, which checks the decks of recorded deals.
func newVerify(flags *pflag.FlagSet) action {
	anchor := flags.String("anchor", "", "the anchor that the challenge's message showed, or its beginning")
	receipts := flags.StringArray("receipt", nil, "a file with a receipt that somebody has kept, or with several; may be given again")
	keys := flags.StringArray("key", nil, "a key that the bot signs with, hexadecimal; what is signed with another isn't fair; may be given again")
	return func(_ context.Context, c invocation) error {
		kept := verify.Evidence{Anchor: *anchor}
		for _, digits := range *keys {
			var key fair.Key
			if err := key.UnmarshalText([]byte(digits)); err != nil {
				return exit.With(exit.Usage, fmt.Errorf("--key %.80s: %w", strings.Trim(fmt.Sprintf("%.40q", digits), `"`), err))
			}
			kept.Keys = append(kept.Keys, key)
		}
		for _, file := range *receipts {
			data, err := os.ReadFile(file)
			var some []fair.Receipt
			if err == nil {
				some, err = verify.ParseReceipts(data)
			}
			if err != nil {
				return exit.With(exit.Unchecked, fmt.Errorf("%s: %w", file, err))
			}
			kept.Receipts = append(kept.Receipts, some...)
		}
		data, err := c.read(c.files[0])
		if err != nil {
			return exit.With(exit.Unchecked, err)
		}
		return tellReport(c.out, verify.File(data, kept), kept.Anchor != "" || len(kept.Receipts) > 0, c.env.Language())
	}
}

// read reads all of a file, or of the input if the file is "-".
func (c invocation) read(file string) ([]byte, error) {
	switch {
	case file != "-":
		return os.ReadFile(file)
	case c.in == nil:
		return nil, errors.New("there is no input")
	}
	return io.ReadAll(c.in)
}

// catalogue has the texts of verify that the page doesn't share.
var catalogue = texts.Of("program")

// tellReport prints the result of each deck and of all, in the words of the page. The error is the verdict
// unless all is fair. kept is as for proofs.Report. Exact faults are printed in English.
func tellReport(w io.Writer, r verify.Report, kept bool, lang string) error {
	t, told := catalogue.In(lang), proofs.Report(r, kept).Describe(lang)
	count := make(map[verify.Verdict]int)
	for i, d := range r.Decks {
		count[d.Verdict()]++
		item := told.Items[1+i]
		fmt.Fprintln(w, item.Title)
		printLines(w, item.Said)
		if d.Err != nil {
			fmt.Fprintf(w, "  %s\n", exit.OneLine(d.Err))
		}
		listFaults(w, d.Faults)
	}
	fmt.Fprintf(w, t.Say("counts")+"\n", len(r.Decks), count[verify.Fair], count[verify.Violated], count[verify.Unchecked])
	printLines(w, told.Items[0].Said)
	listFaults(w, r.Faults)
	for _, key := range r.Keys() {
		fmt.Fprintf(w, t.Say("key")+"\n", key)
	}
	if count[verify.Fair] > 0 {
		fmt.Fprintln(w, t.Say("proves"))
	}
	switch verdict := r.Verdict(); {
	case verdict == verify.Violated:
		return exit.With(exit.Differs, errors.New(told.Title))
	case r.Err != nil:
		return exit.With(exit.Unchecked, r.Err)
	case r.ReceiptsUnrelated():
		return exit.With(exit.Unchecked, errors.New(t.Say("strange")))
	case r.Err == nil && count[verify.Unchecked] == 0 && verdict == verify.Unchecked:
		return exit.With(exit.Unchecked, errors.New(t.Say("holes")))
	case verdict == verify.Unchecked:
		return exit.With(exit.Unchecked, errors.New(told.Title))
	}
	return nil
}

// printLines prints the lines, indented.
func printLines(w io.Writer, lines []string) {
	for _, line := range lines {
		fmt.Fprintf(w, "  %s\n", line)
	}
}

// listFaults prints the exact faults.
func listFaults(w io.Writer, faults fair.Faults) {
	for _, f := range faults {
		fmt.Fprintf(w, "  %s: %s\n", f.Kind, f.Text)
	}
}
