package system

import (
	"errors"
	"path/filepath"
	"runtime"
)

// ConfigFile returns the usual path of the configuration file; "" if there is none.
func (e Environment) ConfigFile() string {
	dir, err := e.userDir(runtime.GOOS, "XDG_CONFIG_HOME", ".config")
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "config.yaml")
}

// DataDir returns the directory for the user's data. The error names a variable that isn't set.
func (e Environment) DataDir() (string, error) {
	return e.userDir(runtime.GOOS, "XDG_DATA_HOME", ".local/share")
}

// userDir returns tarockbot's directory among the user's. It follows the custom of Windows and of macOS, and elsewhere
// the XDG base directory specification, which ignores relative paths. The system is named as in runtime.GOOS, xdg is
// that specification's variable, and below is the path in the user's home that counts without the variable.
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
