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

// KindClock is the document kind of the clock.
const KindClock = "clock"

const clockID = "running"

const (
	// Tick is how often the bot reads the clock.
	Tick = 5 * time.Second

	// headStart delays the first alarms, so that inputs made while the bot was down arrive first.
	headStart = Tick

	// maxGap is the longest time between two calls of Advance that counts. In a longer gap the machine slept or the
	// clock was set.
	maxGap = 3 * Tick

	// checkpointEvery is how much running time a crash may lose.
	checkpointEvery = 30 * time.Second

	// maxUnstored limits running time that isn't stored. While the store is full nobody can move.
	maxUnstored = 2 * checkpointEvery
)

// Clock counts how long the bot and its connections ran. Time limits use it, so outages cost no time.
type Clock struct {
	Shown ShownClocks

	store     *documents.Store
	now       func() time.Time
	log       *slog.Logger
	platforms map[string]chat.Platform

	mu    sync.Mutex
	last  time.Time // zero while stopped
	ran   time.Duration
	ranOn map[string]time.Duration
	up    map[string]bool // connected at the last Advance

	storedRan time.Duration
	version   int64
}

// storedClock has times in milliseconds.
type storedClock struct {
	Bot       int64                 `json:"bot"`
	Platforms map[string]int64      `json:"platforms,omitempty"`
	Shown     map[string]shownClock `json:"told,omitempty"`
}

// NewClock returns a stopped clock.
func NewClock(store *documents.Store, now func() time.Time, log *slog.Logger, platforms map[string]chat.Platform) *Clock {
	c := &Clock{store: store, now: now, log: log, platforms: platforms}
	c.Shown.clock = c
	return c
}

// Load reads the running time.
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

// RunningTime returns the bot's running time.
func (c *Clock) RunningTime() time.Duration {
	c.Advance()
	ran, _, _ := c.lastLook("")
	return ran
}

// ConnectedTime returns the platform's running time.
func (c *Clock) ConnectedTime(platform string) time.Duration {
	c.Advance()
	_, ranOn, _ := c.lastLook(platform)
	return ranOn
}

// IsDown reports whether the platform was disconnected at the last Advance.
func (c *Clock) IsDown(platform string) bool {
	_, _, up := c.lastLook(platform)
	return !up
}

func (c *Clock) lastLook(platform string) (ran, ranOn time.Duration, up bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ran, c.ranOn[platform], c.up[platform]
}

// TimeOn returns the time on the timeline.
func (c *Clock) TimeOn(l Timeline) time.Duration {
	if l == RunningTime {
		return c.RunningTime()
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

// Advance adds the time since the last call.
func (c *Clock) Advance() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.last.IsZero() {
		return
	}
	now := c.now()
	passed := now.Sub(c.last)
	if passed < 0 || passed > maxGap {
		passed = 0
	}
	passed = min(passed, c.storedRan+maxUnstored-c.ran)
	c.last = now
	c.ran += passed
	c.advancePlatformsLocked(passed)
}

func (c *Clock) advancePlatformsLocked(passed time.Duration) {
	for name, p := range c.platforms {
		up := p.Traits().Connection != chat.Disconnected
		if up && c.up[name] {
			c.ranOn[name] += passed
		}
		c.up[name] = up
	}
}

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
		return fmt.Errorf("bot: store clock: %w", err)
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
