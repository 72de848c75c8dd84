package stores

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

// KeySetting names the setting that holds the path of a KeyFile.
const KeySetting = "data-key"

// KeyFile is the file of the keys that seal hidden cards. Without a path there are no keys.
type KeyFile struct {
	Path    string
	Environ system.Environment // tells where systemd's credentials are; see system.ReadPrivate
}

// Read reads the keys. An empty file has no keys yet. A missing file is fs.ErrNotExist, not an empty set of keys:
// otherwise a bot that lost its file would store hidden cards in the clear. All errors have the exit code exit.Config.
func (f KeyFile) Read() (sealed.Keys, error) {
	if f.Path == "" {
		return nil, nil
	}
	text, err := system.ReadPrivate(f.Environ, f.Path)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%w; tarockbot add-key makes one, but its key opens no table that is sealed already", err)
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

// SealedStore returns a store for a bot. The store seals hidden cards before it writes them to the store below. The error
// is that of Read.
func (f KeyFile) SealedStore(below storage.Store) (*sealed.Store, error) {
	keys, err := f.Read()
	if err != nil {
		return nil, err
	}
	return sealed.New(below, keys, bot.SealedKinds()...), nil
}

// TolerantSealedStore returns a store for callers that only read or erase. If the key file is missing, the store opens
// only the documents that need no key.
func (f KeyFile) TolerantSealedStore(below storage.Store) (*sealed.Store, error) {
	store, err := f.SealedStore(below)
	if errors.Is(err, fs.ErrNotExist) {
		return KeyFile{}.SealedStore(below)
	}
	return store, err
}

// followPause is the pause of Follow before it reads the key file again.
const followPause = time.Minute

// Follow reads the key file at once and then every followPause, until ctx ends or stop is called; stop waits for the last
// read. Follow gives the store the keys that it reads, and logs when their number, the newest key or the error changes. If
// the file can't be read, or has no key any more, the store keeps its keys. Without a path, Follow does nothing.
func (f KeyFile) Follow(ctx context.Context, store *sealed.Store, log *slog.Logger) (stop func()) {
	if f.Path == "" {
		return func() {}
	}
	return background.Start(ctx, func(ctx context.Context) {
		for reported, again := "", true; again; again = retry.Sleep(ctx, followPause) {
			keys, err := f.reload(store)
			if state := fmt.Sprint(len(keys), keys.Newest(), err); state != reported {
				f.logReload(log, keys, err)
				reported = state
			}
		}
	})
}

// reload reads the keys and gives them to the store. A file without keys is an error if the store has some.
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

// Add appends a new key to the file, and makes a missing file. A file that others can read, or that holds anything but
// keys, is an error. As the file is what the command works on, and no setting of a bot, wrong contents have the exit code
// exit.Data.
func (f KeyFile) Add() error {
	old, err := system.ReadPrivate(f.Environ, f.Path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
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
