package system

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// ErrNotPrivate is the error of ReadPrivate if others than the owner can read the file.
var ErrNotPrivate = errors.New("others can read it; take their rights away (chmod 600)")

// ReadPrivate reads a file. Errors are ErrNotPrivate and those of the file system, and name the file.
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

// IsPrivate reports whether only its owner can read a file. A file with a secret must be private. Windows has no
// such modes. The files of systemd's credentials show a right of the group that only the service's user has.
func (e Environment) IsPrivate(file string) (bool, error) {
	info, err := os.Stat(file)
	if err != nil {
		return false, err
	}
	return runtime.GOOS == "windows" || info.Mode().Perm()&0o077 == 0 || filepath.Dir(file) == e.Get("CREDENTIALS_DIRECTORY"), nil
}
