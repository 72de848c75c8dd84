package bolt

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tarockbot/storage"
	"tarockbot/storage/storagetest"
)

func TestCompact(t *testing.T) {
	t.Parallel()
	path, _ := filledFile(t)
	s := open(t, path)
	var secrets []storage.Doc
	for i := range 200 {
		secrets = append(secrets, storage.Doc{Key: storage.Key{Kind: "person", ID: fmt.Sprint("hidden-", i)}, Data: bytes.Repeat([]byte("hidden"), 50)})
	}
	for range 2 {
		commit(t, s, secrets...)
		for i := range secrets {
			secrets[i].Version, secrets[i].Data = 1, nil
		}
	}
	want := dumpDocs(t, s)
	storagetest.WantError(t, "Compact of a file in use", Compact(t.Context(), path), ErrLocked)
	closeStore(t, s)
	if !bytes.Contains(contents(t, path), []byte("hidden")) {
		t.Fatal("the deleted data are missing before Compact")
	}
	before := contents(t, path)
	old, err := os.Open(path)
	must(t, err)
	defer old.Close()
	must(t, Compact(t.Context(), path))
	// Compact doesn't write to the old file: if the process is killed before the new file has the name, the old one is
	// whole.
	if after, err := io.ReadAll(old); err != nil || !bytes.Equal(after, before) {
		t.Errorf("the old file was written to: %v", err)
	}
	if image := contents(t, path); bytes.Contains(image, []byte("hidden")) {
		t.Error("deleted data are still in the file")
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("got mode %v, %v, want 0600", info.Mode(), err)
	}
	s = open(t, path)
	defer closeStore(t, s)
	if got := dumpDocs(t, s); got != want {
		t.Errorf("got\n%.300s, want\n%.300s", got, want)
	}
	if names := fileNames(t, filepath.Dir(path)); strings.Contains(names, compacting) {
		t.Errorf("got files %s", names)
	}
}

func TestOpenRemovesLeftovers(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a[b")
	must(t, os.Mkdir(dir, 0o700))
	path := filepath.Join(dir, "data")
	for _, suffix := range []string{".compact-123", ".restore-123", ".new-123"} {
		writeFile(t, path+suffix, []byte("hidden"))
	}
	other := path + "2.compact-123"
	writeFile(t, other, nil)
	closeStore(t, open(t, path))
	if names := fileNames(t, dir); strings.Contains(names, "data.compact") || strings.Contains(names, "restore") || strings.Contains(names, "new") || !strings.Contains(names, filepath.Base(other)) {
		t.Errorf("got files %s", names)
	}
}
