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

// backupFile identifies a backup and its contents: if somebody writes to the file, its size or the time of its last
// change is another, and verdicts about the earlier contents don't count. It is a key of maps, so it has no time.Time.
type backupFile struct {
	path    string
	at      int64 // the time in its name, in Unix seconds
	size    int64 // in bytes
	changed int64 // the time of its last change, in Unix nanoseconds
}

// newBackupFile returns the backup at the path. at is the time in its name.
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

// directory finds the backups of one bot's data in a directory. Other bots may have backups there.
type directory struct {
	path string // "" if the bot has no directory of backups
	data string // the name of the data, with which the names of its backups begin
}

// directoryOf returns the directory that the configuration names. If it names none, the directory is "backups" beside the
// data file; a database has no directory then.
func directoryOf(c config.Config) directory {
	d := directory{c.Backups.Dir, stores.BackupName(c.Data)}
	if d.path == "" && !stores.IsDatabase(c.Data) {
		d.path = filepath.Join(filepath.Dir(c.Data), "backups")
	}
	return d
}

// pathAt returns the path of a backup that is made at the time.
func (d directory) pathAt(at time.Time) string {
	return filepath.Join(d.path, d.data+"."+at.UTC().Format(backupTime))
}

// scan finds the bot's backups, and the files that killed processes have left of backups. It skips all other files. A
// missing directory has no backups.
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
		if timeErr != nil || infoErr != nil { // another file of the operator's, or one that is gone
			continue
		}
		if x := newBackupFile(filepath.Join(d.path, e.Name()), at, info); isUnfinished {
			unfinished = append(unfinished, x)
		} else {
			finished = append(finished, x)
		}
	}
	return finished, unfinished, nil
}

// list returns the finished backups, newest first. Those with a future name come last: the clock was wrong when they
// were made, or is wrong now, so their age is unknown.
func (d directory) list(now time.Time) ([]backupFile, error) {
	all, _, err := d.scan()
	slices.SortFunc(all, func(x, y backupFile) int { return cmp.Compare(y.at, x.at) })
	past := max(0, slices.IndexFunc(all, func(x backupFile) bool { return x.at <= now.Unix() })) // 0 also if all are future
	return slices.Concat(all[past:], all[:past]), err
}
