// Package keys manages the bot's key files. A DataKeyFile holds the keys that encrypt hidden cards in the data. A
// SigningKeyFile holds the key that signs deals. Start at DataKeyFile.Read and SigningKeyFile.Ensure. Their errors have the
// exit code exit.Config; those of DataKeyFile.Add don't.
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

// DataKeySetting is the name of the setting with the path of the data key file.
const DataKeySetting = "data-key"

// DataKeyFile is the file with the keys that seal hidden cards, one in each line. Without a path there are no keys.
type DataKeyFile struct {
	Path    string
	Environ system.Environment // tells where systemd's credentials are; see system.Environment.ReadPrivate
}

// Read returns the keys. Without a path, or if the file is empty, there are none. A missing file is an error
// (fs.ErrNotExist): a bot that lost its keys must not store hidden cards in the clear. A file that others can read is an
// error, too. All errors have the exit code exit.Config.
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

// SealedStore returns a store for a bot. The store seals hidden cards before it writes them to the store below. Without keys,
// the store writes hidden cards in the clear; Follow logs a warning then, if there is a path. Errors are those of Read.
func (f DataKeyFile) SealedStore(below storage.Store) (*sealed.Store, error) {
	keys, err := f.Read()
	if err != nil {
		return nil, err
	}
	return sealed.New(below, keys, bot.SealedKinds()...), nil
}

// TolerantSealedStore is SealedStore for callers that only read or delete documents. If the key file is missing, the store
// has no keys: it opens only documents in the clear. A file with wrong contents is still an error. Callers must not commit
// new data of sealed kinds, because a store without keys writes it in the clear.
func (f DataKeyFile) TolerantSealedStore(below storage.Store) (*sealed.Store, error) {
	store, err := f.SealedStore(below)
	if errors.Is(err, fs.ErrNotExist) {
		return sealed.New(below, nil, bot.SealedKinds()...), nil
	}
	return store, err
}

// followPause is the time between two reloads of Follow.
const followPause = time.Minute

// Follow reloads the store's keys from the file in the background, first immediately and then once a minute, until ctx ends
// or stop is called. stop waits for a running reload. Follow logs the first result, and each later one with another number
// of keys, another newest key or another error. If the file can't be read or has become empty, the store keeps its keys.
// Without a path, Follow does nothing.
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

// reload reads the keys and gives them to the store. A file without keys is an error if the store has keys.
func (f DataKeyFile) reload(store *sealed.Store) (sealed.Keys, error) {
	keys, err := f.Read()
	if err == nil && len(keys) == 0 && len(store.Keys()) > 0 {
		err = fmt.Errorf("%s: %s has no key any more", DataKeySetting, f.Path)
	}
	if err == nil {
		store.SetKeys(keys)
	}
	return keys, err
}

// logReload logs the result of reload.
func (f DataKeyFile) logReload(log *slog.Logger, keys sealed.Keys, err error) {
	switch {
	case err != nil:
		log.Error("the data keys can't be used; the bot keeps its present keys", "err", report.ErrorLine(err))
	case len(keys) == 0:
		log.Warn("no data key yet: hidden cards are stored in the clear", "file", f.Path)
	default:
		log.Info("data keys read", "keys", len(keys), "newest", keys.Newest())
	}
}

// Add appends a new key to the file, and creates the file if it is missing. A file that others can read, or that holds
// anything but keys, stays as it is; the error has exit.Data, because the file is the command's argument, not a setting.
// Other errors are the file system's.
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
