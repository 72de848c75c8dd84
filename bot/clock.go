package bot

import (
	"context"
	"fmt"
	"maps"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/bot/tables"
)

// tick is how often the bot looks at the clock, and whether it has its networks.
const tick = 5 * time.Second

// headStart is how long after the start what is measured by running time waits:
// what people did while the bot was away comes in first.
const headStart = tick

// maxGap is the longest time between two looks that counts. More has passed only
// if the process was stopped, the machine suspended, or a clock set that isn't
// monotonic: nobody could be heard then, so nobody loses any of that time.
const maxGap = 3 * tick

// keepClockEvery is how much running time may be lost by a crash.
const keepClockEvery = 30 * time.Second

// clock counts running time: how long the bot has run, all starts together, and
// how long it could hear and tell people on each platform meanwhile. It never
// goes back. What waits for people is measured by it, so that they lose no time
// by what isn't their doing.
type clock struct {
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

// clockID is the id of the only document of its kind.
const clockID = "running"

// loadClock goes on with the time of the run before.
func (b *Bot) loadClock(ctx context.Context) error {
	var stored storedClock
	version, err := b.store.Load(ctx, kindClock, clockID, &stored)
	if err != nil {
		return err
	}
	c := &b.clock
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

// runFor is how long the bot has run.
func (b *Bot) runFor() time.Duration {
	b.lookAtClock()
	b.clock.mu.Lock()
	defer b.clock.mu.Unlock()
	return b.clock.ran.Bot
}

// runOn is how long the bot has run with the platform connected.
func (b *Bot) runOn(platform string) time.Duration {
	b.lookAtClock()
	b.clock.mu.Lock()
	defer b.clock.mu.Unlock()
	return b.clock.ran.Platforms[platform]
}

// down says that the platform wasn't connected at the last look.
func (c *clock) down(platform string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !c.up[platform]
}

// startClock lets the running time grow from now on.
func (b *Bot) startClock() {
	c := &b.clock
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last, c.up = b.cfg.Now(), make(map[string]bool, len(b.platforms))
	b.growLocked(0)
}

// lookAtClock lets the running time grow by what has passed since the last look.
func (b *Bot) lookAtClock() {
	c := &b.clock
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.last.IsZero() {
		return
	}
	now := b.cfg.Now()
	passed := now.Sub(c.last) // monotonic, if the clock is
	if passed < 0 || passed > maxGap {
		passed = 0
	}
	c.last = now
	c.ran.Bot += passed
	b.growLocked(passed)
}

// growLocked lets a platform's running time grow if it had its network at the last look
// and has it now.
func (b *Bot) growLocked(passed time.Duration) {
	c := &b.clock
	for name, p := range b.platforms {
		up := p.Traits().Connection != chat.Disconnected
		if up && c.up[name] {
			c.ran.Platforms[name] += passed
		}
		c.up[name] = up
	}
}

// keepClock stores the running time of the last look if it has grown by as much
// since.
func (b *Bot) keepClock(ctx context.Context, grown time.Duration) error {
	c := &b.clock
	c.mu.Lock()
	stored, version, ran := c.store(), c.version, c.ran.Bot
	due := ran-c.kept >= grown || c.unkept
	c.mu.Unlock()
	if !due {
		return nil
	}
	doc, err := keep.Encode(kindClock, clockID, version, stored)
	if err != nil {
		return err
	}
	if err := b.store.Commit(ctx, doc); err != nil {
		return fmt.Errorf("bot: keep clock: %w", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.version, c.kept, c.unkept = version+1, ran, !maps.Equal(c.allTold, stored.Told)
	return nil
}

// store is the clock as it is stored. The lock must be held.
func (c *clock) store() storedClock {
	stored := storedClock{Bot: c.ran.Bot.Milliseconds(), Platforms: make(map[string]int64), Told: maps.Clone(c.allTold)}
	for name, d := range c.ran.Platforms {
		stored.Platforms[name] = d.Milliseconds()
	}
	return stored
}

// stopClock stores the running time for good.
func (b *Bot) stopClock(ctx context.Context) {
	b.lookAtClock()
	if err := b.keepClock(context.WithoutCancel(ctx), time.Millisecond); err != nil {
		b.cfg.Log.Warn("running time not kept", "err", err)
	}
	b.clock.mu.Lock()
	defer b.clock.mu.Unlock()
	b.clock.last = time.Time{}
}

// keepTime looks at the clock all the time, keeps it, and does what is due.
func (b *Bot) keepTime() {
	timer := time.NewTimer(0)
	defer timer.Stop()
	begin := b.runFor() + headStart
	b.schedule.At(tables.Run, begin)
	for {
		select {
		case <-b.running.Done():
			return
		case <-b.schedule.Earlier:
		case <-timer.C:
		}
		timer.Reset(b.doDue(begin))
	}
}

// doDue keeps the clock, rings what is due, and returns when to look again. What
// is measured by running time doesn't ring before begin.
func (b *Bot) doDue(begin time.Duration) time.Duration {
	wait, runs := tick, b.runFor()
	if err := b.keepClock(b.running, keepClockEvery); err != nil && b.running.Err() == nil {
		b.cfg.Log.Error("running time not kept", "err", err)
	}
	for _, line := range []struct {
		tables.Timeline
		now, begin time.Duration
	}{{tables.Wall, b.nowOn(tables.Wall), 0}, {tables.Run, runs, begin}} {
		if line.now >= line.begin && b.schedule.Until(line.Timeline, line.now) == 0 {
			b.ringAll(b.running, line.Timeline)
		}
		wait = min(wait, max(b.schedule.Until(line.Timeline, line.now), line.begin-line.now))
	}
	return wait
}

// nowOn is what the line shows.
func (b *Bot) nowOn(l tables.Timeline) time.Duration {
	if l == tables.Run {
		return b.runFor()
	}
	return tables.SinceEpoch(b.cfg.Now())
}
