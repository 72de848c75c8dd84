package main

import (
	"bytes"
	"cmp"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"tarockbot/engine/fair"
)

// The key that signs deals is a file of its own: who has it could sign others in the bot's
// name, and nobody needs it to go on with the data.

// fairKeyFile is where the key is that signs deals.
func (c Config) fairKeyFile() string {
	return cmp.Or(c.FairKey, filepath.Join(filepath.Dir(c.Data), "fair.key"))
}

// signingKey reads the key, or makes one if there is no file; made says so.
func signingKey(environ environment, path string) (key ed25519.PrivateKey, made bool, err error) {
	key, err = readKey(environ, path)
	if !errors.Is(err, fs.ErrNotExist) {
		return key, false, err
	}
	if _, key, err = ed25519.GenerateKey(nil); err != nil {
		return nil, false, err
	}
	text := append(hex.AppendEncode(nil, key.Seed()), '\n')
	return key, true, writeDurably(path, os.O_EXCL, bytes.NewReader(text))
}

// readKey reads the key from its file: the 32 bytes of its seed in hexadecimal digits. Only
// its owner may be able to read that.
func readKey(environ environment, path string) (ed25519.PrivateKey, error) {
	text, err := readPrivate(environ, path)
	if err != nil {
		return nil, err
	}
	var seed fair.Hash
	if err := seed.UnmarshalText(bytes.TrimSpace(text)); err != nil {
		return nil, fmt.Errorf("%s: holds no key: 64 hexadecimal digits are wanted, as openssl rand -hex 32 makes them", path)
	}
	return ed25519.NewKeyFromSeed(seed[:]), nil
}
