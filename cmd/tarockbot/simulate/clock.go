package main

import (
	"sync/atomic"
	"time"
)

// clock is the machine's clock, which can be wrong, and counts the evening's steps.
type clock struct {
	skew    atomic.Int64 // its error in nanoseconds
	step    int
	moments int
	turns   atomic.Int64 // counts calls of publish
}

// Now returns the time that the machine's clock shows.
func (c *clock) Now() time.Time { return time.Now().Round(0).Add(time.Duration(c.skew.Load())) }

// No two events may be due at the same time: the scheduler would decide their order, not the seed. The bot sets
// timers for whole milliseconds and seconds, often several at once. So each source of other events shifts them by a
// duration of its own, and each repeated event by a little more than the last.
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

	// A pause passes in portions, each longer than leastPortion, fewer than mostPortions. They keep the arrival of
	// the requests of one portion apart from the timers that end in the next.
	leastPortion = 10 * time.Second
	mostPortions = 50

	// clockDelay keeps a commit of the running time apart from other timers that end on the same whole second.
	clockDelay = 3 * time.Millisecond

	// scanDelay keeps a search for due alarms apart from them too, and from a commit of the running time.
	scanDelay = 5 * time.Millisecond

	// delayGrowth lengthens each delay. It keeps the searches and commits of two processes apart.
	delayGrowth = 1013 * time.Nanosecond

	// thoughtTime is the duration of a computer's thought. It keeps the ends of thoughts, one after the other,
	// apart from the end of the screens' wait for them: 150 ms are a multiple of the bot's least thought of 50 ms,
	// but not of this longer one.
	thoughtTime = 61 * time.Millisecond

	// afterPlay keeps the end of an evening apart from the end of a thought that the bot has abandoned.
	afterPlay = time.Second
)

// Requests and inputs that leave together arrive apart.
const (
	// A request's number also decides how late it is and how long the network limits it.
	mostLate     = 5  // steps until a late request arrives
	longestLimit = 40 // seconds until a limited request may be sent again

	// An input that comes late or twice does so after 1 to mostDelay steps. The draw of its fate also decides the
	// delay; delaySpread separates neighbouring draws.
	mostDelay   = 7
	delaySpread = 3

	// stepsToEnd keeps late requests and inputs apart from the final checks. It is more than mostLate and
	// mostDelay.
	stepsToEnd = 10
)

// moment lets a moment pass, which keeps the world's acts apart.
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
