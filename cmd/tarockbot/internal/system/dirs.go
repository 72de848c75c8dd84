package system

import (
	"errors"
	"path/filepath"
	"runtime"
)

// ConfigFile returns the usual path of the configuration file, or "".
func (e Environment) ConfigFile() string {
	dir, err := e.userDir(runtime.GOOS, "XDG_CONFIG_HOME", ".config")
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "config.yaml")
}

// DataDir returns the directory for the user's data.
func (e Environment) DataDir() (string, error) {
	return e.userDir(runtime.GOOS, "XDG_DATA_HOME", ".local/share")
}

// userDir follows the XDG base directory specification, except on Windows and macOS. The specification ignores relative
// paths.
func (e Environment) userDir(system, xdg, below string) (string, error) {
	home, local := e.Get("HOME"), e.getOn(system, "LocalAppData")
	switch {
	case system == "windows" && local != "":
		return filepath.Join(local, "tarockbot"), nil
	case system == "windows":
		return "", errors.New("%LocalAppData% is not set")
	case system != "darwin" && filepath.IsAbs(e.Get(xdg)):
		return filepath.Join(e.Get(xdg), "tarockbot"), nil
	case home == "":
		return "", errors.New("$HOME is not set")
	case system == "darwin":
		return filepath.Join(home, "Library", "Application Support", "tarockbot"), nil
	default:
		return filepath.Join(home, below, "tarockbot"), nil
	}
}
