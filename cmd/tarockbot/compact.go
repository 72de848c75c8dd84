package main

import (
	"context"
	"errors"
	"fmt"
	"os"

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
// erased.
func openClean(ctx context.Context, path string) (*bolt.Store, error) {
	store, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		return nil, err
	}
	erased, err := bot.HoldsErased(ctx, store)
	if err != nil || !erased {
		return keepOrClose(store, err)
	}
	if err := errors.Join(store.Close(), makeAnew(ctx, path)); err != nil {
		return nil, err
	}
	return bolt.Open(path, bolt.Options{})
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

// keepOrClose is the store, closed if there was an error.
func keepOrClose(store *bolt.Store, err error) (*bolt.Store, error) {
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	return store, nil
}
