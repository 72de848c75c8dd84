package bolt

import (
	"context"
	"iter"

	"go.etcd.io/bbolt"

	"tarockbot/storage"
)

const (
	pageDocs  = 64
	pageBytes = 1 << 20
)

// Scan implements storage.Store. Each page's transaction ends before Scan yields a document.
func (s *Store) Scan(ctx context.Context, kind, from, to string) iter.Seq2[storage.Doc, error] {
	return storage.NewRange(kind, from, to).Pages(func(r storage.Range) ([]storage.Doc, bool, error) {
		docs, err := s.readPage(ctx, scanPage{r})
		return docs, len(docs) > 0, err
	})
}

type scanPage struct{ storage.Range }

func (s *Store) readPage(ctx context.Context, p scanPage) ([]storage.Doc, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var docs []storage.Doc
	size := 0
	err := s.view(func(tx *bbolt.Tx) error {
		b := tx.Bucket([]byte(p.Kind))
		if b == nil {
			return nil
		}
		c := b.Cursor()
		for k, v := p.seek(c); p.contains(k) && len(docs) < pageDocs && size < pageBytes; k, v = p.step(c) {
			d := storage.Doc{Key: storage.Key{Kind: p.Kind, ID: string(k)}}
			if err := s.decode(v, &d); err != nil {
				return err
			}
			docs, size = append(docs, d), size+len(v)
		}
		return nil
	})
	return docs, err
}

func (p scanPage) seek(c *bbolt.Cursor) (key, value []byte) {
	if !p.Down {
		return c.Seek([]byte(p.Low))
	}
	if key, _ = c.Seek([]byte(p.High)); key == nil {
		return c.Last()
	}
	return c.Prev()
}

func (p scanPage) step(c *bbolt.Cursor) (key, value []byte) {
	if p.Down {
		return c.Prev()
	}
	return c.Next()
}

func (p scanPage) contains(key []byte) bool {
	return key != nil && string(key) >= p.Low && string(key) < p.High
}
