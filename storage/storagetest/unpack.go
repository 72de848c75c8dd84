package storagetest

import (
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// Unpacked decompresses a gzipped data file and returns the copy's path.
func Unpacked(t testing.TB, packed string) (path string) {
	t.Helper()
	file, err := os.Open(packed)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "tarock.db")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
