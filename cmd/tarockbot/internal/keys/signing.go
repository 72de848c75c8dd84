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

// SigningKeyFile is the file with the key that signs deals: the seed in hexadecimal digits. Keep it apart from backups;
// otherwise somebody with a backup can sign deals in the bot's name.
type SigningKeyFile struct {
	Path    string
	Environ system.Environment // see system.Environment.IsPrivate
}

// Ensure returns the key, and creates a missing file. It replaces nothing, not even a dangling symbolic link. All
// errors have exit.Config.
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

// create returns the other process's key if two create the file at once.
func (f SigningKeyFile) create(log *slog.Logger) (ed25519.PrivateKey, error) {
	_, fresh, _ := ed25519.GenerateKey(nil) // never fails
	created := system.CreateFile(f.Path, strings.NewReader(hex.EncodeToString(fresh.Seed())+"\n"))
	key, err := f.Read()
	if created == nil {
		log.Info("created the signing key; keep a copy, but not beside the backups", "file", f.Path)
	} else if isOther := err == nil && !key.Equal(fresh); !isOther && !errors.Is(created, fs.ErrExist) {
		return nil, exit.With(exit.Config, created)
	}
	return key, err
}

// Read returns the key, or fs.ErrNotExist if the file is missing. All errors have exit.Config.
func (f SigningKeyFile) Read() (ed25519.PrivateKey, error) {
	text, err := f.Environ.ReadPrivate(f.Path)
	if err != nil {
		return nil, exit.With(exit.Config, err)
	}
	seed, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(seed) != ed25519.SeedSize { // err could show a part of the key
		return nil, exit.With(exit.Config, fmt.Errorf("%s: holds no key: 64 hexadecimal digits are required; openssl rand -hex 32 makes them", f.Path))
	}
	return ed25519.NewKeyFromSeed(seed), nil
}
