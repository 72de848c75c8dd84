package report

import (
	"errors"
	"strings"
	"testing"

	"tarockbot/bot/upkeep/doctor"
)

// TestErrorLine checks that an operator reads one line, without the packages' names.
func TestErrorLine(t *testing.T) {
	t.Parallel()
	err := errors.Join(errors.New("storage/bolt: the file is damaged"), errors.New("  and closed"))
	if got := ErrorLine(err); got != "the file is damaged; and closed" {
		t.Errorf("got %q", got)
	}
}

// TestLines checks that there is one line for each finding, and no other line.
func TestLines(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	Lines(&out, []string{"a fault", "another"})
	Editions(&out, "x.db", doctor.Editions{Older: 1, Newer: 2})
	Editions(&out, "x.db", doctor.Editions{})
	const want = `a fault
another
x.db: 1 deals settled by older rules
x.db: 2 deals settled by newer rules, not looked at
`
	if got := out.String(); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if one, two := CountFaults(1), CountFaults(2); one != "1 fault" || two != "2 faults" {
		t.Errorf("got %q, %q", one, two)
	}
}
