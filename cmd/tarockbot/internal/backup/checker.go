package backup

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"

	"tarockbot/bot/documents"
	"tarockbot/bot/upkeep/doctor"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/keys"
	"tarockbot/cmd/tarockbot/internal/report"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
)

// checkContents examines the tables and people in a backup and the documents that belong to them. It replays the deals of
// tables that exist and of matches that ended less than a day ago. The caller has verified the file by bolt.Verify. The
// first fault is an error with exit.Data. checkContents also returns how many deals other editions of the rules have
// settled.
func checkContents(ctx context.Context, path string, keyFile keys.DataKeyFile) (doctor.Editions, error) {
	found, err := ExamineKept(ctx, path, keyFile)
	if err == nil && len(found.Faults) > 0 {
		err = exit.With(exit.Data, fmt.Errorf("%d faults, the first: %s", len(found.Faults), found.Faults[0]))
	}
	return found.Editions, err
}

// ExamineKept runs doctor.ExamineKept on the data at the place. If the key file is missing, it counts the sealed tables
// without examining them.
func ExamineKept(ctx context.Context, place string, keyFile keys.DataKeyFile) (found doctor.Report, err error) {
	err = stores.WithUnsealed(ctx, place, keyFile, func(docs storage.Store, _ stores.Snapshot) (err error) {
		found, err = doctor.ExamineKept(ctx, docs)
		return err
	})
	return found, err
}

// isAboutContents reports whether an error of a copy or a check means that the contents are unusable. Other errors may be
// temporary.
func isAboutContents(err error) bool {
	return exit.Code(err) == exit.Data || slices.ContainsFunc([]error{
		bolt.ErrForeign, bolt.ErrMeta, storage.ErrDamaged, documents.ErrNewerData, documents.ErrTooOld,
	}, func(target error) bool { return errors.Is(err, target) })
}

// verdict is what a checker knows about the contents of a backup.
type verdict int

const (
	unchecked verdict = iota
	sound
	unsound // this program can't use the contents; not checked again
	unknown // the check failed with an error that may be temporary; checked again after retryUnknown
)

// checker checks backups, and remembers the verdicts, because a check replays all that a bot goes on with. Only one
// goroutine may use a checker.
type checker struct {
	keyFile  keys.DataKeyFile
	log      *slog.Logger
	verdicts map[backupFile]verdict
}

// isSound reports whether a backup is sound. It checks an unchecked one, which reads the whole file, unless ctx has ended.
func (c *checker) isSound(ctx context.Context, x backupFile) bool {
	if c.verdicts[x] == unchecked && ctx.Err() == nil {
		c.verdicts[x] = c.check(ctx, x)
	}
	return c.verdicts[x] == sound
}

// check checks a backup and returns the verdict, which is unchecked if ctx has ended before the check is complete. check
// logs why a verdict is unsound or unknown.
func (c *checker) check(ctx context.Context, x backupFile) verdict {
	err := bolt.Verify(x.path)
	if err == nil {
		_, err = checkContents(ctx, x.path, c.keyFile)
	}
	switch {
	case err == nil:
		return sound
	case ctx.Err() != nil:
		return unchecked
	case isAboutContents(err):
		c.log.Error("a backup is not sound and counts as none", "file", x.path, "err", report.ErrorLine(err))
		return unsound
	}
	c.log.Error("a backup can't be checked and counts as none for now", "file", x.path, "err", report.ErrorLine(err))
	return unknown
}

// retryUnknown makes isSound check the backups again that couldn't be checked.
func (c *checker) retryUnknown() {
	maps.DeleteFunc(c.verdicts, func(_ backupFile, v verdict) bool { return v == unknown })
}
