package stores

import (
	"strings"
	"testing"
	"time"
)

// TestClockWarning: the warning begins at the tolerance, not where the difference is rounded to it.
func TestClockWarning(t *testing.T) {
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
			t.Errorf("%v: %q, want %q", ahead, got, want)
		}
	}
}
