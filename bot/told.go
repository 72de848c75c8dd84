package bot

import (
	"time"

	"tarockbot/bot/match"
	"tarockbot/bot/tables"
)

// told is what messages tell of a platform's clocks.
type told struct {
	Lost bool `json:"lost,omitempty"` // that they stand still
	// Live and Slow are the time of day less the platform's running time, in
	// milliseconds, by which messages of live matches and of others tell deadlines.
	Live int64 `json:"live"`
	Slow int64 `json:"slow"`
}

// isLost says that messages tell that the platform's clocks stand still.
func (c *clock) isLost(platform string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.told[platform].Lost
}

// retell decides, at that time of day, what messages tell of the platform's clocks
// from now on, and says at which tables that is something else; nil: at none.
func (c *clock) retell(platform string, now time.Time) (concerns func(tables.Summary) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	was, known := c.told[platform]
	next := was
	switch drift := now.UnixMilli() - c.ran.Platforms[platform].Milliseconds(); {
	case !c.up[platform]:
		if since, lost := c.lost[platform]; !lost {
			c.lost[platform] = c.ran.Bot
		} else if c.ran.Bot-since >= lostAfter && !was.Lost {
			next.Lost, concerns = true, func(x tables.Summary) bool { return x.IsBeside(platform) }
		}
	case !known:
		next = told{Live: drift, Slow: drift}
	case was.Lost || farOff(drift, was.Slow, slowDrift):
		next, concerns = told{Live: drift, Slow: drift}, func(tables.Summary) bool { return true }
	case farOff(drift, was.Live, liveDrift):
		next.Live, concerns = drift, func(x tables.Summary) bool { return x.Pace == match.LivePace }
	}
	if c.up[platform] {
		delete(c.lost, platform)
	}
	c.told[platform] = next
	return concerns
}

// noteTold notes that all messages tell what they are to tell of the platform's
// clocks. Only then is it stored: after a crash nobody would mend what was not told.
func (c *clock) noteTold(platform string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now, known := c.told[platform]; known && c.allTold[platform] != now {
		c.allTold[platform], c.unkept = now, true
	}
}

// untell goes back to what all messages tell, for some couldn't be shown anew.
func (c *clock) untell(platform string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if before, known := c.allTold[platform]; known {
		c.told[platform] = before
	} else {
		delete(c.told, platform)
	}
}

// farOff says that two times in milliseconds are so far from each other.
func farOff(x, y int64, far time.Duration) bool {
	return time.Duration(x-y).Abs()*time.Millisecond >= far
}
