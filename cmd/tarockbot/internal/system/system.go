// Package system has what the operating system gives the process: variables, the user's directories, files that
// only their owner may read, and work in the background.
package system

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// ReadPrivate reads a file. It returns an error if others than the owner can read the file.
func ReadPrivate(environ Environment, file string) ([]byte, error) {
	private, err := IsPrivate(environ, file)
	if err == nil && !private {
		err = fmt.Errorf("%s: others can read it; take their rights away (chmod 600)", file)
	}
	if err != nil {
		return nil, err
	}
	return os.ReadFile(file)
}

// IsPrivate reports whether only its owner can read a file. A file with a secret must be private. Windows has no
// such modes. The files of systemd's credentials show a right of the group that only the service's user has.
func IsPrivate(environ Environment, file string) (bool, error) {
	info, err := os.Stat(file)
	if err != nil {
		return false, err
	}
	return runtime.GOOS == "windows" || info.Mode().Perm()&0o077 == 0 || filepath.Dir(file) == environ.Get("CREDENTIALS_DIRECTORY"), nil
}

// Environment holds variables as os.Environ does.
type Environment []string

// Get returns the variable's value. Of several values the last counts, as in the system.
func (e Environment) Get(name string) string {
	for _, v := range slices.Backward(e) {
		if value, ok := strings.CutPrefix(v, name+"="); ok {
			return value
		}
	}
	return ""
}

// ConfigFile returns the usual path of the configuration file; "" if there is none.
func ConfigFile(e Environment) string {
	dir, err := userDir(e, runtime.GOOS, "XDG_CONFIG_HOME", ".config")
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "config.yaml")
}

// DataDir returns the directory for the user's data.
func DataDir(e Environment, system string) (string, error) {
	return userDir(e, system, "XDG_DATA_HOME", filepath.Join(".local", "share"))
}

// userDir returns tarockbot's directory among the user's. It follows the custom of Windows and of macOS, and elsewhere
// the XDG base directory specification, which ignores relative paths.
func userDir(e Environment, system, xdg, below string) (string, error) {
	switch home := e.Get("HOME"); {
	case system == "windows" && e.Get("LocalAppData") != "":
		return filepath.Join(e.Get("LocalAppData"), "tarockbot"), nil
	case system == "windows":
		return "", errors.New("%LocalAppData% is not set; say where the data is with --data")
	case system != "darwin" && filepath.IsAbs(e.Get(xdg)):
		return filepath.Join(e.Get(xdg), "tarockbot"), nil
	case home == "":
		return "", errors.New("$HOME is not set; say where the data is with --data")
	case system == "darwin":
		return filepath.Join(home, "Library", "Application Support", "tarockbot"), nil
	default:
		return filepath.Join(home, below, "tarockbot"), nil
	}
}

// Background runs do in the background. The function that it returns ends the context of do and waits for do.
func Background(ctx context.Context, do func(context.Context)) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	running.Go(func() { do(ctx) })
	return func() {
		cancel()
		running.Wait()
	}
}

// CopyFile copies a file to a new one, durably.
func CopyFile(from, to string) error {
	r, err := os.Open(from)
	if err != nil {
		return err
	}
	return errors.Join(WriteDurably(to, os.O_EXCL, r), r.Close())
}

// ReplaceDurably replaces a file, which only its owner can read. A killed process leaves the old file or the new one.
func ReplaceDurably(path string, text io.Reader) error {
	draft := path + ".new"
	if err := WriteDurably(draft, os.O_TRUNC, text); err != nil {
		return err
	}
	return os.Rename(draft, path)
}

// WriteDurably writes the text to the file, which only its owner can read, and syncs it.
func WriteDurably(path string, flag int, text io.Reader) error {
	w, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|flag, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(w, text)
	return errors.Join(cmp.Or(err, w.Sync()), w.Close())
}

// Language returns what the user of the program reads, by the system's variables: BCP 47, or "" for none.
func (e Environment) Language() string {
	name := cmp.Or(e.Get("LC_ALL"), e.Get("LC_MESSAGES"), e.Get("LANG")) // such as de_AT.UTF-8
	name, _, _ = strings.Cut(name, ".")
	return strings.ReplaceAll(name, "_", "-")
}
