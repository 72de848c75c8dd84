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

// prune deletes the backups that surplus returns. First it checks backups, the newest first, until it has found a sound
// one. If a backup is too old, it goes on until it has found as many as newerNeeded returns.
func (s *schedule) prune(ctx context.Context, now time.Time) error {
	all, err := s.dir.list(now)
	wanted := 1
	if slices.ContainsFunc(all, func(x backupFile) bool { return x.tooOld(now) }) {
		wanted = max(wanted, newerNeeded(unchecked, s.settings))
	}
	for _, x := range all {
		if wanted > 0 && s.isSound(ctx, x) {
			wanted--
		}
	}
	for _, x := range surplus(all, s.verdicts, s.settings, now) {
		err = errors.Join(err, os.Remove(x.path))
		delete(s.verdicts, x)
	}
	return err
}

// surplus returns the backups to delete. all has the order of directory.list.
//
//   - A backup that is too old goes if at least newerNeeded newer ones are sound.
//   - The others are counted from the newest sound one on, and those beyond settings.Keep go. Sound and unchecked ones
//     count, because a backup was sound when it got its name. Unsound and unknown ones don't count, and stay until they
//     are too old.
//
// So the newest sound backup stays while backups are made. If no backup is sound, none goes by number.
func surplus(all []backupFile, verdicts map[backupFile]verdict, settings config.Backups, now time.Time) (gone []backupFile) {
	newer, counted := 0, 0 // sound ones that are newer than x; those that settings.Keep limits
	for _, x := range all {
		v := verdicts[x]
		goes := x.tooOld(now) && newer >= newerNeeded(v, settings)
		if v == sound {
			newer++
		}
		if !goes && newer > 0 && (v == sound || v == unchecked) {
			counted++
			goes = counted > settings.Keep
		}
		if goes {
			gone = append(gone, x)
		}
	}
	return gone
}

// newerNeeded returns how many newer sound backups must exist before a backup that is too old may go. While backups are
// made, an unsound one needs one. Any other needs as many as a running bot makes within config.BackupLife, but at most
// settings.Keep. Age alone isn't enough, because the clock may have jumped.
func newerNeeded(v verdict, settings config.Backups) int {
	switch {
	case settings.Every == 0:
		return 0
	case v == unsound:
		return 1
	}
	return min(settings.Keep, int(config.BackupLife/settings.Every))
}

// DropOld deletes the backups in the configuration's directory that are too old at the time, sound or not, finished or
// not. It logs errors. Call it only while another process makes newer backups elsewhere.
func DropOld(c config.Config, now time.Time, log *slog.Logger) {
	finished, unfinished, err := directoryOf(c).scan()
	for _, x := range slices.Concat(finished, unfinished) {
		if x.tooOld(now) {
			err = errors.Join(err, os.Remove(x.path))
		}
	}
	if err != nil {
		log.Error("some old backups are not deleted", "err", report.ErrorLine(err))
	}
}

// removeUnfinished deletes the files that killed processes have left of backups. Call it before a backup begins.
func (s *schedule) removeUnfinished() {
	_, unfinished, _ := s.dir.scan() // prune reports the error
	for _, x := range unfinished {
		if err := os.Remove(x.path); err != nil {
			s.log.Error("an unfinished backup is not deleted", "err", report.ErrorLine(err))
		}
	}
}
