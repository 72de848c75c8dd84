// Package bot puts the parts of the bot together and runs them. Inputs come in at [Bot.Handle]. Package command decides
// them, package tables stores what they change, and package messages shows it. The package knows no network: package
// chat is the port that networks implement.
package bot

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/command"
	"tarockbot/bot/documents"
	"tarockbot/bot/messages"
	"tarockbot/bot/outbox"
	"tarockbot/bot/people"
	"tarockbot/bot/screens"
	"tarockbot/bot/support/logfilter"
	"tarockbot/bot/support/metrics"
	"tarockbot/bot/support/retry"
	"tarockbot/bot/tables"
	"tarockbot/bot/tables/alarms"
	"tarockbot/bot/tables/past"
	"tarockbot/bot/tables/players"
	"tarockbot/bot/tables/spaces"
	"tarockbot/bot/upkeep/bans"
	"tarockbot/bot/upkeep/doctor"
	"tarockbot/bot/upkeep/privacy"
	"tarockbot/engine/fair"
	"tarockbot/engine/robot"
	"tarockbot/render"
	"tarockbot/storage"
)

// Config is what a bot is made of. Store, Log, Random and Now are required.
type Config struct {
	Store  storage.Store
	Log    *slog.Logger
	Random io.Reader // crypto/rand.Reader; decks and codes come from it
	// Key signs the decks, so that anybody can check them; nil makes one that is gone with the bot.
	Key ed25519.PrivateKey
	Now func() time.Time // the clock; running time is counted by its monotonic reading, if it has one
	// Language is one of words.Languages. People and chats have it until they choose one or their platform tells one.
	Language string
	Limits   Limits
	Clocks   Clocks
	Bans     bans.List
	NoStakes bool // players can't agree on the worth of a game point
	// Pictures draws boards and hands; nil shows them in words alone.
	Pictures *render.Studio
	// Acting reports whether this bot holds the right to act; nil means always. A standby may have
	// taken over before this process notices.
	Acting func() bool
	// Over is called once Run has made its last write, before it leaves the networks: from then on
	// another bot may act on the store. Nil means that nobody waits.
	Over func()
	// Metrics counts what the bot does; nil counts nothing that anybody sees.
	Metrics *metrics.Metrics
	// Removals is the list of forgotten people, outside the store so that a restored backup doesn't
	// bring them back; nil if none is ever restored.
	Removals people.ForgottenList
	// Privacy is what people are told about the operator and their data.
	Privacy screens.Privacy
	// Players makes the computer players; nil makes those of their levels.
	Players func(robot.Level) robot.Player
	// Named returns, by a platform's name, other names by which its notes know the user. It is used
	// while that platform doesn't run; otherwise Remembers.Forget is.
	Named map[string]func(user chat.UserID, notes map[string][]byte) []string
}

// Clocks are how long the bot waits for people, in days.
type Clocks struct {
	AwayDays      int // how many days of a year somebody may be away
	AbandonedDays int // after how many days a match is closed that nobody touches
}

// The clocks' defaults.
const (
	DefaultAwayDays      = 30
	DefaultAbandonedDays = 60
)

// Limits keep one person or chat from using up the bot.
type Limits struct {
	TablesPerChat   int // running tables in one chat
	TablesPerPerson int // running tables of one person
	TablesPerOrigin int // running tables that were opened from one Input.Origin
	InputsPerPerson int // of one person at once; all of them again after ten quiet seconds
	InputsPerChat   int // from one chat at once; all of them again after ten quiet seconds
}

// The limits' defaults.
const (
	DefaultTablesPerChat   = 3
	DefaultTablesPerPerson = 10
	DefaultTablesPerOrigin = 20
	DefaultInputsPerPerson = 30
	DefaultInputsPerChat   = 120
)

// Bot hosts the games. Its methods are safe for concurrent use.
type Bot struct {
	cfg     Config
	bans    *bans.List        // shared by the parts; start adds linked identities
	sv      *command.Services // the parts of the bot
	handler *handler
	alarms  *alarms.Runner
	// Materials are lent to networks.
	Materials Materials

	stop     context.CancelCauseFunc
	work     sync.WaitGroup
	networks sync.WaitGroup // the platforms that run
	started  atomic.Bool    // the tables are read, and sv.Platforms is complete
}

