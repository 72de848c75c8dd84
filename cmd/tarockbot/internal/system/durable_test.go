package system

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFault32KeysAreSynced(t *testing.T) {
	dir := t.TempDir()
	from, to := filepath.Join(dir, "from"), filepath.Join(dir, "below", "to")
	if err := errors.Join(os.WriteFile(from, []byte("new"), 0o600), os.Mkdir(filepath.Dir(to), 0o700)); err != nil {
		t.Fatal(err)
	}
	failed, synced := errors.New("the directory can't be synced"), ""
	original := syncDir
	t.Cleanup(func() { syncDir = original })
	syncDir = func(dir string) error {
		if dir != filepath.Dir(to) {
			t.Errorf("%s is synced, want only %s", dir, filepath.Dir(to))
		}
		text, err := os.ReadFile(to)
		if synced = string(text); errors.Is(err, fs.ErrNotExist) { // the file still has its draft's name
			return nil
		}
		return failed
	}
	for _, c := range []struct {
		name, old, want string
		write           func() error
	}{
		{"copy", "", "new", func() error { return CopyFile(from, to) }},
		{"replace", "", "new", func() error { return ReplaceFile(to, strings.NewReader("new")) }},
		{"create", "", "new", func() error { return CreateFile(to, strings.NewReader("new")) }},
		{"append", "old ", "old new", func() error { return AppendToFile(to, strings.NewReader("new")) }},
		{"append to a missing file", "", "new", func() error { return AppendToFile(to, strings.NewReader("new")) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := os.Remove(to); err != nil && !errors.Is(err, fs.ErrNotExist) {
				t.Fatal(err)
			}
			if c.old != "" {
				if err := os.WriteFile(to, []byte(c.old), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if synced = ""; !errors.Is(c.write(), failed) || synced != c.want {
				t.Errorf("%q was there when the directory was synced, or the error is lost; want %q", synced, c.want)
			}
		})
	}
}

func TestCreateFile(t *testing.T) {
	dir := t.TempDir()
	path, dangling := filepath.Join(dir, "file"), filepath.Join(dir, "dangling")
	if err := os.Symlink(filepath.Join(dir, "none"), dangling); err != nil {
		t.Skip("no symbolic links:", err)
	}
	if err := CreateFile(path, strings.NewReader("first")); err != nil {
		t.Fatal(err)
	}
	for _, taken := range []string{path, dangling} {
		if err := CreateFile(taken, strings.NewReader("second")); !errors.Is(err, fs.ErrExist) {
			t.Errorf("%s: the error is %v, want that the file exists", taken, err)
		}
	}
	if text, err := os.ReadFile(path); string(text) != "first" {
		t.Errorf("the file holds %q, %v", text, err)
	}
	if names, err := os.ReadDir(dir); len(names) != 2 {
		t.Errorf("the files are %v, %v", names, err)
	}
}

func TestFailedCopy(t *testing.T) {
	dir := t.TempDir()
	to := filepath.Join(dir, "to")
	if err := CopyFile(dir, to); err == nil { // a directory can't be read as a file
		t.Error("a directory was copied as a file")
	}
	if _, err := os.Stat(to); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a part of the copy is left: %v", err)
	}
	from := filepath.Join(dir, "from")
	if err := errors.Join(os.WriteFile(from, []byte("new"), 0o600), os.WriteFile(to, []byte("old"), 0o600)); err != nil {
		t.Fatal(err)
	}
	if err := CopyFile(from, to); !errors.Is(err, fs.ErrExist) {
		t.Errorf("the error is %v, want that the file exists", err)
	}
	if text, err := os.ReadFile(to); string(text) != "old" {
		t.Errorf("the target holds %q, %v", text, err)
	}
}
