package main

import (
	"sync/atomic"
	"time"
)

// clock is the machine's clock. It can be wrong.
type clock struct {
	skew    atomic.Int64 // its error in nanoseconds
	moments int
	turns   atomic.Int64 // counts calls of publish
}

// Now returns the time that the machine's clock shows.
func (c *clock) Now() time.Time { return time.Now().Round(0).Add(time.Duration(c.skew.Load())) }

const (
	// drift is the clock's gain per moment. It keeps an alarm, which the clock makes due, apart from a timer for
	// the same whole second.
	drift = 1237 * time.Nanosecond

	// leastMoment keeps the world's next act apart from all that its last act started at once.
	leastMoment = time.Millisecond

	// momentStep lengthens each moment by another part of a millisecond, modulo momentRange. That keeps the
	// world's next act apart from the end of a timer that the bot set for whole milliseconds in an earlier moment.
	// The range is a prime, so a length returns only after as many moments.
	momentStep  = 1009 * time.Nanosecond
	momentRange = 999_983 * time.Nanosecond
)

// moment lets a moment pass, so that no two things happen at the same time. Otherwise chance would decide
// their order, not the seed.
func (c *clock) moment() {
	c.moments++
	c.skew.Add(int64(drift))
	c.publish()
	<-time.After(leastMoment + time.Duration(c.moments)*momentStep%momentRange)
}

// publish makes the world's writes visible to the bot's reads after fence.
func (c *clock) publish() { c.turns.Add(1) }

// fence orders the bot's reads after the world's writes. synctest.Wait doesn't tell the race
// detector.
func (c *clock) fence() { c.turns.Load() }
