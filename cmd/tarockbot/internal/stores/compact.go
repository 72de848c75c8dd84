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

// Defects are the faults of a data file that could be opened.
type Defects struct {
	// CompactErr is the error of Compact; nil if it succeeded or wasn't needed. With it, the file may still hold erased
	// data.
	CompactErr error
	warning    error // bolt.ErrMeta, or nil
}

// OpenCompacted opens the data file. If the file holds residue of erased data, OpenCompacted compacts it first. If that
// fails, for instance because the disk is full, OpenCompacted opens the file as it is, and the next start tries again.
func OpenCompacted(ctx context.Context, path string) (*bolt.Store, Defects, error) {
	store, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		return nil, Defects{}, err
	}
	found := Defects{warning: store.Warning()}
	hasResidue, err := privacy.HasResidue(ctx, store)
	if err == nil && !hasResidue {
		return store, found, nil
	}
	if err := errors.Join(err, store.Close()); err != nil {
		return nil, found, err
	}
	found.CompactErr = Compact(ctx, path)
	store, err = bolt.Open(path, bolt.Options{})
	return store, found, err
}

// Report logs the defects, and registers a metric of residue.
func (d Defects) Report(registry prometheus.Registerer, log *slog.Logger) {
	failed := prometheus.NewGauge(prometheus.GaugeOpts{Name: "tarockbot_data_not_cleaned",
		Help: "1 if the data file could not be compacted at the start, and may still hold erased data."})
	registry.MustRegister(failed)
	if d.CompactErr != nil {
		failed.Set(1)
		log.Warn("the data file couldn't be compacted; it may hold erased data until the next start", "err", report.ErrorLine(d.CompactErr))
	}
	if d.warning != nil {
		log.Warn("the data file is damaged; the bot goes on with the last complete state", "err", report.ErrorLine(d.warning))
	}
}

// Compact rewrites the data file without residue, and records that.
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
