package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"tarockbot/bot/platform/texts"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/proofs"
	"tarockbot/cmd/tarockbot/internal/report"
	"tarockbot/engine/fair"
	"tarockbot/engine/verify"
)

func newVerify(flags *pflag.FlagSet) action {
	anchor := flags.String("anchor", "", "the anchor in the challenge's message, or its beginning")
	receipts := flags.StringArray("receipt", nil,
		"a file with one or more kept receipts; may be repeated")
	keys := flags.StringArray("key", nil,
		"a hexadecimal key of the bot; decks signed with another key aren't fair; may be repeated")
	return func(_ context.Context, c invocation) error {
		evidence := verify.Evidence{Anchor: *anchor}
		var err error
		if evidence.Keys, err = parseKeys(*keys); err != nil {
			return err
		}
		if evidence.Receipts, err = receiptsIn(*receipts); err != nil {
			return exit.With(exit.Unchecked, err)
		}
		data, err := c.read(c.files[0])
		if err != nil {
			return exit.With(exit.Unchecked, err)
		}
		found, lang := verify.File(data, evidence), c.env.Language()
		title := printReport(c.out, found, evidence.Anchor != "" || len(evidence.Receipts) > 0, lang)
		return verdictError(found, title, catalogue.In(lang))
	}
}

func parseKeys(texts []string) (all []fair.Key, err error) {
	for _, digits := range texts {
		var key fair.Key
		if err := key.UnmarshalText([]byte(digits)); err != nil {
			return nil, exit.UsageError("--key %.80s: %w", strings.Trim(fmt.Sprintf("%.40q", digits), `"`), err)
		}
		all = append(all, key)
	}
	return all, nil
}

func receiptsIn(files []string) (all []fair.Receipt, err error) {
	for _, file := range files {
		data, err := os.ReadFile(file)
		var receipts []fair.Receipt
		if err == nil {
			receipts, err = verify.ParseReceipts(data)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		all = append(all, receipts...)
	}
	return all, nil
}

// read reads the file, or the input if the file is "-".
func (c invocation) read(file string) ([]byte, error) {
	switch {
	case file != "-":
		return os.ReadFile(file)
	case c.in == nil:
		return nil, errors.New("there is no input")
	}
	return io.ReadAll(c.in)
}

// catalogue has the texts that this command doesn't share with the page.
var catalogue = texts.Of("program")

// printReport prints the results in the page's words and returns the page's title. hasEvidence reports whether the user
// gave an anchor or receipts.
func printReport(w io.Writer, r verify.Report, hasEvidence bool, lang string) (title string) {
	t, page := catalogue.In(lang), proofs.ResultOf(r, hasEvidence).Describe(lang)
	count := make(map[verify.Verdict]int)
	for i, d := range r.Decks {
		count[d.Verdict()]++
		item := page.Items[1+i]
		fmt.Fprintln(w, item.Title)
		printLines(w, item.Said)
		if d.Err != nil {
			fmt.Fprintf(w, "  %s\n", report.ErrorLine(d.Err))
		}
		listFaults(w, d.Faults)
	}
	fmt.Fprintf(w, t.Say("counts")+"\n", len(r.Decks), count[verify.Fair], count[verify.Violated], count[verify.Unchecked])
	printLines(w, page.Items[0].Said)
	listFaults(w, r.Faults)
	for _, key := range r.Keys() {
		fmt.Fprintf(w, t.Say("key")+"\n", key)
	}
	if count[verify.Fair] > 0 {
		fmt.Fprintln(w, t.Say("proves"))
	}
	return page.Title
}

// verdictError returns nil if all decks are fair, else an error with the reason. The title is the page's.
func verdictError(r verify.Report, title string, t texts.Language) error {
	isUnchecked := func(d verify.Deck) bool { return d.Verdict() == verify.Unchecked }
	switch verdict := r.Verdict(); {
	case verdict == verify.Fair:
		return nil
	case verdict == verify.Violated:
		return exit.With(exit.Findings, errors.New(title))
	case r.Err != nil:
		return exit.With(exit.Unchecked, r.Err)
	case r.ReceiptsUnrelated():
		return exit.With(exit.Unchecked, errors.New(t.Say("strange")))
	case !slices.ContainsFunc(r.Decks, isUnchecked):
		return exit.With(exit.Unchecked, errors.New(t.Say("holes")))
	}
	return exit.With(exit.Unchecked, errors.New(title))
}

func printLines(w io.Writer, lines []string) {
	for _, line := range lines {
		fmt.Fprintf(w, "  %s\n", line)
	}
}

func listFaults(w io.Writer, faults fair.Faults) {
	for _, f := range faults {
		fmt.Fprintf(w, "  %s: %s\n", f.Kind, f.Text)
	}
}
