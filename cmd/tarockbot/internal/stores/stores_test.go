package stores

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"testing"

	"tarockbot/storage"
)

// failing has documents of two kinds, whose scans yield the error once, before the kind's document.
type failing struct {
	Snapshot
	err   error
	errID string
}

func (failing) Kinds(context.Context) ([]string, error) { return []string{"a", "b"}, nil }

func (s failing) Scan(_ context.Context, kind, _, _ string) iter.Seq2[storage.Doc, error] {
	return func(yield func(storage.Doc, error) bool) {
		if s.err != nil && !yield(storage.Doc{Key: storage.Key{Kind: kind, ID: s.errID}}, s.err) {
			return
		}
		yield(storage.Doc{Key: storage.Key{Kind: kind, ID: "1"}}, nil)
	}
}

// TestAllEnds: the first error ends the sequence.
func TestAllEnds(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		err   error
		errID string
		want  []string
	}{
		{"no error", nil, "", []string{"a 1", "b 1"}},
		{"a damaged document", fmt.Errorf("%w: x", storage.ErrDamaged), "0", []string{"a 0"}},
		{"damage without a key", storage.ErrDamaged, "", []string{"a "}},
		{"another error", storage.ErrUnavailable, "", []string{"a "}},
	} {
		var got []string
		for doc, err := range All(t.Context(), failing{err: tt.err, errID: tt.errID}) {
			if isError := doc.Key.ID != "1"; isError != (err != nil) || isError && !errors.Is(err, tt.err) {
				t.Errorf("%s: %v comes with the error %v", tt.name, doc.Key, err)
			}
			got = append(got, doc.Key.Kind+" "+doc.Key.ID)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}
