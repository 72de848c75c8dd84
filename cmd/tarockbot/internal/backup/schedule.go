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
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"tarockbot/bot/support/retry"
	"tarockbot/bot/upkeep/doctor"
	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
)

const (
	// PruneEvery is how often backups that are too old are looked for, at least.
	PruneEvery = 24 * time.Hour
	// backupAgain is how long after a failed one the next is tried, at most.
	backupAgain = time.Hour
	// backupTime is the time in the names of backups.
	backupTime = "20060102T150405Z"
)

// schedule makes copies of a bot's data by itself.
type schedule struct {
	config.Backups
	data  string // what the names of backups begin with
	keys  stores.KeyFile
	store Copier
	log   *slog.Logger
	now   func() time.Time

	looked map[backup]bool // which are sound, of those that were looked at

	last   atomic.Int64       // when the last good one was made, in seconds since 1970; 0: never
	failed prometheus.Counter // nil if none are to be made
}

// newSchedule are those that the configuration names.
func newSchedule(c config.Config, log *slog.Logger) *schedule {
	b := &schedule{Backups: c.Backups, data: stores.Name(c.Data), keys: c.Key, log: log, now: time.Now, looked: map[backup]bool{}}
	b.Dir = cmp.Or(b.Dir, filepath.Join(filepath.Dir(c.Data), "backups"))
	return b
}

// Start makes backups if the configuration wants any, and deletes backups that are too many or too old, until the
// returned function is called.
func Start(ctx context.Context, c config.Config, store Copier, registry prometheus.Registerer, log *slog.Logger) (stop func()) {
	b := newSchedule(c, log)
	b.store = store
	if b.Every > 0 {
		b.register(registry)
	}
	ctx, cancel := context.WithCancel(ctx)
	var keeping sync.WaitGroup
	keeping.Go(func() { b.makeWhenDue(ctx) })
	return func() {
		cancel()
		keeping.Wait()
	}
}

// register adds the figures of backups.
func (b *schedule) register(registry prometheus.Registerer) {
	b.failed = prometheus.NewCounter(prometheus.CounterOpts{Name: "tarockbot_backup_failures_total", Help: "Backups that could not be made, or were not sound."})
	registry.MustRegister(b.failed,
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "tarockbot_backup_last_success_timestamp_seconds",
			Help: "When the last backup was made that is sound; 0 if there is none."}, func() float64 { return float64(b.last.Load()) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "tarockbot_backup_age_seconds",
			Help: "How old that is; since 1970 if there is none."}, func() float64 { return float64(b.now().Unix() - b.last.Load()) }))
}

// makeWhenDue makes a backup whenever one is due.
func (b *schedule) makeWhenDue(ctx context.Context) {
	b.removeRests()
	full := false // as the log has told
	for wait := time.Duration(0); ; {
		due := b.due(ctx)
		if due.After(b.now()) { // else a newer one comes first
			if err := b.prune(ctx, b.now()); err != nil {
				b.log.Error("old backups not deleted", "err", exit.OneLine(err))
			}
		}
		if !retry.Sleep(ctx, max(wait, min(due.Sub(b.now()), PruneEvery))) {
			return
		}
		wait = 0
		if b.due(ctx).After(b.now()) {
			continue
		}
		err := b.once(ctx)
		if err != nil && ctx.Err() == nil {
			b.failed.Inc()
			if !full || !errors.Is(err, storage.ErrFull) {
				b.log.Error("no backup made", "dir", b.Dir, "err", exit.OneLine(err))
			}
			wait = min(backupAgain, b.Every)
		}
		full = errors.Is(err, storage.ErrFull)
	}
}

// due is when the next backup is to be made: at once if there is none, and never soon
// if none is wanted.
func (b *schedule) due(ctx context.Context) time.Time {
	if b.Every == 0 {
		return b.now().Add(2 * PruneEvery)
	}
	made, _ := b.made(b.now()) // if they can't be listed, once will say so
	newest := slices.IndexFunc(made, func(x backup) bool { return b.holds(ctx, x) })
	if newest < 0 || made[newest].at.After(b.now()) {
		return b.now()
	}
	b.last.Store(made[newest].at.Unix())
	return made[newest].at.Add(b.Every)
}

// once makes a backup.
func (b *schedule) once(ctx context.Context) error {
	if err := os.MkdirAll(b.Dir, 0o700); err != nil {
		return bolt.RoomError(err)
	}
	now := b.now().UTC()
	path := filepath.Join(b.Dir, b.data+"."+now.Format(backupTime))
	var editions doctor.Editions
	if err := b.store.Backup(ctx, path, Sound(ctx, b.keys, &editions)); err != nil {
		return err
	}
	if info, err := os.Stat(path); err == nil { // else it is looked at again
		b.looked[backup{path, now.Truncate(time.Second), info.Size(), info.ModTime()}] = true
	}
	b.last.Store(now.Unix())
	b.log.Info("backup made", "file", path, "older rules", editions.Older, "newer rules", editions.Newer)
	return nil
}

