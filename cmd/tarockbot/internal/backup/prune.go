package backup

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/cmd/tarockbot/internal/report"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/storage/bolt"
)

// PruneEvery is the longest pause between two searches for old backups.
const PruneEvery = 24 * time.Hour

// backupTime formats the time in a backup's name.
const backupTime = "20060102T150405Z"

// backupFile is one backup. A backup that was written to is another backupFile.
type backupFile struct {
	path    string
	at      int64 // the time in its name, in Unix seconds
	size    int64
	changed int64 // in Unix nanoseconds
}

// newBackupFile returns the file with the information as the backup that was made at the time.
func newBackupFile(path string, at time.Time, info fs.FileInfo) backupFile {
	return backupFile{path, at.Unix(), info.Size(), info.ModTime().UnixNano()}
}

// tooOld reports whether the backup exceeds BackupLife. If its name is in the future, the file's time
// counts.
func (x backupFile) tooOld(now time.Time) bool {
	since := time.Unix(x.at, 0)
	if since.After(now) {
		since = time.Unix(0, x.changed)
	}
	return now.Sub(since) > config.BackupLife
}

// directory holds the backups of one bot's data. Other bots may have backups there.
type directory struct {
	path string
	data string // begins the names of the bot's backups
}

// directoryOf returns the directory of a configuration.
func directoryOf(c config.Config) directory {
	return directory{cmp.Or(c.Backups.Dir, filepath.Join(filepath.Dir(c.Data), "backups")), stores.Name(c.Data)}
}

// scan finds the bot's backups, and the files of killed backups. It skips all other files.
func (d directory) scan() (finished, unfinished []backupFile, err error) {
	entries, err := os.ReadDir(d.path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, nil, err
	}
	for _, e := range entries {
		name, isUnfinished := bolt.CutUnfinished(e.Name())
		text, isOurs := strings.CutPrefix(name, d.data+".")
		at, err := time.Parse(backupTime, text)
		info, infoErr := e.Info()
		if !isOurs || err != nil || infoErr != nil {
			continue
		}
		x := newBackupFile(filepath.Join(d.path, e.Name()), at, info)
		if isUnfinished {
			unfinished = append(unfinished, x)
		} else {
			finished = append(finished, x)
		}
	}
	return finished, unfinished, nil
}

// list returns the finished backups, newest first. Those with a future name come last: the clock was
// wrong then or is wrong now, so their age is unknown.
func (d directory) list(now time.Time) ([]backupFile, error) {
	all, _, err := d.scan()
	future := func(x backupFile) int {
		if x.at > now.Unix() {
			return 1
		}
		return 0
	}
	slices.SortFunc(all, func(x, y backupFile) int {
		return cmp.Or(cmp.Compare(future(x), future(y)), cmp.Compare(y.at, x.at))
	})
	return all, err
}

// prune deletes backups beyond settings.Keep and those that are too old. It never deletes the newest sound one
// while backups are made. Unsound ones don't count towards it; unchecked ones count as sound.
func (b *schedule) prune(ctx context.Context, now time.Time) error {
	all, err := b.dir.list(now)
	anySound := slices.ContainsFunc(all, func(x backupFile) bool { return b.isSound(ctx, x) })
	kept := 0
	for i, x := range all {
		remove := x.tooOld(now) && b.mayDelete(ctx, x, all[:i])
		if sound, known := b.soundness[x]; !remove && (sound || !known) {
			kept++
			remove = anySound && kept > b.settings.Keep
		}
		if remove {
			err = errors.Join(err, os.Remove(x.path))
		}
	}
	return err
}

// mayDelete reports whether a backup that is too old may go. While backups are made, a sound one may go only once as many
// newer ones are sound as a running bot makes within config.BackupLife, but at most settings.Keep. Its age alone proves
// nothing, because the clock may have jumped. An unsound one may go once one newer one is sound.
func (b *schedule) mayDelete(ctx context.Context, x backupFile, newer []backupFile) bool {
	if b.settings.Every == 0 {
		return true
	}
	missing := min(b.settings.Keep, int(config.BackupLife/b.settings.Every))
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
func (b *schedule) removeUnfinished() {
	_, unfinished, _ := b.dir.scan() // prune reports the error
	for _, x := range unfinished {
		if err := os.Remove(x.path); err != nil {
			b.log.Error("an unfinished backup is not deleted", "err", report.ErrorLine(err))
		}
	}
}
