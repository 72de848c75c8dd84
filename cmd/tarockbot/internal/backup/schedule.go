package backup

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"tarockbot/bot/support/retry"
	"tarockbot/bot/upkeep/doctor"
	"tarockbot/cmd/tarockbot/internal/background"
	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/cmd/tarockbot/internal/report"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
)

// backupAgain is the longest pause after a failed backup.
const backupAgain = time.Hour

// schedule makes backups of a bot's data and deletes old ones.
type schedule struct {
	settings config.Backups
	dir      directory
	keys     stores.KeyFile
	store    Copier
	log      *slog.Logger

	soundness map[backupFile]bool // of each backup that was checked
	isFull    bool                // the last backup failed with storage.ErrFull

	last   atomic.Int64       // Unix time of the newest sound backup; 0 if there is none
	failed prometheus.Counter // nil if settings.Every is 0
}

// newSchedule returns the schedule of a configuration.
func newSchedule(c config.Config, store Copier, log *slog.Logger) *schedule {
	return &schedule{settings: c.Backups, dir: directoryOf(c), keys: c.Key, store: store, log: log, soundness: map[backupFile]bool{}}
}

// StartSchedule makes backups if the configuration wants any, and deletes backups that are too many or too old, until
// the returned function is called.
func StartSchedule(ctx context.Context, c config.Config, store Copier, registry prometheus.Registerer, log *slog.Logger) (stop func()) {
	b := newSchedule(c, store, log)
	if b.settings.Every > 0 {
		b.register(registry)
	}
	return background.Start(ctx, b.run)
}

// register registers the metrics of backups.
func (b *schedule) register(registry prometheus.Registerer) {
	b.failed = prometheus.NewCounter(prometheus.CounterOpts{Name: "tarockbot_backup_failures_total", Help: "Backups that could not be made, or were not sound."})
	registry.MustRegister(b.failed,
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "tarockbot_backup_last_success_timestamp_seconds",
			Help: "When the last backup was made that is sound; 0 if there is none."}, func() float64 { return float64(b.last.Load()) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "tarockbot_backup_age_seconds",
			Help: "How old that is; since 1970 if there is none."}, func() float64 { return float64(time.Now().Unix() - b.last.Load()) }))
}

// run makes a backup whenever one is due, and deletes old ones while none is, until ctx ends.
func (b *schedule) run(ctx context.Context) {
	b.removeUnfinished()
	for pause := time.Duration(0); retry.Sleep(ctx, pause); {
		due, isWanted := b.newestSound(ctx).Add(b.settings.Every), b.settings.Every > 0
		if isWanted && !due.After(time.Now()) {
			pause = b.tryBackup(ctx)
			continue
		}
		if err := b.prune(ctx, time.Now()); err != nil {
			b.log.Error("old backups not deleted", "err", report.ErrorLine(err))
		}
		if pause = PruneEvery; isWanted {
			pause = min(time.Until(due), PruneEvery)
		}
	}
}

// tryBackup makes a backup now, and counts and logs a failure. A full disk is logged once in a row. tryBackup returns
// the pause before run looks again.
func (b *schedule) tryBackup(ctx context.Context) (pause time.Duration) {
	err, wasFull := b.makeBackup(ctx), b.isFull
	b.isFull = errors.Is(err, storage.ErrFull)
	if err == nil || ctx.Err() != nil {
		return 0
	}
	b.failed.Inc()
	if !wasFull || !b.isFull {
		b.log.Error("no backup made", "dir", b.dir.path, "err", report.ErrorLine(err))
	}
	return min(backupAgain, b.settings.Every)
}

// newestSound returns the time of the newest sound backup and sets the metric. The time is zero if
// there is none, or if only future ones are sound.
func (b *schedule) newestSound(ctx context.Context) time.Time {
	all, _ := b.dir.list(time.Now()) // makeBackup meets the same error
	i := slices.IndexFunc(all, func(x backupFile) bool { return b.isSound(ctx, x) })
	if i < 0 || all[i].at > time.Now().Unix() {
		b.last.Store(0)
		return time.Time{}
	}
	b.last.Store(all[i].at)
	return time.Unix(all[i].at, 0)
}

// makeBackup makes a backup now.
func (b *schedule) makeBackup(ctx context.Context) error {
	if err := os.MkdirAll(b.dir.path, 0o700); err != nil {
		return bolt.RoomError(err)
	}
	now := time.Now().UTC()
	path := filepath.Join(b.dir.path, b.dir.data+"."+now.Format(backupTime))
	var editions doctor.Editions
	if err := b.store.Backup(ctx, path, SoundCheck(ctx, b.keys, &editions)); err != nil {
		return err
	}
	if info, err := os.Stat(path); err == nil { // else isSound checks it again
		b.soundness[newBackupFile(path, now, info)] = true
	}
	b.last.Store(now.Unix())
	b.log.Info("backup made", "file", path, "older rules", editions.Older, "newer rules", editions.Newer)
	return nil
}

// isSound reports whether a backup is sound. It checks each backup once and logs unsound ones.
func (b *schedule) isSound(ctx context.Context, x backupFile) bool {
	if sound, known := b.soundness[x]; known {
		return sound
	}
	err := bolt.Verify(x.path)
	if err == nil {
		err = SoundCheck(ctx, b.keys, new(doctor.Editions))(x.path)
	}
	if ctx.Err() != nil || errors.Is(err, os.ErrNotExist) {
		return false
	}
	if err != nil {
		b.log.Error("a backup is not sound and counts as none", "file", x.path, "err", report.ErrorLine(err))
	}
	b.soundness[x] = err == nil
	return err == nil
}
