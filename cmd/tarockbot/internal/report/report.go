// Package report prints the findings of an examination of the data, one line each.
package report

import (
	"fmt"
	"io"

	"tarockbot/bot/upkeep/doctor"
	"tarockbot/cmd/tarockbot/internal/stores"
)

// Count returns the number of faults in words.
func Count(n int) string {
	if n == 1 {
		return "1 fault"
	}
	return fmt.Sprintf("%d faults", n)
}

// Faults prints the faults, one line each.
func Faults(out io.Writer, faults []string) {
	for _, fault := range faults {
		fmt.Fprintln(out, fault)
	}
}

// Editions prints how many deals were settled by older rules, and how many by newer ones. Older deals keep their
// result. Deals of newer rules can't be examined.
func Editions(out io.Writer, path string, deals doctor.Editions) {
	if deals.Older > 0 {
		fmt.Fprintf(out, "%s: %d deals settled by older rules\n", path, deals.Older)
	}
	if deals.Newer > 0 {
		fmt.Fprintf(out, "%s: %d deals settled by newer rules, not looked at\n", path, deals.Newer)
	}
}

// Unexamined prints how many tables were not examined because their key is missing, and the editions of the deals.
func Unexamined(out io.Writer, path string, found doctor.Report) {
	if found.Sealed > 0 {
		fmt.Fprintf(out, "%s: %d tables are sealed with a key that isn't here (%s), and were not looked at\n", path, found.Sealed, stores.KeySetting)
	}
	Editions(out, path, found.Editions)
}
