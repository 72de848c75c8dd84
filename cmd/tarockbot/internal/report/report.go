// Package report formats errors and findings for the operator.
package report

import (
	"fmt"
	"io"
	"strings"
	"time"

	"tarockbot/bot/upkeep/doctor"
)

// ErrorLine returns the error's text without line breaks and without the names of the storage packages, which mean
// nothing to an operator.
func ErrorLine(err error) string {
	text := strings.NewReplacer("storage: ", "", "storage/bolt: ", "", "storage/postgres: ", "", "storage/sealed: ", "").Replace(err.Error())
	lines := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' })
	for i, line := range lines {
		lines[i] = strings.TrimSpace(line)
	}
	return strings.Join(lines, "; ")
}

// CountFaults returns the number of faults in words.
func CountFaults(n int) string {
	if n == 1 {
		return "1 fault"
	}
	return fmt.Sprintf("%d faults", n)
}

// Lines prints each finding on a line of its own.
func Lines(out io.Writer, findings []string) {
	for _, finding := range findings {
		fmt.Fprintln(out, finding)
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

// clockTolerance is the least difference of two clocks that is worth a warning.
const clockTolerance = 5 * time.Second

// ClockWarning returns a warning if the database's clock and this machine's differ by clockTolerance or more, else "".
// The database's clock is ahead by the given time, or behind if the time is negative.
func ClockWarning(ahead time.Duration) string {
	if ahead.Abs() < clockTolerance {
		return ""
	}
	way := "ahead of"
	if ahead < 0 {
		way = "behind"
	}
	return fmt.Sprintf("the database: its clock, which counts for all nodes, is %v %s this machine's; let NTP set both",
		ahead.Abs().Round(time.Second), way)
}
