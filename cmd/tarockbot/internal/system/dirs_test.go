package system

import (
	"path/filepath"
	"testing"
)

func TestDataDir(t *testing.T) {
	for _, c := range []struct {
		name, system string
		env          Environment
		want         string
	}{
		{"XDG", "linux", Environment{"HOME=/h", "XDG_DATA_HOME=/x"}, "/x/tarockbot"},
		{"XDG must be absolute", "linux", Environment{"HOME=/h", "XDG_DATA_HOME=x"}, "/h/.local/share/tarockbot"},
		{"home", "freebsd", Environment{"HOME=/h"}, "/h/.local/share/tarockbot"},
		{"macOS", "darwin", Environment{"HOME=/h", "XDG_DATA_HOME=/x"}, "/h/Library/Application Support/tarockbot"},
		{"Windows", "windows", Environment{"HOME=/h", "LOCALAPPDATA=/l"}, "/l/tarockbot"},
		{"no variables", "linux", nil, ""},
		{"no LocalAppData on Windows", "windows", Environment{"HOME=/h"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := c.env.userDir(c.system, "XDG_DATA_HOME", ".local/share")
			if got != filepath.FromSlash(c.want) || (err == nil) != (c.want != "") {
				t.Errorf("got %q, %v, want %q", got, err, c.want)
			}
		})
	}
}
