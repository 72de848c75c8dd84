package bolt

import (
	"context"
	"errors"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"tarockbot/storage"
)

func docsThen(err error, docs ...storage.Doc) iter.Seq2[storage.Doc, error] {
	return func(yield func(storage.Doc, error) bool) {
		for _, d := range docs {
			if !yield(d, nil) {
				return
			}
		}
		if err != nil {
			yield(storage.Doc{}, err)
		}
	}
}

func TestBuildBackup(t *testing.T) {
	t.Parallel()
	dir, broken := t.TempDir(), errors.New("broken")
	path := filepath.Join(dir, "data")
	docs := []storage.Doc{
		{Key: storage.Key{Kind: "a", ID: "x"}, Version: 7, Data: []byte{}},
		{Key: storage.Key{Kind: "b", ID: "\x00"}, Version: 1, Data: []byte("1")},
		{Key: storage.Key{Kind: "b", ID: "y"}, Version: 2, Data: make([]byte, copyBytes)},
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		ctx   context.Context
		docs  iter.Seq2[storage.Doc, error]
		check error
		want  error
	}{
		{t.Context(), docsThen(broken, docs...), nil, broken},
		{t.Context(), docsThen(nil, storage.Doc{}), nil, storage.ErrInvalid},
		{t.Context(), docsThen(nil, docs...), broken, broken},
		{cancelled, docsThen(nil, docs...), nil, context.Canceled},
		{t.Context(), docsThen(nil, docs...), nil, nil},
		{t.Context(), docsThen(nil, docs...), nil, fs.ErrExist},
	} {
		err := BuildBackup(c.ctx, path, c.docs, func(temp string) error {
			if err := Verify(temp); err != nil {
				t.Error(err)
			}
			return c.check
		})
		if !errors.Is(err, c.want) {
			t.Errorf("got %v, want %v", err, c.want)
		}
		wantFile := c.want == nil || errors.Is(c.want, fs.ErrExist)
		if names := fileNames(t, dir); (names != "") != wantFile {
			t.Errorf("after %v the directory has %q", err, names)
		}
	}
	s := open(t, path)
	defer closeStore(t, s)
	if kinds, err := s.Kinds(t.Context()); err != nil || !slices.Equal(kinds, []string{"a", "b"}) {
		t.Errorf("got kinds %q, %v, want a and b", kinds, err)
	}
	for _, want := range docs {
		got, err := s.Get(t.Context(), want.Key)
		if err != nil || got.Version != 1 || string(got.Data) != string(want.Data) {
			t.Errorf("%q: got version %d with %d bytes, %v, want version 1 with %d", want.Key, got.Version, len(got.Data), err, len(want.Data))
		}
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("got file %v, %v, want mode 0600", info, err)
	}
}
