package storagetest_test

import (
	"errors"
	"testing"

	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

func TestFlakyConformance(t *testing.T) {
	storagetest.Run(t, func(*testing.T) (storage.Store, func() storage.Store) {
		return &storagetest.Flaky{Store: memory.New()}, nil
	})
}

func TestFlakyFails(t *testing.T) {
	key := storage.Key{Kind: "table", ID: "a"}
	cases := []struct {
		name    string
		failure storagetest.Failure
		then    error // of the next call
		version int64 // after Reopen
	}{
		{"full", storagetest.Failure{Err: storage.ErrFull}, nil, 1},
		{"uncertain, not applied", storagetest.Failure{Err: storage.ErrUncertain}, storage.ErrClosed, 1},
		{"uncertain, applied", storagetest.Failure{Err: storage.ErrUncertain, Applied: true}, storage.ErrClosed, 2},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := &storagetest.Flaky{Store: memory.New()}
			write := storage.Doc{Key: key, Data: []byte("x")}
			if err := s.Commit(t.Context(), write); err != nil {
				t.Fatal(err)
			}
			s.Fail(c.failure)
			write.Version = 1
			if err := s.Commit(t.Context(), write); !errors.Is(err, c.failure.Err) {
				t.Errorf("Commit: got %v, want %v", err, c.failure.Err)
			}
			if _, err := s.Get(t.Context(), key); !errors.Is(err, c.then) {
				t.Errorf("Get: got %v, want %v", err, c.then)
			}
			s.Reopen()
			if got, err := s.Get(t.Context(), key); err != nil || got.Version != c.version {
				t.Errorf("after Reopen: got version %d, %v, want %d", got.Version, err, c.version)
			}
		})
	}
}
