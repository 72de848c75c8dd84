package main

import (
	"sync/atomic"
	"time"
)

// clock tells how far the machine's clock is off, and counts the evening's steps and moments. A moment passes before each act of
// the world on the bot; see turns.begin.
type clock struct {
	skew    atomic.Int64 // by how many nanoseconds the machine's clock is fast
	step    int          // present step of the evening
	moments int          // moments passed so far
}

// Now returns the time that the machine's clock shows.
func (c *clock) Now() time.Time { return time.Now().Round(0).Add(time.Duration(c.skew.Load())) }

// jumps are the lengths of clock jumps.
var jumps = []time.Duration{
	-2 * time.Second, -2 * time.Second, 17 * time.Second, 17 * time.Second, 67 * time.Second,
	177 * time.Second, 40*time.Minute - 3*time.Second,
}

// jump changes the machine's clock, and returns its new skew.
func (c *clock) jump(by time.Duration) (skew time.Duration) {
	return time.Duration(c.skew.Add(int64(by)))
}

// No two events may be due at the same time: the scheduler would decide their order, not the seed. The bot sets
// timers for whole milliseconds and seconds, often several at once. So each source of other events shifts them by a
// delay of its own, and each repeated event by a little more than the last:
//
//	source                        delay                            would coincide with
//	alarms, due by the clock      drift for each moment            timers for the same whole second
//	acts of the world             leastMoment                      all that the last act started at once
//	                              momentStep for each moment       timers for whole milliseconds of earlier moments
//	portions of a pause           basePortion and more             timers that end in the next portion
//	commits of the running time   clockDelay, growing              timers for the same whole second
//	searches for due alarms       scanDelay, growing               these timers and these commits
//	computers' thoughts           thoughtTime                      the end of the screens' wait for them
//	the end of the evening        afterPlay                        a thought that the bot has abandoned
//	limited requests              1 to longestLimit seconds        requests that left together
//	late requests                 1 to mostLate steps              requests that left together
//	late and repeated inputs      1 to mostDelay steps             inputs that left together
//	the final checks              stepsToEnd                       late requests and inputs
const (
	drift = 1237 * time.Nanosecond

	leastMoment = time.Millisecond
	momentStep  = 1009 * time.Nanosecond
	// momentRange is prime, so 999,983 moments pass before a length repeats.
	momentRange = 999_983 * time.Nanosecond

	basePortion  = 10 * time.Second
	mostPortions = 50 // upper limit of portions in a pause

	// The delays grow, which keeps the searches and commits of two processes apart.
	clockDelay  = 3 * time.Millisecond
	scanDelay   = 5 * time.Millisecond
	delayGrowth = 1013 * time.Nanosecond

	// The screens wait for 150 ms. That is a multiple of the bot's least thought of 50 ms, but not of this longer one.
	thoughtTime = 61 * time.Millisecond

	afterPlay = time.Second

	// A request's number decides how late it is, and how long the network limits it.
	mostLate     = 5  // steps
	longestLimit = 40 // seconds

	mostDelay = 7 // steps

	stepsToEnd = 10 // more than mostLate and mostDelay
)

// passMoment lets a moment pass, which keeps the world's acts apart.
func (c *clock) passMoment() {
	c.moments++
	c.skew.Add(int64(drift))
	<-time.After(leastMoment + time.Duration(c.moments)*momentStep%momentRange)
}
