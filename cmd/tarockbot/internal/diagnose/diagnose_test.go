package diagnose

import (
	"strings"
	"testing"

	"tarockbot/bot/upkeep/doctor"
)

func TestPrintUnexamined(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	PrintUnexamined(&out, "x.db", doctor.Report{Sealed: 3, Editions: doctor.Editions{Newer: 2}})
	PrintUnexamined(&out, "x.db", doctor.Report{})
	const want = `x.db: 3 tables sealed with a key that isn't here (data-key), not examined
x.db: 2 deals settled by newer rules, not examined
`
	if got := out.String(); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}
