package system

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// ErrNotPrivate means that other users can read the file.
var ErrNotPrivate = errors.New("others can read it; make it private (chmod 600)")

// ReadPrivate reads a file, or returns ErrNotPrivate.
func (e Environment) ReadPrivate(file string) ([]byte, error) {
	private, err := e.IsPrivate(file)
	if err == nil && !private {
		err = fmt.Errorf("%s: %w", file, ErrNotPrivate)
	}
	if err != nil {
		return nil, err
	}
	return os.ReadFile(file)
}

// IsPrivate reports whether only its owner can read the file. Windows has no modes. systemd's credentials are private
// despite their group rights.
func (e Environment) IsPrivate(file string) (bool, error) {
	info, err := os.Stat(file)
	if err != nil {
		return false, err
	}
	return runtime.GOOS == "windows" || info.Mode().Perm()&0o077 == 0 || filepath.Dir(file) == e.Get("CREDENTIALS_DIRECTORY"), nil
}
