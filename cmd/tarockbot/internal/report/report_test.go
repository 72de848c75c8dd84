package report

import (
	"strings"
	"testing"

	"tarockbot/bot/upkeep/doctor"
)

// TestLines checks that there is one line for each finding, and no other line.
func TestLines(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	Faults(&out, []string{"a fault", "another"})
	Editions(&out, "x.db", doctor.Editions{Older: 1, Newer: 2})
	Editions(&out, "x.db", doctor.Editions{})
	Unexamined(&out, "x.db", doctor.Report{Sealed: 3})
	Unexamined(&out, "x.db", doctor.Report{})
	const want = `a fault
another
x.db: 1 deals settled by older rules
x.db: 2 deals settled by newer rules, not looked at
x.db: 3 tables are sealed with a key that isn't here (data-key), and were not looked at
`
	if got := out.String(); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if one, two := Count(1), Count(2); one != "1 fault" || two != "2 faults" {
		t.Errorf("got %q, %q", one, two)
	}
}
