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

// Defects are the faults of a data file that could be opened. An error is nil if the file doesn't have the fault.
type Defects struct {
	compactErr error // the error of Compact: the file may still hold erased data
	metaErr    error // bolt.ErrMeta: the file was damaged, and holds its last complete state
}

// OpenCompacted opens the data file. If the file holds residue of erased data, OpenCompacted compacts the file first. If
// Compact fails, for instance because the disk is full, OpenCompacted opens the file as it is, and the next start
// compacts it.
func OpenCompacted(ctx context.Context, path string) (*bolt.Store, Defects, error) {
	store, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		return nil, Defects{}, err
	}
	found := Defects{metaErr: store.Warning()}
	hasResidue, err := privacy.HasResidue(ctx, store)
	if err != nil {
		return nil, found, errors.Join(err, store.Close())
	}
	if !hasResidue {
		return store, found, nil
	}
	if err := store.Close(); err != nil {
		return nil, found, err
	}
	found.compactErr = Compact(ctx, path)
	store, err = bolt.Open(path, bolt.Options{})
	return store, found, err
}

// Report logs the defects, and registers a metric that tells whether the file may still hold erased data.
func (d Defects) Report(registry prometheus.Registerer, log *slog.Logger) {
	failed := prometheus.NewGauge(prometheus.GaugeOpts{Name: "tarockbot_data_not_cleaned",
		Help: "1 if the data file could not be compacted at the start, and may still hold erased data."})
	registry.MustRegister(failed)
	if d.compactErr != nil {
		failed.Set(1)
		log.Warn("the data file couldn't be compacted; it may hold erased data until the next start", "err", report.ErrorLine(d.compactErr))
	}
	if d.metaErr != nil {
		log.Warn("the data file is damaged; the bot goes on with the last complete state", "err", report.ErrorLine(d.metaErr))
	}
}

// Compact rewrites the data file without residue, and stores in it that there is none.
func Compact(ctx context.Context, path string) error {
	if err := bolt.Compact(ctx, path); err != nil {
		return err
	}
	store, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		return err
	}
	return errors.Join(privacy.ClearResidue(ctx, store), store.Close())
}
