package backup

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"os"
	"slices"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"tarockbot/bot/support/retry"
	"tarockbot/cmd/tarockbot/internal/background"
	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/cmd/tarockbot/internal/report"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
)

// maxRetryPause is the longest pause after a failed backup.
const maxRetryPause = time.Hour

// schedule makes backups of a bot's data and deletes old ones.
type schedule struct {
	settings config.Backups
	dir      directory
	keys     stores.KeyFile
	store    Copier
	log      *slog.Logger

	// Only step and what it calls use these.
	verdicts map[backupFile]verdict
	isFull   bool // the last backup failed with storage.ErrFull

	// Metrics; other goroutines read them.
	last   atomic.Int64       // Unix time of the newest sound backup; 0 if there is none
	failed prometheus.Counter // nil if settings.Every is 0
}

// verdict is what is known about the contents of a backup.
type verdict int

const (
	unchecked verdict = iota
	sound
	unsound // and stays so: the contents are wrong
	unknown // the check failed with an error that may pass; the next step checks again
)

// newSchedule returns the schedule of a configuration.
func newSchedule(c config.Config, store Copier, log *slog.Logger) *schedule {
	return &schedule{settings: c.Backups, dir: directoryOf(c), keys: c.Key, store: store, log: log, verdicts: map[backupFile]verdict{}}
}

// StartSchedule makes backups if the configuration wants any, and deletes backups that are too many or too old, until
// the returned function is called.
func StartSchedule(ctx context.Context, c config.Config, store Copier, registry prometheus.Registerer, log *slog.Logger) (stop func()) {
	s := newSchedule(c, store, log)
	if s.settings.Every > 0 {
		s.register(registry)
	}
	return background.Start(ctx, s.run)
}

// register registers the metrics of backups.
func (s *schedule) register(registry prometheus.Registerer) {
	s.failed = prometheus.NewCounter(prometheus.CounterOpts{Name: "tarockbot_backup_failures_total", Help: "Backups that could not be made, or were not sound."})
	registry.MustRegister(s.failed,
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "tarockbot_backup_last_success_timestamp_seconds",
			Help: "When the newest sound backup was made, in Unix seconds; 0 if there is none."}, func() float64 { return float64(s.last.Load()) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "tarockbot_backup_age_seconds",
			Help: "How old the newest sound backup is, in seconds; since 1970 if there is none."}, func() float64 { return float64(time.Now().Unix() - s.last.Load()) }))
}

// run makes a backup when one is due, and then deletes old ones, until ctx ends.
func (s *schedule) run(ctx context.Context) {
	s.removeUnfinished()
	for pause := time.Duration(0); retry.Sleep(ctx, pause); {
		pause = s.step(ctx)
	}
}

// step makes a backup if one is due, and then deletes old ones, also if the backup failed. It checks again what could not
// be checked in the last step. It returns the pause before the next step.
func (s *schedule) step(ctx context.Context) (pause time.Duration) {
	maps.DeleteFunc(s.verdicts, func(_ backupFile, v verdict) bool { return v == unknown })
	next := time.Now().Add(PruneEvery)
	if s.settings.Every > 0 {
		due := s.newestSound(ctx).Add(s.settings.Every)
		if !due.After(time.Now()) {
			due = s.tryBackup(ctx)
		}
		next = slices.MinFunc([]time.Time{next, due}, time.Time.Compare)
	}
	if err := s.prune(ctx, time.Now()); err != nil {
		s.log.Error("some old backups are not deleted", "err", report.ErrorLine(err))
	}
	return time.Until(next)
}

// tryBackup makes a backup now, and returns when the next one is due. It counts and logs a failure. If the disk is full
// several times in a row, only the first is logged.
func (s *schedule) tryBackup(ctx context.Context) (due time.Time) {
	start, wasFull := time.Now().UTC().Truncate(time.Second), s.isFull // a name has whole seconds
	err := s.makeBackup(ctx, start)
	s.isFull = errors.Is(err, storage.ErrFull)
	if err == nil || ctx.Err() != nil {
		return start.Add(s.settings.Every)
	}
	s.failed.Inc()
	if !wasFull || !s.isFull {
		s.log.Error("no backup made", "dir", s.dir.path, "err", report.ErrorLine(err))
	}
	return time.Now().Add(min(maxRetryPause, s.settings.Every))
}

// newestSound returns the time of the newest sound backup, and stores it for the metrics. The time is the start of 1970
// if there is none, or if only future ones are sound.
func (s *schedule) newestSound(ctx context.Context) time.Time {
	all, _ := s.dir.list(time.Now()) // prune reports the error
	i := slices.IndexFunc(all, func(x backupFile) bool { return s.isSound(ctx, x) })
	at := int64(0)
	if i >= 0 && all[i].at <= time.Now().Unix() {
		at = all[i].at
	}
	s.last.Store(at)
	return time.Unix(at, 0)
}

// makeBackup makes a backup that has the time in its name. The time must have whole seconds, as the name has.
func (s *schedule) makeBackup(ctx context.Context, at time.Time) error {
	if err := os.MkdirAll(s.dir.path, 0o700); err != nil {
		return bolt.RoomError(err)
	}
	path := s.dir.pathAt(at)
	editions, err := copySound(ctx, s.store, s.keys, path)
	if err != nil {
		return err
	}
	if info, err := os.Stat(path); err == nil { // else isSound checks it again
		s.verdicts[newBackupFile(path, at, info)] = sound
	}
	s.last.Store(at.Unix())
	s.log.Info("backup made", "file", path, "older rules", editions.Older, "newer rules", editions.Newer)
	return nil
}

// isSound reports whether a backup is sound. It checks an unchecked one, unless ctx has ended.
func (s *schedule) isSound(ctx context.Context, x backupFile) bool {
	if s.verdicts[x] == unchecked && ctx.Err() == nil {
		s.check(ctx, x)
	}
	return s.verdicts[x] == sound
}

// check checks a backup and stores the verdict: sound, unsound because of its contents, or unknown because of an error
// that may pass. It logs the errors of both. It stores none if ctx has ended.
func (s *schedule) check(ctx context.Context, x backupFile) {
	err := bolt.Verify(x.path)
	if err == nil {
		_, err = CheckSound(ctx, x.path, s.keys)
	}
	switch {
	case err == nil:
		s.verdicts[x] = sound
	case ctx.Err() != nil: // not checked
	case isAboutContents(err):
		s.verdicts[x] = unsound
		s.log.Error("a backup is not sound and counts as none", "file", x.path, "err", report.ErrorLine(err))
	default:
		s.verdicts[x] = unknown
		s.log.Error("a backup can't be checked and counts as none for now", "file", x.path, "err", report.ErrorLine(err))
	}
}
