package tables

import (
	"time"

	"tarockbot/bot/match"
)

// Messages tell by the time of day until when somebody has time, and clocks count
// running time. Where these two go apart the messages are shown anew: while a
// platform is without its network they tell that its clocks stand still, and
// afterwards the new deadlines; so they do when the bot itself was away, or the
// machine's clock was set.

const (
	// lostAfter is how long a platform is without its network before that is told.
	// Most are back at once.
	lostAfter = 10 * time.Second

	// By how much what is told may be wrong: it is told in seconds, or minutes.
	liveDrift = time.Second
	slowDrift = time.Minute
)

// told is what messages tell of a platform's clocks.
type told struct {
	Lost bool `json:"lost,omitempty"` // that they stand still
	// Live and Slow are the time of day less the platform's running time, in
	// milliseconds, by which messages of live matches and of others tell deadlines.
	Live int64 `json:"live"`
	Slow int64 `json:"slow"`
}

// IsLost says that messages tell that the platform's clocks stand still.
func (c *Clock) IsLost(platform string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.told[platform].Lost
}

// Retell decides, at that time of day, what messages tell of the platform's clocks
// from now on, and says at which tables that is something else; nil: at none.
func (c *Clock) Retell(platform string, now time.Time) (concerns func(Summary) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	was, known := c.told[platform]
	next := was
	switch drift := now.UnixMilli() - c.ran.Platforms[platform].Milliseconds(); {
	case !c.up[platform]:
		if since, lost := c.lost[platform]; !lost {
			c.lost[platform] = c.ran.Bot
		} else if c.ran.Bot-since >= lostAfter && !was.Lost {
			next.Lost, concerns = true, func(x Summary) bool { return x.IsBeside(platform) }
		}
	case !known:
		next = told{Live: drift, Slow: drift}
	case was.Lost || farOff(drift, was.Slow, slowDrift):
		next, concerns = told{Live: drift, Slow: drift}, func(Summary) bool { return true }
	case farOff(drift, was.Live, liveDrift):
		next.Live, concerns = drift, func(x Summary) bool { return x.Pace == match.LivePace }
	}
	if c.up[platform] {
		delete(c.lost, platform)
	}
	c.told[platform] = next
	return concerns
}

// NoteTold notes that all messages tell what they are to tell of the platform's
// clocks. Only then is it stored: after a crash nobody would mend what was not told.
func (c *Clock) NoteTold(platform string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now, known := c.told[platform]; known && c.allTold[platform] != now {
		c.allTold[platform], c.unkept = now, true
	}
}

// Untell goes back to what all messages tell, for some couldn't be shown anew.
func (c *Clock) Untell(platform string) {
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
