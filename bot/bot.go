// Package bot is the heart of tarockbot: it turns what people do into actions
// of a game and the state of a game into screens, and keeps all of it in a
// store. It knows no network. Start at Bot.Handle, the life of a click;
// package chat is the port that chat networks implement.
package bot

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"tarockbot/bot/doctor"
	"tarockbot/bot/keep"
	"tarockbot/bot/metrics"
	"tarockbot/bot/outbox"
	"tarockbot/bot/people"
	"tarockbot/bot/posts"
	"tarockbot/bot/privacy"
	"tarockbot/bot/spaces"
	"tarockbot/bot/standing"
	"tarockbot/bot/tables"
	"tarockbot/render"
	"tarockbot/storage"
)

// Config is what a bot is made of.
type Config struct {
	Store  storage.Store
	Log    *slog.Logger
	Random io.Reader        // crypto/rand.Reader; decks and codes come from it
	Now    func() time.Time // the clock; running time is counted by its monotonic reading, if it has one
	// Language is used where neither a person nor a platform says one: "de" or "en".
	Language string
	Limits   Limits
	Clocks   Clocks
	Bans     Bans
	// Pictures draws boards and hands; nil shows them in words alone.
	Pictures *render.Studio
	// Metrics are counted here; nil means that nobody looks at them.
	Metrics *metrics.Metrics
	// Removals outlive the restoring of an older copy of the store; nil means that
	// none is ever restored.
	Removals people.Removals
	// Named tells, by a platform's name, what else a user of it is called in its
	// notes that name them, as Remembers.Forget does where the platform runs.
	Named map[string]func(user UserID, notes map[string][]byte) []string
}

// Clocks are how long the bot waits for people.
type Clocks struct {
	AwayDays      int // how many days of a year somebody may be away
	AbandonedDays int // after how many days a match is closed that nobody touches
}

// How long it waits where nothing is set.
const (
	DefaultAwayDays      = 30
	DefaultAbandonedDays = 60
)

func (c Clocks) complete() Clocks {
	return Clocks{AwayDays: cmp.Or(c.AwayDays, DefaultAwayDays), AbandonedDays: cmp.Or(c.AbandonedDays, DefaultAbandonedDays)}
}

// Limits keep one person or chat from using up the bot.
type Limits struct {
	TablesPerChat   int // running tables in one chat
	TablesPerPerson int // running tables of one person
	TablesPerOrigin int // running tables that were opened from one Input.Origin
	InputsPerPerson int // of one person at once; all of them again after ten quiet seconds
	InputsPerChat   int // from one chat at once, likewise
}

// The limits where none are set.
const (
	DefaultTablesPerChat   = 3
	DefaultTablesPerPerson = 10
	DefaultTablesPerOrigin = 20
	DefaultInputsPerPerson = 30
	DefaultInputsPerChat   = 120
)

func (l Limits) complete() Limits {
	return Limits{
		TablesPerChat:   cmp.Or(l.TablesPerChat, DefaultTablesPerChat),
		TablesPerPerson: cmp.Or(l.TablesPerPerson, DefaultTablesPerPerson),
		TablesPerOrigin: cmp.Or(l.TablesPerOrigin, DefaultTablesPerOrigin),
		InputsPerPerson: cmp.Or(l.InputsPerPerson, DefaultInputsPerPerson),
		InputsPerChat:   cmp.Or(l.InputsPerChat, DefaultInputsPerChat),
	}
}

// Bot hosts the games. Its methods are safe for concurrent use.
type Bot struct {
	*services
	cfg      Config
	alarms   *tables.Alarms
	dirty    *outbox.Dirty
	notes    *privacy.Notes
	answered *answered
	presses  *presses
	spam     spam

	stop    context.CancelCauseFunc
	work    sync.WaitGroup
	started atomic.Bool // the tables are read, and platforms changes no more
}

// New makes a bot over a store and reads which tables there are.
func New(cfg Config) (*Bot, error) {
	language, err := readLanguage()
	if err != nil {
		return nil, err
	}
	cfg.Limits, cfg.Clocks = cfg.Limits.complete(), cfg.Clocks.complete()
	schedule := tables.NewSchedule()
	if cfg.Metrics == nil {
		cfg.Metrics = metrics.New(nil)
	}
	s := &services{
		language: language, now: cfg.Now, random: cfg.Random, perChat: cfg.Limits.TablesPerChat, perPerson: cfg.Limits.TablesPerPerson, perOrigin: cfg.Limits.TablesPerOrigin,
		awayDays: cfg.Clocks.AwayDays, banned: cfg.Bans.person, bars: cfg.Bans.bars, usual: cfg.Language, metrics: cfg.Metrics,
		guesses: newGuesses(), platforms: make(map[string]Platform), files: privacy.NewFiles(),
	}
	b := &Bot{services: s, cfg: cfg, spam: newSpam(cfg.Limits), answered: newAnswered(), presses: newPresses()}
	b.running, b.stop = context.WithCancelCause(context.Background())
	b.store = keep.New(cfg.Store, keep.Options{Log: cfg.Log, Now: cfg.Now, Failed: func(err error) { b.stop(err) }, Stored: schedule.Stored})
	b.cfg.Log = keep.WithoutFull(cfg.Log)
	b.log = b.cfg.Log
	b.clock = tables.NewClock(b.store, cfg.Now, b.cfg.Log, b.platforms)
	b.newOutbox()
	b.people = people.New(b.store, cfg.Random, cfg.Now)
	b.facts = tables.NewFacts(b.running, b.people, b.clock, cfg.Now)
	b.spaces = spaces.New(b.store, b.words, cfg.Language)
	b.standings = standing.New(b.store, cfg.Now, b.people)
	b.dealer = tables.NewDealer(cfg.Random, cfg.Now, b.facts, b.standings, b.platforms)
	b.tables = tables.New(tables.Config{
		Store: b.store, Log: b.cfg.Log, Metrics: cfg.Metrics, Now: cfg.Now, Running: b.running, Clock: b.clock, Facts: b.facts,
		Abandoned: time.Duration(cfg.Clocks.AbandonedDays) * 24 * time.Hour, Index: tables.NewIndex(), Dirty: b.dirty,
	})
	b.posts = posts.New(posts.Config{
		Log: b.cfg.Log, Now: cfg.Now, Running: b.running, Store: b.store, Words: b.words, Language: cfg.Language, Lexicon: b.lexicon,
		Pictures: cfg.Pictures, Platforms: b.platforms, People: b.people, Spaces: b.spaces, Clock: b.clock, Facts: b.facts, Tables: b.tables,
		Outbox: b.outbox, Dirty: b.dirty, Barred: cfg.Bans.place, Moved: b.moveChat,
	})
	b.alarms = &tables.Alarms{Store: b.store, Log: b.cfg.Log, Metrics: cfg.Metrics, Clock: b.clock, Schedule: schedule,
		Handlers: map[string]tables.Handler{"table": b.tables.RingTable, "person": b.posts.Wakes.RingPerson, "away": b.posts.Wakes.RingAway}}
	b.histories = tables.Histories{Store: b.store}
	b.newPrivacy()
	b.gauges()
	return b, nil
}

