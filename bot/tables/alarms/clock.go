package tables

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
)

// Tick is how often the bot looks at the clock, and whether it has its networks.
const Tick = 5 * time.Second

// headStart is how long after the start running time makes nothing due: what people did
// while the bot was away comes in first.
const headStart = Tick

// maxGap is the longest time between two looks that counts. More passes only if the
// process was stopped, the machine suspended, or a clock set that isn't monotonic: nobody
// could be heard, so nobody loses that time.
const maxGap = 3 * Tick

// keepClockEvery is how much running time may be lost by a crash.
const keepClockEvery = 30 * time.Second

// maxUnkept is how much running time may be lost by a crash when there was no room to keep
// it. More doesn't count: while nothing can be stored nobody can move, so nobody loses that
// time.
const maxUnkept = 2 * keepClockEvery

// Clock counts running time: how long the bot has run, all starts together, and how long
// it could hear and tell people on each platform. It never goes back. What waits for
// people is measured by it: they lose no time by what isn't their doing.
type Clock struct {
	store     *documents.Store
	now       func() time.Time
	log       *slog.Logger
	platforms map[string]chat.Platform // they change no more once the clock runs

	mu      sync.Mutex
	last    time.Time                // of the last look; zero before Run and after it
	ran     time.Duration            // of the bot
	ranOn   map[string]time.Duration // of the bot, with a platform connected
	up      map[string]bool          // who was connected at the last look
	lost    map[string]time.Duration // since when a platform wasn't, in the bot's running time
	toShow  map[string]shownClock    // what messages are to tell, by platform
	allTold map[string]shownClock    // what all of them tell

	kept    time.Duration // of the bot's own time, as stored
	version int64         // of the stored document
	unkept  bool          // allTold isn't stored
}

// storedClock is the form of the running time in the store, in milliseconds.
type storedClock struct {
	Bot       int64                 `json:"bot"`
	Platforms map[string]int64      `json:"platforms,omitempty"`
	Told      map[string]shownClock `json:"told,omitempty"`
}

// NewClock makes a clock that stands still.
func NewClock(store *documents.Store, now func() time.Time, log *slog.Logger, platforms map[string]chat.Platform) *Clock {
	return &Clock{store: store, now: now, log: log, platforms: platforms}
}

// clockID is the id of the only document of its kind.
const clockID = "running"

// Load goes on with the time of the run before.
func (c *Clock) Load(ctx context.Context) error {
	var stored storedClock
	version, err := c.store.Load(ctx, KindClock, clockID, &stored)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.version = version
	c.ran, c.ranOn = time.Duration(stored.Bot)*time.Millisecond, make(map[string]time.Duration)
	for name, ms := range stored.Platforms {
		c.ranOn[name] = time.Duration(ms) * time.Millisecond
	}
	c.kept = c.ran
	c.toShow, c.allTold, c.lost = make(map[string]shownClock), make(map[string]shownClock), make(map[string]time.Duration)
	maps.Copy(c.toShow, stored.Told)
	maps.Copy(c.allTold, stored.Told)
	return nil
}

// Now is the time of day.
func (c *Clock) Now() time.Time { return c.now() }

// Ran is how long the bot has run.
func (c *Clock) Ran() time.Duration {
	c.Advance()
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ran
}

// RanOn is how long the bot has run with the platform connected.
func (c *Clock) RanOn(platform string) time.Duration {
	c.Advance()
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ranOn[platform]
}

// IsDown says that the platform wasn't connected at the last look.
func (c *Clock) IsDown(platform string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !c.up[platform]
}

// Start lets the running time grow from now on.
func (c *Clock) Start() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last, c.up = c.now(), make(map[string]bool, len(c.platforms))
	c.growLocked(0)
}

// Advance lets the running time grow by what has passed since the last look.
func (c *Clock) Advance() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.last.IsZero() {
		return
	}
	now := c.now()
	passed := now.Sub(c.last) // monotonic, if the clock is
	if passed < 0 || passed > maxGap {
		passed = 0
	}
	passed = min(passed, c.kept+maxUnkept-c.ran)
	c.last = now
	c.ran += passed
	c.growLocked(passed)
}

