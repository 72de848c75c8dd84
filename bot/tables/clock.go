package tables

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
)

// Tick is how often the bot looks at the clock, and whether it has its networks.
const Tick = 5 * time.Second

// headStart is how long after the start what is measured by running time waits:
// what people did while the bot was away comes in first.
const headStart = Tick

// maxGap is the longest time between two looks that counts. More has passed only
// if the process was stopped, the machine suspended, or a clock set that isn't
// monotonic: nobody could be heard then, so nobody loses any of that time.
const maxGap = 3 * Tick

// keepClockEvery is how much running time may be lost by a crash.
const keepClockEvery = 30 * time.Second

// Clock counts running time: how long the bot has run, all starts together, and
// how long it could hear and tell people on each platform meanwhile. It never
// goes back. What waits for people is measured by it, so that they lose no time
// by what isn't their doing.
type Clock struct {
	store     *keep.Store
	now       func() time.Time
	log       *slog.Logger
	platforms map[string]chat.Platform // they change no more once the clock runs

	mu      sync.Mutex
	last    time.Time // of the last look; zero before Run and after it
	ran     runningTime
	up      map[string]bool          // who was connected at the last look
	lost    map[string]time.Duration // since when a platform wasn't, in the bot's running time
	told    map[string]told          // what messages are to tell, by platform
	allTold map[string]told          // what all of them tell

	kept    time.Duration // of the bot's own time, as stored
	version int64         // of the stored document
	unkept  bool          // allTold isn't stored
}

// runningTime is what the clock shows. It is stored in milliseconds.
type runningTime struct {
	Bot       time.Duration
	Platforms map[string]time.Duration
}

// storedClock is the form of the running time in the store, in milliseconds.
type storedClock struct {
	Bot       int64            `json:"bot"`
	Platforms map[string]int64 `json:"platforms,omitempty"`
	Told      map[string]told  `json:"told,omitempty"`
}

// NewClock makes a clock that stands still.
func NewClock(store *keep.Store, now func() time.Time, log *slog.Logger, platforms map[string]chat.Platform) *Clock {
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
	c.ran = runningTime{Bot: time.Duration(stored.Bot) * time.Millisecond, Platforms: make(map[string]time.Duration)}
	for name, ms := range stored.Platforms {
		c.ran.Platforms[name] = time.Duration(ms) * time.Millisecond
	}
	c.kept = c.ran.Bot
	c.told, c.allTold, c.lost = make(map[string]told), make(map[string]told), make(map[string]time.Duration)
	maps.Copy(c.told, stored.Told)
	maps.Copy(c.allTold, stored.Told)
	return nil
}

// Ran is how long the bot has run.
func (c *Clock) Ran() time.Duration {
	c.Look()
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ran.Bot
}

// RanOn is how long the bot has run with the platform connected.
func (c *Clock) RanOn(platform string) time.Duration {
	c.Look()
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ran.Platforms[platform]
}

// Down says that the platform wasn't connected at the last look.
func (c *Clock) Down(platform string) bool {
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

// Look lets the running time grow by what has passed since the last look.
func (c *Clock) Look() {
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
	c.last = now
	c.ran.Bot += passed
	c.growLocked(passed)
}

// growLocked lets a platform's running time grow if it had its network at the last look
// and has it now.
func (c *Clock) growLocked(passed time.Duration) {
	for name, p := range c.platforms {
		up := p.Traits().Connection != chat.Disconnected
		if up && c.up[name] {
			c.ran.Platforms[name] += passed
		}
		c.up[name] = up
	}
}

// Keep stores the running time of the last look if it has grown by as much
// since.
func (c *Clock) Keep(ctx context.Context, grown time.Duration) error {
	c.mu.Lock()
	stored, version, ran := c.documentLocked(), c.version, c.ran.Bot
	due := ran-c.kept >= grown || c.unkept
	c.mu.Unlock()
	if !due {
		return nil
	}
	doc, err := keep.Encode(KindClock, clockID, version, stored)
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
	stored := storedClock{Bot: c.ran.Bot.Milliseconds(), Platforms: make(map[string]int64), Told: maps.Clone(c.allTold)}
	for name, d := range c.ran.Platforms {
		stored.Platforms[name] = d.Milliseconds()
	}
	return stored
}

// Stop stores the running time for good.
func (c *Clock) Stop(ctx context.Context) {
	c.Look()
	if err := c.Keep(context.WithoutCancel(ctx), time.Millisecond); err != nil {
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
