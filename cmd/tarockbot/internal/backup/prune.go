package backup

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/cmd/tarockbot/internal/exit"
)

// PruneEvery is the longest pause between two searches for old backups.
const PruneEvery = 24 * time.Hour

// backupTime formats the time in a backup's name.
const backupTime = "20060102T150405Z"

// copyFile is one backup. A backup that was written to is another copyFile.
type copyFile struct {
	path    string
	at      time.Time // the time in its name
	size    int64
	changed time.Time
}

// tooOld reports whether the backup exceeds BackupLife. If its name is in the future, the file's time
// counts.
func (x copyFile) tooOld(now time.Time) bool {
	if x.at.After(now) {
		return now.Sub(x.changed) > config.BackupLife
	}
	return now.Sub(x.at) > config.BackupLife
}

// scan finds the schedule's backups in the directory, and the files of killed backups. It skips all
// other files.
func (b *schedule) scan() (finished, unfinished []copyFile, err error) {
	entries, err := os.ReadDir(b.Dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, nil, err
	}
	for _, e := range entries {
		text, mine := strings.CutPrefix(e.Name(), b.data+".")
		text, rest, hasRest := strings.Cut(text, ".")
		at, err := time.Parse(backupTime, text)
		info, gone := e.Info()
		if !mine || err != nil || gone != nil {
			continue
		}
		x := copyFile{filepath.Join(b.Dir, e.Name()), at, info.Size(), info.ModTime()}
		switch {
		case !hasRest:
			finished = append(finished, x)
		case strings.HasPrefix(rest, "unfinished-backup-"):
			unfinished = append(unfinished, x)
		}
	}
	return finished, unfinished, nil
}

// list returns the finished backups, newest first. Those with a future name come last: the clock was
// wrong then or is wrong now, so their age is unknown.
func (b *schedule) list(now time.Time) ([]copyFile, error) {
	all, _, err := b.scan()
	future := func(x copyFile) int {
		if x.at.After(now) {
			return 1
		}
		return 0
	}
	slices.SortFunc(all, func(x, y copyFile) int {
		return cmp.Or(cmp.Compare(future(x), future(y)), y.at.Compare(x.at))
	})
	return all, err
}

// prune deletes backups beyond Keep and those that are too old. It never deletes the newest sound one
// while backups are made. Unsound ones don't count towards Keep; unchecked ones count as sound.
func (b *schedule) prune(ctx context.Context, now time.Time) error {
	all, err := b.list(now)
	anySound := slices.ContainsFunc(all, func(x copyFile) bool { return b.isSound(ctx, x) })
	kept := 0
	for i, x := range all {
		remove := x.tooOld(now) && b.mayDelete(ctx, x, all[:i])
		if sound, known := b.soundness[x]; !remove && (sound || !known) {
			kept++
			remove = anySound && kept > b.Keep
		}
		if remove {
			err = errors.Join(err, os.Remove(x.path))
		}
	}
	return err
}

// mayDelete reports whether a backup that is too old may go. While backups are made, minSound newer
// sound ones must replace a sound one, and one must replace an unsound one.
func (b *schedule) mayDelete(ctx context.Context, x copyFile, newer []copyFile) bool {
	if b.Every == 0 {
		return true
	}
	missing := b.minSound()
	if sound, known := b.soundness[x]; known && !sound {
		missing = 1
	}
	for _, n := range newer {
		if missing > 0 && b.isSound(ctx, n) {
			missing--
		}
	}
	return missing == 0
}

// minSound returns how many sound backups stay whatever their age: the clock may have jumped. A
// running bot makes as many within config.BackupLife.
func (b *schedule) minSound() int { return min(b.Keep, int(config.BackupLife/b.Every)) }

// DropOld deletes all backups that are too old by the clock. Call it only where another process makes newer ones.
func DropOld(c config.Config, now func() time.Time, log *slog.Logger) {
	b := newSchedule(c, log)
	finished, unfinished, err := b.scan()
	for _, x := range slices.Concat(finished, unfinished) {
		if x.tooOld(now()) {
			err = errors.Join(err, os.Remove(x.path))
		}
	}
	if err != nil {
		b.log.Error("old backups not deleted", "err", exit.OneLine(err))
	}
}

// removeUnfinished deletes the files of killed backups. Call it before any backup begins.
func (b *schedule) removeUnfinished() {
	_, unfinished, _ := b.scan() // prune reports the error
	for _, x := range unfinished {
		if err := os.Remove(x.path); err != nil {
			b.log.Error("an unfinished backup is not deleted", "err", exit.OneLine(err))
		}
	}
}
