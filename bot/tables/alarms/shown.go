package alarms

import "time"

// Messages show deadlines as times of day, but clocks count running time. When the two drift apart, messages
// are redrawn: during an outage they say that clocks stand still, afterwards they show new deadlines.

const (
	// lostAfter is the length of an outage before messages mention it. Most platforms reconnect at once.
	lostAfter = 10 * time.Second

	// Deadlines may be wrong by that much: live matches show seconds, others minutes.
	liveDrift = time.Second
	slowDrift = time.Minute
)

// shownClock is what messages show of a platform's clocks.
type shownClock struct {
	Lost bool `json:"lost,omitempty"` // the clocks stand still
	// Live and Slow are the time of day minus the platform's running time, in milliseconds. Messages of live
	// matches compute deadlines with Live, others with Slow.
	Live int64 `json:"live"`
	Slow int64 `json:"slow"`
}

// Redraw selects the tables whose messages must be redrawn because of a platform's clocks.
type Redraw int

// The selections.
const (
	RedrawNone  Redraw = iota
	RedrawOther        // tables that are also shown on another platform
	RedrawLive         // live matches
	RedrawAll
)

// IsLost reports whether messages should say that the platform's clocks stand still.
func (c *Clock) IsLost(platform string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.toShow[platform].Lost
}

// PlanShown decides what messages show of the platform's clocks from that time of day on, and which tables must
// be redrawn for it. The caller must call ConfirmShown or RevertShown afterwards.
func (c *Clock) PlanShown(platform string, now time.Time) (redraw Redraw) {
	c.mu.Lock()
	defer c.mu.Unlock()
	was, known := c.toShow[platform]
	next := was
	switch drift := now.UnixMilli() - c.ranOn[platform].Milliseconds(); {
	case !c.up[platform]:
		if since, lost := c.lost[platform]; !lost {
			c.lost[platform] = c.ran
		} else if c.ran-since >= lostAfter && !was.Lost {
			next.Lost, redraw = true, RedrawOther
		}
	case !known:
		next = shownClock{Live: drift, Slow: drift}
	case was.Lost || isDrift(drift, was.Slow, slowDrift):
		next, redraw = shownClock{Live: drift, Slow: drift}, RedrawAll
	case isDrift(drift, was.Live, liveDrift):
		next.Live, redraw = drift, RedrawLive
	}
	if c.up[platform] {
		delete(c.lost, platform)
	}
	c.toShow[platform] = next
	return redraw
}

// ConfirmShown records that all messages show what PlanShown decided. Only then is it stored, because after a
// crash nobody would redraw the others.
func (c *Clock) ConfirmShown(platform string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now, known := c.toShow[platform]; known && c.allTold[platform] != now {
		c.allTold[platform], c.unkept = now, true
	}
}

// RevertShown undoes PlanShown, because some messages couldn't be redrawn.
func (c *Clock) RevertShown(platform string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if before, known := c.allTold[platform]; known {
		c.toShow[platform] = before
	} else {
		delete(c.toShow, platform)
	}
}

// isDrift reports whether two times in milliseconds differ by at least that much.
func isDrift(x, y int64, far time.Duration) bool {
	return time.Duration(x-y).Abs()*time.Millisecond >= far
}
