package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"tarockbot/bot/upkeep/doctor"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/report"
	"tarockbot/engine"
)

func newReplay(flags *pflag.FlagSet) action {
	asJSON := flags.Bool("json", false, "print the computed results as an array; null where a deal has none or can't be read")
	return func(ctx context.Context, c invocation) error {
		lines, all := c.out, replayed{results: []*engine.Result{}}
		if *asJSON { // standard output then contains only the array
			lines = c.err
		}
		for _, file := range c.files {
			f, err := replay(file)
			if err := errors.Join(ctx.Err(), err); err != nil {
				return err
			}
			f.print(lines, file)
			all.results = append(all.results, f.results...)
			all.counts = all.plus(f.counts)
		}
		if *asJSON {
			printArray(c.out, all.results)
		}
		return all.verdict(len(all.results))
	}
}

// replayed is the result of replaying files.
type replayed struct {
	results []*engine.Result // nil for a deal without a result
	lines   string           // describe deals that differ or can't be compared
	older   int              // deals of older rules
	counts
}

// counts counts the deals with problems.
type counts struct {
	differ, unreadable int
	newer              int // deals of newer rules
}

func (c counts) plus(d counts) counts {
	return counts{differ: c.differ + d.differ, unreadable: c.unreadable + d.unreadable, newer: c.newer + d.newer}
}

func replay(file string) (f replayed, err error) {
	records, err := recordsIn(file)
	if err != nil {
		return f, err
	}
	for record, err := range records {
		f.add(record, err)
	}
	return f, nil
}

func (f *replayed) add(record engine.Record, err error) {
	var result *engine.Result
	var difference string
	if err == nil && !record.IsNewer() {
		result, difference, err = recompute(record)
	}
	f.results = append(f.results, result)
	number := len(f.results)
	switch {
	case err != nil:
		f.unreadable++
		f.lines += fmt.Sprintf("  deal %d can't be read: %s\n", number, report.ErrorLine(err))
		return
	case record.IsNewer():
		f.newer++
		f.lines += fmt.Sprintf("  deal %d (%s) can't be compared: settled by newer rules\n", number, record.Rules)
	case difference != "":
		f.differ++
		f.lines += fmt.Sprintf("  deal %d (%s): %s\n", number, record.Rules, difference)
	}
	if record.IsOlder() {
		f.older++
	}
}

func (f *replayed) print(w io.Writer, file string) {
	head := fmt.Sprintf("%s: %s, %d differ", file, report.Count(len(f.results), "deal"), f.differ)
	if f.unreadable > 0 {
		head += fmt.Sprintf(", %d can't be read", f.unreadable)
	}
	if f.newer > 0 {
		head += fmt.Sprintf(", %d can't be compared", f.newer)
	}
	fmt.Fprintf(w, "%s\n%s", head, f.lines)
	report.PrintEditions(w, file, doctor.Editions{Older: f.older})
}

// verdict returns an error if any deal has a problem. An unreadable record may stand for the whole rest of a file.
func (c counts) verdict(all int) error {
	switch {
	case c.unreadable > 0:
		return exit.With(exit.Data, fmt.Errorf("%d of %d deals can't be read, %d differ", c.unreadable, all, c.differ))
	case c.newer > 0:
		const text = "%d of %d deals can't be compared, %d differ: settled by newer rules"
		return exit.With(exit.Data, fmt.Errorf(text, c.newer, all, c.differ))
	case c.differ > 0:
		return exit.With(exit.Findings, fmt.Errorf("%d of %d deals differ", c.differ, all))
	}
	return nil
}

// recompute plays a record and describes the difference from the recorded result. difference is "" if the results
// match, if none is recorded, or if a deal of older rules has ended.
func recompute(record engine.Record) (result *engine.Result, difference string, err error) {
	deal, err := playAgain(record)
	if errors.As(err, new(*engine.Refusal)) {
		return nil, err.Error(), nil
	}
	if err != nil {
		return nil, "", err
	}
	switch result = deal.Result(); {
	case record.Result == nil || result != nil && result.Matches(*record.Result):
	case result == nil:
		difference = "the deal is not over, but has a result"
	default:
		difference = "\n    " + strings.Join(differences(*record.Result, *result), "\n    ")
	}
	return result, difference, nil
}

// differences describes each result field that differs. Of the items, it lists only items of one result.
func differences(recorded, computed engine.Result) (lines []string) {
	if computed.End.WasCutShort() { // see engine.Result.Matches
		recorded.Thirds, recorded.Tricks = computed.Thirds, computed.Tricks
		recorded.UntakenThirds, recorded.HasUntaken = computed.UntakenThirds, computed.HasUntaken
	}
	recorded.Items, computed.Items = engine.DiffItems(recorded.Items, computed.Items)
	a, b := fields(recorded), fields(computed)
	all := maps.Clone(a)
	maps.Copy(all, b)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		lines = append(lines, diff(name, a[name], b[name])...)
	}
	return lines
}

func fields(r engine.Result) (all map[string]any) {
	if err := json.Unmarshal([]byte(jsonText(r)), &all); err != nil {
		return map[string]any{"result": err.Error()}
	}
	return all
}

func diff(name string, recorded, computed any) (lines []string) {
	if reflect.DeepEqual(recorded, computed) {
		return nil
	}
	a, ok := recorded.([]any)
	b, both := computed.([]any)
	if !ok || !both || len(a) != len(b) || name == "items" {
		return []string{fmt.Sprintf("%s: recorded %s, computed %s", name, jsonText(recorded), jsonText(computed))}
	}
	for i := range a {
		lines = append(lines, diff(fmt.Sprintf("%s[%d]", name, i), a[i], b[i])...)
	}
	return lines
}
