package keys

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"strings"

	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/system"
)

// SigningKey is the file of the key that signs deals. It holds the seed of the key in hexadecimal digits. The key is stored
// outside the data and its backups, so that nobody with a backup can sign deals in the bot's name.
type SigningKey struct {
	Path    string
	Environ system.Environment // tells where systemd's credentials are; see system.ReadPrivate
}

// Ensure returns the key. If the file is missing, Ensure makes it with a new key, and logs that. All errors have the exit
// code exit.Config.
func (f SigningKey) Ensure(log *slog.Logger) (ed25519.PrivateKey, error) {
	key, err := f.Read()
	if !errors.Is(err, fs.ErrNotExist) {
		return key, err
	}
	seed := make([]byte, ed25519.SeedSize)
	_, _ = rand.Read(seed) // never fails
	if err := system.ReplaceFile(f.Path, strings.NewReader(hex.EncodeToString(seed)+"\n")); err != nil {
		return nil, exit.With(exit.Config, err)
	}
	log.Info("made a key that signs deals; keep a copy, but not beside the backups", "file", f.Path)
	return ed25519.NewKeyFromSeed(seed), nil
}

// Read returns the key. A missing file is an error (fs.ErrNotExist), and so is a file that others can read. All errors name
// the file and have the exit code exit.Config.
func (f SigningKey) Read() (ed25519.PrivateKey, error) {
	text, err := system.ReadPrivate(f.Environ, f.Path)
	if err != nil {
		return nil, exit.With(exit.Config, err)
	}
	seed, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(seed) != ed25519.SeedSize { // the error is left out, because it could show a part of the key
		return nil, exit.With(exit.Config, fmt.Errorf("%s: holds no key: 64 hexadecimal digits are wanted, as openssl rand -hex 32 makes them", f.Path))
	}
	return ed25519.NewKeyFromSeed(seed), nil
}
