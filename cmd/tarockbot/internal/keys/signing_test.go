package keys

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tarockbot/cmd/tarockbot/internal/exit"
)

// TestSigningKey: the first start makes a key for its owner alone, later ones read it, and no file that others can read
// or that holds no key is taken for one.
func TestSigningKey(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "fair.key")
	f := SigningKey{Path: path}
	var told strings.Builder
	log := slog.New(slog.NewTextHandler(&told, nil))
	first, err := f.Ensure(log)
	if err != nil || strings.Count(told.String(), "made a key") != 1 {
		t.Fatalf("%v, and the log says %q", err, told.String())
	}
	if again, err := f.Ensure(log); err != nil || !again.Equal(first) || strings.Count(told.String(), "made a key") != 1 {
		t.Errorf("the second time: %v, and the log says %q", err, told.String())
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file: %v, %v", info, err)
	}
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Ensure(log); exit.Code(err) != exit.Config || !strings.Contains(err.Error(), "others can read it") {
		t.Errorf("a key for others: %v", err)
	}
	for _, text := range []string{"", "none\n", strings.Repeat("ab", 31), strings.Repeat("ab", 33), strings.Repeat("ab", 31) + "xy"} {
		other := filepath.Join(t.TempDir(), "other.key")
		write(t, other, text)
		_, err := SigningKey{Path: other}.Ensure(log)
		if exit.Code(err) != exit.Config || !strings.Contains(err.Error(), "holds no key") || strings.Contains(err.Error(), "abab") {
			t.Errorf("%q is no key: %v", text, err)
		}
	}
	nowhere := filepath.Join(t.TempDir(), "none", "fair.key")
	if _, err := (SigningKey{Path: nowhere}).Ensure(log); exit.Code(err) != exit.Config {
		t.Errorf("no directory for the key: %v", err)
	}
}
