package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/spf13/pflag"

	"tarockbot/bot/privacy"
	"tarockbot/storage/bolt"
)

// newCompact makes the data file anew: what was deleted, such as what somebody had
// erased, is gone then from the disk's pages, too.
func newCompact(*pflag.FlagSet) func(context.Context, call) error {
	return func(ctx context.Context, c call) error {
		before, err := os.Stat(c.config.Data)
		if err != nil {
			return err
		}
		if err := makeAnew(ctx, c.config.Data); err != nil {
			return err
		}
		after, err := os.Stat(c.config.Data)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(c.out, "%s: made anew, %d bytes of %d\n", c.config.Data, after.Size(), before.Size())
		return err
	}
}

// findings are what is not as it should be with a data file that could be opened.
type findings struct {
	warning error // bolt.ErrMeta, or nil
	unclean error // why it couldn't be made anew, though it holds what was erased
}

// openClean opens the data file, and makes it anew before if it holds what was
// erased. Where that can't be done, for want of room for another, the file is opened
// as it is, and the next start tries again.
func openClean(ctx context.Context, path string) (*bolt.Store, findings, error) {
	store, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		return nil, findings{}, err
	}
	found := findings{warning: store.Warning()}
	erased, err := privacy.HoldsErased(ctx, store)
	if err != nil {
		return nil, found, errors.Join(err, store.Close())
	}
	if !erased {
		return store, found, nil
	}
	if err := store.Close(); err != nil {
		return nil, found, err
	}
	found.unclean = bolt.Compact(ctx, path)
	if store, err = bolt.Open(path, bolt.Options{}); err != nil {
		return nil, found, err
	}
	if found.unclean == nil {
		found.unclean = privacy.Cleared(ctx, store)
	}
	return store, found, nil
}

// report tells the operator.
func (f findings) report(registry prometheus.Registerer, log *slog.Logger) {
	failed := prometheus.NewGauge(prometheus.GaugeOpts{Name: "tarockbot_data_not_cleaned",
		Help: "1 if the data file could not be made anew at the start, and still holds what was erased before."})
	registry.MustRegister(failed)
	if f.unclean != nil {
		failed.Set(1)
		log.Warn("the data file could not be made anew and holds what was erased until the next start", "err", oneLine(f.unclean))
	}
	if f.warning != nil {
		log.Warn("the data file is not whole; the bot goes on with what was stored before", "err", oneLine(f.warning))
	}
}

// makeAnew makes the data file anew and notes that nothing of what was erased is
// left.
func makeAnew(ctx context.Context, path string) error {
	if err := bolt.Compact(ctx, path); err != nil {
		return err
	}
	store, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		return err
	}
	return errors.Join(privacy.Cleared(ctx, store), store.Close())
}