// withDefaults returns the config with the defaults of settings that are left out. Its error is the random source's.
func (c Config) withDefaults() (_ Config, err error) {
	c.Clocks.AwayDays = cmp.Or(c.Clocks.AwayDays, DefaultAwayDays)
	c.Clocks.AbandonedDays = cmp.Or(c.Clocks.AbandonedDays, DefaultAbandonedDays)
	c.Limits.TablesPerChat = cmp.Or(c.Limits.TablesPerChat, DefaultTablesPerChat)
	c.Limits.TablesPerPerson = cmp.Or(c.Limits.TablesPerPerson, DefaultTablesPerPerson)
	c.Limits.TablesPerOrigin = cmp.Or(c.Limits.TablesPerOrigin, DefaultTablesPerOrigin)
	c.Limits.InputsPerPerson = cmp.Or(c.Limits.InputsPerPerson, DefaultInputsPerPerson)
	c.Limits.InputsPerChat = cmp.Or(c.Limits.InputsPerChat, DefaultInputsPerChat)
	if c.Players == nil {
		c.Players = robot.Level.New
	}
	if c.Key == nil {
		if _, c.Key, err = ed25519.GenerateKey(nil); err != nil {
			return c, fmt.Errorf("bot: key: %w", err)
		}
	}
	c.Metrics = cmp.Or(c.Metrics, metrics.New(nil))
	if c.Acting == nil {
		c.Acting = func() bool { return true }
	}
	if c.Over == nil {
		c.Over = func() {}
	}
	return c, nil
}

// New makes a bot over a store. It reads and writes nothing there.
func New(cfg Config) (*Bot, error) {
	language, err := command.ReadLanguage()
	if err != nil {
		return nil, err
	}
	if cfg, err = cfg.withDefaults(); err != nil {
		return nil, err
	}
	running, stop := context.WithCancelCause(context.Background())
	fullLog := cfg.Log
	cfg.Log = logfilter.New(fullLog, func(err error) bool { return isNoise(running, err) })
	banned := cfg.Bans
	b := &Bot{cfg: cfg, bans: &banned, stop: stop}
	b.makeParts(running, language, fullLog)
	b.handler = newHandler(cfg, b.bans, b.sv)
	b.Materials = Materials{
		Log: cfg.Log, Now: cfg.Now,
		running: running, language: language, store: b.sv.Store, pictures: cfg.Pictures, privacy: cfg.Privacy,
	}
	b.addGauges()
	return b, nil
}

// isNoise reports whether the error needs no line in the log: a full store is logged once elsewhere, and a bot that stops
// cancels what it was doing.
func isNoise(running context.Context, err error) bool {
	return errors.Is(err, storage.ErrFull) || running.Err() != nil && errors.Is(err, context.Canceled)
}

// Documents returns the bot's store of documents.
func (b *Bot) Documents() *documents.Store { return b.sv.Store }

// makeParts makes the bot's parts, each from those that it needs.
func (b *Bot) makeParts(running context.Context, language command.Language, fullLog *slog.Logger) {
	cfg, schedule := b.cfg, alarms.NewSchedule()
	store := b.newStore(fullLog, schedule.Stored)
	sv := &command.Services{
		Language: language,
		Limits: command.Limits{
			PerChat: cfg.Limits.TablesPerChat, PerPerson: cfg.Limits.TablesPerPerson, PerOrigin: cfg.Limits.TablesPerOrigin,
			AwayDays: cfg.Clocks.AwayDays, NoStakes: cfg.NoStakes,
		},
		Log: cfg.Log, Now: cfg.Now, Running: running, Store: store,
		Platforms: make(map[string]chat.Platform), // shared by the parts; Run fills it
		People: people.New(store, cfg.Random, cfg.Now, func(id chat.PersonID, change string) []storage.Doc {
			return alarms.ShowDocs(cfg.Now(), id, change)
		}),
		Archive: past.Archive{Store: store},
		Spaces:  spaces.New(store, language.Words, cfg.Language),
		Offers:  command.Offers{Random: cfg.Random, Bans: b.bans},
	}
	sv.Outbox = outbox.New(outbox.Config{
		Context: running, Work: &b.work, Platforms: sv.Platforms, Log: cfg.Log, Metrics: cfg.Metrics, Acting: cfg.Acting,
		Barred:    func(p chat.Place) bool { return b.bans.BansPlace(p) }, // by the list as it is then
		DrawSlots: make(chan struct{}, 1),
	})
	facts := players.New(running, sv.People, alarms.NewClock(store, cfg.Now, cfg.Log, sv.Platforms), cfg.Log)
	sv.Messages = newMessages(cfg, sv, facts)
	sv.Tables = sv.Messages.Tables
	eraser := keepers{store, sv.People, sv.Archive, sv.Messages, language.Words}.newEraser(cfg, sv.Platforms)
	sv.Account = command.NewAccount(cfg.Privacy, eraser)
	b.sv, b.alarms = sv, newRunner(cfg, sv, facts, schedule)
}

