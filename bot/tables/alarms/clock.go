package alarms

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
)

// KindClock is the kind of the one document that holds running time.
const KindClock = "clock"

// clockID is the id of that document.
const clockID = "running"

const (
	// Tick is how often the bot looks at the clock and at its platforms' connections.
	Tick = 5 * time.Second

	// headStart is how long after the start no alarm on the timeline RunningTime fires: inputs made while the bot
	// was down arrive first.
	headStart = Tick

	// maxGap is the longest time between two looks that counts. A longer gap means that the process was
	// stopped, the machine suspended, or a clock set that isn't monotonic: the bot heard nobody, so nobody
	// loses that time.
	maxGap = 3 * Tick

	// checkpointEvery is how much running time a crash may lose.
	checkpointEvery = 30 * time.Second

	// maxUnstored is how much running time a crash may lose while the store has no room for it. More doesn't
	// count: while nothing can be stored nobody can move, so nobody loses that time.
	maxUnstored = 2 * checkpointEvery
)

// Clock counts running time: how long the bot has run over all starts, and how long it was connected to each
// platform. It never goes back. Limits for people are measured by it, so that they lose no time while the bot
// or its network is down.
type Clock struct {
	Shown ShownClocks // what messages show of the clock

	store     *documents.Store
	now       func() time.Time
	log       *slog.Logger
	platforms map[string]chat.Platform // unchanged once the clock runs

	mu    sync.Mutex
	last  time.Time                // the last look; zero before Start and after Stop
	ran   time.Duration            // running time of the bot
	ranOn map[string]time.Duration // running time by platform
	up    map[string]bool          // platforms that were connected at the last look

	storedRan time.Duration // ran in the stored document
	version   int64         // of the stored document
}

// storedClock is the stored form of the clock, in milliseconds.
type storedClock struct {
	Bot       int64                 `json:"bot"`
	Platforms map[string]int64      `json:"platforms,omitempty"`
	Shown     map[string]shownClock `json:"told,omitempty"` // ShownClocks.confirmed
}

// NewClock returns a clock that stands still until Start.
func NewClock(store *documents.Store, now func() time.Time, log *slog.Logger, platforms map[string]chat.Platform) *Clock {
	c := &Clock{store: store, now: now, log: log, platforms: platforms}
	c.Shown.clock = c
	return c
}

// Load reads the running time of earlier starts.
func (c *Clock) Load(ctx context.Context) error {
	stored := storedClock{Shown: make(map[string]shownClock)}
	version, err := c.store.Load(ctx, KindClock, clockID, &stored)
	if err != nil {
		return err
	}
	c.Shown.load(stored.Shown)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.version = version
	c.ran, c.ranOn = time.Duration(stored.Bot)*time.Millisecond, make(map[string]time.Duration)
	for name, ms := range stored.Platforms {
		c.ranOn[name] = time.Duration(ms) * time.Millisecond
	}
	c.storedRan = c.ran
	return nil
}

// Now returns the time of day.
func (c *Clock) Now() time.Time { return c.now() }

// Ran advances the clock and returns the bot's running time.
func (c *Clock) Ran() time.Duration {
	c.Advance()
	ran, _, _ := c.lastLook("")
	return ran
}

// RanOn advances the clock and returns the platform's running time.
func (c *Clock) RanOn(platform string) time.Duration {
	c.Advance()
	_, ranOn, _ := c.lastLook(platform)
	return ranOn
}

// IsDown reports whether the platform was disconnected at the last look.
func (c *Clock) IsDown(platform string) bool {
	_, _, up := c.lastLook(platform)
	return !up
}

// lastLook returns, as of the last look, the running times of the bot and of the platform, and whether the platform was
// connected.
func (c *Clock) lastLook(platform string) (ran, ranOn time.Duration, up bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ran, c.ranOn[platform], c.up[platform]
}

// On returns the time on the timeline.
func (c *Clock) On(l Timeline) time.Duration {
	if l == RunningTime {
		return c.Ran()
	}
	return SinceEpoch(c.now())
}

// Start starts the clock.
func (c *Clock) Start() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last, c.up = c.now(), make(map[string]bool, len(c.platforms))
	c.advancePlatformsLocked(0)
}

// Advance adds the time since the last look.
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
	passed = min(passed, c.storedRan+maxUnstored-c.ran)
	c.last = now
	c.ran += passed
	c.advancePlatformsLocked(passed)
}

// advancePlatformsLocked adds the time to platforms that were connected at the last look and are now.
func (c *Clock) advancePlatformsLocked(passed time.Duration) {
	for name, p := range c.platforms {
		up := p.Traits().Connection != chat.Disconnected
		if up && c.up[name] {
			c.ranOn[name] += passed
		}
		c.up[name] = up
	}
}

// checkpoint stores the running time and what messages show. It does nothing unless the running time has grown by
// that much since the last checkpoint, or what messages show has changed.
func (c *Clock) checkpoint(ctx context.Context, grown time.Duration) error {
	shown, changed := c.Shown.toStore()
	c.mu.Lock()
	if c.ran-c.storedRan < grown && !changed {
		c.mu.Unlock()
		return nil
	}
	stored := storedClock{Bot: c.ran.Milliseconds(), Platforms: make(map[string]int64), Shown: shown}
	for name, d := range c.ranOn {
		stored.Platforms[name] = d.Milliseconds()
	}
	version, ran := c.version, c.ran
	c.mu.Unlock()
	if err := c.store.Put(ctx, KindClock, clockID, version, stored); err != nil {
		return fmt.Errorf("bot: keep clock: %w", err)
	}
	c.Shown.markStored(shown)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.version, c.storedRan = version+1, ran
	return nil
}

// Stop stores the running time and stops the clock.
func (c *Clock) Stop(ctx context.Context) {
	c.Advance()
	if err := c.checkpoint(context.WithoutCancel(ctx), time.Millisecond); err != nil {
		c.log.Warn("running time not stored", "err", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last = time.Time{}
}
