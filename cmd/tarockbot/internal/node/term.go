package node

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"fmt"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/bot/platform/driver"
	"tarockbot/bot/support/metrics"
	"tarockbot/bot/tables"
	"tarockbot/cmd/tarockbot/internal/backup"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/location"
	"tarockbot/cmd/tarockbot/internal/networks"
	"tarockbot/cmd/tarockbot/internal/report"
	"tarockbot/cmd/tarockbot/internal/version"
	"tarockbot/engine/fair"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
	"tarockbot/storage/postgres"
	"tarockbot/storage/sealed"
)

// term is one bot with its parts. The next term has a new bot.
type term struct {
	access
	docs      *sealed.Store
	bot       *bot.Bot
	platforms []chat.Platform
	registry  *prometheus.Registry
	lease     *postgres.Lease // nil on a data file, and until the term begins
}

type access struct {
	store        storage.Store
	source       backup.Source
	allowCommits func(*postgres.Lease) // nil if the store needs no lease
	now          func() time.Time
	acting       func() bool
	// release closes the store and releases the lease. It is idempotent.
	release func()
}

func fileAccess(store *bolt.Store) access {
	return access{store: store, source: store, now: time.Now, release: func() {}}
}

func leaseAccess(db *postgres.Database, log *slog.Logger) access {
	store := db.Reader()
	release := func() {
		if err := store.Close(); err != nil {
			log.Warn("the lease can't be released, and will expire", "err", report.ErrorLine(err))
		}
	}
	return access{
		store: store, source: backup.DatabaseSource{DB: db}, now: db.Now,
		allowCommits: store.UseLease, acting: store.IsTrusted, release: release,
	}
}

// makeTerm only reads the data.
func (h *host) makeTerm(ctx context.Context, a access, key ed25519.PrivateKey, registry *prometheus.Registry) (*term, error) {
	docs, err := h.config.DataKey.SealedStore(a.store)
	if err != nil {
		return nil, err
	}
	privacy, err := h.config.Privacy()
	if err != nil {
		return nil, exit.With(exit.Config, fmt.Errorf("operator.privacy: %w", err))
	}
	figures := metrics.New(registry)
	b, err := bot.New(bot.Config{
		Store: docs, Now: a.now, Acting: a.acting, OnStopped: a.release,
		Key: key, Random: rand.Reader,
		Language: h.config.Language, Limits: h.config.Limits, Clocks: h.config.Clocks, Bans: h.config.Bans, NoStakes: h.config.NoStakes,
		ForgottenList: h.config.ForgottenList(), Privacy: privacy,
		OtherNames: networks.NamesInNotes(), Pictures: h.pictures, Metrics: figures, Log: h.log,
	})
	if err != nil {
		return nil, err
	}
	keys, err := tables.Keys{Store: b.Documents()}.WithKey(ctx, fair.KeyOf(key), a.now())
	if err != nil {
		return nil, err
	}
	platforms, err := h.makePlatforms(b, keys, figures)
	if err != nil {
		return nil, exit.With(exit.Config, err)
	}
	return &term{access: a, docs: docs, bot: b, platforms: platforms, registry: registry}, nil
}

func (h *host) makePlatforms(b *bot.Bot, keys []tables.SigningKey, figures *metrics.Metrics) (all []chat.Platform, err error) {
	services := driver.Services{
		Materials: b.Materials, Log: b.Materials.Log, Now: b.Materials.Now, Vocabularies: b.Materials.Vocabularies(),
		Metrics: figures, Language: h.config.Language, Listen: h.at.Lend, Shared: location.IsDatabase(h.config.Data),
	}
	for _, k := range keys {
		services.Keys = append(services.Keys, driver.PublicKey{Key: k.Key.String(), Since: k.Since})
	}
	for _, n := range h.config.Networks {
		if !n.IsEnabled() {
			continue
		}
		p, err := n.Start(services)
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

// runTerm serves until ctx ends or the bot fails, and then releases the lease.
func (h *host) runTerm(ctx context.Context, t *term) error {
	defer h.config.DataKey.Follow(ctx, t.docs, h.log)()
	defer backup.StartSchedule(ctx, h.config, t.source, t.registry, h.log)()
	defer h.monitor.Watch(t.bot, t.registry)()
	defer t.release() // first of all deferred calls, because the others may take long
	if err := h.printAddress(servingFormat); err != nil {
		return err
	}
	h.log.Info("started", h.addresses("version", version.Text(), "data", location.Redact(h.config.Data))...)
	if err := unlessEnded(ctx, t.bot.Run(ctx, t.platforms...)); err != nil {
		return err
	}
	h.log.Info("stopped")
	return nil
}
