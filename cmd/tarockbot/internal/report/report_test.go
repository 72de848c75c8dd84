package report

import (
	"errors"
	"strings"
	"testing"
	"time"

	"tarockbot/bot/upkeep/doctor"
)

func TestErrorLine(t *testing.T) {
	t.Parallel()
	err := errors.Join(errors.New("storage/bolt: the file is damaged"), errors.New("  and closed"))
	if got := ErrorLine(err); got != "the file is damaged; and closed" {
		t.Errorf("got %q", got)
	}
}

func TestLines(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	PrintLines(&out, []string{"a fault", "another"})
	PrintEditions(&out, "x.db", doctor.Editions{Older: 1, Newer: 2})
	PrintEditions(&out, "x.db", doctor.Editions{})
	const want = `a fault
another
x.db: 1 deal settled by older rules
x.db: 2 deals settled by newer rules, not examined
`
	if got := out.String(); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if one, two := Count(1, "fault"), Count(2, "fault"); one != "1 fault" || two != "2 faults" {
		t.Errorf("got %q, %q", one, two)
	}
}

func TestClockWarning(t *testing.T) {
	t.Parallel()
	for ahead, want := range map[time.Duration]string{
		0:                                       "",
		clockTolerance - 1:                      "",
		-clockTolerance + 1:                     "",
		clockTolerance:                          "is 5s ahead of this machine's",
		-clockTolerance:                         "is 5s behind this machine's",
		clockTolerance + 1500*time.Millisecond:  "is 7s ahead of this machine's",
		-clockTolerance - 1400*time.Millisecond: "is 6s behind this machine's",
	} {
		if got := ClockWarning(ahead); (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%v: got %q, want %q", ahead, got, want)
		}
	}
}
