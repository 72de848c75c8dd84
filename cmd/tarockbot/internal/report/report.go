// Package report formats errors and findings for the operator.
package report

import (
	"fmt"
	"io"
	"strings"
	"time"

	"tarockbot/bot/upkeep/doctor"
)

// ErrorLine returns the error's text on one line, without the names of storage packages.
func ErrorLine(err error) string {
	text := strings.NewReplacer("storage: ", "", "storage/bolt: ", "", "storage/postgres: ", "", "storage/sealed: ", "").Replace(err.Error())
	lines := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' })
	for i, line := range lines {
		lines[i] = strings.TrimSpace(line)
	}
	return strings.Join(lines, "; ")
}

// Count returns the number and the noun, such as "1 fault" or "2 faults".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// PrintLines prints each finding on its own line.
func PrintLines(out io.Writer, findings []string) {
	for _, finding := range findings {
		fmt.Fprintln(out, finding)
	}
}

// PrintEditions prints how many deals were settled by other editions of the rules.
func PrintEditions(out io.Writer, path string, deals doctor.Editions) {
	if deals.Older > 0 {
		fmt.Fprintf(out, "%s: %s settled by older rules\n", path, Count(deals.Older, "deal"))
	}
	if deals.Newer > 0 {
		fmt.Fprintf(out, "%s: %s settled by newer rules, not examined\n", path, Count(deals.Newer, "deal"))
	}
}

const clockTolerance = 5 * time.Second

// ClockWarning returns a warning if the clocks differ by clockTolerance or more, else "".
func ClockWarning(ahead time.Duration) string {
	if ahead.Abs() < clockTolerance {
		return ""
	}
	way := "ahead of"
	if ahead < 0 {
		way = "behind"
	}
	return fmt.Sprintf("the database: its clock, which all nodes use, is %v %s this machine's; set both by NTP",
		ahead.Abs().Round(time.Second), way)
}
