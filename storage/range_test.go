package storage_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"tarockbot/storage"
)

func TestCheck(t *testing.T) {
	key := storage.Key{Kind: strings.Repeat("k", storage.MaxKind), ID: strings.Repeat("ü", storage.MaxID/2)}
	largest := make([]byte, storage.MaxData+storage.MaxEnvelope)
	if err := storage.Check([]storage.Doc{{Key: key, Data: largest}, {Key: storage.Key{Kind: "k", ID: "i"}}}); err != nil {
		t.Error(err)
	}
	for name, docs := range map[string][]storage.Doc{
		"key twice":        {{Key: key}, {Key: key, Unchanged: true}},
		"negative version": {{Key: key, Version: -1}},
		"too much data":    {{Key: key, Data: append(largest, 0)}},
		"no kind":          {{Key: storage.Key{ID: "i"}}},
		"no id":            {{Key: storage.Key{Kind: "k"}}},
		"long id":          {{Key: storage.Key{Kind: "k", ID: key.ID + "i"}}},
		"NUL in kind":      {{Key: storage.Key{Kind: "k\x00", ID: "i"}}},
		"id isn't UTF-8":   {{Key: storage.Key{Kind: "k", ID: "\xff"}}},
	} {
		if err := storage.Check(docs); !errors.Is(err, storage.ErrInvalid) {
			t.Errorf("%s: got %v, want %v", name, err, storage.ErrInvalid)
		}
	}
}

func TestPages(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"b", "d", "bcd"}, {"d", "b", "dcb"}, {"", "", "abcde"}, {"\xff", "", "edcba"}, {"c", "c", "c"},
	} {
		read := func(r storage.Range) (docs []storage.Doc, hasMore bool, err error) {
			rest := slices.DeleteFunc(strings.Split("abcde", ""), func(id string) bool { return id < r.Low || id >= r.High })
			if r.Down {
				slices.Reverse(rest)
			}
			for _, id := range rest[:min(2, len(rest))] {
				docs = append(docs, storage.Doc{Key: storage.Key{Kind: r.Kind, ID: id}})
			}
			return docs, len(rest) > 2, nil
		}
		got := ""
		for d := range storage.NewRange("kind", c.from, c.to).Pages(read) {
			got += d.Key.ID
		}
		if got != c.want {
			t.Errorf("from %q to %q: got %q, want %q", c.from, c.to, got, c.want)
		}
	}
}
