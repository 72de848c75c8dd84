package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/spf13/pflag"

	"tarockbot/bot"
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

// openClean opens the data file, and makes it anew before if it holds what was
// erased. Where that can't be done, for want of room for another, the file is opened
// as it is: unclean says why, and the next start tries again.
func openClean(ctx context.Context, path string) (store *bolt.Store, unclean, err error) {
	store, err = bolt.Open(path, bolt.Options{})
	if err != nil {
		return nil, nil, err
	}
	erased, err := bot.HoldsErased(ctx, store)
	if err != nil || !erased {
		return orClosed(store, err)
	}
	if err := store.Close(); err != nil {
		return nil, nil, err
	}
	unclean = bolt.Compact(ctx, path)
	if store, err = bolt.Open(path, bolt.Options{}); err != nil {
		return nil, nil, err
	}
	if unclean == nil {
		unclean = bot.Cleared(ctx, store)
	}
	return store, unclean, nil
}

// reportUnclean tells the operator that the data file couldn't be made anew; nil:
// that it could, or needn't.
func reportUnclean(unclean error, registry prometheus.Registerer, log *slog.Logger) {
	failed := prometheus.NewGauge(prometheus.GaugeOpts{Name: "tarockbot_data_not_cleaned",
		Help: "1 if the data file could not be made anew at the start, and still holds what was erased before."})
	registry.MustRegister(failed)
	if unclean != nil {
		failed.Set(1)
		log.Warn("the data file could not be made anew and holds what was erased until the next start", "err", oneLine(unclean))
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
	return errors.Join(bot.Cleared(ctx, store), store.Close())
}

// orClosed is the store, closed if there was an error.
func orClosed(store *bolt.Store, err error) (_ *bolt.Store, unclean, _ error) {
	if err != nil {
		return nil, nil, errors.Join(err, store.Close())
	}
	return store, nil, nil
}
