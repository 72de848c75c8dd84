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

func of(err error, docs ...storage.Doc) iter.Seq2[storage.Doc, error] {
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

func TestBuild(t *testing.T) {
	t.Parallel()
	dir, broken := t.TempDir(), errors.New("broken")
	path := filepath.Join(dir, "data")
	docs := []storage.Doc{
		{Key: storage.Key{Kind: "a", ID: "x"}, Version: 7, Data: []byte{}},
		{Key: storage.Key{Kind: "b", ID: "\x00"}, Version: 1, Data: []byte("1")},
		{Key: storage.Key{Kind: "b", ID: "y"}, Version: 2, Data: make([]byte, copyBytes)},
	}
	ended, end := context.WithCancel(t.Context())
	end()
	for _, c := range []struct {
		ctx   context.Context
		docs  iter.Seq2[storage.Doc, error]
		check error
		want  error
	}{
		{t.Context(), of(broken, docs...), nil, broken},
		{t.Context(), of(nil, storage.Doc{}), nil, storage.ErrInvalid},
		{t.Context(), of(nil, docs...), broken, broken},
		{ended, of(nil, docs...), nil, context.Canceled},
		{t.Context(), of(nil, docs...), nil, nil},
		{t.Context(), of(nil, docs...), nil, fs.ErrExist},
	} {
		err := Build(c.ctx, path, c.docs, func(temp string) error {
			if err := Verify(temp); err != nil {
				t.Error(err)
			}
			return c.check
		})
		if !errors.Is(err, c.want) {
			t.Errorf("got %v, want %v", err, c.want)
		}
		made := c.want == nil || errors.Is(c.want, fs.ErrExist)
		if names := list(t, dir); (names != "") != made {
			t.Errorf("after %v the directory has %q", err, names)
		}
	}
	s := open(t, path)
	defer closeStore(t, s)
	if kinds, err := s.Kinds(t.Context()); err != nil || !slices.Equal(kinds, []string{"a", "b"}) {
		t.Errorf("kinds %q, %v", kinds, err)
	}
	for _, want := range docs {
		got, err := s.Get(t.Context(), want.Key)
		if err != nil || got.Version != 1 || string(got.Data) != string(want.Data) {
			t.Errorf("%q: version %d, %d bytes, %v", want.Key, got.Version, len(got.Data), err)
		}
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the mode: %v, %v", info, err)
	}
}