// growLocked lets a platform's running time grow if it had its network at the last look
// and has it now.
func (c *Clock) growLocked(passed time.Duration) {
	for name, p := range c.platforms {
		up := p.Traits().Connection != chat.Disconnected
		if up && c.up[name] {
			c.ranOn[name] += passed
		}
		c.up[name] = up
	}
}

// Checkpoint stores the running time of the last look if it has grown by so much since.
func (c *Clock) Checkpoint(ctx context.Context, grown time.Duration) error {
	c.mu.Lock()
	if c.ran-c.kept < grown && !c.unkept {
		c.mu.Unlock()
		return nil
	}
	stored, version, ran := c.documentLocked(), c.version, c.ran
	c.mu.Unlock()
	doc, err := documents.Encode(KindClock, clockID, version, stored)
	if err != nil {
		return err
	}
	if err := c.store.Commit(ctx, doc); err != nil {
		return fmt.Errorf("bot: keep clock: %w", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.version, c.kept, c.unkept = version+1, ran, !maps.Equal(c.allTold, stored.Told)
	return nil
}

// documentLocked is the clock as it is stored.
func (c *Clock) documentLocked() storedClock {
	stored := storedClock{Bot: c.ran.Milliseconds(), Platforms: make(map[string]int64), Told: maps.Clone(c.allTold)}
	for name, d := range c.ranOn {
		stored.Platforms[name] = d.Milliseconds()
	}
	return stored
}

// Stop stores the running time for good.
func (c *Clock) Stop(ctx context.Context) {
	c.Advance()
	if err := c.Checkpoint(context.WithoutCancel(ctx), time.Millisecond); err != nil {
		c.log.Warn("running time not kept", "err", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last = time.Time{}
}

// On is what the line shows.
func (c *Clock) On(l Timeline) time.Duration {
	if l == Run {
		return c.Ran()
	}
	return SinceEpoch(c.now())
}

// Messages tell by the time of day until when somebody has time, and clocks count running
// time. Where these go apart the messages are shown anew: while a platform is without its
// network they tell that its clocks stand still, afterwards the new deadlines; also when
// the bot was away, or the machine's clock was set.

const (
	// lostAfter is how long a platform is without its network before that is told.
	// Most are back at once.
	lostAfter = 10 * time.Second

	// By how much what is told may be wrong: it is told in seconds, or minutes.
	liveDrift = time.Second
	slowDrift = time.Minute
)

// shownClock is what messages tell of a platform's clocks.
type shownClock struct {
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
	return c.toShow[platform].Lost
}

// PlanShown decides, at that time of day, what messages tell of the platform's clocks from
// now on, and at which tables that is something else; nil: at none.
func (c *Clock) PlanShown(platform string, now time.Time) (concerns func(Summary) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	was, known := c.toShow[platform]
	next := was
	switch drift := now.UnixMilli() - c.ranOn[platform].Milliseconds(); {
	case !c.up[platform]:
		if since, lost := c.lost[platform]; !lost {
			c.lost[platform] = c.ran
		} else if c.ran-since >= lostAfter && !was.Lost {
			next.Lost, concerns = true, func(x Summary) bool { return x.IsBeside(platform) }
		}
	case !known:
		next = shownClock{Live: drift, Slow: drift}
	case was.Lost || isDrift(drift, was.Slow, slowDrift):
		next, concerns = shownClock{Live: drift, Slow: drift}, func(Summary) bool { return true }
	case isDrift(drift, was.Live, liveDrift):
		next.Live, concerns = drift, func(x Summary) bool { return x.Pace == match.LivePace }
	}
	if c.up[platform] {
		delete(c.lost, platform)
	}
	c.toShow[platform] = next
	return concerns
}

// ConfirmShown notes that all messages tell what they are to tell of the platform's
// clocks. Only then is it stored: after a crash nobody would mend what was not told.
func (c *Clock) ConfirmShown(platform string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now, known := c.toShow[platform]; known && c.allTold[platform] != now {
		c.allTold[platform], c.unkept = now, true
	}
}

// RevertShown goes back to what all messages tell, for some couldn't be shown anew.
func (c *Clock) RevertShown(platform string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if before, known := c.allTold[platform]; known {
		c.toShow[platform] = before
	} else {
		delete(c.toShow, platform)
	}
}

// isDrift says that two times in milliseconds are so far from each other.
func isDrift(x, y int64, far time.Duration) bool {
	return time.Duration(x-y).Abs()*time.Millisecond >= far
}
