package main

import (
	"sync/atomic"
	"time"
)

// clock is the machine's clock, and counts the evening's steps and moments.
type clock struct {
	skew    atomic.Int64 // nanoseconds by which the clock is fast
	step    int
	moments int
}

func (c *clock) Now() time.Time { return time.Now().Round(0).Add(time.Duration(c.skew.Load())) }

var clockJumps = []time.Duration{
	-2 * time.Second, -2 * time.Second, 17 * time.Second, 17 * time.Second, 67 * time.Second,
	177 * time.Second, 40*time.Minute - 3*time.Second,
}

func (c *clock) jump(by time.Duration) (skew time.Duration) {
	return time.Duration(c.skew.Add(int64(by)))
}

// Two events must never be due at the same time, otherwise the scheduler would decide their order, not the seed. The bot
// sets timers for whole milliseconds and seconds, often several at once. Every other source of events therefore has its
// own delay, which grows with each repetition:
//
//	source                        delay                            would coincide with
//	alarms, due by the clock      drift for each moment            timers for the same whole second
//	acts of the world             minMoment                        events that the last act started
//	                              momentStep for each moment       timers of earlier moments
//	portions of a pause           basePortion and more             timers that end in the next portion
//	commits of the running time   clockDelay, growing              timers for the same whole second
//	searches for due alarms       scanDelay, growing               these timers and commits
//	computers' thoughts           thoughtTime                      the screens' wait for them
//	the end of the evening        afterPlay                        an abandoned thought
//	limited requests              1 to longestLimit seconds        requests sent together
//	late requests                 1 to maxLate steps               requests sent together
//	late and repeated inputs      1 to maxDelay steps              inputs sent together
//	the final checks              stepsToEnd                       late requests and inputs
const (
	drift = 1237 * time.Nanosecond

	minMoment  = time.Millisecond
	momentStep = 1009 * time.Nanosecond
	// momentRange is prime, so a moment's length repeats only after 999,983 moments.
	momentRange = 999_983 * time.Nanosecond

	basePortion = 10 * time.Second
	maxPortions = 50

	clockDelay  = 3 * time.Millisecond
	scanDelay   = 5 * time.Millisecond
	delayGrowth = 1013 * time.Nanosecond

	// The screens wait for 150 ms, a multiple of the bot's shortest thought (50 ms) but not of thoughtTime.
	thoughtTime = 61 * time.Millisecond

	afterPlay = time.Second

	maxLate      = 5  // steps
	longestLimit = 40 // seconds

	maxDelay = 7 // steps

	stepsToEnd = 10 // more than maxLate and maxDelay
)

func (c *clock) passMoment() {
	c.moments++
	c.skew.Add(int64(drift))
	<-time.After(minMoment + time.Duration(c.moments)*momentStep%momentRange)
}
