package backup

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/storage/bolt"
)

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

// tooOld reports whether the backup is older than config.BackupLife. If the time in its name is in the future, the time
// of its last change counts.
func (x backupFile) tooOld(now time.Time) bool {
	since := time.Unix(x.at, 0)
	if since.After(now) {
		since = time.Unix(0, x.changed)
	}
	return now.Sub(since) > config.BackupLife
}

// directory holds the backups of one bot's data. Other bots may have backups there.
type directory struct {
	path string // "" has no backups
	data string // begins the names of the bot's backups
}

// directoryOf returns the directory of a configuration. A database has none beside it.
func directoryOf(c config.Config) directory {
	d := directory{c.Backups.Dir, stores.Name(c.Data)}
	if d.path == "" && !stores.IsDatabase(c.Data) {
		d.path = filepath.Join(filepath.Dir(c.Data), "backups")
	}
	return d
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
		if !isOurs {
			continue
		}
		at, timeErr := time.Parse(backupTime, text)
		info, infoErr := e.Info()
		if timeErr != nil || infoErr != nil {
			continue
		}
		to := &finished
		if isUnfinished {
			to = &unfinished
		}
		*to = append(*to, newBackupFile(filepath.Join(d.path, e.Name()), at, info))
	}
	return finished, unfinished, nil
}

// list returns the finished backups, newest first. Those with a future name come last: the clock was wrong when they
// were made, or is wrong now, so their age is unknown.
func (d directory) list(now time.Time) ([]backupFile, error) {
	all, _, err := d.scan()
	slices.SortFunc(all, func(x, y backupFile) int { return cmp.Compare(y.at, x.at) })
	future := max(0, slices.IndexFunc(all, func(x backupFile) bool { return x.at <= now.Unix() }))
	return slices.Concat(all[future:], all[:future]), err
}
