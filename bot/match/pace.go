package match

import (
	"time"
)

// Pace is the time for a move, in minutes. 0 is unlimited.
type Pace int

// The paces that have a name.
const (
	NoPace   Pace = 0
	LivePace Pace = 2
	DayPace  Pace = 24 * 60

	UsualPace = 3 * DayPace // the default among people
)

func (p Pace) time() time.Duration { return time.Duration(p) * time.Minute }

// Days returns the pace in days; 0 if it isn't a whole number of days.
func (p Pace) Days() int {
	if p%DayPace != 0 {
		return 0
	}
	return int(p / DayPace)
}

// The stages of a clock; see Chair.Reminded.
const (
	RemindedOnce  = 1 // half of the time has passed
	RemindedTwice = 2 // most of it has
	TimeUp        = 3 // all of it: the other players may claim the time
)

// percentLeft is the percentage of the pace that is left when a stage begins.
var percentLeft = [...]int64{RemindedOnce: 50, RemindedTwice: 15, TimeUp: 0}

// leftAt returns the time that is left when the stage begins.
func (p Pace) leftAt(stage int) time.Duration {
	return p.time() * time.Duration(percentLeft[stage]) / 100
}

// stageOf returns the stage of a clock with that time left.
func (p Pace) stageOf(left time.Duration) int {
	stage := 0
	for s := RemindedOnce; s <= TimeUp; s++ {
		if left <= p.leftAt(s) {
			stage = s
		}
	}
	return stage
}
