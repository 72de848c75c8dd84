package bolt

import (
	"path/filepath"
	"testing"

	"tarockbot/storage"
	"tarockbot/storage/storagetest"
)

func TestConformance(t *testing.T) {
	storagetest.Run(t, func(t *testing.T) (storage.Store, func() storage.Store) {
		path := filepath.Join(t.TempDir(), "tarock.db")
		s := open(t, path)
		return s, func() storage.Store {
			closeStore(t, s)
			s = open(t, path)
			return s
		}
	})
}

// open opens a store and closes it when the test ends.
func open(t testing.TB, path string) *Store {
	t.Helper()
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closeStore(t, s) })
	return s
}

func closeStore(t testing.TB, s *Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Errorf("Close: got %v, want nil", err)
	}
}
