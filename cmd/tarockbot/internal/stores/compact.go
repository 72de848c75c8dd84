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

// Defects lists what OpenCompacted found wrong or couldn't repair in a data file that it opened. A nil field means no such
// defect.
type Defects struct {
	compactErr error // of Compact; the file may hold erased data, or only the mark of residue
	metaErr    error // bolt.ErrMeta: the file was damaged; the last commit may be missing
}

// OpenCompacted opens the data file. If the file holds residue of erased data, OpenCompacted compacts the file first. If
// Compact fails, for instance because the disk is full, OpenCompacted opens the file nevertheless, and the next start
// tries again. With an error, the store is nil and there are no Defects.
func OpenCompacted(ctx context.Context, path string) (*bolt.Store, Defects, error) {
	store, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		return nil, Defects{}, err
	}
	found := Defects{metaErr: store.Warning()}
	hasResidue, err := privacy.HasResidue(ctx, store)
	if err == nil && !hasResidue {
		return store, found, nil
	}
	if err := errors.Join(err, store.Close()); err != nil {
		return nil, Defects{}, err
	}
	found.compactErr = Compact(ctx, path)
	if store, err = bolt.Open(path, bolt.Options{}); err != nil {
		return nil, Defects{}, errors.Join(err, found.compactErr)
	}
	return store, found, nil
}

// Report logs the defects, and registers a metric that tells whether the file may still hold erased data. Call it once for
// each registry, also if there are no defects; the metric is 0 then.
func (d Defects) Report(registry prometheus.Registerer, log *slog.Logger) {
	notCleaned := prometheus.NewGauge(prometheus.GaugeOpts{Name: "tarockbot_data_not_cleaned",
		Help: "1 if the data file could not be compacted at the start, and may still hold erased data."})
	registry.MustRegister(notCleaned)
	if d.compactErr != nil {
		notCleaned.Set(1)
		log.Warn("compacting the data file has failed; it may hold erased data until the next start", "err", report.ErrorLine(d.compactErr))
	}
	if d.metaErr != nil {
		log.Warn("the data file is damaged; the bot goes on with the last complete state", "err", report.ErrorLine(d.metaErr))
	}
}

// Compact rewrites the data file without residue, and removes the mark of residue. No process may have the file open.
// Errors are those of bolt.Compact, bolt.Open and the store.
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
