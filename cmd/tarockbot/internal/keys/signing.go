package keys

import (
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"strings"

	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/system"
)

// SigningKeyFile is the file with the key that signs deals: the key's seed in hexadecimal digits. Keep the file out of the
// data and its backups, so that nobody with a backup can sign deals in the bot's name.
type SigningKeyFile struct {
	Path    string
	Environ system.Environment // tells where systemd's credentials are; see system.Environment.ReadPrivate
}

// Ensure returns the key. If the file is missing, Ensure creates it with a new key and logs its path. It never replaces
// anything, not even a dangling symbolic link (fs.ErrNotExist). It removes the drafts of processes that were killed while
// they created the file. Path must not be empty. All errors have the exit code exit.Config.
func (f SigningKeyFile) Ensure(log *slog.Logger) (ed25519.PrivateKey, error) {
	key, err := f.Read()
	if errors.Is(err, fs.ErrNotExist) {
		key, err = f.create(log)
	}
	if err == nil {
		system.RemoveDrafts(f.Path)
	}
	return key, err
}

// create creates the file with a new key and returns the key. If another process creates the file at the same time, create
// returns that process's key.
func (f SigningKeyFile) create(log *slog.Logger) (ed25519.PrivateKey, error) {
	_, fresh, _ := ed25519.GenerateKey(nil) // never fails
	created := system.CreateFile(f.Path, strings.NewReader(hex.EncodeToString(fresh.Seed())+"\n"))
	key, err := f.Read()
	if created == nil {
		log.Info("created the signing key; keep a copy, but not beside the backups", "file", f.Path)
	} else if isOther := err == nil && !key.Equal(fresh); !isOther && !errors.Is(created, fs.ErrExist) {
		return nil, exit.With(exit.Config, created)
	}
	return key, err // fs.ErrNotExist for a dangling link
}

// Read returns the key. A missing file is an error (fs.ErrNotExist), and so is a file that others can read. All errors name
// the path and have the exit code exit.Config. Without a path, Read returns fs.ErrNotExist.
func (f SigningKeyFile) Read() (ed25519.PrivateKey, error) {
	text, err := f.Environ.ReadPrivate(f.Path)
	if err != nil {
		return nil, exit.With(exit.Config, err)
	}
	seed, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(seed) != ed25519.SeedSize { // the error is left out, because it could show a part of the key
		return nil, exit.With(exit.Config, fmt.Errorf("%s: holds no key: 64 hexadecimal digits are wanted, as openssl rand -hex 32 makes them", f.Path))
	}
	return ed25519.NewKeyFromSeed(seed), nil
}
