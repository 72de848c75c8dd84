package keys

import (
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"tarockbot/cmd/tarockbot/internal/exit"
)

func TestSigningKey(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "fair.key")
	f := SigningKeyFile{Path: path}
	var logText strings.Builder
	log := slog.New(slog.NewTextHandler(&logText, nil))
	first, err := f.Ensure(log)
	if err != nil || strings.Count(logText.String(), "created the signing key") != 1 {
		t.Fatalf("got %v, and the log %q", err, logText.String())
	}
	if again, err := f.Ensure(log); err != nil || !again.Equal(first) || strings.Count(logText.String(), "created the signing key") != 1 {
		t.Errorf("the second time: got %v, and the log %q", err, logText.String())
	}
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("got file %v, %v, want mode 0600", info, err)
	}
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Ensure(log); runtime.GOOS != "windows" && (exit.Code(err) != exit.Config || !strings.Contains(err.Error(), "others can read it")) {
		t.Errorf("a key that others can read: got %v", err)
	}
	for _, text := range []string{"", "none\n", strings.Repeat("ab", 31), strings.Repeat("ab", 33), strings.Repeat("ab", 31) + "xy"} {
		other := filepath.Join(t.TempDir(), "other.key")
		write(t, other, text)
		_, err := SigningKeyFile{Path: other}.Ensure(log)
		if exit.Code(err) != exit.Config || !strings.Contains(err.Error(), "holds no key") || strings.Contains(err.Error(), "abab") {
			t.Errorf("%q was read as a key: %v", text, err)
		}
	}
	nowhere := filepath.Join(t.TempDir(), "none", "fair.key")
	if _, err := (SigningKeyFile{Path: nowhere}).Ensure(log); exit.Code(err) != exit.Config {
		t.Errorf("in a missing directory: got %v", err)
	}
}

func TestSigningKeyDrafts(t *testing.T) {
	t.Parallel()
	f := SigningKeyFile{Path: filepath.Join(t.TempDir(), "fair.key")}
	kept := []string{f.Path + ".new", f.Path + ".mine.new", f.Path + "." + rand.Text(), filepath.Join(filepath.Dir(f.Path), "other."+rand.Text()+".new")}
	for _, path := range kept {
		write(t, path, "")
	}
	for _, when := range []string{"without the key", "with the key"} {
		draft := f.Path + "." + rand.Text() + ".new"
		write(t, draft, "")
		if _, err := f.Ensure(slog.New(slog.DiscardHandler)); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(draft); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: the draft still exists: %v", when, err)
		}
	}
	for _, path := range kept {
		if _, err := os.Stat(path); err != nil {
			t.Error(err)
		}
	}
}

// TestSigningKeyReplacesNothing includes a link to a missing file, such as one on an unmounted volume.
func TestSigningKeyReplacesNothing(t *testing.T) {
	t.Parallel()
	f := SigningKeyFile{Path: filepath.Join(t.TempDir(), "fair.key")}
	var got [8]ed25519.PrivateKey
	var all sync.WaitGroup
	for i := range got {
		all.Go(func() {
			var err error
			if got[i], err = f.Ensure(slog.New(slog.DiscardHandler)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if key, err := f.Read(); err != nil || slices.ContainsFunc(got[:], func(k ed25519.PrivateKey) bool { return !k.Equal(key) }) {
		t.Errorf("not all have the key of the file: %v", err)
	}

	link := filepath.Join(t.TempDir(), "fair.key")
	if err := os.Symlink(filepath.Join(t.TempDir(), "none"), link); err != nil {
		t.Skip("no symbolic links:", err)
	}
	if _, err := (SigningKeyFile{Path: link}).Ensure(slog.New(slog.DiscardHandler)); exit.Code(err) != exit.Config || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a dangling link: got %v", err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode().Type() != fs.ModeSymlink {
		t.Errorf("the link was replaced: %v, %v", info, err)
	}
}
