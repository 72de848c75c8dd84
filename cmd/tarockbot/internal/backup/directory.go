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

const backupTime = "20060102T150405Z"

// backupFile identifies a backup and its contents. Times are integers because backupFile is a map key.
type backupFile struct {
	path     string
	at       int64 // the time in its name, in Unix seconds
	size     int64
	modified int64 // in Unix nanoseconds
}

func newBackupFile(path string, at time.Time, info fs.FileInfo) backupFile {
	return backupFile{path, at.Unix(), info.Size(), info.ModTime().UnixNano()}
}

func (x backupFile) isFuture(now time.Time) bool { return x.at > now.Unix() }

func (x backupFile) isTooOld(now time.Time) bool {
	since := time.Unix(x.at, 0)
	if x.isFuture(now) {
		since = time.Unix(0, x.modified)
	}
	return now.Sub(since) > config.BackupLife
}

// directory finds the backups of one bot. Bots with equal data names must not share a directory: they would delete each
// other's backups.
type directory struct {
	path string // "" if the bot has no directory of backups
	data string // begins the names of the backups
}

func directoryOf(c config.Config) directory {
	d := directory{c.Backups.Dir, dataName(c.Data)}
	if d.path == "" && !location.IsDatabase(c.Data) {
		d.path = filepath.Join(filepath.Dir(c.Data), "backups")
	}
	return d
}

// notInFileNames also matches %, so that different names stay different.
var notInFileNames = regexp.MustCompile(`[%/\\:*?"<>|\x00-\x1f]`)

// dataName returns the name of the data file or database, or "" if pgx rejects the address.
func dataName(place string) string {
	if !location.IsDatabase(place) {
		return filepath.Base(place)
	}
	name, _ := postgres.DatabaseName(place) // opening the database reports the error
	return notInFileNames.ReplaceAllStringFunc(name, url.QueryEscape)
}

func (d directory) pathAt(at time.Time) string {
	return filepath.Join(d.path, d.data+"."+at.UTC().Format(backupTime))
}

func (d directory) scan() (finished, unfinished []backupFile, err error) {
	entries, err := os.ReadDir(d.path)
	if err != nil && !errors.Is(err, os.ErrNotExist) { // also returned by ReadDir("")
		return nil, nil, err
	}
	for _, e := range entries {
		name, isUnfinished := bolt.FinishedName(e.Name())
		text, isOurs := strings.CutPrefix(name, d.data+".")
		at, timeErr := time.Parse(backupTime, text)
		info, infoErr := e.Info()
		if !isOurs || timeErr != nil || infoErr != nil {
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

// list returns the newest backups first. Backups with a future name come last, because a clock is or was wrong.
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
