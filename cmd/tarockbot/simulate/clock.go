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

// moment lets a moment pass, so that no two things happen at the same time. Otherwise chance would decide
// their order, not the seed.
func (c *clock) moment() {
	c.moments++
	c.skew.Add(1237) // no clock is exact
	c.publish()
	<-time.After(time.Millisecond + time.Duration(c.moments*1009%999_983))
}

// publish makes the world's writes visible to the bot's reads after fence.
func (c *clock) publish() { c.turns.Add(1) }

// fence orders the bot's reads after the world's writes. synctest.Wait doesn't tell the race
// detector.
func (c *clock) fence() { c.turns.Load() }
