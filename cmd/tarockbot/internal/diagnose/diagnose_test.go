package diagnose

import (
	"strings"
	"testing"

	"tarockbot/bot/upkeep/doctor"
)

// TestPrintUnexamined checks that there is one line for each reason why something was not examined, and no other line.
func TestPrintUnexamined(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	PrintUnexamined(&out, "x.db", doctor.Report{Sealed: 3, Editions: doctor.Editions{Newer: 2}})
	PrintUnexamined(&out, "x.db", doctor.Report{})
	const want = `x.db: 3 tables are sealed with a key that isn't here (data-key), and were not looked at
x.db: 2 deals settled by newer rules, not looked at
`
	if got := out.String(); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}