// newOutbox makes the outbox with a queue for each source of messages.
func (b *Bot) newOutbox() {
	b.outbox = outbox.New(outbox.Config{Context: b.running, Work: &b.work, Platforms: b.platforms, Log: b.cfg.Log, Metrics: b.cfg.Metrics, DrawSlots: make(chan struct{}, 1)})
	b.dirty = outbox.NewDirty(b.store)
}

// sweepEvery is how often what is out of date is cleared away.
const sweepEvery = time.Hour

// Run brings every place up to date, then serves the platforms until ctx ends
// or one of them, or the store, fails for good.
func (b *Bot) Run(ctx context.Context, platforms ...Platform) error {
	defer context.AfterFunc(ctx, func() { b.stop(context.Canceled) })()
	for _, p := range platforms {
		b.platforms[p.Name()] = p
		b.gaugeConnected(p)
	}
	behind, err := b.start(ctx)
	if err != nil {
		b.stop(err)
		b.work.Wait()
		return err
	}
	b.started.Store(true)
	b.clock.Start()
	for _, p := range platforms {
		b.work.Go(func() {
			if err := p.Run(b.running, b.Handle); err != nil && b.running.Err() == nil {
				b.stop(err) // it says which platform it is
			}
		})
	}
	b.posts.CatchUp(behind)
	for _, keep := range []func(){b.keepSwept} {
		b.work.Go(keep)
	}
	b.work.Go(func() { b.alarms.Run(b.running) })
	b.work.Go(func() { b.eraser.Run(b.running) })
	b.posts.Start()
	<-b.running.Done()
	b.work.Wait()
	b.clock.Stop(ctx)
	b.posts.Clear(context.WithoutCancel(ctx))
	if err := context.Cause(b.running); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// start migrates the data, reads what the bot has to know all the time, does what
// is due, and lets those who are banned leave. It returns which tables' messages
// may not be up to date.
func (b *Bot) start(ctx context.Context) (behind []tables.Summary, err error) {
	if err := b.load(ctx); err != nil {
		return nil, err
	}
	behind = b.posts.Behind()
	b.alarms.FireAll(ctx, tables.Wall)
	if err := b.clearBanned(ctx); err != nil {
		return nil, err
	}
	if err := b.posts.Calls.Digests.Load(ctx); err != nil {
		return nil, err
	}
	return behind, b.posts.Notices.TellAll(ctx)
}

// load migrates the data, and reads what the bot has to know all the time.
func (b *Bot) load(ctx context.Context) error {
	for _, read := range []func(context.Context) error{b.migrate, b.eraser.Load, b.clock.Load, b.people.LoadLinks, b.tables.ReadBriefs, b.silence, b.dirty.Load} {
		if err := read(ctx); err != nil {
			return err
		}
	}
	return nil
}

// silence lets nothing be sent to places where nobody can be reached.
func (b *Bot) silence(context.Context) error {
	for _, x := range b.tables.Index.All(func(x tables.Summary) bool { return len(x.Lost) > 0 }) {
		for _, p := range x.Lost {
			b.outbox.Silence(p)
		}
	}
	return nil
}

// sweep clears away inputs, codes and notices that are out of date.
func (b *Bot) sweep(ctx context.Context) error {
	for _, sweep := range []func(context.Context) error{b.store.SweepSeen, b.people.SweepCodes, b.posts.Notices.Sweep, b.people.SweepLapses, b.standings.SweepBoards, b.eraser.ForgetUnused} {
		if err := sweep(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (b *Bot) keepSwept() {
	ticker := time.NewTicker(sweepEvery)
	defer ticker.Stop()
	for {
		if err := b.sweep(b.running); err != nil && b.running.Err() == nil {
			b.cfg.Log.Error("not swept", "err", err)
		}
		select {
		case <-b.running.Done():
			return
		case <-ticker.C:
		}
	}
}

// Notes is the small memory of the platform of that name.
func (b *Bot) Notes(platform string) Notes { return b.store.Notes(platform) }

// migrate brings the data to this bot's version.
func (b *Bot) migrate(ctx context.Context) error {
	return doctor.Migration.Run(ctx, b.store, b.cfg.Log)
}
