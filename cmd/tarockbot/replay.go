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

	"tarockbot/bot/doctor"
	"tarockbot/engine"
	"tarockbot/engine/games"
)

func newReplay(flags *pflag.FlagSet) func(context.Context, call) error {
	asJSON := flags.Bool("json", false, "print the computed results as an array; null where a deal has none or can't be read")
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
		return r.verdict()
	}
}

// replay recomputes the deals of record files.
type replay struct {
	lines      io.Writer
	results    []*engine.Result // as computed; nil where there is none
	differ     int
	unreadable int
	newer      int
}

// verdict is what is wrong with the files, if anything is. What can't be read may
// be more than a record: the rest of a file.
func (r *replay) verdict() error {
	switch {
	case r.unreadable > 0:
		return fail(exitData, fmt.Errorf("%d of %d deals can't be read, %d differ", r.unreadable, len(r.results), r.differ))
	case r.newer > 0:
		return fail(exitData, fmt.Errorf("%d of %d deals can't be compared, %d differ: newer rules have settled them", r.newer, len(r.results), r.differ))
	case r.differ > 0:
		return fail(exitDiffers, fmt.Errorf("%d of %d deals differ", r.differ, len(r.results)))
	default:
		return nil
	}
}

// file recomputes one file's deals, and tells of each that can't be read or
// differs.
func (r *replay) file(name string) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	f := replayed{}
	texts, err := engine.SplitRecords(data)
	for i, text := range texts {
		f.add(i+1, text)
	}
	if err != nil {
		f.refuse(len(texts)+1, err)
	}
	r.results = append(r.results, f.results...)
	r.differ += f.differ
	r.unreadable += f.unreadable
	r.newer += f.newer
	return f.write(r.lines, name)
}

// replayed is one file's deals, recomputed.
type replayed struct {
	results            []*engine.Result
	differ, unreadable int
	older, newer       int             // settled by other editions of the rules
	told               strings.Builder // of those that aren't as recorded
}

// add recomputes the deal of that number.
func (f *replayed) add(number int, text []byte) {
	record, err := parse(text)
	if err != nil {
		f.refuse(number, err)
		return
	}
	if record.Newer() {
		f.results = append(f.results, nil)
		f.newer++
		fmt.Fprintf(&f.told, "  deal %d (%s) can't be compared: settled by newer rules\n", number, record.Rules)
		return
	}
	got, difference, err := recompute(record)
	if err != nil {
		f.refuse(number, err)
		return
	}
	f.results = append(f.results, got)
	if record.Older() {
		f.older++
	}
	if difference != "" {
		f.differ++
		fmt.Fprintf(&f.told, "  deal %d (%s): %s\n", number, record.Rules, difference)
	}
}

// refuse tells of a deal that can't be read.
func (f *replayed) refuse(number int, err error) {
	f.results = append(f.results, nil)
	f.unreadable++
	fmt.Fprintf(&f.told, "  deal %d can't be read: %s\n", number, oneLine(err))
}

func (f *replayed) write(w io.Writer, name string) error {
	head := fmt.Sprintf("%s: %d deals, %d differ", name, len(f.results), f.differ)
	if f.unreadable > 0 {
		head += fmt.Sprintf(", %d can't be read", f.unreadable)
	}
	if f.newer > 0 {
		head += fmt.Sprintf(", %d can't be compared", f.newer)
	}
	if _, err := fmt.Fprintf(w, "%s\n%s", head, f.told.String()); err != nil {
		return err
	}
	return tellEditions(w, name, doctor.Editions{Older: f.older})
}

// parse reads a record. Of a game that isn't known only the rules can be told.
func parse(text []byte) (engine.Record, error) {
	rules, err := engine.RecordRules(text)
	if err != nil {
		return engine.Record{}, err
	}
	if _, err := games.ByRules(rules); err != nil {
		return engine.Record{}, fmt.Errorf("unknown rules %.40q", rules)
	}
	return engine.ParseRecord(text)
}

// playAgain plays a record. One that older rules have settled keeps its result.
func playAgain(record engine.Record) (*engine.Deal, error) {
	if record.Older() {
		return games.Recall(record)
	}
	return games.Replay(record)
}

// recompute plays a record and says what differs from its result, "" if
// nothing does. A record without a result has nothing to differ from. One that older
// rules have settled must come to its end, no more. The error says why there is no such
// deal: of its deck, dealer or options.
func recompute(record engine.Record) (result *engine.Result, difference string, err error) {
	deal, err := playAgain(record)
	var illegal *engine.Refusal
	switch {
	case errors.As(err, &illegal):
		return nil, err.Error(), nil
	case err != nil:
		return nil, "", err
	}
	got := deal.Result()
	switch {
	case record.Result == nil || got != nil && got.Same(*record.Result):
		return got, "", nil
	case got == nil:
		return nil, "the deal is not over, but has a result", nil
	}
	difference = "\n    " + strings.Join(differences(*record.Result, *got), "\n    ")
	return got, difference, nil
}

// differences names the fields that differ, as a record writes them. Of the items,
// which are a set, it names those that only one has.
func differences(recorded, computed engine.Result) (lines []string) {
	if computed.End.Short() { // see engine.Result.Same
		recorded.Thirds, recorded.Tricks = computed.Thirds, computed.Tricks
		recorded.RestThirds, recorded.HasRest = computed.RestThirds, computed.HasRest
	}
	recorded.Items, computed.Items = engine.ItemsApart(recorded.Items, computed.Items)
	a, b := fields(recorded), fields(computed)
	all := maps.Clone(a)
	maps.Copy(all, b)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		lines = append(lines, diff(name, a[name], b[name])...)
	}
	return lines
}

// fields is the result as JSON has it.
func fields(r engine.Result) (all map[string]any) {
	if err := json.Unmarshal([]byte(compact(r)), &all); err != nil {
		return map[string]any{"result": err.Error()}
	}
	return all
}

// diff is how a field differs: of figures by seat, each that does.
func diff(name string, recorded, computed any) (lines []string) {
	if reflect.DeepEqual(recorded, computed) {
		return nil
	}
	a, ok := recorded.([]any)
	b, both := computed.([]any)
	if !ok || !both || len(a) != len(b) || name == "items" {
		return []string{fmt.Sprintf("%s: recorded %s, computed %s", name, compact(recorded), compact(computed))}
	}
	for i := range a {
		lines = append(lines, diff(fmt.Sprintf("%s[%d]", name, i), a[i], b[i])...)
	}
	return lines
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
