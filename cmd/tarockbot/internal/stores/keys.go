package stores

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
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

// KeySetting is the key of the configuration that names a KeyFile.
const KeySetting = "data-key"

// KeyFile names the file of the keys that seal hidden cards. Without a path there are no keys.
type KeyFile struct {
	Path    string
	Environ system.Environment
}

// Read reads the keys. A missing file is an error, which explains how to make the file: without the error, the bot would
// store hidden cards in the clear as soon as the file is missing. An empty file has no keys yet. Errors exit with
// exit.Config.
func (f KeyFile) Read() (sealed.Keys, error) {
	if f.Path == "" {
		return nil, nil
	}
	text, err := system.ReadPrivate(f.Environ, f.Path)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%w; tarockbot add-key makes one, with which sealed tables of before stay lost", err)
	}
	if err != nil {
		return nil, exit.With(exit.Config, fmt.Errorf("%s: %w", KeySetting, err))
	}
	keys, err := sealed.ParseKeys(string(text))
	if err != nil {
		return nil, exit.With(exit.Config, fmt.Errorf("%s: %s: %w", KeySetting, f.Path, err))
	}
	return keys, nil
}

// SealedStore returns a bot's store, which seals and opens the documents of the store below. The error is that of Read.
func (f KeyFile) SealedStore(below storage.Store) (*sealed.Store, error) {
	keys, err := f.Read()
	if err != nil {
		return nil, err
	}
	return sealed.New(below, keys, bot.SealedKinds()...), nil
}

// TolerantSealedStore returns a store for callers that only read or erase. Without the key file, the store opens only
// the documents that need no key.
func (f KeyFile) TolerantSealedStore(below storage.Store) (*sealed.Store, error) {
	keys, err := f.Read()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return sealed.New(below, keys, bot.SealedKinds()...), nil
}

// keyEvery is the pause of a running bot before it reads the key file again.
const keyEvery = time.Minute

// Follow hands changes of the key file to the store until the returned function is called, and logs the changes. If the
// file can't be read or has lost all its keys, the store keeps its keys.
func (f KeyFile) Follow(ctx context.Context, store *sealed.Store, log *slog.Logger) (stop func()) {
	if f.Path == "" {
		return func() {}
	}
	return background.Start(ctx, func(ctx context.Context) {
		reported := ""
		for again := true; again; again = retry.Sleep(ctx, keyEvery) {
			keys, err := f.reload(store)
			if state := fmt.Sprint(len(keys), keys.Newest(), err); state != reported {
				f.logReload(log, keys, err)
				reported = state
			}
		}
	})
}

// reload reads the keys and hands them to the store. A file without keys is an error if the store has some.
func (f KeyFile) reload(store *sealed.Store) (sealed.Keys, error) {
	keys, err := f.Read()
	if err == nil && len(keys) == 0 && len(store.Keys()) > 0 {
		err = fmt.Errorf("%s: %s has no key any more", KeySetting, f.Path)
	}
	if err == nil {
		store.SetKeys(keys)
	}
	return keys, err
}

// logReload logs the result of reload.
func (f KeyFile) logReload(log *slog.Logger, keys sealed.Keys, err error) {
	switch {
	case err != nil:
		log.Error("data keys not read again; the bot keeps those that it has", "err", report.ErrorLine(err))
	case len(keys) == 0:
		log.Warn("no data key yet: hidden cards are stored in the clear", "file", f.Path)
	default:
		log.Info("data keys read", "keys", len(keys), "newest", keys.Newest())
	}
}

// AddKey appends a new key to a key file. It makes a missing file.
func AddKey(path string) error {
	old, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if _, err := sealed.ParseKeys(string(old)); err != nil { // not a key file
		return exit.With(exit.Data, fmt.Errorf("%s: %w", path, err))
	}
	line := sealed.NewKey()
	if len(old) > 0 && !bytes.HasSuffix(old, []byte("\n")) {
		line = "\n" + line
	}
	return system.AppendToFile(path, strings.NewReader(line))
}
