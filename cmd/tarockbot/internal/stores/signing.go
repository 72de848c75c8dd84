package stores

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"

	"tarockbot/cmd/tarockbot/internal/system"
	"tarockbot/engine/fair"
)

// EnsureSigningKey reads the key that signs deals from its file. If the file is missing, EnsureSigningKey makes one and
// logs that. The key is no part of the data and of backups: otherwise anybody with a backup could sign deals in the bot's
// name.
func EnsureSigningKey(environ system.Environment, path string, log *slog.Logger) (key ed25519.PrivateKey, err error) {
	key, err = ReadSigningKey(environ, path)
	if !errors.Is(err, fs.ErrNotExist) {
		return key, err
	}
	if _, key, err = ed25519.GenerateKey(nil); err != nil {
		return nil, err
	}
	text := append(hex.AppendEncode(nil, key.Seed()), '\n')
	if err := system.ReplaceFile(path, bytes.NewReader(text)); err != nil {
		return nil, err
	}
	log.Info("made a key that signs deals; keep a copy where backups aren't", "file", path)
	return key, nil
}

// ReadSigningKey reads the key that signs deals from its file, which holds the 32 bytes of the key's seed in hexadecimal
// digits. The error is fs.ErrNotExist if there is no file. A file that others can read is an error, too.
func ReadSigningKey(environ system.Environment, path string) (ed25519.PrivateKey, error) {
	text, err := system.ReadPrivate(environ, path)
	if err != nil {
		return nil, err
	}
	var seed fair.Hash
	if err := seed.UnmarshalText(bytes.TrimSpace(text)); err != nil {
		return nil, fmt.Errorf("%s: holds no key: 64 hexadecimal digits are wanted, as openssl rand -hex 32 makes them", path)
	}
	return ed25519.NewKeyFromSeed(seed[:]), nil
}
