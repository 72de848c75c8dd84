package match

import (
	"time"
)

// Pace is the time for a move, in minutes; 0 is unlimited.
type Pace int

// The named paces.
const (
	NoPace   Pace = 0
	LivePace Pace = 2
	DayPace  Pace = 24 * 60

	DefaultPace = 3 * DayPace // among people
)

func (p Pace) time() time.Duration { return time.Duration(p) * time.Minute }

// Days returns the pace in days; 0 if not whole.
func (p Pace) Days() int {
	if p%DayPace != 0 {
		return 0
	}
	return int(p / DayPace)
}

// The stages of a clock; see Chair.Reminded.
const (
	RemindedOnce  = 1 // half of the time has passed
	RemindedTwice = 2 // most of it has passed
	TimeUp        = 3 // others may claim it
)

var percentLeft = [...]int64{RemindedOnce: 50, RemindedTwice: 15, TimeUp: 0}

func (p Pace) leftAt(stage int) time.Duration {
	return p.time() * time.Duration(percentLeft[stage]) / 100
}

func (p Pace) stageOf(left time.Duration) int {
	stage := 0
	for s := RemindedOnce; s <= TimeUp; s++ {
		if left <= p.leftAt(s) {
			stage = s
		}
	}
	return stage
}
