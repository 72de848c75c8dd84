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

// PruneEvery is the time between two searches for old backups.
const PruneEvery = 24 * time.Hour

func (s *schedule) prune(ctx context.Context, now time.Time) error {
	all, err := s.dir.list(now)
	wanted := 1
	if slices.ContainsFunc(all, func(x backupFile) bool { return x.isTooOld(now) }) {
		wanted = max(wanted, newerNeeded(s.settings))
	}
	for i := 0; i < len(all) && wanted > 0; i++ {
		if s.checker.isSound(ctx, all[i]) {
			wanted--
		}
	}
	for _, x := range surplus(all, s.checker.verdicts, s.settings, now) {
		if removeErr := os.Remove(x.path); removeErr != nil {
			err = errors.Join(err, removeErr)
		} else {
			delete(s.checker.verdicts, x)
		}
	}
	return err
}

// surplus returns the backups to delete. all has the order of directory.list.
//
// A backup that is too old is deleted if newerNeeded newer backups are sound; one newer backup is enough for an unsound
// one. Of the other backups, settings.Keep sound or unchecked ones stay, counted from the newest sound backup. Unsound
// and unknown backups don't count, and stay until they are too old.
func surplus(all []backupFile, verdicts map[backupFile]verdict, settings config.Backups, now time.Time) (deletable []backupFile) {
	newer := 0
	counted := 0
	for _, x := range all {
		v := verdicts[x]
		if x.isTooOld(now) && (newer >= newerNeeded(settings) || newer >= 1 && v == unsound) {
			deletable = append(deletable, x)
			continue
		}
		if v == sound {
			newer++
		}
		if newer > 0 && (v == sound || v == unchecked) {
			if counted++; counted > settings.Keep {
				deletable = append(deletable, x)
			}
		}
	}
	return deletable
}

// newerNeeded returns how many newer sound backups must exist before an old one may be deleted. Age alone isn't enough,
// because the clock may have jumped.
func newerNeeded(settings config.Backups) int {
	if settings.Every == 0 {
		return 0
	}
	return min(settings.Keep, int(config.BackupLife/settings.Every))
}

// DropOld deletes the bot's old backups. Call it only while another node makes newer ones.
func DropOld(c config.Config, now time.Time, log *slog.Logger) {
	finished, unfinished, err := directoryOf(c).scan()
	for _, x := range slices.Concat(finished, unfinished) {
		if x.isTooOld(now) {
			err = errors.Join(err, os.Remove(x.path))
		}
	}
	if err != nil {
		log.Error("some old backups are not deleted", "err", report.ErrorLine(err))
	}
}
