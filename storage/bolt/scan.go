package bolt

import (
	"bytes"
	"context"
	"iter"

	"go.etcd.io/bbolt"

	"tarockbot/storage"
)

// A page of a scan ends after so many documents or bytes, whatever is first.
const (
	pageDocs  = 64
	pageBytes = 1 << 20
)

// Scan implements storage.Store. Each page is a read transaction of its own
// and is left before the first of its documents is yielded.
func (s *Store) Scan(ctx context.Context, kind, from, to string) iter.Seq2[storage.Doc, error] {
	return func(yield func(storage.Doc, error) bool) {
		w := window{kind: kind, at: from, end: to, down: from > to, endless: from == "" && to == ""}
		for more := true; more; {
			docs, err := s.page(ctx, w)
			if err != nil {
				yield(storage.Doc{}, err)
				return
			}
			for _, d := range docs {
				if !yield(d, nil) {
					return
				}
				w.at, w.passed = d.Key.ID, true
			}
			more = len(docs) > 0
		}
	}
}

// window is what is left of a scan: from at, without it if it has passed, to
// end.
type window struct {
	kind, at, end         string
	down, endless, passed bool
}

// page copies the next documents.
func (s *Store) page(ctx context.Context, w window) ([]storage.Doc, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var docs []storage.Doc
	size := 0
	err := s.view(func(tx *bbolt.Tx) error {
		b := tx.Bucket([]byte(w.kind))
		if b == nil {
			return nil
		}
		c := b.Cursor()
		for k, v := w.seek(c); w.holds(k) && len(docs) < pageDocs && size < pageBytes; k, v = w.step(c) {
			d := storage.Doc{Key: storage.Key{Kind: w.kind, ID: string(k)}}
			if err := s.decode(v, &d); err != nil {
				return err
			}
			docs, size = append(docs, d), size+len(v)
		}
		return nil
	})
	return docs, err
}

// seek moves to the first entry of the window; it is nil past the last one.
func (w window) seek(c *bbolt.Cursor) (key, value []byte) {
	key, value = c.Seek([]byte(w.at))
	exact := key != nil && string(key) == w.at
	switch {
	case exact && w.passed:
		return w.step(c)
	case exact || !w.down:
		return key, value
	case key == nil:
		return c.Last()
	}
	return c.Prev()
}

func (w window) step(c *bbolt.Cursor) (key, value []byte) {
	if w.down {
		return c.Prev()
	}
	return c.Next()
}

// holds says whether a key that seek or step returned is in the window.
func (w window) holds(key []byte) bool {
	switch {
	case key == nil:
		return false
	case w.endless:
		return true
	case w.down:
		return bytes.Compare(key, []byte(w.end)) >= 0
	}
	return bytes.Compare(key, []byte(w.end)) <= 0
}
