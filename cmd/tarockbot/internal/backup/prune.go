package backup

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"slices"
	"time"

	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/cmd/tarockbot/internal/report"
)

// PruneEvery is the longest pause between two searches for old backups.
const PruneEvery = 24 * time.Hour

// prune deletes backups by these rules:
//
//   - A backup that is too old goes if mayDelete allows it.
//   - Of the others, settings.Keep stay, counted from the newest sound one. Unsound ones stay too, but don't count.
//     Unchecked ones count as sound.
//
// So the newest sound backup stays while backups are made.
func (s *schedule) prune(ctx context.Context, now time.Time) error {
	all, err := s.dir.list(now)
	newest := slices.IndexFunc(all, func(x backupFile) bool { return s.isSound(ctx, x) })
	kept := 0
	for i, x := range all {
		remove := x.tooOld(now) && s.mayDelete(ctx, x, all[:i])
		if !remove && newest >= 0 && i >= newest && s.verdicts[x] != unsound {
			kept++
			remove = kept > s.settings.Keep
		}
		if remove {
			err = errors.Join(err, os.Remove(x.path))
			delete(s.verdicts, x)
		}
	}
	return err
}

// mayDelete reports whether a backup that is too old may go. While backups are made, an unsound one needs one newer
// sound backup. Any other needs as many as a running bot makes within config.BackupLife, but at most settings.Keep.
// Age alone isn't enough, because the clock may have jumped.
func (s *schedule) mayDelete(ctx context.Context, x backupFile, newer []backupFile) bool {
	if s.settings.Every == 0 {
		return true
	}
	needed := 1
	if s.verdicts[x] != unsound {
		needed = min(s.settings.Keep, int(config.BackupLife/s.settings.Every))
	}
	for _, n := range newer {
		if needed > 0 && s.isSound(ctx, n) {
			needed--
		}
	}
	return needed == 0
}

// DropOld deletes all backups that are too old at the time. Call it only where another process makes newer ones.
func DropOld(c config.Config, now time.Time, log *slog.Logger) {
	finished, unfinished, err := directoryOf(c).scan()
	for _, x := range slices.Concat(finished, unfinished) {
		if x.tooOld(now) {
			err = errors.Join(err, os.Remove(x.path))
		}
	}
	if err != nil {
		log.Error("old backups not deleted", "err", report.ErrorLine(err))
	}
}

// removeUnfinished deletes the files of killed backups. Call it before any backup begins.
func (s *schedule) removeUnfinished() {
	_, unfinished, _ := s.dir.scan() // prune reports the error
	for _, x := range unfinished {
		if err := os.Remove(x.path); err != nil {
			s.log.Error("an unfinished backup is not deleted", "err", report.ErrorLine(err))
		}
	}
}
