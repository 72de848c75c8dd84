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

// checkContents examines the contents that a bot needs to continue. For a fault, it returns an error with exit.Data.
func checkContents(ctx context.Context, path string, keyFile keys.DataKeyFile) (doctor.Editions, error) {
	found, err := ExamineBackup(ctx, path, keyFile)
	if err == nil && len(found.Faults) > 0 {
		err = exit.With(exit.Data, fmt.Errorf("%s, the first: %s", report.Count(len(found.Faults), "fault"), found.Faults[0]))
	}
	return found.Editions, err
}

// ExamineBackup runs doctor.ExamineBackup on the data. Without the key file, it only counts sealed tables.
func ExamineBackup(ctx context.Context, place string, keyFile keys.DataKeyFile) (found doctor.Report, err error) {
	err = stores.WithUnsealed(ctx, place, keyFile, func(docs storage.Store, _ stores.Snapshot) (err error) {
		found, err = doctor.ExamineBackup(ctx, docs)
		return err
	})
	return found, err
}

func isAboutContents(err error) bool {
	return exit.Code(err) == exit.Data || slices.ContainsFunc([]error{
		bolt.ErrForeign, bolt.ErrMeta, storage.ErrDamaged, documents.ErrNewerData, documents.ErrTooOld,
	}, func(target error) bool { return errors.Is(err, target) })
}

type verdict int

const (
	unchecked verdict = iota
	sound
	unsound
	unknown
)

// checker remembers its verdicts, because a check replays deals. Only one goroutine may use it.
type checker struct {
	keyFile  keys.DataKeyFile
	log      *slog.Logger
	verdicts map[backupFile]verdict
}

func (c *checker) isSound(ctx context.Context, x backupFile) bool {
	if c.verdicts[x] == unchecked && ctx.Err() == nil {
		c.verdicts[x] = c.check(ctx, x)
	}
	return c.verdicts[x] == sound
}

// check returns unchecked if ctx ends first.
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
		c.log.Error("a backup is not sound and doesn't count", "file", x.path, "err", report.ErrorLine(err))
		return unsound
	}
	c.log.Error("a backup can't be checked and doesn't count for now", "file", x.path, "err", report.ErrorLine(err))
	return unknown
}

func (c *checker) retryUnknown() {
	maps.DeleteFunc(c.verdicts, func(_ backupFile, v verdict) bool { return v == unknown })
}
