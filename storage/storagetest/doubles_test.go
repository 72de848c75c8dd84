package storagetest_test

import (
	"testing"

	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

func TestConformance(t *testing.T) {
	for name, newDouble := range map[string]func(storage.Store) storage.Store{
		"Flaky": func(s storage.Store) storage.Store { return &storagetest.Flaky{Store: s} },
		"Full":  func(s storage.Store) storage.Store { return &storagetest.Full{Store: s} },
		"Damaged": func(s storage.Store) storage.Store {
			return storagetest.Damaged{Store: s, Key: storage.Key{Kind: "none"}}
		},
	} {
		t.Run(name, func(t *testing.T) {
			storagetest.Run(t, func(*testing.T) (storage.Store, func() storage.Store) { return newDouble(memory.New()), nil })
		})
	}
}

func TestFlakyScans(t *testing.T) {
	damaged := storage.Key{Kind: "table", ID: "a"}
	s := &storagetest.Flaky{Store: storagetest.Damaged{Store: memory.New(), Key: damaged}}
	after := storage.Key{Kind: "table", ID: "b"}
	err := s.Commit(t.Context(), storage.Doc{Key: damaged, Data: []byte("x")}, storage.Doc{Key: after, Data: []byte("x")})
	storagetest.WantError(t, "Commit", err, nil)
	last := storage.Key{}
	for d := range s.Scan(t.Context(), "table", "", "") {
		last = d.Key
	}
	if last != after {
		t.Errorf("the scan ends with %q, want %q", last, after)
	}
	s.Fail(storagetest.Failure{Err: storage.ErrUncertain})
	storagetest.WantError(t, "Commit", s.Commit(t.Context()), storage.ErrUncertain)
	var got error
	for _, err := range s.Scan(t.Context(), "none", "", "") {
		got = err
	}
	storagetest.WantError(t, "Scan", got, storage.ErrClosed)
}

func TestFlakyFails(t *testing.T) {
	key := storage.Key{Kind: "table", ID: "a"}
	cases := []struct {
		name    string
		failure storagetest.Failure
		expects int64 // the version that the failing commit replaces
		getErr  error // of the next Get
		version int64
	}{
		{"full", storagetest.Failure{Err: storage.ErrFull}, 1, nil, 1},
		{"uncertain, not applied", storagetest.Failure{Err: storage.ErrUncertain}, 1, storage.ErrClosed, 1},
		{"uncertain, applied", storagetest.Failure{Err: storage.ErrUncertain, Applied: true}, 1, storage.ErrClosed, 2},
		{"uncertain, in conflict", storagetest.Failure{Err: storage.ErrUncertain, Applied: true}, 7, storage.ErrClosed, 1},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := &storagetest.Flaky{Store: memory.New()}
			write := storage.Doc{Key: key, Data: []byte("x")}
			storagetest.WantError(t, "Commit", s.Commit(t.Context(), write), nil)
			s.Fail(c.failure)
			write.Version = c.expects
			storagetest.WantError(t, "Commit", s.Commit(t.Context(), write), c.failure.Err)
			_, err := s.Get(t.Context(), key)
			storagetest.WantError(t, "Get", err, c.getErr)
			s.Reopen()
			if got, err := s.Get(t.Context(), key); err != nil || got.Version != c.version {
				t.Errorf("after Reopen: got version %d, %v, want %d", got.Version, err, c.version)
			}
		})
	}
}
