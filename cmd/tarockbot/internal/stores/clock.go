package stores

import (
	"fmt"
	"time"
)

// farOff is the difference of two clocks that is worth a warning.
const farOff = 5 * time.Second

// ClockWarning returns a warning that the database's clock is ahead of this machine's by that time. It is
// empty if the difference is small.
func ClockWarning(ahead time.Duration) string {
	way := "ahead of"
	if ahead < 0 {
		way = "behind"
	}
	if ahead = ahead.Abs().Round(time.Second); ahead < farOff {
		return ""
	}
	return fmt.Sprintf("the database: its clock, which counts for all nodes, is %v %s this machine's; let NTP set both", ahead, way)
}
