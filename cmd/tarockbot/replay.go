package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"tarockbot/engine"
	"tarockbot/engine/games"
)

func newReplay(flags *pflag.FlagSet) func(context.Context, call) error {
	asJSON := flags.Bool("json", false, "print the computed results as an array; null where a deal has none")
	return func(ctx context.Context, c call) error {
		// The array is all that stands on the output then.
		r := replay{lines: c.out, results: []*engine.Result{}}
		if *asJSON {
			r.lines = c.err
		}
		for _, file := range c.files {
			if err := errors.Join(ctx.Err(), r.file(file)); err != nil {
				return err
			}
		}
		if *asJSON {
			if err := writeResults(c.out, r.results); err != nil {
				return err
			}
		}
		if r.differ > 0 {
			return fail(exitDiffers, fmt.Errorf("%d of %d deals differ", r.differ, len(r.results)))
		}
		return nil
	}
}

// replay recomputes the deals of record files.
type replay struct {
	lines   io.Writer
	results []*engine.Result // as computed; nil where there is none
	differ  int
}

// file recomputes one file's deals, and tells how many differ and how the
// first of them does.
func (r *replay) file(name string) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	records, err := parse(data)
	if err != nil {
		return fail(exitData, fmt.Errorf("%s: %w", name, err))
	}
	differ, first := 0, ""
	for i, record := range records {
		got, difference := recompute(record)
		r.results = append(r.results, got)
		if difference == "" {
			continue
		}
		if differ++; differ == 1 {
			first = fmt.Sprintf("  deal %d (%s): %s\n", i+1, record.Rules, difference)
		}
	}
	r.differ += differ
	_, err = fmt.Fprintf(r.lines, "%s: %d deals, %d differ\n%s", name, len(records), differ, first)
	return err
}

// parse reads records. Of a game that isn't known only the rules can be told.
func parse(data []byte) ([]engine.Record, error) {
	all, err := engine.RecordRules(data)
	if err != nil {
		return nil, err
	}
	for i, rules := range all {
		if _, err := games.ByRules(rules); err != nil {
			return nil, fmt.Errorf("deal %d: unknown rules %.40q", i+1, rules)
		}
	}
	return engine.ParseRecords(data)
}

// recompute plays a record and says what differs from its result, "" if
// nothing does. A record without a result has nothing to differ from.
func recompute(record engine.Record) (*engine.Result, string) {
	deal, err := games.Replay(record)
	if err != nil {
		return nil, err.Error()
	}
	got := deal.Result()
	switch {
	case record.Result == nil || got != nil && got.Same(*record.Result):
		return got, ""
	case got == nil:
		return nil, "the deal is not over, but has a result"
	}
	return got, "\n    " + strings.Join(differences(*record.Result, *got), "\n    ")
}

// differences names the fields that differ, as a record writes them.
func differences(recorded, computed engine.Result) []string {
	if computed.End.Short() { // see engine.Result.Same
		recorded.Thirds, recorded.Tricks = computed.Thirds, computed.Tricks
	}
	return diff("", fields(recorded), fields(computed))
}

// fields is the result as JSON has it.
func fields(r engine.Result) (value any) {
	if err := json.Unmarshal([]byte(compact(r)), &value); err != nil {
		return err.Error()
	}
	return value
}

// diff goes down to the innermost fields that both values have.
func diff(name string, recorded, computed any) (lines []string) {
	if reflect.DeepEqual(recorded, computed) {
		return nil
	}
	switch a := recorded.(type) {
	case map[string]any:
		b, ok := computed.(map[string]any)
		if !ok {
			break
		}
		all := maps.Clone(a)
		maps.Copy(all, b)
		for _, key := range slices.Sorted(maps.Keys(all)) {
			lines = append(lines, diff(strings.TrimPrefix(name+"."+key, "."), a[key], b[key])...)
		}
		return lines
	case []any:
		b, ok := computed.([]any)
		if !ok || len(a) != len(b) {
			break
		}
		for i := range a {
			lines = append(lines, diff(fmt.Sprintf("%s[%d]", name, i), a[i], b[i])...)
		}
		return lines
	}
	return []string{fmt.Sprintf("%s: recorded %s, computed %s", name, compact(recorded), compact(computed))}
}

// compact is the value as JSON on one line.
func compact(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// writeResults writes an array with a line for each result.
func writeResults(w io.Writer, results []*engine.Result) error {
	var b bytes.Buffer
	b.WriteString("[")
	for i, r := range results {
		if i > 0 {
			b.WriteString(",")
		}
		b.WriteString("\n" + compact(r))
	}
	b.WriteString("\n]\n")
	_, err := w.Write(b.Bytes())
	return err
}