// newMessages makes the messages and their tables from the other services.
func newMessages(cfg Config, sv *command.Services, facts *players.Facts) *messages.Messages {
	kept := tables.Config{
		Store: sv.Store, Log: cfg.Log, Metrics: cfg.Metrics, Random: cfg.Random, Key: cfg.Key, Now: cfg.Now,
		Players: cfg.Players, Running: sv.Running, Platforms: sv.Platforms, People: sv.People, Facts: facts,
		Abandoned: time.Duration(cfg.Clocks.AbandonedDays) * 24 * time.Hour,
	}
	return messages.New(messages.Config{
		Config: kept, Words: sv.Language.Words, Language: cfg.Language, Lexicon: sv.Language.Lexicon,
		Courses: sv.Language.Courses, Studio: cfg.Pictures, Spaces: sv.Spaces, Outbox: sv.Outbox,
		Moved: chatMover{sv.Store, sv.Spaces, sv.People}.move,
	})
}

// newRunner makes the runner of the alarms that the schedule knows.
func newRunner(cfg Config, sv *command.Services, facts *players.Facts, schedule *alarms.Schedule) *alarms.Runner {
	return &alarms.Runner{
		Store: sv.Store, Log: cfg.Log, Metrics: cfg.Metrics, Clock: facts.Clock, Schedule: schedule,
		Handlers: map[string]alarms.Handler{
			alarms.WakeTable:  tables.Expiry{Tables: sv.Tables}.OnAlarm,
			alarms.WakePerson: sv.Messages.Wakeups.OnPersonAlarm,
			alarms.WakeAway:   facts.OnAwayAlarm,
			alarms.WakeShow:   sv.Messages.Wakeups.OnShowAlarm,
		},
	}
}

// newStore returns the documents. They log a full store to fullLog, because the bot's log leaves that out, and call stored
// with the documents that they have stored.
func (b *Bot) newStore(fullLog *slog.Logger, stored func([]storage.Doc)) *documents.Store {
	return documents.New(b.cfg.Store, documents.Options{
		Log: fullLog, Now: b.cfg.Now, Failed: func(err error) { b.stop(err) }, Stored: stored,
		Damaged: func(err error) {
			b.cfg.Metrics.CountDamaged()
			fullLog.Error("a damaged document is left out", "err", err)
		},
	})
}

// sweepEvery is how often the bot deletes what is out of date.
const sweepEvery = time.Hour

