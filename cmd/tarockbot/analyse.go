package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/spf13/pflag"

	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/report"
	"tarockbot/engine"
	"tarockbot/engine/analysis"
)

// newAnalyse declares the flags of analyse, which computes what each card lost in card points.
func newAnalyse(flags *pflag.FlagSet) action {
	asJSON := flags.Bool("json", false, "print an array with an object for each deal")
	return func(ctx context.Context, c invocation) error {
		a, lines := analyser{severalFiles: len(c.files) > 1, all: []analysed{}}, c.out
		if *asJSON {
			lines = io.Discard
		}
		for _, file := range c.files {
			if err := a.analyseFile(ctx, file, lines); err != nil {
				return err
			}
		}
		if *asJSON {
			printArray(c.out, a.all)
		}
		if a.unreadable > 0 {
			return exit.With(exit.Data, fmt.Errorf("%d of %d deals can't be analysed", a.unreadable, len(a.all)))
		}
		return nil
	}
}

type analyser struct {
	severalFiles bool
	all          []analysed
	analysis.Analyst
	unreadable int
}

type analysed struct {
	File  string         `json:"file,omitempty"` // empty if only one file is read
	Deal  int            `json:"deal"`           // counts from 1 in the file
	Rules string         `json:"rules,omitempty"`
	Plies []analysis.Ply `json:"plies,omitzero"`
	Error string         `json:"error,omitempty"`
}

// analyseFile analyses a file's deals and prints each as soon as it is done. It returns only read errors and the
// context's error.
func (a *analyser) analyseFile(ctx context.Context, name string, out io.Writer) error {
	records, err := recordsIn(name)
	if err != nil {
		return err
	}
	number := 0
	for record, err := range records {
		number++
		deal := analysed{Deal: number}
		if a.severalFiles {
			deal.File = name
		}
		if err == nil {
			deal.Rules = record.Rules
			deal.Plies, err = a.analyseDeal(ctx, record)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			deal.Error = report.ErrorLine(err)
			a.unreadable++
		}
		a.all = append(a.all, deal)
		a.print(out, deal)
	}
	return nil
}

// analyseDeal analyses one deal, or returns why the deal can't be analysed.
func (a *analyser) analyseDeal(ctx context.Context, record engine.Record) ([]analysis.Ply, error) {
	if record.IsNewer() {
		return nil, errors.New("it is settled by newer rules")
	}
	deal, err := playAgain(record)
	if err != nil {
		return nil, err
	}
	return a.Analyse(ctx, deal)
}

func (a *analyser) print(w io.Writer, d analysed) {
	name := fmt.Sprintf("deal %d", d.Deal)
	if a.severalFiles {
		name = d.File + ": " + name
	}
	if d.Error != "" {
		fmt.Fprintf(w, "%s can't be analysed: %s\n", name, d.Error)
		return
	}
	fmt.Fprintf(w, "%s (%s): %s\n", name, d.Rules, summary(d.Plies))
	for _, p := range d.Plies {
		if p.Lost != nil && *p.Lost > 0 {
			fmt.Fprintf(w, "  card %d: seat %d played %s for %s, best was %s\n",
				p.Number, p.Seat, p.Card, formatThirds(p.Thirds[p.Card]), bestOf(p))
		}
	}
}

func summary(plies []analysis.Ply) string {
	if len(plies) == 0 {
		return "no cards were played for card points"
	}
	solved, lost := 0, map[engine.Seat]int{}
	for _, p := range plies {
		if p.Lost != nil {
			solved++
			lost[p.Seat] += *p.Lost
		}
	}
	text := fmt.Sprintf("%d of %d cards solved", solved, len(plies))
	for _, seat := range slices.Sorted(maps.Keys(lost)) {
		text += fmt.Sprintf(", seat %d lost %s points", seat, formatThirds(lost[seat]))
	}
	return text
}

func bestOf(p analysis.Ply) (text string) {
	best := p.Thirds[p.Card] + *p.Lost
	for _, c := range slices.Sorted(maps.Keys(p.Thirds)) {
		if p.Thirds[c] == best {
			text += c.String() + " "
		}
	}
	return text + "for " + formatThirds(best)
}

func formatThirds(n int) string {
	switch whole, rest := n/3, n%3; {
	case rest == 0:
		return fmt.Sprint(whole)
	case whole == 0:
		return fmt.Sprintf("%d/3", rest)
	default:
		return fmt.Sprintf("%d %d/3", whole, rest)
	}
}