// backup is one that was made. Whoever writes to it makes it another.
type backup struct {
	path    string
	at      time.Time // by its name
	size    int64
	changed time.Time
}

// tooOld says if it is older than any may be. When one of the future was made its name
// doesn't tell, but the file does.
func (x backup) tooOld(now time.Time) bool {
	if x.at.After(now) {
		return now.Sub(x.changed) > config.BackupLife
	}
	return now.Sub(x.at) > config.BackupLife
}

// holds says if a backup is sound. It looks once, and tells if it isn't.
func (b *schedule) holds(ctx context.Context, x backup) bool {
	if is, known := b.looked[x]; known {
		return is
	}
	err := bolt.Verify(x.path)
	if err == nil {
		err = Sound(ctx, b.keys, new(doctor.Editions))(x.path)
	}
	if ctx.Err() != nil || errors.Is(err, os.ErrNotExist) {
		return false
	}
	if err != nil {
		b.log.Error("a backup is not sound and counts as none", "file", x.path, "err", exit.OneLine(err))
	}
	b.looked[x] = err == nil
	return err == nil
}

// list finds the backups in the directory, and what is left of those that were killed.
// Other files there aren't looked at.
func (b *schedule) list() (made, rests []backup, err error) {
	entries, err := os.ReadDir(b.Dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, nil, err
	}
	for _, e := range entries {
		text, mine := strings.CutPrefix(e.Name(), b.data+".")
		text, rest, unfinished := strings.Cut(text, ".")
		at, err := time.Parse(backupTime, text)
		info, gone := e.Info()
		if !mine || err != nil || gone != nil {
			continue
		}
		x := backup{filepath.Join(b.Dir, e.Name()), at, info.Size(), info.ModTime()}
		switch {
		case !unfinished:
			made = append(made, x)
		case strings.HasPrefix(rest, "unfinished-backup-"):
			rests = append(rests, x)
		}
	}
	return made, rests, nil
}

// made lists the backups that there are, the newest first. Those of the future come
// last: the clock was wrong then, or is now, so nobody knows how old they are.
func (b *schedule) made(now time.Time) ([]backup, error) {
	all, _, err := b.list()
	future := func(x backup) int {
		if x.at.After(now) {
			return 1
		}
		return 0
	}
	slices.SortFunc(all, func(x, y backup) int {
		return cmp.Or(cmp.Compare(future(x), future(y)), y.at.Compare(x.at))
	})
	return all, err
}

// least is how many sound ones stay, however old the clock says that they are: it may have
// jumped. A bot that runs makes as many within config.BackupLife.
func (b *schedule) least() int { return min(b.Keep, int(config.BackupLife/b.Every)) }

// mayAge says if a backup that is too old may be deleted: a sound one once least newer sound ones are there, a
// broken one once there is one. If no backups are made any more, any may go.
func (b *schedule) mayAge(ctx context.Context, x backup, newer []backup) bool {
	if b.Every == 0 {
		return true
	}
	missing := b.least()
	if is, known := b.looked[x]; known && !is {
		missing = 1
	}
	for _, n := range newer {
		if missing > 0 && b.holds(ctx, n) {
			missing--
		}
	}
	return missing == 0
}

// prune deletes all but the newest, and those that are too old. The newest sound one stays. Without a sound one
// none goes, unless it is too old and no backups are made any more. A broken one doesn't count, and goes when it is
// too old; one that nobody has looked at counts as sound.
func (b *schedule) prune(ctx context.Context, now time.Time) error {
	all, err := b.made(now)
	newest := slices.IndexFunc(all, func(x backup) bool { return b.holds(ctx, x) })
	kept := 0
	for i, x := range all {
		gone := x.tooOld(now) && b.mayAge(ctx, x, all[:i])
		if is, known := b.looked[x]; !gone && (is || !known) {
			kept++
			gone = newest >= 0 && kept > b.Keep
		}
		if gone {
			err = errors.Join(err, os.Remove(x.path))
		}
	}
	return err
}

// DropOld deletes all backups that are too old by the clock, where another process makes newer ones.
func DropOld(c config.Config, now func() time.Time, log *slog.Logger) {
	b := newSchedule(c, log)
	made, rests, err := b.list()
	for _, x := range slices.Concat(made, rests) {
		if x.tooOld(now()) {
			err = errors.Join(err, os.Remove(x.path))
		}
	}
	if err != nil {
		b.log.Error("old backups not deleted", "err", exit.OneLine(err))
	}
}

// removeRests deletes what a backup has left that was killed: a copy of the data that
// would count as none and never go. Nothing else makes backups there yet.
func (b *schedule) removeRests() {
	_, rests, _ := b.list() // if they can't be listed, prune says so
	for _, x := range rests {
		if err := os.Remove(x.path); err != nil {
			b.log.Error("an unfinished backup is not deleted", "err", exit.OneLine(err))
		}
	}
}
