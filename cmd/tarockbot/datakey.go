package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"tarockbot/bot"
	"tarockbot/bot/support/retry"
	"tarockbot/bot/upkeep/doctor"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
	"tarockbot/storage/sealed"
)

// dataKey is the key of the configuration that names a keyFile.
const dataKey = "data-key"

// keyFile is where the keys are that seal what hides cards; without a path there are none.
type keyFile struct {
	path    string
	environ environment
}

// read reads the keys. That there is no file is an error, for else all would be stored in
// the clear as soon as it is missing; an empty one has none yet.
func (f keyFile) read() (sealed.Keys, error) {
	if f.path == "" {
		return nil, nil
	}
	text, err := readPrivate(f.environ, f.path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dataKey, err)
	}
	keys, err := sealed.ParseKeys(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %s: %w", dataKey, f.path, err)
	}
	return keys, nil
}

// open gives the documents of a store that a bot runs on.
func (f keyFile) open(below storage.Store) (*sealed.Store, error) {
	keys, err := f.need()
	if err != nil {
		return nil, err
	}
	return sealed.New(below, keys, bot.SealedKinds()...), nil
}

// need reads the keys for a bot that is to run on them.
func (f keyFile) need() (sealed.Keys, error) {
	keys, err := f.read()
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%w; tarockbot add-key makes one, with which sealed tables of before stay lost", err)
	}
	return keys, err
}

// openSome gives the documents of a store to who only looks, or erases: without the file, those
// that need no key.
func (f keyFile) openSome(below storage.Store) (*sealed.Store, error) {
	keys, err := f.read()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, exit.With(exit.Config, err)
	}
	return sealed.New(below, keys, bot.SealedKinds()...), nil
}

// keyEvery is how often a running bot looks whether there is another key.
const keyEvery = time.Minute

// followKeys lets the store have the keys of the file as they are added and taken out, until the
// returned function is called.
func followKeys(ctx context.Context, f keyFile, store *sealed.Store, log *slog.Logger) (stop func()) {
	if f.path == "" {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	var following sync.WaitGroup
	following.Go(func() { f.follow(ctx, store, log) })
	return func() {
		cancel()
		following.Wait()
	}
}

// follow is followKeys until ctx ends. Keys that can't be read, or are all gone, leave the store
// those that it has.
func (f keyFile) follow(ctx context.Context, store *sealed.Store, log *slog.Logger) {
	had, told := 0, ""
	for again := true; again; again = retry.Sleep(ctx, keyEvery) {
		keys, err := f.read()
		if err == nil && len(keys) == 0 && had > 0 {
			err = fmt.Errorf("%s: %s has no key any more", dataKey, f.path)
		}
		if err == nil {
			store.Use(keys)
			had = len(keys)
		}
		state := fmt.Sprint(len(keys), keys.Newest(), err)
		if state == told {
			continue
		}
		told = state
		switch {
		case err != nil:
			log.Error("the data keys stay those until now", "err", exit.OneLine(err))
		case len(keys) == 0:
			log.Warn("no data key yet: hidden cards are stored in the clear", "file", f.path)
		default:
			log.Info("data keys read", "keys", len(keys), "newest", keys.Newest())
		}
	}
}

// addKey adds a key to a file of them, the newest last.
func addKey(_ context.Context, c call) error {
	path := c.files[0]
	old, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if _, err := sealed.ParseKeys(string(old)); err != nil { // it is another file
		return exit.With(exit.Data, fmt.Errorf("%s: %w", path, err))
	}
	line := sealed.NewKey()
	if len(old) > 0 && !bytes.HasSuffix(old, []byte("\n")) {
		line = "\n" + line
	}
	if err := writeDurably(path, os.O_APPEND, strings.NewReader(line)); err != nil {
		return err
	}
	if err := bolt.SyncDir(filepath.Dir(path)); err != nil {
		return err
	}
	fmt.Fprintf(c.out, "%s: has one more key; keep a copy of it where no backups are\n", path)
	return nil
}

// tellSealed says how many tables of the file nobody could look into, if there are some.
func tellSealed(out io.Writer, path string, report doctor.Report) {
	if report.Sealed > 0 {
		fmt.Fprintf(out, "%s: %d tables are sealed with a key that isn't here (%s), and were not looked at\n", path, report.Sealed, dataKey)
	}
}
