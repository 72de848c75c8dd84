package bolt

import (
	"path/filepath"
	"testing"

	"tarockbot/storage"
	"tarockbot/storage/storagetest"
)

func TestConformance(t *testing.T) {
	storagetest.Run(t, func(t *testing.T) (storage.Store, func() storage.Store) {
		s := openNew(t)
		return s, func() storage.Store {
			closeStore(t, s)
			s = open(t, s.path)
			return s
		}
	})
}

func openNew(t testing.TB) *Store {
	t.Helper()
	return open(t, filepath.Join(t.TempDir(), "tarock.db"))
}

func open(t testing.TB, path string) *Store {
	t.Helper()
	s, err := Open(path)
	must(t, err)
	t.Cleanup(func() { closeStore(t, s) })
	return s
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func closeStore(t testing.TB, s *Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Errorf("Close: got %v, want nil", err)
	}
}

func commit(t testing.TB, s storage.Store, docs ...storage.Doc) {
	t.Helper()
	must(t, s.Commit(t.Context(), docs...))
}

func docOf(kind, id string, data []byte) storage.Doc {
	return storage.Doc{Key: storage.Key{Kind: kind, ID: id}, Data: data}
}
