package stores

import (
	"context"
	"errors"
	"log/slog"

	"github.com/prometheus/client_golang/prometheus"

	"tarockbot/bot/upkeep/privacy"
	"tarockbot/cmd/tarockbot/internal/report"
	"tarockbot/storage/bolt"
)

// Defects are problems of a data file that OpenFile could open nevertheless.
type Defects struct {
	compactErr error // of Compact; unless nil, the file may still hold erased data
	metaErr    error // nil, or bolt.ErrMeta: the last commit may be missing
}

// OpenFile opens the data file for a bot, after compacting a file that holds residue of erased data. If compacting
// fails, the next start tries again. The caller must close the store.
func OpenFile(ctx context.Context, path string) (*bolt.Store, Defects, error) {
	store, err := bolt.Open(path)
	if err != nil {
		return nil, Defects{}, err
	}
	defects := Defects{metaErr: store.Warning()}
	hasResidue, err := privacy.HasResidue(ctx, store)
	if err != nil {
		return nil, Defects{}, errors.Join(err, store.Close())
	}
	if !hasResidue {
		return store, defects, nil
	}
	if err := store.Close(); err != nil {
		return nil, Defects{}, err
	}
	// The first Open has repaired the damaged meta page that Compact would refuse.
	defects.compactErr = Compact(ctx, path)
	if err := ctx.Err(); err != nil {
		return nil, Defects{}, err
	}
	if store, err = bolt.Open(path); err != nil {
		return nil, Defects{}, errors.Join(err, defects.compactErr)
	}
	return store, defects, nil
}

// Report logs the defects, and registers a metric for residue.
func (d Defects) Report(registry prometheus.Registerer, log *slog.Logger) {
	notCleaned := prometheus.NewGauge(prometheus.GaugeOpts{Name: "tarockbot_data_not_cleaned",
		Help: "1 if the data file could not be compacted at the start, and may still hold erased data."})
	registry.MustRegister(notCleaned)
	if d.compactErr != nil {
		notCleaned.Set(1)
		log.Warn("compacting the data file has failed; it may hold erased data; the next start tries again",
			"err", report.ErrorLine(d.compactErr))
	}
	if d.metaErr != nil {
		log.Warn("the data file is damaged; the bot goes on with the last complete state", "err", report.ErrorLine(d.metaErr))
	}
}

// Compact rewrites the data file without residue. No process may have the file open. Compact refuses a file with a
// damaged meta page (bolt.ErrMeta).
func Compact(ctx context.Context, path string) error {
	if err := bolt.Compact(ctx, path); err != nil {
		return err
	}
	store, err := bolt.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(privacy.ClearResidue(ctx, store), store.Close())
}
