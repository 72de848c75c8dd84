package system

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

func TestLanguage(t *testing.T) {
	for want, env := range map[string]Environment{
		"": {"LANGUAGE=de"}, "de-AT": {"LANG=de_AT.UTF-8"}, "en": {"LANG=de", "LC_MESSAGES=en"}, "hu": {"LC_ALL=de", "LC_ALL=hu", "LANG=en"},
	} {
		if got := env.Language(); got != want {
			t.Errorf("%q: got %q, want %q", env, got, want)
		}
	}
}

func TestPrivate(t *testing.T) {
	file := filepath.Join(t.TempDir(), "secret")
	for _, c := range []struct {
		mode fs.FileMode
		env  Environment
		want error
	}{
		{0o600, nil, nil},
		{0o640, nil, ErrNotPrivate},
		{0o640, Environment{"CREDENTIALS_DIRECTORY=" + filepath.Dir(file)}, nil},
	} {
		if runtime.GOOS == "windows" { // has no modes
			c.want = nil
		}
		if err := errors.Join(os.WriteFile(file, []byte("x"), 0o600), os.Chmod(file, c.mode)); err != nil {
			t.Fatal(err)
		}
		if text, err := c.env.ReadPrivate(file); !errors.Is(err, c.want) || (err == nil) != (string(text) == "x") {
			t.Errorf("%v, %q: got %q, %v, want %v", c.mode, c.env, text, err, c.want)
		}
	}
	if _, err := (Environment{}).ReadPrivate(file + "s"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without a file: got %v", err)
	}
}
