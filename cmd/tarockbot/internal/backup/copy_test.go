package backup

import (
	"path/filepath"
	"testing"

	"tarockbot/cmd/tarockbot/internal/exit"
)

// TestCopyFails checks that a copy that fails has no checksum, and that a copy to an existing file has the exit code of
// one that can't be written.
func TestCopyFails(t *testing.T) {
	t.Parallel()
	data, none := filepath.Join(t.TempDir(), "tarock.db"), filepath.Join(t.TempDir(), "none.db")
	putEmpty(t, data)
	if sum, err := Copy(t.Context(), none, none+".copy"); err == nil || sum != "" {
		t.Errorf("of nothing: %q, %v", sum, err)
	}
	if sum, err := Copy(t.Context(), data, data); exit.Code(err) != exit.IO || sum != "" {
		t.Errorf("onto a file: %q, %v", sum, err)
	}
}