// Run migrates and loads the data, then serves the platforms and brings messages up to date. It returns when ctx ends, or
// when a platform or the store fails for good.
func (b *Bot) Run(ctx context.Context, platforms ...chat.Platform) error {
	defer context.AfterFunc(ctx, func() { b.stop(context.Canceled) })()
	refusals := slices.Concat(b.sv.Language.Words.IDs("refuse."), b.sv.Language.Words.IDs("reason."))
	for _, p := range platforms {
		b.sv.Platforms[p.Name()] = p
		addConnectedGauge(b.cfg.Metrics, p)
		b.cfg.Metrics.Begin(p.Name(), b.sv.Language.Counted(), refusals)
	}
	b.cfg.Metrics.BeginAlarms(slices.Collect(maps.Keys(b.alarms.Handlers))...)
	behind, err := b.start(ctx)
	if err != nil {
		b.stop(err)
		b.work.Wait()
		return err
	}
	b.started.Store(true)
	b.alarms.Clock.Start()
	for _, p := range platforms {
		b.networks.Go(func() {
			if err := p.Run(b.sv.Running, b.Handle); err != nil && b.sv.Running.Err() == nil {
				b.stop(err) // the error names the platform
			}
		})
	}
	b.sv.Messages.CatchUp(behind)
	b.work.Go(b.sweepLoop)
	b.work.Go(func() { b.alarms.Run(b.sv.Running) })
	b.work.Go(func() { b.sv.Tables.Thinker.Run(b.sv.Running) })
	b.work.Go(func() { b.sv.Account.Eraser.Run(b.sv.Running) })
	b.sv.Messages.Start()
	<-b.sv.Running.Done()
	b.shutDown(context.WithoutCancel(ctx))
	b.networks.Wait()
	if err := context.Cause(b.sv.Running); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// shutDown waits until every input that was begun is decided, and stores what is left to store.
func (b *Bot) shutDown(ctx context.Context) {
	b.work.Wait()
	b.handler.closeAndWait()
	b.alarms.Clock.Stop(ctx)
	b.sv.Messages.ClearMarks(ctx)
	b.cfg.Over()
}

// start loads the bot, fires the alarms that are due, and expels banned people. It returns the tables whose messages
// may not be up to date.
func (b *Bot) start(ctx context.Context) (behind []tables.Summary, err error) {
	if err := b.load(ctx); err != nil {
		return nil, err
	}
	if *b.bans, err = b.bans.WithLinked(ctx, b.sv.People); err != nil {
		return nil, err
	}
	behind = b.sv.Messages.TablesBehind()
	b.alarms.FireAll(ctx, alarms.WallTime)
	expel := func(ctx context.Context) error { return b.bans.Expel(ctx, b.sv.People, b.sv.Tables, b.cfg.Log) }
	return behind, inTurn(ctx, expel, b.sv.Messages.Digests.Load, b.sv.Messages.Notices.DeliverAll)
}

// load migrates the data, and reads what the bot needs all the time.
func (b *Bot) load(ctx context.Context) error {
	migrate := func(ctx context.Context) error { return doctor.Migration.Run(ctx, b.sv.Store, b.cfg.Log) }
	return inTurn(ctx,
		migrate,
		b.addKey,
		b.sv.Account.Eraser.Load,
		b.alarms.Clock.Load,
		b.sv.People.LoadLinks,
		b.sv.Tables.ReadSummaries,
		b.sv.Tables.Thinker.Load,
		b.silence,
		b.sv.Tables.Dirty.Load,
	)
}

// addKey stores the public key that signs decks from now on. If the store is full, which it logs itself, a later start
// stores the key.
func (b *Bot) addKey(ctx context.Context) error {
	key := fair.KeyOf(b.cfg.Key)
	isNew, err := tables.Keys{Store: b.sv.Store}.Add(ctx, key, b.cfg.Now())
	if isNew {
		b.cfg.Log.Info("a key signs deals that hasn't before", "public", key)
	}
	if errors.Is(err, storage.ErrFull) {
		return nil
	}
	return err
}

// inTurn runs the steps in order until one fails, and returns that error.
func inTurn(ctx context.Context, steps ...func(context.Context) error) error {
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// silence stops sending to places where nobody can be reached.
func (b *Bot) silence(context.Context) error {
	for _, x := range b.sv.Tables.Index.All(func(x tables.Summary) bool { return len(x.Lost) > 0 }) {
		for _, p := range x.Lost {
			b.sv.Outbox.BeginSilence(p)
		}
	}
	return nil
}

// sweep deletes what is out of date, and seals tables with the newest key. A step that fails stops no other.
func (b *Bot) sweep(ctx context.Context) error {
	return errors.Join(
		b.reseal(ctx),
		b.sv.Store.SweepSeen(ctx),
		b.sv.People.Codes.Sweep(ctx),
		b.sv.Messages.Notices.Sweep(ctx),
		b.sv.People.RejoinBans.Sweep(ctx),
		b.sv.People.Standings.SweepLeaderboards(ctx),
		b.sv.Account.Eraser.ForgetUnused(ctx),
	)
}

// reseal seals tables with the newest key. It first marks the data as holding erased content, because the
// process may be killed in between.
func (b *Bot) reseal(ctx context.Context) error {
	sealer := tables.Sealer{Tables: b.sv.Tables}
	stale, err := sealer.Stale(ctx)
	if err != nil || len(stale) == 0 {
		return err
	}
	if err := privacy.MarkResidue(ctx, b.sv.Store); err != nil {
		return err
	}
	if err := sealer.Reseal(ctx, stale); err != nil {
		return err
	}
	b.cfg.Log.Info("tables sealed with the newest key", "tables", len(stale))
	return nil
}

// sweepLoop sweeps every sweepEvery until the bot stops.
func (b *Bot) sweepLoop() {
	for running := true; running; running = retry.Sleep(b.sv.Running, sweepEvery) {
		if err := b.sweep(b.sv.Running); err != nil && b.sv.Running.Err() == nil {
			b.cfg.Log.Error("not swept", "err", err)
		}
	}
}
