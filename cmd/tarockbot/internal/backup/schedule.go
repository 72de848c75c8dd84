package backup

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"tarockbot/bot/support/retry"
	"tarockbot/cmd/tarockbot/internal/background"
	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/cmd/tarockbot/internal/report"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
)

const maxRetryPause = time.Hour

type schedule struct {
	settings config.Backups
	dir      directory
	source   Source
	log      *slog.Logger

	checker checker
	wasFull bool // the last backup failed with storage.ErrFull

	// Other goroutines read these.
	last   atomic.Int64 // Unix time of the newest sound backup; 0 if there is none
	failed prometheus.Counter
}

func newSchedule(c config.Config, source Source, log *slog.Logger) *schedule {
	failed := prometheus.CounterOpts{Name: "tarockbot_backup_failures_total",
		Help: "Backups that could not be made, or were not sound."}
	return &schedule{settings: c.Backups, dir: directoryOf(c), source: source, log: log, failed: prometheus.NewCounter(failed),
		checker: checker{keyFile: c.DataKey, log: log, verdicts: make(map[backupFile]verdict)}}
}

// StartSchedule makes configured backups, and deletes surplus ones, until stop is called.
func StartSchedule(ctx context.Context, c config.Config, source Source, registry prometheus.Registerer, log *slog.Logger) (stop func()) {
	s := newSchedule(c, source, log)
	if s.settings.Every > 0 {
		s.register(registry)
	}
	return background.Start(ctx, s.run)
}

// register counts the newest backup as sound until the first step has checked it.
func (s *schedule) register(registry prometheus.Registerer) {
	s.last.Store(s.newest(func(backupFile) bool { return true }).Unix())
	last := prometheus.GaugeOpts{Name: "tarockbot_backup_last_success_timestamp_seconds",
		Help: "When the newest sound backup was made, in Unix seconds; 0 if there is none. Until the first check, the newest backup counts as sound."}
	age := prometheus.GaugeOpts{Name: "tarockbot_backup_age_seconds",
		Help: "How old the newest sound backup is, in seconds; since 1970 if there is none. Until the first check, the newest backup counts as sound."}
	registry.MustRegister(s.failed,
		prometheus.NewGaugeFunc(last, func() float64 { return float64(s.last.Load()) }),
		prometheus.NewGaugeFunc(age, func() float64 { return float64(time.Now().Unix() - s.last.Load()) }))
}

func (s *schedule) run(ctx context.Context) {
	s.removeUnfinished()
	for pause := time.Duration(0); retry.Sleep(ctx, pause); {
		pause = s.step(ctx)
	}
}

// removeUnfinished deletes backups that killed processes left unfinished. Bolt's own cleanup would wait for the next
// file.
func (s *schedule) removeUnfinished() {
	_, unfinished, _ := s.dir.scan() // prune reports the error
	for _, x := range unfinished {
		if err := os.Remove(x.path); err != nil {
			s.log.Error("an unfinished backup is not deleted", "err", report.ErrorLine(err))
		}
	}
}

// step makes a backup if one is due, and deletes surplus ones. It returns the pause before the next step.
func (s *schedule) step(ctx context.Context) (pause time.Duration) {
	s.checker.retryUnknown()
	next := time.Now().Add(PruneEvery)
	if s.settings.Every > 0 {
		newest := s.newest(func(x backupFile) bool { return s.checker.isSound(ctx, x) })
		if ctx.Err() == nil { // else a backup may be unchecked
			s.last.Store(newest.Unix())
		}
		due := newest.Add(s.settings.Every)
		if !due.After(time.Now()) {
			due = s.tryBackup(ctx)
		}
		if due.Before(next) {
			next = due
		}
	}
	if err := s.prune(ctx, time.Now()); err != nil {
		s.log.Error("some old backups are not deleted", "err", report.ErrorLine(err))
	}
	return time.Until(next)
}

// tryBackup returns when the next backup is due. It logs a full disk only once.
func (s *schedule) tryBackup(ctx context.Context) (due time.Time) {
	start := time.Now().UTC().Truncate(time.Second) // a name has whole seconds
	err := s.makeBackup(ctx, start)
	isRepeated := s.wasFull && errors.Is(err, storage.ErrFull)
	s.wasFull = errors.Is(err, storage.ErrFull)
	if err == nil || ctx.Err() != nil {
		return start.Add(s.settings.Every)
	}
	s.failed.Inc()
	if !isRepeated {
		s.log.Error("no backup made", "dir", s.dir.path, "err", report.ErrorLine(err))
	}
	return time.Now().Add(min(maxRetryPause, s.settings.Every))
}

// newest returns the time of the newest backup that counts, or else 1970. It skips backups with a future name.
func (s *schedule) newest(counts func(backupFile) bool) time.Time {
	now := time.Now()
	all, _ := s.dir.list(now)
	for _, x := range all {
		if !x.isFuture(now) && counts(x) {
			return time.Unix(x.at, 0)
		}
	}
	return time.Unix(0, 0)
}

func (s *schedule) makeBackup(ctx context.Context, at time.Time) error {
	if err := os.MkdirAll(s.dir.path, 0o700); err != nil {
		return bolt.WithErrFull(err)
	}
	path := s.dir.pathAt(at)
	editions, err := copyChecked(ctx, s.source, s.checker.keyFile, path)
	if err != nil {
		return err
	}
	if info, err := os.Stat(path); err == nil { // otherwise isSound checks the backup again
		s.checker.verdicts[newBackupFile(path, at, info)] = sound
	}
	s.last.Store(at.Unix())
	logBackup(s.log, path, editions)
	return nil
}
