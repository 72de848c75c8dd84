package backup

import (
	"cmp"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/cmd/tarockbot/internal/location"
	"tarockbot/storage/bolt"
	"tarockbot/storage/postgres"
)

// backupTime formats the time in a backup's name.
const backupTime = "20060102T150405Z"

// backupFile identifies a backup and its contents. When somebody writes to the file, its size or modification time
// changes, so earlier verdicts no longer apply. It is a map key, so times are integers.
type backupFile struct {
	path     string
	at       int64 // the time in its name, in Unix seconds
	size     int64 // in bytes
	modified int64 // its modification time, in Unix nanoseconds
}

// newBackupFile returns the backup at the path. at is the time in its name.
func newBackupFile(path string, at time.Time, info fs.FileInfo) backupFile {
	return backupFile{path, at.Unix(), info.Size(), info.ModTime().UnixNano()}
}

// isFuture reports whether the time in the backup's name is in the future.
func (x backupFile) isFuture(now time.Time) bool { return x.at > now.Unix() }

// isTooOld reports whether the backup is older than config.BackupLife. If the time in its name is in the future, its
// modification time counts.
func (x backupFile) isTooOld(now time.Time) bool {
	since := time.Unix(x.at, 0)
	if x.isFuture(now) {
		since = time.Unix(0, x.modified)
	}
	return now.Sub(since) > config.BackupLife
}

// directory finds the backups of one bot's data in a directory. It recognizes them by the name of the data alone. Bots may
// share a directory only if their data have different names; otherwise they delete each other's backups.
type directory struct {
	path string // "" if the bot has no directory of backups
	data string // the name of the data, with which the names of its backups begin
}

// directoryOf returns the directory that the configuration names. If it names none, the directory is "backups" beside the
// data file; a database has no directory then.
func directoryOf(c config.Config) directory {
	d := directory{c.Backups.Dir, dataName(c.Data)}
	if d.path == "" && !location.IsDatabase(c.Data) {
		d.path = filepath.Join(filepath.Dir(c.Data), "backups")
	}
	return d
}

// notInFileNames matches the characters that file names can't have on Windows or Unix, and %, so that different names stay
// different.
var notInFileNames = regexp.MustCompile(`[%/\\:*?"<>|\x00-\x1f]`)

// dataName returns the name of the data, with which the names of its backups begin: the data file's name, or the name of
// the database that pgx opens, which the environment may choose. The latter has percent encoding for characters that file
// names can't have. dataName returns "" if pgx rejects the address; no backup is possible then.
func dataName(place string) string {
	if !location.IsDatabase(place) {
		return filepath.Base(place)
	}
	name, _ := postgres.DatabaseName(place) // the caller learns of the error when it opens the database
	return notInFileNames.ReplaceAllStringFunc(name, url.QueryEscape)
}

// pathAt returns the path of a backup that is made at the time.
func (d directory) pathAt(at time.Time) string {
	return filepath.Join(d.path, d.data+"."+at.UTC().Format(backupTime))
}

// scan returns the bot's finished backups, and unfinished ones that killed processes may have left. It skips other files.
// If the directory is missing or is "", scan returns none.
func (d directory) scan() (finished, unfinished []backupFile, err error) {
	entries, err := os.ReadDir(d.path)
	if err != nil && !errors.Is(err, os.ErrNotExist) { // ReadDir("") returns it, too
		return nil, nil, err
	}
	for _, e := range entries {
		name, isUnfinished := bolt.CutUnfinished(e.Name())
		text, isOurs := strings.CutPrefix(name, d.data+".")
		at, timeErr := time.Parse(backupTime, text)
		info, infoErr := e.Info()
		if !isOurs || timeErr != nil || infoErr != nil { // another file, or one that is gone
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

// list returns the finished backups, newest first. Backups with a future name come last, because their age is unknown: the
// clock was or is wrong.
func (d directory) list(now time.Time) ([]backupFile, error) {
	all, _, err := d.scan()
	slices.SortFunc(all, func(x, y backupFile) int {
		if x.isFuture(now) != y.isFuture(now) {
			return cmp.Compare(x.at, y.at)
		}
		return cmp.Compare(y.at, x.at)
	})
	return all, err
}
