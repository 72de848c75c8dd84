package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

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
	records, err := engine.ParseRecords(data)
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
	return got, fmt.Sprintf("\n    recorded %s\n    computed %s", compact(record.Result), compact(got))
}

func compact(r *engine.Result) string {
	text, err := json.Marshal(r)
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
