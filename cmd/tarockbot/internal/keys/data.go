// Package keys reads and creates the files of the keys that encrypt hidden cards and sign deals.
package keys

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"strings"
	"time"

	"tarockbot/bot"
	"tarockbot/bot/support/retry"
	"tarockbot/cmd/tarockbot/internal/background"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/report"
	"tarockbot/cmd/tarockbot/internal/system"
	"tarockbot/storage"
	"tarockbot/storage/sealed"
)

// DataKeySetting is the setting with the path of the data key file.
const DataKeySetting = "data-key"

// DataKeyFile is the file with the keys that seal hidden cards. An empty Path means no keys.
type DataKeyFile struct {
	Path    string
	Environ system.Environment // see system.Environment.IsPrivate
}

// Read returns the keys. If the file is missing, it returns fs.ErrNotExist: a bot that lost its keys must not store
// hidden cards in the clear. All errors have exit.Config.
func (f DataKeyFile) Read() (sealed.Keys, error) {
	if f.Path == "" {
		return nil, nil
	}
	text, err := f.Environ.ReadPrivate(f.Path)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%w; tarockbot add-key makes a new file, but its key can't open tables that are already sealed", err)
	}
	if err != nil {
		return nil, exit.With(exit.Config, fmt.Errorf("%s: %w", DataKeySetting, err))
	}
	keys, err := sealed.ParseKeys(string(text))
	if err != nil {
		return nil, exit.With(exit.Config, fmt.Errorf("%s: %s: %w", DataKeySetting, f.Path, err))
	}
	return keys, nil
}

// SealedStore returns a store that seals hidden cards. Without keys, it writes them in the clear.
func (f DataKeyFile) SealedStore(below storage.Store) (*sealed.Store, error) {
	keys, err := f.Read()
	if err != nil {
		return nil, err
	}
	return sealed.New(below, keys, bot.SealedKinds()...), nil
}

// TolerantSealedStore returns a store only for reading and deleting documents. Without a key file, it opens only
// documents in the clear.
func (f DataKeyFile) TolerantSealedStore(below storage.Store) (*sealed.Store, error) {
	store, err := f.SealedStore(below)
	if errors.Is(err, fs.ErrNotExist) {
		return sealed.New(below, nil, bot.SealedKinds()...), nil
	}
	return store, err
}

const followPause = time.Minute

// Follow reloads the store's keys once a minute until ctx ends or stop is called. It logs changes. If the file is
// unreadable or has become empty, the store keeps its keys.
func (f DataKeyFile) Follow(ctx context.Context, store *sealed.Store, log *slog.Logger) (stop func()) {
	if f.Path == "" {
		return func() {}
	}
	return background.Start(ctx, func(ctx context.Context) {
		var lastLogged string
		for ok := true; ok; ok = retry.Sleep(ctx, followPause) {
			keys, err := f.reload(store)
			if state := fmt.Sprint(len(keys), keys.Newest(), err); state != lastLogged {
				f.logReload(log, keys, err)
				lastLogged = state
			}
		}
	})
}

func (f DataKeyFile) reload(store *sealed.Store) (sealed.Keys, error) {
	keys, err := f.Read()
	if err == nil && len(keys) == 0 && len(store.Keys()) > 0 {
		err = fmt.Errorf("%s: %s no longer has a key", DataKeySetting, f.Path)
	}
	if err == nil {
		store.SetKeys(keys)
	}
	return keys, err
}

func (f DataKeyFile) logReload(log *slog.Logger, keys sealed.Keys, err error) {
	switch {
	case err != nil:
		log.Error("the data keys can't be used; the bot keeps its current keys", "err", report.ErrorLine(err))
	case len(keys) == 0:
		log.Warn("no data key yet: hidden cards are stored in the clear", "file", f.Path)
	default:
		log.Info("data keys read", "keys", len(keys), "newest", keys.Newest())
	}
}

// Add appends a new key to the file, or creates the file. It refuses, with exit.Data, files that others can read, and
// files with other contents.
func (f DataKeyFile) Add() error {
	old, err := f.Environ.ReadPrivate(f.Path)
	switch {
	case errors.Is(err, system.ErrNotPrivate):
		return exit.With(exit.Data, err)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if _, err := sealed.ParseKeys(string(old)); err != nil {
		return exit.With(exit.Data, fmt.Errorf("%s: %w", f.Path, err))
	}
	line := sealed.NewKey()
	if len(old) > 0 && !strings.HasSuffix(string(old), "\n") {
		line = "\n" + line
	}
	return system.AppendToFile(f.Path, strings.NewReader(line))
}
