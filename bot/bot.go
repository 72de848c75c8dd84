// Package bot assembles the bot and runs it. Inputs arrive at [Bot.Handle]. Package command decides them, package
// tables stores the changes, and package messages shows them. Networks implement package chat.
package bot

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"tarockbot/bot/chat"
	"tarockbot/bot/command"
	"tarockbot/bot/documents"
	"tarockbot/bot/support/logfilter"
	"tarockbot/bot/tables"
	"tarockbot/bot/tables/alarms"
	"tarockbot/bot/upkeep/bans"
	"tarockbot/bot/upkeep/doctor"
	"tarockbot/engine/fair"
	"tarockbot/storage"
)

// Bot hosts the games. It is safe for concurrent use.
type Bot struct {
	cfg       Config
	bans      *bans.List // shared by the parts; start adds linked identities
	sv        *command.Services
	handler   *handler
	alarms    *alarms.Runner
	Materials Resources

	stop     context.CancelCauseFunc
	work     sync.WaitGroup
	networks sync.WaitGroup
	started  atomic.Bool
}

// New creates a bot. It doesn't access the store.
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
	b := &Bot{cfg: cfg, bans: new(cfg.Bans), stop: stop}
	b.makeParts(running, language, fullLog)
	b.handler = newHandler(cfg, b.bans, b.sv)
	b.Materials = Resources{
		Log: cfg.Log, Now: cfg.Now,
		running: running, language: language, store: b.sv.Store, pictures: cfg.Pictures, privacy: cfg.Privacy,
		tables: b.sv.Tables,
	}
	b.addGauges()
	return b, nil
}

func isNoise(running context.Context, err error) bool {
	return errors.Is(err, storage.ErrFull) || running.Err() != nil && errors.Is(err, context.Canceled)
}

// Documents returns the document store.
func (b *Bot) Documents() *documents.Store { return b.sv.Store }

// Run migrates and loads the data, then serves the platforms. It returns when ctx ends, or when a platform or the store
// fails permanently.
func (b *Bot) Run(ctx context.Context, platforms ...chat.Platform) error {
	defer context.AfterFunc(ctx, func() { b.stop(context.Canceled) })()
	refusals := slices.Concat(b.sv.Language.Words.IDs("refuse."), b.sv.Language.Words.IDs("reason."))
	for _, p := range platforms {
		b.sv.Platforms[p.Name()] = p
		addConnectedGauge(b.cfg.Metrics, p)
		b.cfg.Metrics.InitPlatform(p.Name(), b.sv.Language.MetricNames(), refusals)
	}
	b.cfg.Metrics.InitAlarms(slices.Collect(maps.Keys(b.alarms.Handlers))...)
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
				b.stop(err)
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

func (b *Bot) shutDown(ctx context.Context) {
	b.work.Wait()
	b.handler.closeAndWait()
	b.alarms.Clock.Stop(ctx)
	b.sv.Messages.ClearMarks(ctx)
	b.cfg.OnStopped()
}

// start returns the tables with stale messages.
func (b *Bot) start(ctx context.Context) (behind []tables.Summary, err error) {
	if err := b.load(ctx); err != nil {
		return nil, err
	}
	linked, err := b.bans.WithLinked(ctx, b.sv.People)
	if err != nil {
		return nil, err
	}
	*b.bans = linked
	behind = b.sv.Messages.TablesBehind()
	b.alarms.FireAll(ctx, alarms.WallTime)
	expel := func(ctx context.Context) error { return b.bans.Expel(ctx, b.sv.People, b.sv.Tables, b.cfg.Log) }
	return behind, runInOrder(ctx, expel, b.sv.Messages.Digests.Load, b.sv.Messages.Notices.DeliverAll)
}

func (b *Bot) load(ctx context.Context) error {
	migrate := func(ctx context.Context) error { return doctor.Migration.Run(ctx, b.sv.Store, b.cfg.Log) }
	return runInOrder(ctx,
		migrate,
		b.addKey,
		b.sv.Account.Eraser.Load,
		b.alarms.Clock.Load,
		b.sv.People.LoadLinks,
		b.sv.Tables.ReadSummaries,
		b.sv.Tables.Thinker.Load,
		b.beginSilences,
		b.sv.Tables.Dirty.Load,
	)
}

// addKey stores the public key that signs decks. If the store is full, the next start tries again.
func (b *Bot) addKey(ctx context.Context) error {
	key := fair.KeyOf(b.cfg.Key)
	isNew, err := tables.Keys{Store: b.sv.Store}.Add(ctx, key, b.cfg.Now())
	if isNew {
		b.cfg.Log.Info("a new key signs deals", "public", key)
	}
	if errors.Is(err, storage.ErrFull) {
		return nil
	}
	return err
}

func runInOrder(ctx context.Context, steps ...func(context.Context) error) error {
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (b *Bot) beginSilences(context.Context) error {
	for _, x := range b.sv.Tables.Index.All(func(x tables.Summary) bool { return len(x.Lost) > 0 }) {
		for _, p := range x.Lost {
			b.sv.Outbox.BeginSilence(p)
		}
	}
	return nil
}
