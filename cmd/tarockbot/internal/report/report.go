// Package report tells operators, a line each, what an examination of the data has found.
package report

import (
	"context"
	"fmt"
	"io"
	"slices"

	"tarockbot/bot/upkeep/doctor"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/storage/sealed"
)

// Count returns the number of faults in words.
func Count(n int) string {
	if n == 1 {
		return "1 fault"
	}
	return fmt.Sprintf("%d faults", n)
}

// Faults prints the faults, a line each.
func Faults(out io.Writer, faults ...[]string) {
	for _, fault := range slices.Concat(faults...) {
		fmt.Fprintln(out, fault)
	}
}

// Editions prints how many deals were settled by older rules, and how many by newer ones. Older deals keep their
// result. Nobody can examine newer deals.
func Editions(out io.Writer, path string, deals doctor.Editions) {
	if deals.Older > 0 {
		fmt.Fprintf(out, "%s: %d deals settled by older rules\n", path, deals.Older)
	}
	if deals.Newer > 0 {
		fmt.Fprintf(out, "%s: %d deals settled by newer rules, not looked at\n", path, deals.Newer)
	}
}

// ExamineKept examines the data except for the deals of tables that are long gone.
func ExamineKept(ctx context.Context, data string, keys stores.KeyFile) (found doctor.Report, err error) {
	err = stores.Inspect(ctx, data, keys, func(_ stores.Snapshot, docs *sealed.Store) error {
		found, err = doctor.ExamineKept(ctx, docs)
		return err
	})
	return found, err
}

// Sealed prints how many tables were not examined because their key isn't here.
func Sealed(out io.Writer, path string, found doctor.Report) {
	if found.Sealed > 0 {
		fmt.Fprintf(out, "%s: %d tables are sealed with a key that isn't here (%s), and were not looked at\n", path, found.Sealed, stores.KeySetting)
	}
}
